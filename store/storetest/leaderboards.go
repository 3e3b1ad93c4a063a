package storetest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"

	"nimbot/store"
)

// wantLines checks at most n lines of a board, beginning at rank from, and the total.
func wantLines(t *testing.T, s store.Leaderboards, board string, from, n int, want []store.Line, total int) {
	t.Helper()
	got, all, err := s.Lines(t.Context(), board, from, n)
	if err != nil || !slices.Equal(got, want) || all != total {
		t.Errorf("Lines(%q, %d, %d) = %v of %d, %v, want %v of %d", board, from, n, got, all, err, want, total)
	}
}

func mustSet(t *testing.T, s store.Leaderboards, board string, l store.Line) {
	t.Helper()
	if err := s.SetLine(t.Context(), board, l); err != nil {
		t.Fatalf("SetLine(%q, %v) = %v", board, l, err)
	}
}

func wantRank(t *testing.T, s store.Leaderboards, board, member string, want int) {
	t.Helper()
	if got, err := s.Rank(t.Context(), board, member); err != nil || got != want {
		t.Errorf("Rank(%q, %q) = %d, %v, want %d", board, member, got, err, want)
	}
}

// testLeaderboards checks the order of lines: by score, then by member.
func testLeaderboards(t *testing.T, s store.Archive) {
	wantLines(t, s, "b", 0, 10, nil, 0)
	wantRank(t, s, "b", "ana", -1)
	if err := s.RemoveLine(t.Context(), "b", "ana"); err != nil {
		t.Errorf("RemoveLine of nothing = %v", err)
	}
	want := []store.Line{
		{Member: "ana\x00 {17}:#", Score: 1e9, Version: 1}, {Member: "Änne 🎲", Score: 1500.1234567890123, Version: 1 << 60},
		{Member: "a", Score: 0.1, Version: 2}, {Member: "b", Score: 0.1, Version: 3}, {Member: "c", Score: 0.1, Version: 4},
		{Member: "zero", Score: 0, Version: 5}, {Member: "low", Score: -700.5, Version: 6},
	}
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(len(want)) {
		mustSet(t, s, "b", want[i])
		mustSet(t, s, "b/2", store.Line{Member: want[i].Member, Score: 1, Version: 9})
	}
	wantLines(t, s, "b", 0, 10, want, 7)
	wantLines(t, s, "b", 0, 2, want[:2], 7)
	wantLines(t, s, "b", 5, 2, want[5:], 7)
	wantLines(t, s, "b", 6, 9, want[6:], 7)
	wantLines(t, s, "b", 7, 9, nil, 7)
	wantLines(t, s, "b", 2, 0, nil, 7)
	wantLines(t, s, "b", 2, -2, nil, 7)
	wantLines(t, s, "b", -3, 1, want[:1], 7)
	for i, l := range want {
		wantRank(t, s, "b", l.Member, i)
	}
	if err := s.RemoveLine(t.Context(), "b", "a"); err != nil {
		t.Fatal(err)
	}
	want = slices.Delete(want, 2, 3)
	wantLines(t, s, "b", 0, 10, want, 6)
	wantRank(t, s, "b", "a", -1)
	wantRank(t, s, "b", "low", 5)
	for _, bad := range []store.Line{{Member: "", Version: 1}, {Member: "x", Score: math.NaN(), Version: 1}, {Member: "x", Score: math.Inf(1), Version: 1}, {Member: "x"}} {
		if err := s.SetLine(t.Context(), "b", bad); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("SetLine(%v) = %v, want %v", bad, err, store.ErrInvalid)
		}
	}
}

// testBoardVersions checks that an older document doesn't overwrite a newer one's line, and
// that a removed line can be set again, from any version.
func testBoardVersions(t *testing.T, s store.Archive) {
	line := func(score float64, version uint64) store.Line {
		return store.Line{Member: "ana", Score: score, Version: version}
	}
	for _, c := range []struct{ set, want store.Line }{
		{line(1, 9), line(1, 9)},
		{line(2, 10), line(2, 10)},
		{line(3, 9), line(2, 10)},
		{line(4, 10), line(4, 10)},
		{line(5, math.MaxUint64), line(5, math.MaxUint64)},
		{line(6, math.MaxUint64-1), line(5, math.MaxUint64)},
	} {
		mustSet(t, s, "b", c.set)
		wantLines(t, s, "b", 0, 9, []store.Line{c.want}, 1)
	}
	if err := s.RemoveLine(t.Context(), "b", "ana"); err != nil {
		t.Fatal(err)
	}
	mustSet(t, s, "b", line(7, 1))
	wantLines(t, s, "b", 0, 9, []store.Line{line(7, 1)}, 1)
}

// testBoardsAtOnce lets many goroutines set the same lines: the latest version stays.
func testBoardsAtOnce(t *testing.T, s store.Archive) {
	const members, versions = 8, 20
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for _, i := range r.Perm(members * versions) {
				l := store.Line{Member: fmt.Sprint("m", i%members), Score: float64(i / members), Version: uint64(1 + i/members)}
				if err := s.SetLine(t.Context(), "b", l); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	var want []store.Line
	for i := range members {
		want = append(want, store.Line{Member: fmt.Sprint("m", i), Score: versions - 1, Version: versions})
	}
	wantLines(t, s, "b", 0, 99, want, members)
}

// testBoardsMove checks that AllLines yields every line, and that a migration takes boards
// along.
func testBoardsMove(t *testing.T, s store.Archive) {
	want := map[store.LeaderboardLine]bool{}
	for b := range 3 {
		for m := range 400 {
			l := store.Line{Member: fmt.Sprint("m", m), Score: float64(m * b), Version: uint64(1 + m)}
			mustSet(t, s, fmt.Sprint("b", b), l)
			want[store.LeaderboardLine{Board: fmt.Sprint("b", b), Line: l}] = true
		}
	}
	to := NewMemory()
	done, err := store.Migrate(t.Context(), s, to, nil)
	if err != nil || done.Lines != len(want) {
		t.Errorf("Migrate = %+v, %v, want %d lines", done, err, len(want))
	}
	for _, b := range []store.Leaderboards{s, to} {
		got := map[store.LeaderboardLine]bool{}
		for l, err := range b.AllLines(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if got[l] = true; !want[l] {
				t.Fatalf("AllLines yields %v", l)
			}
		}
		if len(got) != len(want) {
			t.Errorf("AllLines yields %d lines, want %d", len(got), len(want))
		}
	}
	for range s.AllLines(t.Context()) {
		break
	}
}

// testBoardsInMotion moves lines of a long board while AllLines reads it: lines that were read
// to the end, and others to the front. AllLines yields every line once, as it was before its
// move or after.
func testBoardsInMotion(t *testing.T, s store.Archive) {
	const members, workers = 2200, 8
	before := func(m int) store.Line { return store.Line{Member: fmt.Sprint(m), Score: float64(m) + 0.1, Version: 1} }
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for m := w; m < members; m += workers {
				if err := s.SetLine(t.Context(), "b", before(m)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	read, moved := map[string]bool{}, map[string]store.Line{}
	move := func(m int, score float64) {
		l := store.Line{Member: fmt.Sprint(m), Score: score, Version: 2}
		moved[l.Member] = l
		mustSet(t, s, "b", l)
	}
	unread := 0
	for l, err := range s.AllLines(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		m, _ := strconv.Atoi(l.Member)
		if after := moved[l.Member]; read[l.Member] || l.Board != "b" || l.Line != before(m) && l.Line != after {
			t.Fatalf("AllLines yields %v (read before: %t), want %v or %v, once", l, read[l.Member], before(m), after)
		}
		if read[l.Member] = true; len(read)%100 != 1 {
			continue
		}
		move(m, -float64(m))
		for unread < members && (read[fmt.Sprint(unread)] || moved[fmt.Sprint(unread)].Version > 0) {
			unread++
		}
		if unread < members {
			move(unread, float64(members+unread))
		}
	}
	if len(read) != members {
		t.Errorf("AllLines yields %d lines, want %d", len(read), members)
	}
}
