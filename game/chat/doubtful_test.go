package chat_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// pressable lists the commands of the first message's buttons, without their stamps.
func pressable(r dialog.Reply) (commands []string) {
	for _, b := range r.Messages[0].Buttons {
		command, _, _ := strings.Cut(b.Command, " ~")
		commands = append(commands, command)
	}
	return commands
}

// Moves of a sum that might mean something else are asked about with buttons that play them.
func TestDoubtfulMovesOfASumHaveButtons(t *testing.T) {
	for line, want := range map[string][]string{
		"2 A1": {"2.A1"}, "2 2": {"2.A2", "3.2,2"}, "a1": {"1.A1", "2.A1"}, "1. A2 2. B1": {"1.A2", "2.A2", "1.B1"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start nim 3 4 + kayles 5 + chomp 2x3")
		r := c.Says("ana", line)
		if got := pressable(r); !slices.Equal(got, want) {
			t.Errorf("%q offers %q; want %q", line, got, want)
			continue
		}
		c.Expect(c.Says("ana", r.Messages[0].Buttons[0].Command), "ana ")
	}
}

// Numbers with plus signs between them name no game, so nothing begins.
func TestNumbersWithPlusSignsAreAskedAbout(t *testing.T) {
	for _, line := range []string{"3 + 4 + 5", "3+4+5"} {
		c := chattest.NewRoom(t)
		r := c.Says("ana", line)
		if got := pressable(r); r.State != nil || len(got) < 2 || got[0] != "start 3 4 5" || got[1] != "predict 3 4 5" {
			t.Errorf("%q began something or offers %q; want a question whether to start 3 4 5", line, got)
		}
	}
}

// A line with a sum in it leads to the game and to who wins it, whatever else it says.
func TestASumInALineIsOffered(t *testing.T) {
	for _, line := range []string{"nim 3 + kayles 4", "who wins Nim 3+kayles 4?", "please try nim 3 + kayles 4!"} {
		c := chattest.NewRoom(t)
		if got, want := pressable(c.Says("ana", line)), []string{"start nim 3 + kayles 4", "predict nim 3 + kayles 4"}; len(got) < 2 || !slices.Equal(got[:2], want) {
			t.Errorf("%q offers %q; want %q first", line, got, want)
		}
	}
}
