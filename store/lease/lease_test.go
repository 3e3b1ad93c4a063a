package lease

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/store"
	"nimbot/store/storetest"
)

// worked counts who works under a lease at the moment.
type worked struct{ atomic.Int32 }

// hold works for a process until ctx ends.
func (w *worked) hold(ctx context.Context, s store.Store, holder string) {
	_ = testLease(s, holder).Run(ctx, slog.New(slog.DiscardHandler), func(ctx context.Context, _ json.RawMessage) error {
		w.Add(1)
		defer w.Add(-1)
		<-ctx.Done()
		return ctx.Err()
	}) // the context's error
}

// expectWorking waits until all goroutines are blocked, and checks that want processes
// run under the lease.
func (w *worked) expectWorking(t *testing.T, want int32, when string) {
	t.Helper()
	synctest.Wait()
	if n := w.Load(); n != want {
		t.Errorf("%s: %d processes work, want %d", when, n, want)
	}
}

func testLease(s store.Store, holder string) Lease {
	return Lease{Store: s, Key: "lease:test", Holder: holder, Length: 30 * time.Second, Random: func(most time.Duration) time.Duration { return most / 2 }}
}

func TestALeaseIsKeptWhileItIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := storetest.NewMemory(), &worked{}
		first, stop := context.WithCancel(t.Context())
		go w.hold(first, s, "first")
		w.expectWorking(t, 1, "at first")
		second, stopSecond := context.WithCancel(t.Context())
		go w.hold(second, s, "second")
		for range 100 {
			time.Sleep(10 * time.Second)
			w.expectWorking(t, 1, "while the first holds it")
		}
		stop()
		w.expectWorking(t, 0, "when the first has ended")
		time.Sleep(2 * time.Second) // Discord's people wait for three
		w.expectWorking(t, 1, "after the first")
		stopSecond()
		w.expectWorking(t, 0, "at the end")
	})
}

func TestALeaseOfADeadProcessEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := storetest.NewMemory(), &worked{}
		if _, ok, err := testLease(s, "dead").Take(t.Context()); !ok || err != nil {
			t.Fatalf("take = %v, %v", ok, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		go w.hold(ctx, s, "second")
		time.Sleep(29 * time.Second)
		w.expectWorking(t, 0, "before it ends")
		time.Sleep(1200 * time.Millisecond)
		w.expectWorking(t, 1, "after it has ended")
		stop()
		w.expectWorking(t, 0, "at the end")
	})
}

// unavailable is a store that can be cut off.
type unavailable struct {
	store.Store
	cut *atomic.Bool
}

func (u unavailable) Get(ctx context.Context, key string) (store.Record, error) {
	if u.cut.Load() {
		return store.Record{}, store.ErrUnavailable
	}
	return u.Store.Get(ctx, key)
}

// repeating is a store that stores each write, loses the answer, and is sent the write again.
type repeating struct{ store.Store }

func (r repeating) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if _, err := r.Store.Commit(ctx, key, w); err != nil {
		return store.Record{}, err
	}
	return r.Store.Commit(ctx, key, w)
}

// A repetition of the holder's own write is no sign of another holder.
func TestARepeatedWriteKeepsTheLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := repeating{storetest.NewMemory()}, &worked{}
		ctx, stop := context.WithCancel(t.Context())
		go w.hold(ctx, s, "first")
		for range 3 {
			w.expectWorking(t, 1, "while each write is repeated")
			time.Sleep(10 * time.Second)
		}
		if _, ok, err := testLease(s, "second").Take(t.Context()); ok || err != nil {
			t.Errorf("Take by another process = %v, %v; want false", ok, err)
		}
		stop()
		w.expectWorking(t, 0, "at the end")
	})
}

// A holder that can't renew its lease stops before the lease ends and another process begins.
func TestALeaseThatIsNotRenewedIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w, cut := storetest.NewMemory(), &worked{}, &atomic.Bool{}
		ctx, stop := context.WithCancel(t.Context())
		go w.hold(ctx, unavailable{s, cut}, "first")
		w.expectWorking(t, 1, "at first")
		go w.hold(ctx, s, "second")
		cut.Store(true)
		time.Sleep(19 * time.Second)
		w.expectWorking(t, 1, "while the lease lasts")
		time.Sleep(10 * time.Second)
		w.expectWorking(t, 0, "shortly before the lease ends")
		time.Sleep(3 * time.Second)
		w.expectWorking(t, 1, "after it has ended")
		cut.Store(false)
		time.Sleep(time.Minute)
		w.expectWorking(t, 1, "when the first reaches the store again")
		stop()
		w.expectWorking(t, 0, "at the end")
	})
}

// The next holder gets what the last one left. A lease that leaves nothing leaves no record.
func TestWhatAReleaseLeaves(t *testing.T) {
	for _, left := range []string{"", `{"session":1}`} {
		s := storetest.NewMemory()
		first := testLease(s, "first")
		if left != "" {
			first.State = func(bool) json.RawMessage { return json.RawMessage(left) }
		}
		if _, ok, err := first.Take(t.Context()); !ok || err != nil {
			t.Fatalf("Take = %v, %v", ok, err)
		}
		if err := first.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rec, err := s.Get(t.Context(), "lease:test"); err != nil || (rec.Version > 0) != (left != "") {
			t.Errorf("a release with %q leaves %s, %v", left, rec.Data, err)
		}
		found, ok, err := testLease(s, "second").Take(t.Context())
		if !ok || err != nil || string(found.Left) != left {
			t.Errorf("after a release with %q, Take = %q, %v, %v", left, found.Left, ok, err)
		}
	}
}

// After ReleaseAfter, nobody gets the lease during the pause.
func TestReleaseAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.NewMemory()
		first := testLease(s, "first")
		if _, ok, err := first.Take(t.Context()); !ok || err != nil {
			t.Fatalf("Take = %v, %v", ok, err)
		}
		if err := first.ReleaseAfter(t.Context(), 5*time.Second); err != nil {
			t.Fatal(err)
		}
		for pause, want := range []bool{false, true} {
			if _, ok, err := testLease(s, "second").Take(t.Context()); ok != want || err != nil {
				t.Errorf("after %d pauses Take = %v, %v, want %v", pause, ok, err, want)
			}
			time.Sleep(5 * time.Second)
		}
	})
}
