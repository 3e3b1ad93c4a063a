package message

import (
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// Share returns the line about a finished game from the view of one seat. The error is that of
// teach.NewReviewWithin.
func (s *Scene) Share(seat rules.Seat) (dialog.Message, error) {
	review, err := teach.NewReviewWithin(s.Match, teach.QuickWork)
	if err != nil {
		return dialog.Message{}, err
	}
	looked := explain.Review{Review: review}
	score := looked.Score(seat)
	m := dialog.Message{Lines: []words.Text{s.shareLine(seat, looked.Squares(seat)), words.New("share.by", "player", s.Player(seat))}}
	began := s.Match.Positions()[0].Diagram() // as the line says; the end is an empty board
	m.Diagram, m.Share = &began, &dialog.Share{Match: s.Match, BotFirst: s.Player(0).IsBot(), Score: score}
	return m, nil
}

// shareLine returns the line that people share: "Nim 3·4·5 vs perfect ✅ won · 4 moves · no
// hints · 🟩🟩❌🟩". The moves are the person's own.
func (t *Table) shareLine(seat rules.Seat, squares string) words.Text {
	g, r := t.Game, t.Match.Result()
	outcome := "drawn"
	switch {
	case r.Winner == seat:
		outcome = "won"
	case r.Winner == seat.Other():
		outcome = "lost"
	}
	args := words.Args{
		"title", words.Title(g.Key), "start", startOf(g.Start), "misere", g.Ending == rules.Misere.String(), "rival", t.Player(seat.Other()), "level", "",
		"outcome", words.New("share." + outcome), "moves", words.New("share.moves", "count", (len(t.Match.Moves())+1-int(seat))/2),
		"hints", words.New("share.no-hints"), "squares", squares,
	}
	if bot, ok := t.AgainstBot(); ok {
		args = append(args, "level", levelText(LevelOf(g.Players[bot])))
	}
	if used := t.Match.Count(rules.Hinted, seat); used > 0 {
		args = append(args, "hints", words.New("share.hints", "count", used))
	}
	return words.New("share.line", args...)
}

// startOf joins pile sizes with dots: "3·4·5". Other starts are unchanged.
func startOf(start string) string {
	if strings.Trim(start, "0123456789 ") != "" {
		return start
	}
	return strings.Join(strings.Fields(start), "·")
}
