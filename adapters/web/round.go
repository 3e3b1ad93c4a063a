package web

import (
	"slices"
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
	// Host is the name of who may reveal the answers and go on; others may when the host has left.
	Host string `json:"host"`
}

// bar is an answer, and how many people gave it.
type bar struct {
	Label string `json:"label"`
	Count int    `json:"count"`
	Right bool   `json:"right,omitempty"`
}

// withoutSeconds leaves out of a count of answers how long people have: a clock beside it says so.
func withoutSeconds(lines []words.Text) []words.Text {
	lines = slices.Clone(lines)
	for i, t := range lines {
		if t.Key == "race.count" {
			lines[i] = words.New(t.Key, "count", t.Args.Value("count"), "seconds", 0)
		}
	}
	return lines
}

// showRound describes the public message m of a round.
func showRound(r *dialog.Round, m dialog.Message, say func(words.Text) string) *shownRound {
	shown := &shownRound{Open: r.Open}
	if r.Open && !r.Ends.IsZero() {
		shown.Ends = milli(r.Ends)
	}
	for i, t := range m.Lines {
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
