package storetest

import (
	"fmt"
	"testing"
	"time"

	"nimbot/store"
)

// confirm confirms that boards of a key were shown.
func confirm(t *testing.T, s store.Store, key string, version uint64, tables ...int) {
	t.Helper()
	if err := s.Shown(t.Context(), []store.Task{{Key: key, Show: tables, Version: version}}); err != nil {
		t.Fatalf("Shown(%q, version %d, tables %v) = %v", key, version, tables, err)
	}
}

// wantTables claims, and checks that it gets the boards of these tables of one key, or
// nothing if tables is empty. The lease is so short that a call for a later time claims
// them again.
func wantTables(t *testing.T, s store.Store, now time.Time, key string, tables ...int) {
	t.Helper()
	got := claim(t, s, now, time.Millisecond)
	switch {
	case len(tables) == 0 && len(got) == 0:
	case len(got) != 1 || got[0].Key != key || fmt.Sprint(got[0].Show) != fmt.Sprint(tables):
		t.Errorf("Claim(%v) = %+v, want %q with tables %v", now, got, key, tables)
	}
}

// testShowTables asks for the boards of several tables in one write, and confirms them
// one after another.
func testShowTables(t *testing.T, s store.Archive) {
	now := noon
	next := func() time.Time { now = now.Add(time.Second); return now }
	mustCommit(t, s, "a", store.Write{Data: Doc(1, ""), Show: show(noon, 7, 1, 2)})
	wantTables(t, s, next(), "a", 1, 2, 7)
	confirm(t, s, "a", 1, 2)
	wantTables(t, s, next(), "a", 1, 7)
	confirm(t, s, "a", 1, 2, 1)
	wantTables(t, s, next(), "a", 7)
	mustCommit(t, s, "a", store.Write{Expect: 1, Data: Doc(2, ""), Show: show(noon, 2)})
	wantTables(t, s, next(), "a", 2, 7)
	confirm(t, s, "a", 1, 7)
	wantTables(t, s, next(), "a", 2)
	confirm(t, s, "a", 2, 2)
	wantTables(t, s, next(), "a")
	// A single table that isn't the first.
	mustCommit(t, s, "b", store.Write{Data: Doc(1, ""), Show: show(noon, store.MaxTable)})
	wantTables(t, s, next(), "b", store.MaxTable)
	confirm(t, s, "b", 1, store.MaxTable)
	wantTables(t, s, next(), "b")
}

// testShownOlder confirms a version after a newer one asked for the same board,
// and versions that the record never had.
func testShownOlder(t *testing.T, s store.Archive) {
	for _, table := range []int{1, 2} {
		now := noon
		next := func() time.Time { now = now.Add(time.Second); return now }
		key := fmt.Sprint("older", table)
		mustCommit(t, s, key, store.Write{Data: Doc(2, ""), Show: show(noon, table)})
		mustCommit(t, s, key, store.Write{Expect: 2, Data: Doc(4, ""), Show: show(noon, table)})
		mustCommit(t, s, key, store.Write{Expect: 4, Data: Doc(7, ""), Show: show(noon, 3)})
		for _, version := range []uint64{0, 1, 2, 3, 5, 6, 8, 1<<63 + 1} {
			confirm(t, s, key, version, table)
		}
		wantTables(t, s, next(), key, table, 3)
		confirm(t, s, key, 4, table)
		confirm(t, s, key, 4, 3)
		wantTables(t, s, next(), key, 3)
		confirm(t, s, key, 7, 3)
		wantTables(t, s, next(), key)
	}
}

// testShownOtherTable checks that a write about one table leaves another table's show, and its
// confirmations, valid.
func testShownOtherTable(t *testing.T, s store.Archive) {
	for _, tables := range [][2]int{{1, 2}, {2, 1}, {2, 3}} {
		asked, other := tables[0], tables[1]
		for back := range uint64(4) { // how many versions ago the board was drawn
			now := noon
			next := func() time.Time { now = now.Add(time.Second); return now }
			key := fmt.Sprint("other", asked, other, back)
			mustCommit(t, s, key, store.Write{Data: Doc(10, ""), Show: show(noon, asked)})
			mustCommit(t, s, key, store.Write{Expect: 10, Data: Doc(11, ""), Show: show(noon, other)})
			mustCommit(t, s, key, store.Write{Expect: 11, Data: Doc(12, "")})
			mustCommit(t, s, key, store.Write{Expect: 12, Data: Doc(13, ""), Show: show(noon, other)})
			wantTables(t, s, next(), key, min(asked, other), max(asked, other))
			confirm(t, s, key, 13-back, asked)
			wantTables(t, s, next(), key, other)
			mustCommit(t, s, key, store.Write{Expect: 13, Data: Doc(14, "")})
			confirm(t, s, key, 12, other)
			wantTables(t, s, next(), key, other)
			confirm(t, s, key, 13, other)
			wantTables(t, s, next(), key)
		}
	}
}

// testClaimTables checks that a claim leases everything of a key that is ready, and that its limit
// counts keys.
func testClaimTables(t *testing.T, s store.Archive) {
	for i := range 5 {
		w := store.Write{Data: Doc(1, ""), Due: noon, Show: append(show(noon, 1, 2, 3, 4, 5, 6), show(noon.Add(time.Hour), 9)...)}
		mustCommit(t, s, fmt.Sprint("k", i), w)
	}
	seen := map[string]bool{}
	for range 3 {
		tasks, err := s.Claim(t.Context(), noon, time.Minute, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range tasks {
			if want := (store.Task{Key: task.Key, Due: true, Show: []int{1, 2, 3, 4, 5, 6}, Version: 1}); !same(task, want) {
				t.Errorf("Claim = %+v, want %+v", task, want)
			}
			seen[task.Key] = true
		}
		if len(tasks) > 2 {
			t.Errorf("Claim = %d keys, want at most 2", len(tasks))
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d keys were claimed, want 5", len(seen))
	}
	wantClaim(t, s, noon.Add(time.Minute-time.Millisecond), time.Minute)
	wantClaim(t, s, noon.Add(time.Minute), time.Hour, "k0", "k1", "k2", "k3", "k4")
	// Only boards whose time has come are leased.
	for _, task := range claim(t, s, noon.Add(time.Hour), time.Minute) {
		if task.Due || fmt.Sprint(task.Show) != "[9]" {
			t.Errorf("Claim = %+v, want table 9 alone", task)
		}
	}
}

// testTablesGone checks that a key that is written again, after its record was deleted or has
// expired, keeps nothing of that record.
func testTablesGone(t *testing.T, s store.Archive) {
	const soon = 300 * time.Millisecond
	for _, key := range []string{"deleted", "expired", "back", "expired and back"} {
		mustCommit(t, s, key, store.Write{Data: Doc(1, ""), Expires: time.Now().Add(soon), Show: show(noon, 1, 2)})
		mustCommit(t, s, key, store.Write{Expect: 1, Data: Doc(2, ""), Expires: time.Now().Add(soon), Show: show(noon, 3)})
	}
	for _, key := range []string{"deleted", "back"} {
		mustCommit(t, s, key, store.Write{Expect: 2, Data: Doc(3, ""), Expires: time.Now().Add(-time.Hour), Show: show(noon, 4)})
	}
	advance(s, soon+100*time.Millisecond)
	mustCommit(t, s, "back", store.Write{Data: Doc(1, ""), Show: show(noon, 5)})
	mustCommit(t, s, "expired and back", store.Write{Data: Doc(1, "")})
	wantTables(t, s, noon, "back", 5)
	confirm(t, s, "back", 2, 5) // a version of the deleted record
	wantTables(t, s, noon.Add(time.Second), "back", 5)
	confirm(t, s, "back", 1, 5)
	wantClaim(t, s, noon.Add(time.Hour), time.Minute)
	all := contents(t, s)
	if e := all["back"]; len(all) != 2 || e.Show != nil {
		t.Errorf("All = %v, want two records, and nothing to be shown of %q", all, "back")
	}
}
