// Package scene is what can be seen of a place: boards, offers, reviews, as
// messages. What a message shows is a function of the place's document, the
// match, and in hints the analysis. The package decides nothing and changes
// nothing; package chat does.
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

// Turn is what a hint in an analyzed position depends on besides that.
func (k *Known) Turn(a solve.Analysis) (t coach.Turn, err error) {
	if bot, ok := k.AgainstBot(); ok {
		t.Bot = LevelOf(k.Doc.Game.Players[bot])
	}
	if a.Outcome == game.P {
		t.GaveAway, t.At, _, err = teach.GaveAway(k.Match, k.Match.ToMove())
	}
	return t, err
}

// Example is a legal move of the present position, to show how moves are
// written: one that doesn't win, where there is one, since it's no hint.
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

// Exemplary reports whether a refusal may name a move as its example: it's
// legal and, unless it follows from what was typed, doesn't give the win away.
func (k *Known) Exemplary(m game.Move, follows bool) bool {
	next, err := k.Match.Position().Play(m)
	if err != nil || follows {
		return err == nil
	}
	a, err := solve.Analyze(next, k.Match.Setup().Ending)
	return err == nil && a.Outcome == game.N
}

// Scene is everything that can be shown of a place: what a message shows is a
// function of the document, the match and, in hints, the analysis. A scene
// decides nothing and changes nothing.
type Scene struct {
	*Known
	Words *words.Catalogue
	Place exchange.Place

	stamped string        // the stamp, drawn once
	drawn   *game.Diagram // of the present position, drawn once
}

// Replace puts m in place of the match; it's drawn anew.
func (s *Scene) Replace(m game.Match) { s.Match, s.drawn = m, nil }

// Restamp has the stamp drawn anew, since what it tells has changed.
func (s *Scene) Restamp() { s.stamped = "" }

// Stamp marks the buttons of boards that are drawn now: the turn, and a digest
// of what it belongs to, since after a failover a turn can come twice.
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
	if o := s.Doc.Offer; o != nil && !s.Playing() { // beside a game it's on no board
		part(o.ID)
	}
	b := strconv.AppendInt(make([]byte, 0, 16), int64(s.Doc.Turn), 10)
	return string(strconv.AppendUint(append(b, '.'), uint64(h.Sum32()), 36))
}

// Button is a command for this very state.
func (s *Scene) Button(label words.Text, style exchange.Style, words ...string) exchange.Button {
	command := make([]byte, 0, 64) // on the stack: a board has a dozen buttons
	for _, w := range words {
		command = append(append(command, w...), ' ')
	}
	command = append(append(command, '~'), s.Stamp()...)
	return exchange.Button{Label: label, Style: style, Command: string(command)}
}

// State is how the game stands, for programs.
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

// text is a sentence: a key of the catalogue, and its arguments by name and
// value.
func text(key string, args ...any) words.Text { return words.New(key, args) }
