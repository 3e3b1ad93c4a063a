package chat_test

import (
	"strings"
	"testing"

	"nimbot/chat"
)

// What a step of a move is called says what it does.
func TestTheStepsOfAMove(t *testing.T) {
	for _, tt := range []struct{ start, pick, title, items string }{
		{"3 4 5", "", "ana's move", "A (3)|B (4)|C (5)"},
		{"9", "", "Take how many from A?", "Take 1|Take 2|Take 3|Take 4|Take 5|Take 6|Take 7|Take 8|Take 9"},
		{"9 game:kayles", "", "Take how many from A?", "Take 1|Take 2"},
		{"6 game:kayles", "A2", "A2 …", "Leave 4|Leave 1+3|Leave 2+2"},
		{"3 4 game:lasker", "A", "A …", "Split 1+2|Take 1|Take 2|Take 3"},
		{"4 5 game:lasker", "A", "A …", "Split|Take 1|Take 2|Take 3|Take 4"},
		{"4 5 game:lasker", "A:", "A: …", "1+3|2+2"},
		{"5 game:grundy", "", "ana's move: A: …", "1+4|2+3"},
		{"9 game:octal:0.137", "", "Take how many from A?", "Take 2|Take 3"},
		{"3 2 k2 game:moore", "A", "Take how many from A?", "Take 1|Take 2|Take 3"},
		{"3 2 k2 game:moore", "A1", "A1 …", "✓|B (2)"},
		{"3 3 game:nimble", "", "ana's move: 3- …", "2|1"},
		{"3 3 game:nimble", "3-", "3- …", "2|1"},
		{"1 2 game:pass", "A", "Take how many from A?", "Pass|Take 1"},
	} {
		c := newRoom(t)
		r := c.says("ana", "start "+tt.start)
		if tt.pick != "" {
			r = c.says("ana", "pick "+tt.pick)
		}
		menu, voice := r.Messages[0].Menu, chat.Voice{}
		var items []string
		for _, b := range menu.Items {
			items = append(items, c.words.Say(b.Label, voice))
		}
		if title := c.words.Say(menu.Title, voice); title != tt.title || strings.Join(items, "|") != tt.items {
			t.Errorf("the step behind %q of %s: %s %q, want %s %q", tt.pick, tt.start, title, strings.Join(items, "|"), tt.title, tt.items)
		}
	}
}

// Only options that the command takes are proposed to complete it.
func TestProposedOptionsAreTaken(t *testing.T) {
	for typed, want := range map[string]string{
		"start 3 4 ":        "game: level: first: misere",
		"challenge @bob cl": "clock:",
		"challenge @bob l":  "",
		"open clock:1":      "clock:10m clock:1h",
		"predict 3 4 ":      "game: misere",
		"predict 3 level:e": "",
		"start 3 level:e":   "level:easy",
		"start first:":      "first:me first:bot first:them first:random",
	} {
		c := newRoom(t)
		var got []string
		for _, x := range c.handler.Complete(t.Context(), c.place, typed) {
			got = append(got, x.Text)
			if line := typed[:strings.LastIndex(typed, " ")+1] + x.Text; !strings.HasSuffix(x.Text, ":") {
				if r := c.says("ana", line); r.Result == chat.Refused {
					t.Errorf("%q is proposed and refused: %s", line, c.text(r))
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Complete(%q) = %q, want %q", typed, got, want)
		}
	}
}
