package storetest

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"testing"
	"time"

	"nimbot/store"
)

// contents reads everything that is in a store.
func contents(t *testing.T, s store.Archive) map[string]store.Entry {
	t.Helper()
	entries := map[string]store.Entry{}
	for e, err := range s.All(t.Context()) {
		if _, twice := entries[e.Key]; err != nil || twice {
			t.Fatalf("All = %q, %v (twice: %t)", e.Key, err, twice)
		}
		entries[e.Key] = e
	}
	return entries
}

// sameEntry compares entries, but lets expiry be off by a little: a test double
// may store the remaining duration instead.
func sameEntry(a, b store.Entry) bool {
	const little = time.Minute
	if a.Expires.IsZero() != b.Expires.IsZero() || a.Expires.Sub(b.Expires).Abs() > little {
		return false
	}
	a.Expires, b.Expires = time.Time{}, time.Time{}
	return reflect.DeepEqual(a, b)
}

func testArchive(t *testing.T, s store.Archive) {
	expires := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	want := map[string]store.Entry{
		"plain":    {Key: "plain", Record: store.Record{Version: 1, Data: Doc(1, "a")}},
		"all{a}:x": {Key: "all{a}:x", Record: store.Record{Version: 7, Data: Doc(7, "b")}, Expires: expires, Due: noon, Show: []store.Show{{Table: 1, At: noon.Add(time.Second)}, {Table: 3, At: noon.Add(time.Hour)}, {Table: store.MaxTable, At: noon}}},
	}
	for _, e := range want {
		if wrote, err := s.Restore(t.Context(), e); err != nil || !wrote {
			t.Errorf("Restore(%q) = %t, %v, want it written", e.Key, wrote, err)
		}
	}
	got := contents(t, s)
	if !maps.EqualFunc(got, want, sameEntry) {
		t.Errorf("All = %v, want %v", got, want)
	}
	again := want["all{a}:x"]
	for _, version := range []uint64{6, 7} {
		again.Record = store.Record{Version: version, Data: Doc(version, "again")}
		if wrote, err := s.Restore(t.Context(), again); err != nil || wrote {
			t.Errorf("Restore of version %d over 7 = %t, %v, want nothing written", version, wrote, err)
		}
	}
	wantClaim(t, s, noon, time.Minute, "all{a}:x")
	mustCommit(t, s, "all{a}:x", store.Write{Expect: 7, Data: Doc(8, "on")})
	if _, err := s.Restore(t.Context(), store.Entry{Key: "bad", Record: store.Record{Version: 3, Data: Doc(2, "")}}); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("Restore of a record with another version = %v, want %v", err, store.ErrInvalid)
	}
}

// testMigrate migrates a Memory to the store, as if an earlier run had been
// interrupted, and then back.
func testMigrate(t *testing.T, s store.Archive) {
	const records = 700
	expires := time.Now().Add(24 * time.Hour)
	memory := NewMemory()
	for i := range records {
		version := uint64(i%5 + 1)
		e := store.Entry{Key: fmt.Sprintf("place/%d", i), Record: store.Record{Version: version, Data: Doc(version, fmt.Sprint(i))}}
		if i%2 == 0 {
			e.Due, e.Expires = noon.Add(time.Duration(i)*time.Second), expires
		}
		if i%3 == 0 {
			e.Show = show(noon, 1)
		}
		if i%7 == 0 {
			e.Show = append(e.Show, show(noon.Add(time.Second), 2, 8)...)
		}
		if _, err := memory.Restore(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if i < 100 { // as if an earlier run had been stopped here
			if _, err := s.Restore(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantEntries := contents(t, memory)

	done, err := store.Migrate(t.Context(), memory, s, nil)
	want := store.Migration{Records: records, Copied: records - 100, Verified: records}
	if err != nil || done != want {
		t.Fatalf("Migrate = %+v, %v, want %+v", done, err, want)
	}
	if entries := contents(t, s); !maps.EqualFunc(entries, wantEntries, sameEntry) {
		t.Errorf("after Migrate the contents differ: %d records, want %d", len(entries), len(wantEntries))
	}
	done, err = store.Migrate(t.Context(), s, memory, nil)
	want.Copied = 0
	if err != nil || done != want {
		t.Errorf("Migrate back = %+v, %v, want %+v", done, err, want)
	}
	mustCommit(t, s, "place/0", store.Write{Expect: 1, Data: Doc(2, "newer")})
	if _, err := store.Migrate(t.Context(), memory, s, nil); !errors.Is(err, store.ErrConflict) {
		t.Errorf("Migrate over a newer record = %v, want %v", err, store.ErrConflict)
	}
}
