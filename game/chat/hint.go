package chat

import (
	"slices"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// giveHint answers in three steps: who is winning; where to look; the move with its working.
// In a lost position: that it is lost; why; what resists best. Without a number it gives
// the step after the last one.
func giveHint(e *execution) error {
	if err := mayHint(e); err != nil {
		return err
	}
	step := min(e.Play.Game.Hint+1, 3)
	if n := e.line.Rest; n != "" {
		if step = strings.Index("123", n) + 1; step == 0 || len(n) > 1 {
			return refuse("hint.step", "part", command.Abridge(n))
		}
	}
	a, err := solve.Analyze(e.Match.Position(), e.Match.Setup().Ending)
	if err != nil {
		return err
	}
	if err := mayTell(e, presentSituation(e)); err != nil {
		return err
	}
	if err := countHint(e); err != nil {
		return err
	}
	turn, err := e.HintTurn(a)
	if err != nil {
		return err
	}
	if g := *e.Play.Game; g.Hint != step {
		g.Hint = step
		e.Play.Game = &g
		e.markDirty()
	}
	m := messageOf(e.Teacher(a).Hint(step, turn))
	e.line.Typed = "hint " + string('0'+rune(step)) // a repeated delivery gives the same step
	m.Advice, m.To, m.Edit = &dialog.Advice{Kind: dialog.Hint}, &e.r.User, e.line.Pressed() && step > 1
	switch {
	case step == 3 && a.Outcome == rules.N:
		m.Advice.Shows = e.Teacher(a).Best()
	case step == 3:
		m.Advice.Shows = solve.Resist(a)
	}
	if step < 3 {
		next := string('1' + rune(step))
		m.Buttons = []dialog.Button{e.Button(words.New("button.more-hint"), dialog.Primary, "hint", next)}
	}
	e.show(m)
	return nil
}

// messageOf makes a message of an explanation.
func messageOf(t explain.Explanation) dialog.Message {
	return dialog.Message{Lines: t.Lines, Diagram: t.Diagram, Working: t.Working}
}

// countHint counts a hint, once a turn, however many steps are asked for.
func countHint(e *execution) error {
	seat, _ := e.seat()
	if e.Match.HintedThisTurn(seat) {
		return nil
	}
	return e.apply(rules.Event{Kind: rules.Hinted, Seat: seat})
}

// explainPosition shows the working of the present position. In a game between people it counts
// as a hint for a player.
func explainPosition(e *execution) error {
	switch {
	case e.Play.Game == nil:
		return refuseNoGame()
	case !e.Playing():
		return refuse("explain.over")
	}
	if err := mayHint(e); err != nil {
		return err
	}
	a, err := solve.Analyze(e.Match.Position(), e.Match.Setup().Ending)
	if err != nil {
		return err
	}
	if err := mayTell(e, presentSituation(e)); err != nil {
		return err
	}
	if _, plays := e.seat(); plays {
		if err := countHint(e); err != nil {
			return err
		}
	}
	key := "explain.lost"
	if a.Outcome == rules.N {
		key = "explain.won"
	}
	told := e.Teacher(a).ShowPosition(words.New(key, "player", e.Player(e.Match.ToMove())))
	blamed, err := blameMove(e, a)
	if err != nil {
		return err
	}
	told.Lines = slices.Insert(told.Lines, 1, blamed...)
	showExplanation(e, told)
	return nil
}

// blameMove says which move of the asking player gave the win away, and why, if it is that player's turn in a lost
// position.
func blameMove(e *execution, a solve.Analysis) ([]words.Text, error) {
	seat, plays := e.seat()
	if !plays || seat != e.Match.ToMove() {
		return nil, nil
	}
	turn, err := e.HintTurn(a)
	if err != nil || turn.GaveAway == "" {
		return nil, err
	}
	before, err := solve.Analyze(e.Match.Positions()[turn.At-1], a.Ending)
	if err != nil {
		return nil, err
	}
	return e.Teacher(before).GaveAway(turn.GaveAway, turn.At)
}

// predictWinner says who wins a position and how, before it is played.
func predictWinner(e *execution) error {
	if err := takesNoTerms(e); err != nil {
		return err
	}
	if e.line.Rest == "" {
		return refuse("predict.what")
	}
	a, t, err := foresee(e)
	if err != nil {
		return err
	}
	showExplanation(e, e.Predict(a, t))
	return nil
}

// takesNoTerms refuses the options of a game that don't change who wins it.
func takesNoTerms(e *execution) error {
	for _, o := range []string{"level", "first", "clock"} {
		if e.line.Options.Given(o) {
			return refuse("predict.option", "option", o, "command", e.line.Name())
		}
	}
	return nil
}

// foresee analyzes the start that the line names, or a drawn one, if the person may be told about it.
func foresee(e *execution) (a solve.Analysis, t rules.Setup, err error) {
	if t, err = readSetup(e, message.Balanced); err != nil {
		return a, t, err
	}
	of, err := t.Situation()
	if err != nil {
		return a, t, err
	}
	if a, err = solve.Analyze(of.Position, t.Ending); err != nil {
		return a, t, err
	}
	if err := mayTell(e, of); err != nil {
		return a, t, err
	}
	return a, t, mayPredict(e, a, t.Game)
}

// mayPredict refuses a prediction that would help with a running game if hints are
// refused there: about any position of the same game, or of another game if both are Nim
// in disguise. A prediction of the present position itself counts as a hint.
func mayPredict(e *execution, a solve.Analysis, key string) error {
	e.putBack()
	for t := range e.Tables {
		if !t.Playing() {
			continue
		}
		on, err := solve.Analyze(t.Match.Position(), t.Match.Setup().Ending)
		if err != nil {
			return err
		}
		if t.Game.Key == key || solve.BothNim(a, on) {
			if err := mayHintAt(e, &t); err != nil {
				return err
			}
		}
		if _, plays := t.SeatOf(e.r.User.ID); plays && (t.Game.Key == key && a.Ending == on.Ending && a.Position.String() == on.Position.String() || solve.SameNim(a, on)) {
			e.sitAt(t.Number)
			if err := countHint(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// mayHint refuses help with a rated game, and with a game between people if moderators
// have turned hints off. Spectators are refused, too: they could pass it on.
func mayHint(e *execution) error { return mayHintAt(e, &e.Table) }

func mayHintAt(e *execution, t *message.Table) error {
	if t.OfPair() {
		return refuse("rated.hints")
	}
	if _, vsBot := t.AgainstBot(); e.Doc.Settings.NoHints && !vsBot {
		return refuse("hint.off")
	}
	return nil
}

// showExplanation shows an explanation to the asking person.
func showExplanation(e *execution, t explain.Explanation) {
	m := messageOf(t)
	m.Advice, m.To = &dialog.Advice{Kind: dialog.Explanation}, &e.r.User
	e.show(m)
}
