package scene

import (
	"math/rand/v2"

	"nimbot/coach"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/talk"
	"nimbot/teach"
	"nimbot/words"
)

// Drawing draws the start of a game if the command names none.
type Drawing func(game.Game, game.Ending) string

// Winnable draws a start that a seat can win and can also get wrong, if the game has
// one; it draws a small one of a game that is new to the person, if isNew isn't nil.
func Winnable(seat game.Seat, random func() *rand.Rand, isNew func(game.Game) bool) Drawing {
	return func(g game.Game, e game.Ending) string {
		start := teach.Start
		if isNew != nil && isNew(g) {
			start = teach.First
		}
		if setup, ok := start(g, e, seat, random()); ok {
			return setup
		}
		return g.Random(random(), e)
	}
}

// IsLost reports whether perfect play beats a seat from the start of the last game. What
// is too large to be decided isn't called lost.
func (t *Table) IsLost(seat game.Seat) bool {
	a, err := solve.Analyze(t.Match.Positions()[0], t.Match.Setup().Ending)
	return err == nil && (a.Outcome == game.N) != (seat == 0)
}

// Predict shows who wins the start of a game, and how.
func (s *Scene) Predict(a solve.Analysis, t game.Setup) coach.Told {
	d := a.Position.Diagram()
	args := words.Args{"position", words.Position(t.Game, a.Position, &d), "aim", s.Words.Aim(t.Game, t.Ending.String())}
	teacher := coach.Teacher{Analysis: a, Words: s.Words, Key: t.Game}
	if a.Outcome == game.P {
		return teacher.Why(text("predict.second", args...))
	}
	return teacher.How(text("predict.first", append(args, "do", words.Do(a.Position, a.Best()))...))
}

// Line is the table in one short line: who plays whom, what, and whose move it is. For a
// person who plays it begins with the opponent.
func (s *Scene) Line(id string) words.Text {
	if o := s.Play.Offer; o != nil && !s.Playing() {
		return OfferText("tables.offer", o)
	}
	args := words.Args{"first", s.Player(0), "second", s.Player(1), "position", s.positionText(), "player", s.Player(s.Match.ToMove())}
	if seat, plays := s.SeatOf(id); plays {
		return text("tables.against", append(args, "other", s.Player(seat.Other()))...)
	}
	return text("tables.between", args...)
}

// OpponentLine says in short whom a player plays, and what.
func (s *Scene) OpponentLine(id string) words.Text {
	seat, _ := s.SeatOf(id)
	return text("my-games.against", "other", s.Player(seat.Other()), "position", s.positionText())
}

// Standing shows one person the state of the place, and how to show it to everybody.
func (s *Scene) Standing(to exchange.User) exchange.Message {
	line, buttons := s.Answer(talk.Answer{State: true, Buttons: []string{"board"}, Reply: true}, to.ID)
	m := exchange.Message{To: &to, Open: true, Lines: []words.Text{line}, Buttons: buttons}
	if s.Play.Game != nil {
		m.Diagram = s.Diagram()
	}
	return m
}
