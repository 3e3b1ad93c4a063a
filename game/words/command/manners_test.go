package command

import (
	"testing"

	"nimbot/game/words"
)

// Polite words, and a slash in front of a command's name, are ignored.
func TestPoliteWordsAroundACommandAreIgnored(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, command, rest string }{
		{"puzzle please", "puzzle", ""},
		{"?", "help", ""},
		{"??", "help", ""},
		{"/start 3 4 5", "start", "3 4 5"},
		{"/take 2 from B", "move", "take 2 from B"},
		{"/shrug", "move", "/shrug"},
		{"daily, please", "move", "daily, please"}, // talk
		{"hint 2 please", "hint", "2"},
		{"learn 2 Please!", "learn", "2"},
		{"predict 3 4 5 please", "predict", "3 4 5"},
		{"predict 3 4 5 please, thank you", "predict", "3 4 5"},
		{"please predict 3 4 5", "predict", "3 4 5"},
		{"review thanks", "review", ""},
		{"leaders pls", "leaders", ""},
		{"profile thank you.", "profile", ""},
		{"please hint", "hint", ""},
		// Polite words around a command that ends something make the bot ask first; a
		// sentence isn't cut.
		{"stop please", "stop", "please"},
		{"please resign", "move", "please resign"},
		{"please show me the board", "move", "please show me the board"},
		{"please help me", "move", "please help me"},
		{"B2 please", "move", "B2 please"},
		{"thank you", "move", "thank you"},
		{"please", "move", "please"},
	} {
		l, err := Parse(tt.text, catalogue.Courtesies("en")...)
		if err != nil || l.Name() != tt.command || l.Rest != tt.rest {
			t.Errorf("Parse(%q) = %q with %q, %v, want %q with %q", tt.text, l.Name(), l.Rest, err, tt.command, tt.rest)
		}
	}
}
