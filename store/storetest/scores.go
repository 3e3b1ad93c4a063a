package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"nimbot/store"
)

// wantTop wants a board to be this, from the best on.
func wantTop(t *testing.T, s store.Backend, board string, want ...store.Standing) {
	t.Helper()
	got, err := s.Top(t.Context(), board, 0, 100)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("Top(%q) = %v, %v, want %v", board, got, err, want)
	}
}

// mustAdd adds a result.
func mustAdd(t *testing.T, s store.Backend, board, game string, points map[string]int64) {
	t.Helper()
	if err := s.AddResult(t.Context(), board, store.Result{Game: game, Ended: noon, Points: points}); err != nil {
		t.Fatalf("AddResult(%q, %q) = %v", board, game, err)
	}
}

func testScores(t *testing.T, s store.Backend) {
	wantTop(t, s, "guild")
	mustAdd(t, s, "guild", "g1", map[string]int64{"ana": 3, "ben": -1})
	mustAdd(t, s, "guild", "g2", map[string]int64{"ana": 2, "cy": 4})
	mustAdd(t, s, "other{1}", "g1", map[string]int64{"ben": 9})
	wantTop(t, s, "guild", store.Standing{Member: "ana", Score: 5, Rank: 1}, store.Standing{Member: "cy", Score: 4, Rank: 2}, store.Standing{Member: "ben", Score: -1, Rank: 3})
	wantTop(t, s, "other{1}", store.Standing{Member: "ben", Score: 9, Rank: 1})
	for _, want := range []store.Standing{{Member: "cy", Score: 4, Rank: 2}, {Member: "nobody"}} {
		if got, err := s.StandingOf(t.Context(), "guild", want.Member); err != nil || got != want {
			t.Errorf("StandingOf(%q) = %v, %v, want %v", want.Member, got, err, want)
		}
	}
	if err := s.ForgetMember(t.Context(), "guild", "ana"); err != nil {
		t.Errorf("ForgetMember = %v", err)
	}
	if err := s.ForgetMember(t.Context(), "no board", "ana"); err != nil {
		t.Errorf("ForgetMember of no board = %v", err)
	}
	wantTop(t, s, "guild", store.Standing{Member: "cy", Score: 4, Rank: 1}, store.Standing{Member: "ben", Score: -1, Rank: 2})
	for _, bad := range []store.Result{{Game: ""}, {Game: "g", Points: map[string]int64{"": 1}}, {Game: "g", Points: map[string]int64{"a": store.MaxPoints + 1}}} {
		if err := s.AddResult(t.Context(), "guild", bad); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("AddResult(%v) = %v, want %v", bad, err, store.ErrInvalid)
		}
	}
}

func testScoresOnce(t *testing.T, s store.Backend) {
	const games, callers = 20, 8
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for g := range games {
				err := s.AddResult(t.Context(), "guild", store.Result{Game: fmt.Sprint("g", g), Ended: noon, Points: map[string]int64{"ana": 1}})
				if err != nil {
					t.Errorf("AddResult = %v", err)
				}
			}
		})
	}
	wg.Wait()
	wantTop(t, s, "guild", store.Standing{Member: "ana", Score: games, Rank: 1})
	// Ids are forgotten in time, so that a board doesn't grow forever.
	err := s.AddResult(t.Context(), "guild", store.Result{Game: "later", Ended: noon.Add(store.ResultMemory + time.Hour), Points: map[string]int64{"ana": 1}})
	if err != nil {
		t.Fatalf("AddResult = %v", err)
	}
	for b, err := range s.AllBoards(t.Context()) {
		if err != nil || len(b.Games) != 1 {
			t.Errorf("AllBoards = %v, %v, want the last game alone", b, err)
		}
	}
}

func testScoresTies(t *testing.T, s store.Backend) {
	points := map[string]int64{"a": 5, "b": 7, "c": 5, "d": 5, "e": 1}
	mustAdd(t, s, "guild", "g", points)
	want := []store.Standing{
		{Member: "b", Score: 7, Rank: 1}, {Member: "d", Score: 5, Rank: 2}, {Member: "c", Score: 5, Rank: 2},
		{Member: "a", Score: 5, Rank: 2}, {Member: "e", Score: 1, Rank: 5},
	}
	wantTop(t, s, "guild", want...)
	for skip := range 7 {
		for limit := range 4 {
			from, to := min(skip, len(want)), min(skip+limit, len(want))
			got, err := s.Top(t.Context(), "guild", skip, limit)
			if err != nil || !slices.Equal(got, want[from:to]) {
				t.Errorf("Top(skip %d, limit %d) = %v, %v, want %v", skip, limit, got, err, want[from:to])
			}
		}
	}
	for _, w := range want {
		if got, err := s.StandingOf(t.Context(), "guild", w.Member); err != nil || got != w {
			t.Errorf("StandingOf(%q) = %v, %v, want %v", w.Member, got, err, w)
		}
	}
}

func testScoresExact(t *testing.T, s store.Backend) {
	mustAdd(t, s, "guild", "g1", map[string]int64{"up": store.MaxPoints - 1, "down": 1 - store.MaxPoints, "zero": 0})
	mustAdd(t, s, "guild", "g2", map[string]int64{"up": 1, "down": -1})
	wantTop(t, s, "guild",
		store.Standing{Member: "up", Score: store.MaxPoints, Rank: 1},
		store.Standing{Member: "zero", Score: 0, Rank: 2},
		store.Standing{Member: "down", Score: -store.MaxPoints, Rank: 3})
}
