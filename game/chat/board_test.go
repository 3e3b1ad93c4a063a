package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// The label of each step of a move says what pressing it does.
func TestMoveStepLabels(t *testing.T) {
	for _, tt := range []struct{ start, pick, title, items string }{
		{"3 4 5", "", "Choose a move", "A (3)|B (4)|C (5)"},
		{"9", "", "Take how many from A?", "Take 1|Take 2|Take 3|Take 4|Take 5|Take 6|Take 7|Take 8|Take 9"},
		{"9 game:kayles", "", "Knock down how many in A?", "Knock down 1|Knock down 2"},
		{"6 game:kayles", "A2", "Knock down 2 in A and leave what?", "Leave 4|Leave 1 + 3|Leave 2 + 2"},
		{"3 4 game:lasker", "A", "Take how many from A?", "Split into 1 + 2|Take 1|Take 2|Take 3"},
		{"4 5 game:lasker", "A", "Take how many from A?", "Split|Take 1|Take 2|Take 3|Take 4"},
		{"4 5 game:lasker", "A:", "Split A into what?", "Split into 1 + 3|Split into 2 + 2"},
		{"5 game:grundy", "", "Split A into what?", "Split into 1 + 4|Split into 2 + 3"},
		{"1 2 4 game:grundy", "", "Split C into what?", "Split into 1 + 3"},
		{"9 game:octal:0.137", "", "Take how many from A?", "Take 2|Take 3"},
		{"3 2 k2 game:moore", "A", "Take how many from A?", "Take 1|Take 2|Take 3"},
		{"3 2 k2 game:moore", "A1", "Take from another pile, too?", "That's all|And B (2)"},
		{"3 3 game:nimble", "", "Slide the coin on 3 where?", "Slide 3 → 2|Slide 3 → 1"},
		{"3 3 game:nimble", "3-", "Slide the coin on 3 where?", "Slide 3 → 2|Slide 3 → 1"},
		{"3 5 game:wythoff", "AB", "Take how many from both?", "Take 1|Take 2|Take 3"},
		{"2x3@1,2 game:cake", "", "Choose a move", "Bottom (1)|Left (1)|Right (1)"},
		{"2x3@1,2 game:cake", "left", "Eat how many columns from the left?", "Eat 1"},
		{"2 0 3 game:stairs", "3:", "Move how many down from step 3?", "Move 1|Move 2|Move 3"},
		{"2 5 game:coins", "", "Choose a move", "Coin on 2|Coin on 5"},
		{"red 8:2,5 6:1,6 game:northcott", "B", "Slide your piece in row B to which square?", "Slide to 2|Slide to 3|Slide to 4|Slide to 5"},
		{"4 4 2 game:chomp", "3,", "Bite which square in row 3?", "Bite 3,1|Bite 3,2"},
		{"2 3 game:turtles", "3", "Turn 3 alone, or another coin with it?", "Turn 3|Turn 3, 1|Turn 3, 2"},
		{"3 4 game:mock-turtles", "3", "Turn 3 alone, or another coin with it?", "Turn 3|Turn 3, 1|Turn 3, 2 …"},
		{"5 game:ruler", "", "Turn 5 alone, or more to its left?", "Turn 5|Turn 5, 4|Turn 5, 4, 3|Turn 5–2|Turn 5–1"},
		{"0-1 1-2 game:bush", "", "Choose a move", "Cut 0–1|Cut 1–2"},
		{"4 max3 game:fibonacci", "", "Choose a move", "Take 1|Take 2|Take 3"},
		{"1 2 game:pass", "A", "Take how many from A?", "Pass|Take 1"},
	} {
		c := chattest.NewRoom(t)
		r := c.Says("ana", "start "+tt.start)
		if tt.pick != "" {
			r = c.Says("ana", "pick "+tt.pick)
		}
		menu, voice := r.Messages[0].Menu, words.Voice{}
		var items []string
		for _, b := range menu.Items {
			items = append(items, c.Words.Say(b.Label, voice))
		}
		if title := c.Words.Say(menu.Title, voice); title != tt.title || strings.Join(items, "|") != tt.items {
			t.Errorf("the step behind %q of %s: %s %q, want %s %q", tt.pick, tt.start, title, strings.Join(items, "|"), tt.title, tt.items)
		}
	}
}

// Completion proposes only options that the command takes.
func TestCompletionProposesOnlyValidOptions(t *testing.T) {
	for typed, want := range map[string]string{
		"start 3 4 ":        "game: level: first: misere",
		"challenge @bob cl": "clock:",
		"challenge @bob l":  "",
		"open clock:1":      "clock:1m clock:10m clock:1h clock:12h clock:168h",
		"predict 3 4 ":      "game: misere",
		"predict 3 level:e": "",
		"start 3 level:e":   "level:easy",
		"open first:t":      "first:them",
		"start first:":      "first:me first:bot first:random",
	} {
		c := chattest.NewRoom(t)
		var got []string
		for _, x := range c.Handler.Complete(t.Context(), c.Place, typed) {
			got = append(got, x.Text)
			if line := typed[:strings.LastIndex(typed, " ")+1] + x.Text; !strings.HasSuffix(x.Text, ":") {
				if r := c.Says("ana", line); r.Result == dialog.Refused {
					t.Errorf("%q is proposed and refused: %s", line, c.Text(r))
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Complete(%q) = %q, want %q", typed, got, want)
		}
	}
}
