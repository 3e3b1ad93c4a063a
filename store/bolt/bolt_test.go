package bolt_test

import (
	"errors"
	"os"
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

// rewound is a store that can restore an earlier copy of its file: it closes
// the file, replaces it, and opens it again. (The suite's writers keep their
// state meanwhile, although real ones would end with the process.)
type rewound struct {
	*bolt.Store
	path string
}

func (r *rewound) reopen(t *testing.T, between func() error) {
	t.Helper()
	err := errors.Join(r.Close(), between())
	if err == nil {
		r.Store, err = bolt.Open(r.path, bolt.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Snapshot implements storetest.Rewinder.
func (r *rewound) Snapshot(t *testing.T) (rewind func(*testing.T)) {
	t.Helper()
	var saved []byte
	r.reopen(t, func() (err error) { saved, err = os.ReadFile(r.path); return err })
	return func(t *testing.T) {
		t.Helper()
		r.reopen(t, func() error { return os.WriteFile(r.path, saved, 0o600) })
	}
}

func TestSuite(t *testing.T) {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	storetest.Run(t, func(t *testing.T) store.Archive {
		r := &rewound{path: filepath.Join(t.TempDir(), "nim.db")}
		var err error
		if r.Store, err = bolt.Open(r.path, bolt.Options{}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := r.Close(); err != nil {
				t.Errorf("Close() = %v", err)
			}
		})
		return r
	})
}
