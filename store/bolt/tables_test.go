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
// row, and that one of several tables no longer does once their boards were shown.
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
	s = openFile(t, path)
	wantTables(t, s, now, store.Task{Key: "a", Due: true, Show: []int{1}, Version: 3})
	if _, err := s.Commit(t.Context(), "a", store.Write{Expect: 3, Data: storetest.Doc(4, ""), Show: store.ShowAt(2, now)}); err != nil {
		t.Fatal(err)
	}
	if err := s.Shown(t.Context(), []store.Task{{Key: "a", Show: []int{1, 2}, Version: 4}}); err != nil {
		t.Fatal(err)
	}
	wantTables(t, s, now.Add(time.Hour))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if rows := showsIn(t, path); len(rows) != 0 {
		t.Errorf("after all boards were shown the file keeps %q, want nothing", rows)
	}
}
