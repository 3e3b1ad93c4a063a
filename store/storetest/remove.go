package storetest

import (
	"errors"
	"testing"
	"time"

	"nimbot/store"
)

// testRemove removes a record with its tasks, whatever its version, and a damaged one.
func testRemove(t *testing.T, s store.Archive) {
	mustCommit(t, s, "a", store.Write{Data: Doc(7, ""), Due: time.UnixMilli(1), Show: show(time.UnixMilli(1), 1, 2)})
	mustCommit(t, s, "other", store.Write{Data: Doc(1, "")})
	if p, ok := s.(Planter); ok {
		p.Plant(t, "planted", []byte("dear diary"))
	}
	for _, key := range []string{"a", "planted", "never there"} {
		if err := s.Remove(t.Context(), key); err != nil {
			t.Errorf("Remove(%q) = %v", key, err)
		}
		wantRecord(t, s, key, 0, "")
	}
	wantClaim(t, s, time.UnixMilli(9), time.Minute)
	if rec, err := s.Commit(t.Context(), "a", store.Write{Expect: 7, Data: Doc(8, "")}); !errors.Is(err, store.ErrConflict) || rec.Version != 0 {
		t.Errorf("Commit over a removed record = version %d, %v, want %v and nothing stored", rec.Version, err, store.ErrConflict)
	}
	mustCommit(t, s, "a", store.Write{Data: Doc(9, "anew")})
	wantClaim(t, s, time.UnixMilli(9), time.Minute)
	wantRecord(t, s, "other", 1, string(Doc(1, "")))
	if err := s.Remove(t.Context(), ""); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("Remove of an empty key = %v, want %v", err, store.ErrInvalid)
	}
}
