package web

import (
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// shownRound is a round's message as the page shows it in the place of the board.
type shownRound struct {
	Open bool  `json:"open,omitempty"` // people can answer
	Ends int64 `json:"ends,omitempty"` // when the time to answer is over, in milliseconds since 1970; 0 without a limit
	// Bars are how many people gave which answer; they say what as many lines say, the first of which
	// is number From, counted from 0.
	Bars []bar `json:"bars,omitempty"`
	From int   `json:"from,omitempty"`
	// Counted is what line number CountedAt says, without how long people have: the clock says so.
	Counted   string `json:"counted,omitempty"`
	CountedAt int    `json:"countedAt,omitempty"`
	// Host is the name of who may reveal the answers and go on; others may when the host has left.
	Host string `json:"host"`
}

// bar is an answer, and how many people gave it.
type bar struct {
	Label string `json:"label"`
	Count int    `json:"count"`
	Right bool   `json:"right,omitempty"`
}

// showRound describes the public message m of a round.
func showRound(r *dialog.Round, m dialog.Message, say func(words.Text) string) *shownRound {
	shown := &shownRound{Open: r.Open}
	if r.Open && !r.Ends.IsZero() {
		shown.Ends = milli(r.Ends)
	}
	for i, t := range m.Lines {
		if t.Key == "race.count" && shown.Ends > 0 {
			shown.CountedAt, shown.Counted = i, say(words.New(t.Key, "count", t.Args.Value("count"), "seconds", 0))
		}
		if !strings.HasPrefix(t.Key, "race.bar") {
			continue
		}
		if len(shown.Bars) == 0 {
			shown.From = i
		}
		var b bar
		b.Count, _ = t.Args.Value("count").(int)
		b.Right, _ = t.Args.Value("right").(bool)
		if answer, ok := t.Args.Value("answer").(words.Text); ok {
			b.Label = say(answer)
		} else {
			b.Label = say(t)
		}
		shown.Bars = append(shown.Bars, b)
	}
	return shown
}
