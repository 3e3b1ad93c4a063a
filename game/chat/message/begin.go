package message

import (
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/sentence"
)

// StartPicker draws a start if the command names none. coin says that a coin decides who begins. ok
// is false if no start was found.
type StartPicker func(d *rules.Drawing, g rules.Game, e rules.Ending) (setup string, coin, ok bool)

// Winnable draws a start that a seat can win and can also get wrong. If isNew isn't nil and
// reports that the game is new to the person, the start is a small one.
func Winnable(seat rules.Seat, isNew func(rules.Game) bool) StartPicker {
	return func(d *rules.Drawing, g rules.Game, e rules.Ending) (setup string, coin, ok bool) {
		start := teach.Start
		if isNew != nil && isNew(g) {
			start = teach.FirstStart
		}
		setup, ok = start(g, e, seat, d)
		return setup, false, ok
	}
}

// Balanced draws a start for two people.
func Balanced(d *rules.Drawing, g rules.Game, e rules.Ending) (setup string, coin, ok bool) {
	return teach.BalancedStart(g, e, d)
}

// IsLost reports whether perfect play beats a seat from the start of the last game. A start
// that is too large to be decided isn't called lost.
func (t *Table) IsLost(seat rules.Seat) bool {
	a, err := solve.Analyze(t.Match.Positions()[0], t.Match.Setup().Ending)
	return err == nil && (a.Outcome == rules.N) != (seat == 0)
}

// Predict explains who wins from a start, and with which move.
func (s *Scene) Predict(a solve.Analysis, t rules.Setup) explain.Explanation {
	d := a.Position.Diagram()
	args := words.Args{"position", words.Position(t.Game, a.Position, &d), "aim", s.Words.Aim(t.Game, t.Ending.String())}
	teacher := explain.Teacher{Analysis: a, Words: s.Words, Key: t.Game}
	if a.Outcome == rules.P {
		return teacher.ShowPosition(words.New("predict.second", args...))
	}
	return teacher.ShowMove(words.New("predict.first", append(args, "do", words.Do(a.Position, teacher.Best()))...))
}

// Line describes the table in one short line: who plays whom, what, and whose move it is. For one
// of its players it begins with the opponent.
func (s *Scene) Line(id string) words.Text {
	if o := s.Play.Offer; o != nil && !s.Playing() {
		return OfferText("tables.offer", o)
	}
	if _, plays := s.SeatOf(id); plays {
		return s.against("tables.against", id)
	}
	return words.New("tables.between", "first", s.Player(0), "second", s.Player(1), "position", s.briefly(), "player", s.Player(s.Match.ToMove()))
}

// OpponentLine names a player's opponent and the game, in one short line.
func (t *Table) OpponentLine(id string) words.Text { return t.against("my-games.against", id) }

// against fills a sentence about a player's game. Key.bot is the one about a game against
// the bot.
func (t *Table) against(key, id string) words.Text {
	if _, vsBot := t.AgainstBot(); vsBot {
		key += ".bot"
	}
	seat, _ := t.SeatOf(id)
	return words.New(key, "other", t.Player(seat.Other()), "position", t.briefly())
}

// briefly writes the present position for a list of games: piles in notation.
func (t *Table) briefly() words.Text {
	p := t.Match.Position()
	d := p.Diagram()
	if long := words.Position(t.Game.Key, p, &d); long.Key != "position.piles" {
		return long
	}
	return words.New("tables.piles", "title", words.Title(t.Game.Key), "position", p.String())
}

// PrivateState shows one person the state of the place, and how to show it to everybody.
func (s *Scene) PrivateState(to dialog.User) dialog.Message {
	line, buttons := s.Answer(sentence.Answer{State: true, Buttons: []string{"board"}, Reply: true}, to.ID)
	m := dialog.Message{To: &to, Open: true, Lines: []words.Text{line}, Buttons: buttons}
	if s.Play.Game != nil {
		m.Diagram = s.Diagram()
	}
	return m
}
