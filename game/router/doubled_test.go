package router_test

import (
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
)

// A typed line that is delivered twice has no second effect, even if an exercise or a table
// that didn't wait for the person the first time does so now: a move isn't also taken as an
// answer, nor an answer as a move.
func TestADoubledLineActsOnce(t *testing.T) {
	for _, tt := range []struct {
		before, meanwhile []string
		line              string
	}{
		{[]string{"ana learn 1", "ana challenge @bob 9 9", "bob accept"}, nil, "A5"},
		{[]string{"ana challenge @bob 9 9", "bob accept", "ana A1", "ana learn 1"}, []string{"bob A1"}, "A5"},
	} {
		c := routertest.NewRoom(t)
		for _, line := range tt.before {
			who, text, _ := strings.Cut(line, " ")
			c.Says(who, text)
		}
		r := c.Request("ana", tt.line)
		first := c.Responder().Handle(t.Context(), r)
		for _, line := range tt.meanwhile {
			who, text, _ := strings.Cut(line, " ")
			c.Says(who, text)
		}
		board, exercise := c.Text(c.Says("bob", "board")), c.Text(c.Says("ana", "answer"))
		again := c.Responder().Handle(t.Context(), r)
		if again.Result != dialog.Duplicate {
			t.Errorf("%q gave %v, again %v, want %v:\n%s\n---\n%s", tt.line, first.Result, again.Result, dialog.Duplicate, c.Text(first), c.Text(again))
		}
		if now := c.Text(c.Says("bob", "board")); now != board {
			t.Errorf("%q again changed the board from\n%s\nto\n%s", tt.line, board, now)
		}
		if now := c.Text(c.Says("ana", "answer")); now != exercise {
			t.Errorf("%q again changed the exercise from\n%s\nto\n%s", tt.line, exercise, now)
		}
	}
}
