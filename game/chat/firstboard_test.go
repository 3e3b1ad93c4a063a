package chat_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/router/routertest"
	"nimbot/internal/slowtest"
)

// The first board of a game is small until its player has won that game once; what was
// typed is never changed, and what another player won doesn't count.
func TestTheFirstBoardIsSmall(t *testing.T) {
	slowtest.Sequential(t)
	c := routertest.NewRoom(t)
	piles := func(who, line string) (most int) {
		t.Helper()
		for range 8 {
			s := c.Says(who, line).State
			if s == nil || s.Over {
				t.Fatalf("%s: %q began no game: %+v", who, line, s)
			}
			most = max(most, len(strings.Fields(s.Position))-1) // without "k2"
			c.Says(who, "resign")
			c.Pass(time.Minute)
		}
		return most
	}
	const starts = "start game:moore level:easy"
	if n := piles("ana", starts); n != 3 {
		t.Errorf("the first boards of Moore's Nim have up to %d piles, want 3", n)
	}
	if n := piles("ana", starts+" 5 6 7 8 9 k2"); n != 5 {
		t.Errorf("five piles that were typed are %d", n)
	}
	c.Says("ana", "start 2 2 k2 game:moore")
	c.Expect(c.Says("ana", "A2B2"), "ana won")
	if _, err := c.Handler.Counted(t.Context(), c.Place); err != nil {
		t.Fatal(err)
	}
	if n := piles("ana", starts); n < 4 {
		t.Errorf("after a win the boards of Moore's Nim have up to %d piles, want the usual four and more", n)
	}
	if n := piles("bob", starts); n != 3 {
		t.Errorf("after a win of ana's bob's first boards have up to %d piles, want 3", n)
	}
}
