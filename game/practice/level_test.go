package practice_test

import (
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
)

// surprise returns the command of the button that begins a random game.
func surprise(r dialog.Reply) string {
	for _, m := range r.Messages {
		for _, b := range m.Buttons {
			if strings.HasPrefix(b.Command, command.Surprise) {
				return b.Command
			}
		}
	}
	return ""
}

// A person's start buttons use the level they played last, in every place and after a
// restart. Others' buttons and typed commands don't. What they type stays as it is.
func TestTheLastLevelIsRemembered(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct {
		what  string
		lines []string
		want  string
	}{
		{"nothing was chosen", []string{"start 3 4 5", "A2"}, ""},
		{"with a start", []string{"start 3 4 5 level:hard"}, " level:hard"},
		{"on the first board", []string{"start 3 4 5", "level medium"}, " level:medium"},
		{"twice", []string{"start 3 4 5 level:hard", "level easy"}, " level:easy"},
		{"perfect again, as it was typed", []string{"start 3 4 5 level:hard", "start 1 2", "confirm"}, " level:perfect"},
		{"perfect again", []string{"start 3 4 5 level:hard", "level perfect"}, " level:perfect"},
		{"when it was asked about", []string{"start 3 4 5 level:hard", "start 1 2 level:easy", "confirm"}, " level:easy"},
		{"and wasn't wanted", []string{"start 3 4 5 level:hard", "start 1 2 level:easy", "decline"}, " level:hard"},
		{"in a sentence", []string{"let's play an easy game"}, " level:easy"},
		{"in a sentence that is asked about", []string{"start 3 4 5 level:hard", "let's play an easy game of nim", "yes"}, " level:easy"},
		{"for a rematch", []string{"start 1", "A1", "rematch level:hard"}, " level:hard"},
		{"a level that there isn't", []string{"start 3 4 5", "level best"}, ""},
		{"a start that was refused", []string{"start 3 4 5 level:hard game:hex"}, ""},
	} {
		r := newRoom(t)
		r.People = r.collector()
		r.restart()
		for _, line := range tt.lines {
			r.says("ana", line)
			if err := r.Handler.ListBegun(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r.restart()
		r.Place.Channel = "another"
		for who, want := range map[string]string{"ana": command.Surprise + tt.want, "bob": command.Surprise} {
			if got := surprise(r.says(who, "menu")); got != want {
				t.Errorf("%s: %q; %s's button sends %q, want %q", tt.what, tt.lines, who, got, want)
			}
		}
		if got := r.says("ana", "start 3 4 5").State.Level; got != "perfect" {
			t.Errorf("%s: what is typed begins a game against the %s bot, want the perfect one", tt.what, got)
		}
	}
}
