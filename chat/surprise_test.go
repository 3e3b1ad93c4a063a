package chat_test

import (
	"strings"
	"testing"

	"nimbot/chat/chattest"
	"nimbot/typed"
)

// "Surprise me" never begins the game that was just played here.
func TestSurpriseIsAnotherGame(t *testing.T) {
	c := chattest.NewRoom(t)
	last, seen := "", map[string]bool{}
	for range 40 {
		r := c.Says("ana", typed.Surprise)
		if r.State == nil || r.State.Game == last {
			t.Fatalf("after %q, %s begins %+v, want another game", last, typed.Surprise, r.State)
		}
		last = r.State.Game
		seen[last] = true
		c.Says("ana", "stop")
	}
	if len(seen) < 10 {
		t.Errorf("40 surprises were %d games, want many", len(seen))
	}
}

// A second press on Hint says that it was used, and all there is; the first
// step comes once.
func TestAHintIsNotSaidAgain(t *testing.T) {
	c := chattest.NewRoom(t)
	board := c.Says("ana", "start 3 4 5")
	first := c.Text(c.Press("ana", board, "Hint"))
	second := c.Text(c.Press("ana", board, "Hint"))
	if first == second || !strings.Contains(second, "already used a hint") || !strings.Contains(second, "A winning move") {
		t.Errorf("Hint says %q, and pressed again %q; want the move, and that a hint was used", first, second)
	}
}
