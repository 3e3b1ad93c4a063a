// Package scene renders what can be seen of a place (boards, offers, reviews) as
// messages. A message is a function of the place's document, the match and, for hints,
// the analysis. The package decides nothing and changes nothing; package chat does.
package scene

import (
	"hash/fnv"
	"strconv"

	"nimbot/coach"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/teach"
	"nimbot/words"
)

// Teacher explains a position of the present game.
func (s *Scene) Teacher(a solve.Analysis) coach.Teacher {
	return coach.Teacher{Analysis: a, Words: s.Words, Key: s.Doc.Game.Key}
}

// Turn is what a hint depends on besides the analyzed position.
func (k *Known) Turn(a solve.Analysis) (t coach.Turn, err error) {
	if bot, ok := k.AgainstBot(); ok {
		t.Bot = LevelOf(k.Doc.Game.Players[bot])
	}
	if a.Outcome == game.P {
		t.GaveAway, t.At, _, err = teach.GaveAway(k.Match, k.Match.ToMove())
	}
	return t, err
}

// Example is a legal move of the present position, to show how moves are written. It
// isn't a winning move if there is any other, because it must not be a hint.
func (k *Known) Example() game.Move {
	p := k.Match.Position()
	if a, err := solve.Analyze(p, k.Match.Setup().Ending); err == nil {
		if m := a.Losing(); m != "" {
			return m
		}
	}
	for m := range p.Moves() {
		return m
	}
	return ""
}

// Exemplary reports whether a refusal may use a move as its example: it is legal and not
// a winning one, unless it follows from the typed line.
func (k *Known) Exemplary(m game.Move, follows bool) bool {
	next, err := k.Match.Position().Play(m)
	if err != nil || follows {
		return err == nil
	}
	a, err := solve.Analyze(next, k.Match.Setup().Ending)
	return err == nil && a.Outcome == game.N
}

// Scene renders messages from the document, the match and, for hints, the analysis. It
// decides nothing and changes nothing.
type Scene struct {
	*Known
	Words *words.Catalogue
	Place exchange.Place

	stamped string        // the stamp, computed once
	drawn   *game.Diagram // of the present position, drawn once
}

// Replace replaces the match and discards its drawing.
func (s *Scene) Replace(m game.Match) { s.Match, s.drawn = m, nil }

// Restamp discards the stamp, because what it covers has changed.
func (s *Scene) Restamp() { s.stamped = "" }

// Stamp identifies the present state on the buttons of boards: the turn and a digest,
// because a turn can repeat after a failover.
func (s *Scene) Stamp() string {
	if s.stamped == "" {
		s.stamped = s.drawStamp()
	}
	return s.stamped
}

func (s *Scene) drawStamp() string {
	h := fnv.New32a()
	part := func(x string) { h.Write([]byte(x)); h.Write([]byte{0}) } // a hash never fails
	part(s.Place.String())
	part(strconv.Itoa(s.Doc.Turn))
	if g := s.Doc.Game; g != nil {
		part(g.ID)
		part(s.Match.Position().String())
		part(strconv.Itoa(len(s.Match.Moves())))
	}
	if o := s.Doc.Offer; o != nil && !s.Playing() { // an offer next to a game is on no board
		part(o.ID)
	}
	b := strconv.AppendInt(make([]byte, 0, 16), int64(s.Doc.Turn), 10)
	return string(strconv.AppendUint(append(b, '.'), uint64(h.Sum32()), 36))
}

// Button makes a button that is valid in the present state.
func (s *Scene) Button(label words.Text, style exchange.Style, words ...string) exchange.Button {
	command := make([]byte, 0, 64) // on the stack: a board has a dozen buttons
	for _, w := range words {
		command = append(append(command, w...), ' ')
	}
	command = append(append(command, '~'), s.Stamp()...)
	return exchange.Button{Label: label, Style: style, Command: string(command)}
}

// State is the state of the game, for programs.
func (s *Scene) State() *exchange.State {
	g := s.Doc.Game
	if g == nil {
		return nil
	}
	r := s.Match.Result()
	st := &exchange.State{
		ID: g.ID, Game: g.Key, Ending: g.Ending, Position: s.Match.Position().String(),
		Players: [2]exchange.User{s.Player(0), s.Player(1)},
		ToMove:  s.Match.ToMove(), Turn: s.Doc.Turn, Version: s.Doc.Version,
		Over: r.Over, Winner: r.Winner,
	}
	if r.Over {
		st.ToMove = game.Nobody
	}
	if bot, ok := s.AgainstBot(); ok {
		st.Level = string(LevelOf(g.Players[bot]))
	}
	if p := g.Pair; p != nil {
		st.Rated = &exchange.Rated{Game: p.Game, Score: [2]float64{float64(p.Score[0]) / 2, float64(p.Score[1]) / 2}}
	}
	return st
}

// text makes a sentence from a key of the catalogue and pairs of argument names and
// values.
func text(key string, args ...any) words.Text { return words.New(key, args) }
