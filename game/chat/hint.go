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
func giveHint(s *session) error {
	if err := mayHint(s); err != nil {
		return err
	}
	step := min(s.Play.Game.Hint+1, 3)
	if n := s.line.Rest; n != "" {
		if step = strings.Index("123", n) + 1; step == 0 || len(n) > 1 {
			return refuse("hint.step", "part", command.Abridge(n))
		}
	}
	a, err := solve.Analyze(s.Match.Position(), s.Match.Setup().Ending)
	if err != nil {
		return err
	}
	if err := mayTell(s, presentSituation(s)); err != nil {
		return err
	}
	if err := countHint(s); err != nil {
		return err
	}
	turn, err := s.HintTurn(a)
	if err != nil {
		return err
	}
	if g := *s.Play.Game; g.Hint != step {
		g.Hint = step
		s.Play.Game = &g
		s.markDirty()
	}
	m := messageOf(s.Teacher(a).Hint(step, turn))
	s.line.Typed = "hint " + string('0'+rune(step)) // a repeated delivery gives the same step
	m.Advice, m.To, m.Edit = &dialog.Advice{Kind: dialog.Hint}, &s.r.User, s.line.Pressed() && step > 1
	if step == 3 && a.Outcome == rules.N {
		m.Advice.Shows = s.Teacher(a).Best()
	}
	if step < 3 {
		next := string('1' + rune(step))
		m.Buttons = []dialog.Button{s.Button(words.New("button.more-hint"), dialog.Primary, "hint", next)}
	}
	s.show(m)
	return nil
}

// messageOf makes a message of an explanation.
func messageOf(t explain.Explanation) dialog.Message {
	return dialog.Message{Lines: t.Lines, Diagram: t.Diagram, Working: t.Working}
}

// countHint counts a hint, once a turn, however many steps are asked for.
func countHint(s *session) error {
	seat, _ := s.seat()
	if s.Match.HintedThisTurn(seat) {
		return nil
	}
	return s.apply(rules.Event{Kind: rules.Hinted, Seat: seat})
}

// explainPosition shows the working of the present position. In a game between people it counts
// as a hint for a player.
func explainPosition(s *session) error {
	switch {
	case s.Play.Game == nil:
		return refuse("no-game")
	case !s.Playing():
		return refuse("explain.over")
	}
	if err := mayHint(s); err != nil {
		return err
	}
	a, err := solve.Analyze(s.Match.Position(), s.Match.Setup().Ending)
	if err != nil {
		return err
	}
	if err := mayTell(s, presentSituation(s)); err != nil {
		return err
	}
	if _, plays := s.seat(); plays {
		if err := countHint(s); err != nil {
			return err
		}
	}
	key := "explain.lost"
	if a.Outcome == rules.N {
		key = "explain.won"
	}
	told := s.Teacher(a).ShowPosition(words.New(key, "player", s.Player(s.Match.ToMove())))
	blamed, err := blameMove(s, a)
	if err != nil {
		return err
	}
	told.Lines = slices.Insert(told.Lines, 1, blamed...)
	showExplanation(s, told)
	return nil
}

// blameMove says which move of the asking player gave the win away, and why, if it is that player's turn in a lost
// position.
func blameMove(s *session, a solve.Analysis) ([]words.Text, error) {
	seat, plays := s.seat()
	if !plays || seat != s.Match.ToMove() {
		return nil, nil
	}
	turn, err := s.HintTurn(a)
	if err != nil || turn.GaveAway == "" {
		return nil, err
	}
	before, err := solve.Analyze(s.Match.Positions()[turn.At-1], a.Ending)
	if err != nil {
		return nil, err
	}
	return s.Teacher(before).GaveAway(turn.GaveAway, turn.At)
}

// predictWinner says who wins a position and how, before it is played.
func predictWinner(s *session) error {
	if err := takesNoTerms(s); err != nil {
		return err
	}
	if s.line.Rest == "" {
		return refuse("predict.what")
	}
	a, t, err := foresee(s)
	if err != nil {
		return err
	}
	showExplanation(s, s.Predict(a, t))
	return nil
}

// takesNoTerms refuses the options of a game that don't change who wins it.
func takesNoTerms(s *session) error {
	for _, o := range []string{"level", "first", "clock"} {
		if s.line.Options.Given(o) {
			return refuse("predict.option", "option", o, "command", s.line.Name())
		}
	}
	return nil
}

// foresee analyzes the start that the line names, or a drawn one, if the person may be told about it.
func foresee(s *session) (a solve.Analysis, t rules.Setup, err error) {
	if t, err = readSetup(s, message.Balanced); err != nil {
		return a, t, err
	}
	of, err := t.Situation()
	if err != nil {
		return a, t, err
	}
	if a, err = solve.Analyze(of.Position, t.Ending); err != nil {
		return a, t, err
	}
	if err := mayTell(s, of); err != nil {
		return a, t, err
	}
	return a, t, mayPredict(s, a, t.Game)
}

// mayPredict refuses a prediction that would help with a running game if hints are
// refused there: about any position of the same game, or of another game if both are Nim
// in disguise. A prediction of the present position itself counts as a hint.
func mayPredict(s *session, a solve.Analysis, key string) error {
	s.putBack()
	for t := range s.Tables {
		if !t.Playing() {
			continue
		}
		on, err := solve.Analyze(t.Match.Position(), t.Match.Setup().Ending)
		if err != nil {
			return err
		}
		if t.Game.Key == key || solve.BothNim(a, on) {
			if err := mayHintAt(s, &t); err != nil {
				return err
			}
		}
		if _, plays := t.SeatOf(s.r.User.ID); plays && (t.Game.Key == key && a.Ending == on.Ending && a.Position.String() == on.Position.String() || solve.SameNim(a, on)) {
			s.sitAt(t.Number)
			if err := countHint(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// mayHint refuses help with a rated game, and with a game between people if moderators
// have turned hints off. Spectators are refused, too: they could pass it on.
func mayHint(s *session) error { return mayHintAt(s, &s.Table) }

func mayHintAt(s *session, t *message.Table) error {
	if t.OfPair() {
		return refuse("rated.hints")
	}
	if _, vsBot := t.AgainstBot(); s.Doc.Settings.NoHints && !vsBot {
		return refuse("hint.off")
	}
	return nil
}

// showExplanation shows an explanation to the asking person.
func showExplanation(s *session, t explain.Explanation) {
	m := messageOf(t)
	m.Advice, m.To = &dialog.Advice{Kind: dialog.Explanation}, &s.r.User
	s.show(m)
}
