package store_test

import (
	"errors"
	"strings"
	"testing"

	"nimbot/store"
	"nimbot/store/storetest"
)

// TestKindsRefuseNewerFormats checks that a kind of document that has had one format
// refuses the next, although the backend accepts it, and that nothing is changed.
func TestKindsRefuseNewerFormats(t *testing.T) {
	const later = `{"v":2,"n":7}`
	memory := storetest.NewMemory()
	s := store.Kinds(memory, func(key string) int {
		if strings.HasPrefix(key, "place/") {
			return store.NewestFormat
		}
		return store.Format
	})
	for key, want := range map[string]error{"place/1": nil, "member:1": store.ErrNewer} {
		if _, err := memory.Commit(t.Context(), key, store.Write{Data: []byte(later)}); err != nil {
			t.Fatal(err)
		}
		if rec, err := s.Get(t.Context(), key); !errors.Is(err, want) || (rec.Data == nil) != (want != nil) {
			t.Errorf("Get(%q) = %s, %v, want %v", key, rec.Data, err, want)
		}
		for e, err := range s.All(t.Context()) {
			if e.Key == key && (!errors.Is(err, want) || (e.Record.Data == nil) != (want != nil)) {
				t.Errorf("All = %q, %s, %v, want %v", key, e.Record.Data, err, want)
			}
		}
		conflict := want
		if want == nil {
			conflict = store.ErrConflict
		}
		rec, err := s.Commit(t.Context(), key, store.Write{Data: storetest.Doc(8, "")})
		if !errors.Is(err, conflict) || (rec.Data == nil) != (want != nil) {
			t.Errorf("Commit(%q) = %s, %v, want %v", key, rec.Data, err, conflict)
		}
		if rec, err := memory.Get(t.Context(), key); err != nil || string(rec.Data) != later {
			t.Errorf("%q is %s, %v now, want it unchanged", key, rec.Data, err)
		}
	}
	if _, err := s.Commit(t.Context(), "new:1", store.Write{Data: storetest.Doc(1, "")}); err != nil {
		t.Errorf("Commit of a new record = %v", err)
	}
}
