package practice_test

import (
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
)

// presets returns the commands of the start buttons for 3 4 5 and for an easy game.
func presets(r dialog.Reply) (commands []string) {
	for _, m := range r.Messages {
		for _, b := range m.Buttons {
			if strings.HasPrefix(b.Command, "start 3 4 5") || strings.HasPrefix(b.Command, "start level:") {
				commands = append(commands, b.Command)
			}
		}
	}
	return commands
}

// A person's start buttons use the level they chose last, in every place and after a
// restart. Others' buttons and typed commands don't. What they type stays as it is.
func TestTheLastLevelIsRemembered(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct {
		what  string
		lines []string
		want  string
	}{
		{"nothing was chosen", []string{"start 3 4 5", "A2"}, "start 3 4 5"},
		{"with a start", []string{"start 3 4 5 level:hard"}, "start 3 4 5 level:hard"},
		{"on the first board", []string{"start 3 4 5", "level medium"}, "start 3 4 5 level:medium"},
		{"twice", []string{"start 3 4 5 level:hard", "level easy"}, "start 3 4 5 level:easy"},
		{"perfect again", []string{"start 3 4 5 level:hard", "level perfect"}, "start 3 4 5 level:perfect"},
		{"when it was asked about", []string{"start 3 4 5 level:hard", "start 1 2 level:easy", "confirm"}, "start 3 4 5 level:easy"},
		{"and wasn't wanted", []string{"start 3 4 5 level:hard", "start 1 2 level:easy", "decline"}, "start 3 4 5 level:hard"},
		{"in a sentence", []string{"let's play an easy game"}, "start 3 4 5 level:easy"},
		{"in a sentence that is asked about", []string{"start 3 4 5 level:hard", "I want an easy game", "yes"}, "start 3 4 5 level:easy"},
		{"for a rematch", []string{"start 1", "A1", "rematch level:hard"}, "start 3 4 5 level:hard"},
		{"a level that there isn't", []string{"start 3 4 5", "level best"}, "start 3 4 5"},
		{"a start that was refused", []string{"start 3 4 5 level:hard game:hex"}, "start 3 4 5"},
	} {
		r := newRoom(t)
		for _, line := range tt.lines {
			r.says("ana", line)
		}
		r.restart()
		r.Place.Channel = "another"
		for who, want := range map[string]string{"ana": tt.want, "bob": "start 3 4 5"} {
			got := presets(r.says(who, "board"))
			if len(got) != 2 || got[0] != want || got[1] != "start level:easy" {
				t.Errorf("%s: %q; %s's buttons begin %q, want %q first", tt.what, tt.lines, who, got, want)
			}
		}
		if got := r.says("ana", "start 3 4 5").State.Level; got != "perfect" {
			t.Errorf("%s: what is typed begins a game against the %s bot, want the perfect one", tt.what, got)
		}
	}
}
