package discord

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
	_ = testLease(s, holder).runWithLease(ctx, slog.New(slog.DiscardHandler), func(ctx context.Context, _ json.RawMessage) error {
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

func testLease(s store.Store, holder string) lease {
	return lease{store: s, key: "lease:test", holder: holder, length: 30 * time.Second}
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
		if _, ok, err := testLease(s, "dead").take(t.Context()); !ok || err != nil {
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
