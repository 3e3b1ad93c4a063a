package bolt_test

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

func openFile(t *testing.T, path string) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func wantTables(t *testing.T, s *bolt.Store, now time.Time, want ...store.Task) {
	t.Helper()
	got, err := s.Claim(t.Context(), now, time.Millisecond, 10)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Claim = %+v, %v, want %+v", got, err, want)
	}
}

// TestAnOlderVersionTidiesTheAgenda lets an older version, which knows only table 1, work
// on the file in between. It takes the other tables' times out of the agenda, and Open
// enters them again.
func TestAnOlderVersionTidiesTheAgenda(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nim.db")
	now := time.UnixMilli(2_000_000_000_000)
	s := openFile(t, path)
	for _, key := range []string{"a", "removed"} {
		w := store.Write{Data: storetest.Doc(5, ""), Show: []store.Show{{Table: 1, At: now.Add(time.Hour)}, {Table: 3, At: now}}}
		if _, err := s.Commit(t.Context(), key, w); err != nil {
			t.Fatal(err)
		}
	}
	bolt.Tidy(t, s, "a", now.Add(time.Hour))
	bolt.Remove(t, s, "removed")
	wantTables(t, s, now)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openFile(t, path)
	wantTables(t, s, now, store.Task{Key: "a", Show: []int{3}, Version: 5})
	if err := s.Shown(t.Context(), []store.Task{{Key: "a", Show: []int{3}, Version: 5}}); err != nil {
		t.Fatal(err)
	}
	wantTables(t, s, now.Add(2*time.Hour), store.Task{Key: "a", Show: []int{1}, Version: 5})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if rows := showsIn(t, path); len(rows) != 0 {
		t.Errorf("the file keeps %q beside its records, want nothing", rows)
	}
}

// showsIn returns the content of the bucket "shows" of a closed file.
func showsIn(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	rows := map[string]string{}
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("shows")).ForEach(func(k, v []byte) error { rows[string(k)] = string(v); return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestOneTableIsKeptInItsRow checks that a record of one table stores nothing beside its
// row, as in versions that had only one table, and that a file of such a version can be
// opened.
func TestOneTableIsKeptInItsRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nim.db")
	now := time.UnixMilli(2_000_000_000_000)
	s := openFile(t, path)
	for n := range uint64(3) {
		if _, err := s.Commit(t.Context(), "a", store.Write{Expect: n, Data: storetest.Doc(n+1, ""), Show: store.ShowAt(1, now), Due: now}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if rows := showsIn(t, path); len(rows) != 0 {
		t.Errorf("the file keeps %q beside its records, want nothing", rows)
	}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		if row, want := tx.Bucket([]byte("records")).Get([]byte("a")), 4*8+len(storetest.Doc(3, "")); len(row) != want {
			t.Errorf("the row has %d bytes, want %d", len(row), want)
		}
		return tx.DeleteBucket([]byte("shows")) // as in a file of such a version
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s = openFile(t, path)
	wantTables(t, s, now, store.Task{Key: "a", Due: true, Show: []int{1}, Version: 3})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
