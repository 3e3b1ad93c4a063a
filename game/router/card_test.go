package router_test

import (
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
)

// The card's first button begins at the easy level until the person has won a game, and then at the
// level that they played last.
func TestPlayBeginsAtTheLevelLastPlayed(t *testing.T) {
	r := routertest.NewRoom(t)
	play := func() dialog.Reply {
		t.Helper()
		reply := r.Press("ana", r.Says("ana", ""), "Play")
		if st := reply.State; st == nil || st.Position != "3 4 5" || st.Players[0].ID != "ana" {
			t.Fatalf("Play leads to %+v, want a game from 3 4 5 that ana begins", st)
		}
		r.Says("ana", "resign")
		if _, err := r.Handler.Counted(t.Context(), r.Request("ana", "").Place); err != nil {
			t.Fatal(err)
		}
		return reply
	}
	for _, step := range []struct{ game, want string }{
		{"", "easy"},
		{"start 3 4 5 level:hard,A1,resign", "easy"}, // lost
		{"start 1 level:medium,A1", "medium"},        // won
		{"start 3 4 5,A1,resign", "perfect"},
	} {
		if step.game != "" {
			for line := range strings.SplitSeq(step.game, ",") {
				r.Says("ana", line)
			}
			if err := r.Handler.ListBegun(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Handler.Counted(t.Context(), r.Request("ana", "").Place); err != nil {
				t.Fatal(err)
			}
		}
		if got := play().State.Level; got != step.want {
			t.Errorf("after %q, Play begins at the level %s, want %s", step.game, got, step.want)
		}
	}
}
