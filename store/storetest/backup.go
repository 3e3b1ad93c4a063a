package storetest

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"nimbot/store"
)

// written has the entries that were committed under a key, by version.
type written struct {
	mu   sync.Mutex
	all  map[uint64]store.Entry
	last uint64 // the newest version whose Commit has returned
}

// add records an entry before the caller commits it.
func (w *written) add(e store.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all[e.Record.Version] = e
}

func (w *written) answered(version uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = version
}

func (w *written) newest() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// testBackup backs a store up while others write to it: each record is one that was
// there during the backup, with the times of its own write, and none is missing.
func testBackup(t *testing.T, s store.Archive) {
	const (
		writers = 8
		keys    = 40 * writers // each writer has its own
	)
	histories := map[string]*written{}
	for i := range keys {
		key := fmt.Sprintf("place/%d", i)
		histories[key] = &written{all: map[uint64]store.Entry{}}
		histories[key].commit(t, s, key)
	}
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for i := w; ctx.Err() == nil; i = (i + writers) % keys {
				key := fmt.Sprintf("place/%d", i)
				histories[key].commit(t, s, key)
			}
		})
	}
	for range 3 {
		before := map[string]uint64{}
		for key, h := range histories {
			before[key] = h.newest()
		}
		var file bytes.Buffer
		err := store.WriteBackup(t.Context(), &file, s, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		b, err := store.OpenBackup(t.Context(), bytes.NewReader(file.Bytes()))
		if err != nil || b.Records != keys {
			t.Fatalf("OpenBackup = %+v, %v, want %d records", b, err, keys)
		}
		for e := range b.All(t.Context()) {
			histories[e.Key].check(t, e, before[e.Key])
		}
	}
	stop()
	writing.Wait()
}

// commit writes the next version; nobody else may commit this key meanwhile.
func (w *written) commit(t *testing.T, s store.Store, key string) {
	version := w.newest() + 1
	e := store.Entry{Key: key, Record: store.Record{Version: version, Data: Doc(version, key)}}
	if version%3 > 0 {
		e.Due = noon.Add(time.Duration(version) * time.Second)
	}
	w.add(e)
	if _, err := s.Commit(t.Context(), key, store.Write{Expect: version - 1, Data: e.Record.Data, Due: e.Due}); err != nil {
		t.Errorf("Commit(%q, version %d) = %v", key, version, err)
	}
	w.answered(version)
}

// check compares an entry of a backup with what was written; from is the version that was
// there when the backup began.
func (w *written) check(t *testing.T, e store.Entry, from uint64) {
	t.Helper()
	w.mu.Lock()
	want, ok := w.all[e.Record.Version]
	w.mu.Unlock()
	if !ok || e.Record.Version < from || !sameEntry(e, want) {
		t.Errorf("the backup holds %v, want %v and at least version %d", e, want, from)
	}
}
