package person_test

import (
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// After a merge, the marks of both stores apply, whether or not the target had any.
func TestMarksOfBothStoresHold(t *testing.T) {
	now := func() time.Time { return noon.Time() }
	leaves := func(s store.Archive, who string) {
		t.Helper()
		if _, _, made, err := person.NewMarks(s, now, 0).Leave(t.Context(), "test", who, noon); err != nil || !made {
			t.Fatalf("Leave = %v, %v", made, err)
		}
	}
	for _, own := range []bool{true, false} {
		from, into := storetest.NewMemory(), storetest.NewMemory()
		leaves(from, "zoe")
		if own {
			leaves(into, "ana")
		}
		for e, err := range from.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if person.IsSaltsKey(e.Key) {
				_, err = person.JoinSalts(t.Context(), into, e, now)
			} else {
				_, err = into.Restore(t.Context(), e)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		marks := person.NewMarks(into, now, 0)
		for who, want := range map[string]bool{"zoe": true, "ana": own, "bob": false} {
			if m, err := marks.Of(t.Context(), "test", who); err != nil || (m.ID != 0) != want {
				t.Errorf("with marks of its own: %v; %s has %+v, %v, want one: %v", own, who, m, err, want)
			}
		}
	}
}
