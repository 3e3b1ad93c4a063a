package discord

import (
	"fmt"
	"slices"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// TestRowsHoldFiveButtons puts the button of the form, which comes with
// another one, to the end of a row and behind it.
func TestRowsHoldFiveButtons(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	v := localizer{words: catalogue}
	for n := range 2*maxRow + 2 {
		var items []dialog.Button
		for i := range n {
			items = append(items, dialog.Button{Command: fmt.Sprint("A", i)})
		}
		items = append(items, dialog.Button{Command: customAfter})
		var ids []string
		for _, row := range v.buttons(nil, items) {
			if len(row.Components) > maxRow {
				t.Errorf("%d buttons made a row of %d, want at most %d", n+2, len(row.Components), maxRow)
			}
			for _, b := range row.Components {
				ids = append(ids, b.CustomID)
			}
		}
		if len(ids) != n+2 || !slices.Equal(ids[n:], []string{prefixCommand + customAfter, startForm}) {
			t.Errorf("%d buttons became %q, want all of them in order", n+2, ids)
		}
	}
}

func TestWhatPeopleAreToldToType(t *testing.T) {
	for _, tt := range []struct{ said, want string }{
		{"type `/nim B2` or `/nim start 3 4 5`", "type `/nim move B2` or `/nim start 3 4 5`"},
		{"`/nim take 2 from B`, `/nim help`", "`/nim move take 2 from B`, `/nim help`"},
		{"then `/nim forget me`.", "then `/nim me forget`."},
		{"see `/nim`", "see `/nim`"},
	} {
		if got := adaptCommands(tt.said); got != tt.want {
			t.Errorf("guide(%q) = %q, want %q", tt.said, got, tt.want)
		}
	}
}
