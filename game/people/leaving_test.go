package people_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/person"
)

// watched is a store that calls functions of a test while it is scanned, and after each read.
type watched struct {
	store.Archive
	looking, reading atomic.Pointer[func(key string)]
}

func (w *watched) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range w.Archive.All(ctx) {
			if at := w.looking.Load(); at != nil {
				(*at)(e.Key)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func (w *watched) Get(ctx context.Context, key string) (store.Record, error) {
	r, err := w.Archive.Get(ctx, key)
	if at := w.reading.Load(); at != nil {
		(*at)(key)
	}
	return r, err
}

// leaversRequest returns a request of the person who leaves.
func leaversRequest(text string) dialog.Request {
	return dialog.Request{Place: dialog.Place{Platform: "test", Guild: "g", Channel: "one"}, User: dialog.User{ID: "id-" + secret, Name: secret}, Text: text}
}

// TestDeletionHoldsAgainstConcurrentWrites lets another process write about the person who
// leaves, at every step of the scan of the store.
func TestDeletionHoldsAgainstConcurrentWrites(t *testing.T) {
	for _, backend := range backends {
		for _, act := range []string{"daily", "learn 1", "profile private"} {
			t.Run(backend.name+"/"+act, func(t *testing.T) {
				s := &watched{Archive: backend.open(t)}
				w := newCluster(t, s)
				w.store.off.Store(true)
				w.talkIn("one", secret, "start 3 4 5")
				w.talkIn("one", secret, "A1")
				w.talkIn("one", secret, "resign")
				w.talkIn("one", secret, "puzzle")
				w.settle()
				if n := len(traces(t, s)); n < 3 {
					t.Fatalf("%d traces before, want more: %q", n, traces(t, s))
				}
				acted := 0
				meanwhile := func(string) {
					acted++
					w.ahead.Add(int64(3 * time.Second)) // a large store takes its time
					w.replicas[1].Handle(context.Background(), leaversRequest(act))
				}
				s.looking.Store(&meanwhile)
				w.talkIn("five", secret, "forget everywhere yes")
				waitForSweep(t, s)
				s.looking.Store(nil)
				w.settle()
				if found := traces(t, s); acted == 0 || len(found) > 0 {
					t.Errorf("done %d times meanwhile, traces are left in %q", acted, found)
				}
				// Then they may start again.
				w.ahead.Add(int64(time.Hour))
				w.talkIn("one", secret, "puzzle")
				if found := traces(t, s); len(found) != 1 {
					t.Errorf("after a new puzzle there are traces in %q, want the practice document", found)
				}
				w.ahead.Add(int64(25 * time.Hour)) // the daily scan keeps it
				w.settle()
				if found := traces(t, s); len(found) != 1 {
					t.Errorf("a day later there are traces in %q, want the practice document", found)
				}
			})
		}
	}
}

// waitForSweep waits until the mark records a completed scan.
func waitForSweep(t *testing.T, s *watched) {
	t.Helper()
	for range 6000 {
		for e, err := range s.Archive.All(t.Context()) {
			if err == nil && person.IsMarkKey(e.Key) && strings.Contains(string(e.Record.Data), `"sweeps"`) {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the look through the store doesn't end")
}

// A change read its document before the person left, and writes it after the scan:
// nothing comes back.
func TestDelayedChangeDoesNotRestoreDeletedData(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			s := &watched{Archive: backend.open(t)}
			w := newCluster(t, s)
			w.store.off.Store(true)
			key := person.PracticeKey("test", "id-"+secret)
			reached, released := make(chan struct{}), make(chan struct{})
			var held atomic.Bool
			hold := func(read string) {
				if read == key && held.CompareAndSwap(false, true) {
					close(reached)
					<-released
				}
			}
			s.reading.Store(&hold)
			done := make(chan struct{})
			go func() {
				defer close(done)
				w.replicas[1].Handle(context.Background(), leaversRequest("puzzle"))
			}()
			<-reached
			w.talkIn("five", secret, "forget everywhere yes")
			waitForSweep(t, s)
			w.ahead.Add(int64(3 * time.Second))
			close(released)
			<-done
			w.settle()
			rec, err := s.Get(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			// The effect of the command may be stored as new data: then the document
			// says after which mark it began.
			if rec.Version != 0 && !strings.Contains(string(rec.Data), `"after"`) {
				t.Errorf("%s is kept, want nothing from before", rec.Data)
			}
		})
	}
}

// Processes write about a person at random times while they leave. Nothing from before
// may survive.
func TestDeletionRaces(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			s := &watched{Archive: backend.open(t)}
			w := newCluster(t, s)
			w.store.off.Store(true)
			for i := range 300 { // so that a scan takes a moment
				if _, err := s.Commit(t.Context(), fmt.Sprint("other:", i), store.Write{Data: []byte(`{"v":3,"n":1}`)}); err != nil {
					t.Fatal(err)
				}
			}
			slowly := func(string) { w.ahead.Add(int64(20 * time.Millisecond)) }
			s.looking.Store(&slowly)
			key := person.PracticeKey("test", "id-"+secret)
			practices := person.NewPractices(s, w.now, 0)
			for round := range slowtest.Count(6, 12) {
				w.ahead.Add(int64(2 * time.Hour))
				if _, err := practices.Change(t.Context(), key, func(p *person.Practice) (bool, error) { p.Streak.Longest = 77; return true, nil }); err != nil {
					t.Fatal(err)
				}
				stop := make(chan struct{})
				var pressing sync.WaitGroup
				for _, by := range w.replicas[1:] {
					pressing.Go(func() {
						for i := 0; ; i++ {
							select {
							case <-stop:
								return
							default:
								by.Handle(context.Background(), leaversRequest([]string{"daily", "puzzle", "learn 1"}[i%3]))
							}
						}
					})
				}
				w.talkIn("five", secret, "forget everywhere yes")
				close(stop)
				pressing.Wait()
				w.settle()
				if rec, err := s.Get(t.Context(), key); err != nil || strings.Contains(string(rec.Data), `"longest":77`) {
					t.Errorf("round %d: %s is kept (%v), want nothing from before", round, rec.Data, err)
				}
			}
		})
	}
}
