package chat_test

import (
	"context"
	"testing"

	"nimbot/store"
)

// TestWhomAGameWaitsFor asks for whom the tables and the private games of a channel wait.
func TestWhomAGameWaitsFor(t *testing.T) {
	c := fullRoom(t) // ana's move against bob, cleo's against dan
	check := func(when string, want map[string]bool) {
		t.Helper()
		for who, wants := range want {
			if _, waits := c.Handler.Waits(t.Context(), c.Place, who); waits != wants {
				t.Errorf("%s: Waits(%s) = %t, want %t", when, who, waits, wants)
			}
		}
	}
	check("at first", map[string]bool{"ana": true, "bob": false, "cleo": true, "dan": false, "eve": false})
	c.Play("ana: A1", "cleo: A1")
	check("after a move each", map[string]bool{"ana": false, "bob": true, "cleo": false, "dan": true, "eve": false})
	c.Play("eve: start 3 4 5", "ana: start 5 6")
	check("with private games", map[string]bool{"ana": true, "bob": true, "eve": true, "cleo": false})
	c.Restart()
	check("after a restart", map[string]bool{"ana": true, "bob": true, "eve": true, "cleo": false})
	c.Press("eve", c.Says("eve", "board"), "Resign")
	check("after a resignation", map[string]bool{"eve": false})
	c.Place.Channel = "empty"
	check("where nobody plays", map[string]bool{"ana": false})
}

// TestWaitsReadsNoMoreThanNeeded counts the looks at the store: none while a game waits
// that the lane knows, and none for a private game that can't be.
func TestWaitsReadsNoMoreThanNeeded(t *testing.T) {
	c := fullRoom(t)
	s := &reads{Store: c.Store}
	c.Store = s
	c.Restart()
	_, _ = c.Handler.Waits(t.Context(), c.Place, "ana")
	for who, want := range map[string]int{"ana": 0, "bob": 1} {
		before := s.n
		if _, _ = c.Handler.Waits(t.Context(), c.Place, who); s.n-before != want {
			t.Errorf("Waits(%s) reads %d times, want %d", who, s.n-before, want)
		}
	}
}

// reads counts what is read of a store.
type reads struct {
	store.Store
	n int
}

func (r *reads) Get(ctx context.Context, key string) (store.Record, error) {
	r.n++
	return r.Store.Get(ctx, key)
}
