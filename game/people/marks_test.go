package people_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// entries returns all records of a store.
func entries(t *testing.T, s store.Archive) (all []store.Entry) {
	t.Helper()
	for e, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// leave lets the person with the secret play, practise, and have everything deleted.
// before has the records from before the deletion.
func (w *cluster) leave() (before []store.Entry) {
	w.t.Helper()
	w.store.off.Store(true)
	w.talkIn("one", secret, "start 3 4 5")
	w.talkIn("one", secret, "A1")
	w.talkIn("one", secret, "resign")
	w.talkIn("one", secret, "puzzle")
	w.settle()
	before = entries(w.t, w.store)
	w.ahead.Add(int64(time.Hour))
	if got := w.talkIn("one", secret, "forget everywhere yes"); !strings.Contains(got, "no longer store") {
		w.t.Fatalf("forget everywhere yes = %q, want it done", got)
	}
	w.settle()
	return before
}

// Marks don't reveal who left: the keys are salted, so knowing ids doesn't help, and each
// store has its own salt.
func TestMarksDontNameAnybody(t *testing.T) {
	keys := map[string]bool{}
	for range 2 {
		w := newCluster(t, storetest.NewMemory())
		w.leave()
		sum := sha256.Sum256([]byte("nimbot\x00test\x00id-" + secret))
		for _, e := range entries(t, w.store) {
			if person.IsMarkKey(e.Key) {
				keys[e.Key] = true
			}
			if strings.Contains(e.Key, hex.EncodeToString(sum[:16])) {
				t.Errorf("the mark %s is made of the id alone", e.Key)
			}
		}
	}
	if len(keys) != 2 {
		t.Errorf("the marks of one person in two stores are %v, want two", keys)
	}
}

// TestMarksOfMergedStoresHold merges the store that a person left into a store that another
// person left, and then restores a backup from before the first one left.
func TestMarksOfMergedStoresHold(t *testing.T) {
	a, b := newCluster(t, storetest.NewMemory()), newCluster(t, storetest.NewMemory())
	a.store.off.Store(true)
	a.talkIn("nine", "cleo", "puzzle")
	a.talkIn("nine", "cleo", "forget everywhere yes") // which makes a's salt
	before := b.leave()
	for _, e := range entries(t, b.store) { // b's salt is joined, as restore and migrate do
		var err error
		if person.IsSaltsKey(e.Key) {
			_, err = person.JoinSalts(t.Context(), a.store, e, a.now)
		} else {
			_, err = a.store.Restore(t.Context(), e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	into := a.store
	for _, e := range before {
		if _, err := into.Restore(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if len(traces(t, into)) == 0 {
		t.Fatal("the backup brings nothing back")
	}
	fresh := newCluster(t, into)
	fresh.ahead.Store(b.ahead.Load())
	fresh.store.off.Store(true)
	if err := fresh.replicas[0].Book.SweepNow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, into); len(found) > 0 {
		t.Errorf("traces are left in %q", found)
	}
	fresh.ahead.Add(int64(time.Minute))
	fresh.talkIn("one", secret, "puzzle")
	fresh.ahead.Add(int64(25 * time.Hour))
	fresh.settle()
	if found := traces(t, into); len(found) != 1 {
		t.Errorf("after they came back there are traces in %q, want their practice", found)
	}
}

// TestABackupWhileSomebodyLeaves takes a backup at every step of a deletion, and
// restores each into a store of its own.
func TestABackupWhileSomebodyLeaves(t *testing.T) {
	s := &watched{Archive: storetest.NewMemory()}
	w := newCluster(t, s)
	var mu sync.Mutex
	var backups [][]store.Entry
	during := func(string) {
		mu.Lock()
		defer mu.Unlock()
		backups = append(backups, entries(t, s.Archive))
	}
	armed := func(key string) {
		if person.IsMarkKey(key) || person.IsSaltsKey(key) {
			s.looking.Store(&during)
		}
	}
	s.reading.Store(&armed)
	w.leave()
	s.reading.Store(nil)
	s.looking.Store(nil)
	marked := 0
	for i, backup := range backups {
		has := false
		into := storetest.NewMemory()
		for _, e := range backup {
			has = has || person.IsMarkKey(e.Key)
			if _, err := into.Restore(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if !has {
			continue
		}
		marked++
		fresh := newCluster(t, into)
		if err := fresh.replicas[0].Book.SweepNow(t.Context()); err != nil {
			t.Fatal(err)
		}
		if found := traces(t, into); len(found) > 0 {
			t.Errorf("backup %d: traces are left in %q", i, found)
		}
	}
	if marked == 0 {
		t.Errorf("none of %d backups has a mark", len(backups))
	}
}

// readonly is a store in which some keys can't be written from some moment on.
type readonly struct {
	store.Archive
	from atomic.Pointer[string] // the prefix of keys that can't be written; nil: all can be
}

var errReadOnly = fmt.Errorf("%w: read-only file system", store.ErrUnavailable)

func (r *readonly) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if from := r.from.Load(); from != nil && strings.HasPrefix(key, *from) {
		return store.Record{}, errReadOnly
	}
	return r.Archive.Commit(ctx, key, w)
}

// TestDeletionIsConfirmedOnlyWhenComplete lets the store refuse writes at different steps
// of a deletion, and then accept them again.
func TestDeletionIsConfirmedOnlyWhenComplete(t *testing.T) {
	for _, backend := range backends {
		for _, kind := range []string{"", "left:", "member:", "practice:", "test/"} {
			t.Run(backend.name+"/"+kind, func(t *testing.T) {
				s := &readonly{Archive: backend.open(t)}
				w := newCluster(t, s)
				w.store.off.Store(true)
				w.talkIn("one", secret, "start 3 4 5")
				w.talkIn("one", secret, "A1")
				w.talkIn("one", secret, "resign")
				w.talkIn("one", secret, "puzzle")
				w.settle()
				s.from.Store(&kind)
				if got := w.talkIn("two", secret, "forget everywhere yes"); strings.Contains(got, "Done") || got == "" {
					t.Errorf("forget everywhere yes = %q, although nothing can be written", got)
				}
				s.from.Store(nil)
				w.ahead.Add(int64(2 * time.Minute))
				if kind == "" || kind == "left:" { // the deletion hasn't begun
					w.talkIn("two", secret, "forget everywhere yes")
				}
				w.settle()
				if found := traces(t, s); len(found) > 0 {
					t.Errorf("traces are left in %q", found)
				}
			})
		}
	}
}

// TestForgetEverywhereTwice sends the command to two processes at once, and again soon after.
func TestForgetEverywhereTwice(t *testing.T) {
	onEveryStore(t, func(t *testing.T, s store.Archive, w *cluster) {
		w.talkIn("one", secret, "puzzle")
		var all sync.WaitGroup
		for _, by := range w.replicas {
			all.Go(func() { by.Handle(context.Background(), leaversRequest("forget everywhere yes")) })
		}
		all.Wait()
		w.ahead.Add(int64(30 * time.Second))
		if got := w.talkIn("one", secret, "forget everywhere yes"); !strings.Contains(got, "less than a minute ago") {
			t.Errorf("asked again within a minute = %q, want that it's done", got)
		}
		w.settle()
		marks := 0
		for _, e := range entries(t, s) {
			if person.IsMarkKey(e.Key) {
				marks++
			}
		}
		if found := traces(t, s); len(found) > 0 || marks != 1 {
			t.Errorf("%d marks, traces in %q; want one mark and nothing else", marks, found)
		}
		w.ahead.Add(int64(time.Minute))
		w.talkIn("one", secret, "puzzle")
		if got := w.talkIn("one", secret, "forget everywhere yes"); !strings.Contains(got, "no longer store") {
			t.Errorf("asked again after a minute = %q, want it done again", got)
		}
		w.settle()
		if found := traces(t, s); len(found) > 0 {
			t.Errorf("traces are left in %q", found)
		}
	})
}

// TestNoRatedPairsAfterLeaving checks that a person can't get more pairs by leaving,
// although the day's count is deleted.
func TestNoRatedPairsAfterLeaving(t *testing.T) {
	w := newCluster(t, storetest.NewMemory())
	w.store.off.Store(true)
	pairs := 0
	for round := range 10 {
		for _, line := range []struct{ who, text string }{{secret, "challenge @bob rated"}, {"bob", "accept"}} {
			if got := w.talkIn("one", line.who, line.text); strings.Contains(got, "ame 1 of 2") {
				pairs++
			}
		}
		w.talkIn("one", secret, "resign")
		w.talkIn("one", "bob", "resign")
		w.settle()
		if round%2 == 1 {
			w.ahead.Add(int64(2 * time.Minute))
			w.talkIn("one", []string{"bob", secret}[round/2%2], "forget everywhere yes")
			w.settle()
		}
	}
	if pairs > 3 || pairs == 0 {
		t.Errorf("two people began %d rated pairs in a day, want at most 3", pairs)
	}
	w.talkIn("one", secret, "challenge @bob rated")
	if got := w.talkIn("one", "bob", "accept"); !strings.Contains(got, "rated pairs") {
		t.Errorf("accept = %q, want why there are no rated pairs", got)
	}
	w.talkIn("one", secret, "decline")
	w.ahead.Add(int64(25 * time.Hour))
	w.settle()
	w.talkIn("one", secret, "challenge @bob rated")
	if got := w.talkIn("one", "bob", "accept"); !strings.Contains(got, "ame 1 of 2") {
		t.Errorf("a day later accept = %q, want a pair", got)
	}
}

// When the scan of the store begins, the places that the person's document lists have
// been cleared already.
func TestKnownPlacesAreClearedFirst(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			s := &watched{Archive: backend.open(t)}
			w := newCluster(t, s)
			w.store.off.Store(true)
			w.talkIn("one", secret, "start 3 4 5")
			w.talkIn("one", secret, "A1")
			w.talkIn("one", secret, "resign")
			w.talkIn("two", secret, "challenge @cleo 3 4 5") // which no member's document lists
			w.settle()
			found := make(chan []string, 1)
			var once sync.Once
			first := func(string) { once.Do(func() { found <- traces(t, s.Archive) }) }
			s.looking.Store(&first)
			w.talkIn("two", secret, "forget everywhere yes")
			if got := <-found; len(got) != 1 || got[0] != "test/g/two" {
				t.Errorf("when the look begins there are traces in %q, want the unknown place", got)
			}
			s.looking.Store(nil)
			w.settle()
			if got := traces(t, s.Archive); len(got) > 0 {
				t.Errorf("traces are left in %q", got)
			}
		})
	}
}

// If the process that was asked can't read the store, another process finds the mark and
// scans.
func TestScanIsTakenOverByAnotherProcess(t *testing.T) {
	onEveryStore(t, func(t *testing.T, s store.Archive, w *cluster) {
		w.talkIn("one", secret, "start 3 4 5")
		w.talkIn("one", secret, "puzzle")
		kind := "test/"
		dying := &readonly{Archive: s}
		dying.from.Store(&kind)
		old := newCluster(t, dying)
		old.store.off.Store(true)
		if got := old.talkIn("two", secret, "forget everywhere yes"); strings.Contains(got, "Done") {
			t.Errorf("forget everywhere yes = %q, although the process died", got)
		}
		w.settle()
		if got := traces(t, s); len(got) > 0 {
			t.Errorf("traces are left in %q", got)
		}
	})
}

// TestBothPlayersOfAPairLeave lets both players of a pair leave at once.
func TestBothPlayersOfAPairLeave(t *testing.T) {
	onEveryStore(t, func(t *testing.T, s store.Archive, w *cluster) {
		w.talkIn("one", secret, "challenge @"+secret+"2 rated")
		w.talkIn("one", secret+"2", "accept")
		w.talkIn("one", secret, "resign")
		w.talkIn("one", secret+"2", "resign")
		w.settle()
		var both sync.WaitGroup
		for i, who := range []string{secret, secret + "2"} {
			both.Go(func() {
				r := leaversRequest("forget everywhere yes")
				r.User = dialog.User{ID: "id-" + who, Name: who}
				w.replicas[i].Handle(context.Background(), r)
			})
		}
		both.Wait()
		w.settle()
		if found := traces(t, s); len(found) > 0 {
			t.Errorf("traces are left in %q", found)
		}
	})
}
