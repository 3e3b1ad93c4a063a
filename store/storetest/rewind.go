package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/store"
)

// Rewinder is a store whose contents a test can set back, as an operator who
// restores an older copy does, or a server that lost its last writes.
type Rewinder interface {
	// Snapshot returns a function that restores the store's present contents, while processes are
	// using the store. (A file can only be set back while nobody has it open: a backend of that
	// kind closes and opens it again.)
	Snapshot(t *testing.T) (rewind func(t *testing.T))
}

// testRewind has two processes write one record alternately, and sets the store
// back in between. A process that knows only the lost history must never
// overwrite a write that was answered after that.
func testRewind(t *testing.T, s store.Archive) {
	r, ok := s.(Rewinder)
	if !ok {
		t.Skip("this store has no way to set its contents back")
	}
	for _, c := range []struct {
		name         string
		copied       int // writes before the copy is made
		lost         int // writes after the copy, by turns
		since        int // writes of the other process after the store was set back
		clocksBehind bool
	}{
		{name: "emptied", copied: 0, lost: 2, since: 2},
		{name: "emptied, and as many writes again", copied: 0, lost: 6, since: 6},
		{name: "an older copy", copied: 3, lost: 5, since: 5},
		{name: "one write is lost", copied: 4, lost: 1, since: 1},
		{name: "one write is lost, clocks behind", copied: 4, lost: 1, since: 1, clocksBehind: true},
		{name: "an older copy, clocks behind", copied: 3, lost: 5, since: 5, clocksBehind: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := timelines{t: t, s: s, key: "rewind/" + c.name}
			if c.clocksBehind {
				// As if another clock had been far ahead: then these clocks don't raise versions.
				w.now = func() time.Time { return time.UnixMicro(1) }
			} else {
				w.now = time.Now
			}
			var a, b writer
			w.write(c.copied, &a, &b)
			rewind := r.Snapshot(t)
			w.write(c.lost, &a, &b)
			last, other := &a, &b
			if c.lost%2 == 0 {
				last, other = other, last
			}
			rewind(t)
			w.acked = w.acked[:c.copied]
			*other = writer{} // it reads again, like a restarted process
			w.write(c.since, other)
			w.write(1, last)
			w.check()
		})
	}
}

// timelines is one record and what was answered since it was set back.
type timelines struct {
	t     *testing.T
	s     store.Store
	key   string
	now   func() time.Time
	acked []string
	ids   int
}

// writer is what a process knows of the record.
type writer struct {
	version uint64
	text    string
}

// write adds ids to the record, the writers by turns.
func (w *timelines) write(n int, by ...*writer) {
	w.t.Helper()
	for i := range n {
		w.ids++
		id := fmt.Sprint("w", w.ids)
		if err := w.add(by[i%len(by)], id); err != nil {
			w.t.Fatal(err)
		}
		w.acked = append(w.acked, id)
	}
}

func (w *timelines) add(p *writer, id string) error {
	for {
		next := store.NextVersion(p.version, w.now())
		text := strings.TrimSpace(p.text + " " + id)
		rec, err := w.s.Commit(w.t.Context(), w.key, store.Write{Expect: p.version, Data: Doc(next, text)})
		switch {
		case err == nil:
			p.version, p.text = next, text
			return nil
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		p.version, p.text = rec.Version, textOf(rec)
	}
}

// check checks that the record has all answered writes, in order.
func (w *timelines) check() {
	w.t.Helper()
	rec, err := w.s.Get(w.t.Context(), w.key)
	if want := strings.Join(w.acked, " "); err != nil || textOf(rec) != want {
		w.t.Errorf("Get(%q) = %q, %v, want what was answered, %q", w.key, textOf(rec), err, want)
	}
}

// textOf returns the text of a Doc, which must need no escapes.
func textOf(rec store.Record) string {
	_, text, _ := strings.Cut(string(rec.Data), `,"text":"`)
	return strings.TrimSuffix(text, `"}`)
}
