package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
)

// "Surprise me" never begins the game that was just played here.
func TestSurpriseIsAnotherGame(t *testing.T) {
	slowtest.Sequential(t)
	c := chattest.NewRoom(t)
	last, seen := "", map[string]bool{}
	for range 40 {
		r := c.Says("ana", command.Surprise)
		if r.State == nil || r.State.Game == last {
			t.Fatalf("after %q, %s begins %+v, want another game", last, command.Surprise, r.State)
		}
		last = r.State.Game
		seen[last] = true
		c.Says("ana", "stop")
	}
	if len(seen) < 10 {
		t.Errorf("40 surprises were %d games, want many", len(seen))
	}
}

// A hint without a number gives the step after the last one, however it's asked for:
// three steps, each once. An explanation isn't a step, and on the next turn the steps
// begin again.
func TestHintContinuesWithTheNextStep(t *testing.T) {
	steps := []string{"You're winning", "Look at pile A", "A winning move: take 2 from A"}
	for _, asks := range [][]string{
		{"hint", "hint", "hint"}, {"explain", "hint", "hint", "hint"}, {"hint", "explain", "hint", "hint"},
		{"Hint", "Hint", "Hint"}, {"hint", "Hint", "hint"}, {"hint 1", "hint", "Hint"}, {"hint", "hint 2", "hint"},
	} {
		c := chattest.NewRoom(t)
		board := c.Says("ana", "start 3 4 5")
		want := steps
		for _, ask := range asks {
			if ask == "explain" {
				c.Says("ana", ask)
				continue
			}
			line := ask
			if ask == "Hint" {
				line = c.Button(board, ask)
			}
			if got := c.Text(c.Says("ana", line)); !strings.Contains(got, want[0]) {
				t.Errorf("%q of %q says %q, want %q", ask, asks, got, want[0])
			}
			want = want[1:]
		}
		c.Says("ana", "C1")
		c.Expect(c.Says("ana", "hint"), "You're losing")
	}
}

// A question whether to end the game lapses when the game has moved on.
func TestAQuestionLapsesWithItsGame(t *testing.T) {
	for _, then := range [][]string{{"A2"}, {"undo"}, {"resign", "start 9 9"}, {"resign", "rematch"}} {
		c := chattest.NewRoom(t)
		c.Play("ana: start 3 4 5", "ana: B1")
		c.Expect(c.Says("ana", "start 7"), "You still have a game here")
		for _, line := range then {
			c.Says("ana", line)
		}
		before := c.Says("ana", "board").State
		c.Expect(c.Says("ana", "confirm"), "There's nothing to confirm")
		if after := c.Says("ana", "board").State; *after != *before {
			t.Errorf("after %q, `confirm` led from %+v to %+v", then, *before, *after)
		}
	}
}
