package chat_test

import (
	"strings"
	"testing"

	"nimbot/typed"
)

// "Surprise me" never begins the game that was just played here.
func TestSurpriseIsAnotherGame(t *testing.T) {
	c := newRoom(t)
	last, seen := "", map[string]bool{}
	for range 40 {
		r := c.says("ana", typed.Surprise)
		if r.State == nil || r.State.Game == last {
			t.Fatalf("after %q, %s begins %+v, want another game", last, typed.Surprise, r.State)
		}
		last = r.State.Game
		seen[last] = true
		c.says("ana", "stop")
	}
	if len(seen) < 10 {
		t.Errorf("40 surprises were %d games, want many", len(seen))
	}
}

// A hint without a number goes on where the last one ended, however it's asked
// for: three steps, none said twice. An explanation is none of them, and on the
// next turn it begins anew.
func TestAHintGoesOn(t *testing.T) {
	steps := []string{"You're winning", "Look at pile A", "A winning move: take 2 from A"}
	for _, asks := range [][]string{
		{"hint", "hint", "hint"}, {"explain", "hint", "hint", "hint"}, {"hint", "explain", "hint", "hint"},
		{"Hint", "Hint", "Hint"}, {"hint", "Hint", "hint"}, {"hint 1", "hint", "Hint"}, {"hint", "hint 2", "hint"},
	} {
		c := newRoom(t)
		board := c.says("ana", "start 3 4 5")
		want := steps
		for _, ask := range asks {
			if ask == "explain" {
				c.says("ana", ask)
				continue
			}
			line := ask
			if ask == "Hint" {
				line = c.button(board, ask)
			}
			if got := c.text(c.says("ana", line)); !strings.Contains(got, want[0]) {
				t.Errorf("%q of %q says %q, want %q", ask, asks, got, want[0])
			}
			want = want[1:]
		}
		c.says("ana", "C1")
		c.expect(c.says("ana", "hint"), "You're losing")
	}
}

// A question whether to end the game lapses when the game has moved on.
func TestAQuestionLapsesWithItsGame(t *testing.T) {
	for _, then := range [][]string{{"A2"}, {"undo"}, {"resign", "start 9 9"}, {"resign", "rematch"}} {
		c := newRoom(t)
		c.hears("ana: start 3 4 5, ana: B1")
		c.expect(c.says("ana", "start 7"), "You still have a game here")
		for _, line := range then {
			c.says("ana", line)
		}
		before := c.says("ana", "board").State
		c.expect(c.says("ana", "confirm"), "There's nothing to confirm")
		if after := c.says("ana", "board").State; *after != *before {
			t.Errorf("after %q, `confirm` led from %+v to %+v", then, *before, *after)
		}
	}
}
