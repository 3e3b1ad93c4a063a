// Package message renders what can be seen of a place (boards, offers, reviews) as
// messages. A message is a function of the place's document, the match and, for hints,
// the analysis. The package decides nothing and changes nothing; package chat does.
package message

import (
	"hash/fnv"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// Teacher explains a position of the present game.
func (s *Scene) Teacher(a solve.Analysis) explain.Teacher {
	return explain.Teacher{Analysis: a, Words: s.Words, Key: s.Play.Game.Key}
}

// HintTurn returns what a hint depends on besides the analyzed position. The error is that of
// teach.LastGiveaway.
func (t *Table) HintTurn(a solve.Analysis) (turn explain.Turn, err error) {
	if bot, ok := t.AgainstBot(); ok {
		turn.Bot = LevelOf(t.Game.Players[bot])
	}
	if a.Outcome == rules.P {
		turn.GaveAway, turn.At, _, err = teach.LastGiveaway(t.Match, t.Match.ToMove())
	}
	return turn, err
}

// Example returns a legal move of the present position, to show how moves are written. It
// isn't a winning move if there is any other, because it must not be a hint.
func (t *Table) Example() rules.Move {
	p := t.Match.Position()
	if a, err := solve.Analyze(p, t.Match.Setup().Ending); err == nil {
		if m := a.Losing(); m != "" {
			return m
		}
	}
	for m := range p.Moves() {
		return m
	}
	return ""
}

// MayBeExample reports whether a refusal may use a move as its example: it is legal and
// not a winning one, unless it follows from the typed line.
func (t *Table) MayBeExample(m rules.Move, follows bool) bool {
	next, err := t.Match.Position().Play(m)
	if err != nil || follows {
		return err == nil
	}
	a, err := solve.Analyze(next, t.Match.Setup().Ending)
	return err == nil && a.Outcome == rules.N
}

// Scene renders the messages about one table.
type Scene struct {
	*Known
	Table // the selected one
	Words *words.Catalogue
	Place dialog.Place
	Mark  string // at the end of the stamps on buttons, such as command.Hosting

	stampCache   string         // the stamp, computed once
	diagramCache *rules.Diagram // of the present position, drawn once
}

// Sit selects a table of the document, and discards everything that was computed for another
// table.
func (s *Scene) Sit(number int) {
	s.Table, s.stampCache, s.diagramCache = s.Known.Table(number), "", nil
}

// SetMatch replaces the match and discards its drawing.
func (s *Scene) SetMatch(m rules.Match) { s.Match, s.diagramCache = m, nil }

// Restamp discards the stamp, because what it covers has changed.
func (s *Scene) Restamp() { s.stampCache = "" }

// Stamp returns the token that board buttons carry to detect stale presses: the table's
// number, unless it is table 1, the turn number, and a digest of the state. The turn
// alone isn't enough, because numbers can repeat after a failover.
func (s *Scene) Stamp() string {
	if s.stampCache == "" {
		s.stampCache = s.computeStamp()
	}
	return s.stampCache
}

// TableNumber returns the number of the table for programs and on buttons: 0 in a private
// place.
func (s *Scene) TableNumber() int {
	if s.Place.Person != "" {
		return 0
	}
	return s.Number
}

func (s *Scene) computeStamp() string {
	h := fnv.New32a()
	part := func(x string) { h.Write([]byte(x)); h.Write([]byte{0}) } // a hash never fails
	part(s.Place.String())
	part(strconv.Itoa(s.Play.Turn))
	if s.Number != 1 {
		part(strconv.Itoa(s.Number))
	}
	if g := s.Play.Game; g != nil {
		part(g.ID)
		part(s.Match.Position().String())
		part(strconv.Itoa(len(s.Match.Moves())))
	}
	if o := s.Play.Offer; o != nil && !s.Playing() { // an offer next to a game is on no board
		part(o.ID)
	}
	b := make([]byte, 0, 20)
	if n := s.TableNumber(); n != 1 {
		b = append(strconv.AppendInt(b, int64(n), 10), '.')
	}
	b = strconv.AppendInt(b, int64(s.Play.Turn), 10)
	return string(strconv.AppendUint(append(b, '.'), uint64(h.Sum32()), 36))
}

// Button makes a button that is valid in the present state.
func (s *Scene) Button(label words.Text, style dialog.Style, words ...string) dialog.Button {
	command := make([]byte, 0, 64) // on the stack: a board has a dozen buttons
	for _, w := range words {
		command = append(append(command, w...), ' ')
	}
	command = append(append(append(command, '~'), s.Stamp()...), s.Mark...)
	return dialog.Button{Label: label, Style: style, Command: string(command)}
}

// State returns the state of the game, for programs.
func (s *Scene) State() *dialog.State {
	g := s.Play.Game
	if g == nil {
		return nil
	}
	r := s.Match.Result()
	st := &dialog.State{
		Table: s.TableNumber(), ID: g.ID, Game: g.Key, Ending: g.Ending, Position: s.Match.Position().String(),
		Players: [2]dialog.User{s.Player(0), s.Player(1)},
		ToMove:  s.Match.ToMove(), Turn: s.Play.Turn, Version: s.Doc.Version,
		Over: r.Over, Winner: r.Winner,
	}
	if r.Over {
		st.ToMove = rules.Nobody
	}
	if bot, ok := s.AgainstBot(); ok {
		st.Level = string(LevelOf(g.Players[bot]))
	}
	if !r.Over {
		st.Deadline = s.ClockEnd().Time()
	}
	if p := g.Pair; p != nil {
		st.Rated = &dialog.Rated{Game: p.Game, Score: [2]float64{float64(p.Score[0]) / 2, float64(p.Score[1]) / 2}}
	}
	return st
}
