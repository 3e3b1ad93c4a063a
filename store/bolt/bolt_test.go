package bolt_test

import (
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// open opens a store in a file of its own.
func open(t testing.TB, o bolt.Options) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "nim.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return s
}

func TestSuite(t *testing.T) {
	defer goleak.VerifyNone(t)
	storetest.Run(t, func(t *testing.T) store.Archive { return open(t, bolt.Options{}) })
}
