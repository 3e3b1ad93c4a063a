package chat

import (
	"hash/fnv"
	"strconv"

	"nimbot/game"
	"nimbot/words"
)

// scene is everything that can be shown of a place: what a message shows is a
// function of the document, the match and, in hints, the analysis. A scene
// decides nothing and changes nothing.
type scene struct {
	*known
	words *words.Catalogue
	place Place

	stamped string        // the stamp, drawn once
	drawn   *game.Diagram // of the present position, drawn once
}

// stamp marks the buttons of boards that are drawn now: the turn, and a digest
// of what it belongs to, since after a failover a turn can come twice.
func (s *scene) stamp() string {
	if s.stamped == "" {
		s.stamped = s.drawStamp()
	}
	return s.stamped
}

func (s *scene) drawStamp() string {
	h := fnv.New32a()
	part := func(x string) { h.Write([]byte(x)); h.Write([]byte{0}) } // a hash never fails
	part(s.place.String())
	part(strconv.Itoa(s.doc.Turn))
	if g := s.doc.Game; g != nil {
		part(g.ID)
		part(s.match.Position().String())
		part(strconv.Itoa(len(s.match.Moves())))
	}
	if o := s.doc.Offer; o != nil {
		part(o.ID)
	}
	b := strconv.AppendInt(make([]byte, 0, 16), int64(s.doc.Turn), 10)
	return string(strconv.AppendUint(append(b, '.'), uint64(h.Sum32()), 36))
}

// button is a command for this very state.
func (s *scene) button(label words.Text, style Style, words ...string) Button {
	command := make([]byte, 0, 64) // on the stack: a board has a dozen buttons
	for _, w := range words {
		command = append(append(command, w...), ' ')
	}
	command = append(append(command, '~'), s.stamp()...)
	return Button{Label: label, Style: style, Command: string(command)}
}

// state is how the game stands, for programs.
func (s *scene) state() *State {
	g := s.doc.Game
	if g == nil {
		return nil
	}
	r := s.match.Result()
	st := &State{
		ID: g.ID, Game: g.Key, Ending: g.Ending, Position: s.match.Position().String(),
		Players: [2]User{s.player(0), s.player(1)},
		ToMove:  s.match.ToMove(), Turn: s.doc.Turn, Version: s.doc.Version,
		Over: r.Over, Winner: r.Winner,
	}
	if r.Over {
		st.ToMove = game.Nobody
	}
	if bot, ok := s.againstBot(); ok {
		st.Level = string(levelOf(g.Players[bot]))
	}
	if p := g.Pair; p != nil {
		st.Rated = &Rated{Game: p.Game, Score: [2]float64{float64(p.Score[0]) / 2, float64(p.Score[1]) / 2}}
	}
	return st
}
