package storetest

import (
	"slices"
	"testing"

	"nimbot/store"
)

// checkShows checks that each table's last board must still be shown, unless a version
// that shows it was confirmed.
func checkShows(t *testing.T, s store.Archive, events []event) {
	t.Helper()
	type table struct {
		key    string
		number int
	}
	confirmed := map[table]uint64{} // the latest version
	keys := map[string]bool{}
	for _, e := range events {
		keys[e.key] = true
		if e.kind == eventShow {
			at := table{e.key, tableOf(e.id)}
			confirmed[at] = max(confirmed[at], e.version)
		}
	}
	stored := contents(t, s)
	for key := range keys {
		last := map[int]uint64{} // the version that asked last, by table
		for i, id := range idsOf(stored[key].Record) {
			last[tableOf(id)] = uint64(i) + 1
		}
		shows := map[int]bool{}
		for _, show := range stored[key].Show {
			shows[show.Table] = true
			if last[show.Table] == 0 {
				t.Errorf("table %d of %s is to be shown, and nobody asked", show.Table, key)
			}
		}
		for number, version := range last {
			if at := (table{key, number}); !shows[number] && confirmed[at] < version {
				t.Errorf("table %d of %s isn't to be shown: version %d asked, and %d was confirmed last", number, key, version, confirmed[at])
			}
		}
	}
}

// rewoundShows are histories of a record. A part of each is lost when the store is set
// back, and then a confirmation of a lost write arrives.
var rewoundShows = []struct {
	name         string
	copied       []int // the tables of the writes before the copy
	lost, since  []int // those after the copy, which are lost, and those after the store was set back
	shown        int   // the table that is confirmed
	byLost       int   // the lost write whose version is confirmed, by its index
	wantedTables []int // the boards that must then be shown
}{
	{"a lost ask", []int{1, 2}, []int{2}, nil, 2, 0, []int{1, 2}},
	{"a lost ask of table 1", []int{1, 2}, []int{1}, nil, 1, 0, []int{1, 2}},
	{"a lost ask, and another table since", []int{2}, []int{2}, []int{1}, 2, 0, []int{1, 2}},
	{"a lost ask of table 1, and another table since", []int{1}, []int{1}, []int{2, 2}, 1, 0, []int{1, 2}},
	{"a lost write about another table", []int{1, 3}, []int{2, 2}, []int{2}, 3, 1, []int{1, 2, 3}},
	{"emptied", nil, []int{2, 1}, []int{2, 1}, 2, 1, []int{1, 2}},
}

// testRewindShows checks that, after the store was set back, the confirmation of a lost
// version doesn't count.
func testRewindShows(t *testing.T, s store.Archive) {
	r, ok := s.(Rewinder)
	if !ok {
		t.Skip("this store has no way to set its contents back")
	}
	for _, c := range rewoundShows {
		t.Run(c.name, func(t *testing.T) {
			key, last := "rewind/"+c.name, uint64(0)
			serial := uint64(0) // so that no version is used twice
			write := func(tables []int) (versions []uint64) {
				for _, table := range tables {
					serial += 10
					mustCommit(t, s, key, store.Write{Expect: last, Data: Doc(serial, ""), Show: show(noon, table)})
					last = serial
					versions = append(versions, last)
				}
				return versions
			}
			copied := write(c.copied)
			rewind := r.Snapshot(t)
			lost := write(c.lost)
			rewind(t)
			last = 0
			if len(copied) > 0 {
				last = copied[len(copied)-1]
			}
			since := write(c.since)
			confirm(t, s, key, lost[c.byLost], c.shown)
			var got []int
			for _, task := range claim(t, s, noon, 0) {
				if task.Key == key {
					got = task.Show
				}
			}
			if !slices.Equal(got, c.wantedTables) {
				t.Errorf("after the confirmation of a lost version tables %v are to be shown, want %v", got, c.wantedTables)
			}
			// A confirmation of the history that is left counts.
			confirm(t, s, key, slices.Concat(copied, since)[len(copied)+len(since)-1], c.wantedTables...)
			if got := claim(t, s, noon.Add(1), 0); len(got) > 0 {
				t.Errorf("after all were confirmed Claim = %+v, want none", got)
			}
		})
	}
}
