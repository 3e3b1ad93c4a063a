package worker_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
	"nimbot/store"
)

// billboard is a Publisher that records the replies.
type billboard struct {
	shown []dialog.Reply
	fail  bool
}

func (b *billboard) Publish(_ context.Context, _ dialog.Place, _ dialog.Delivery, r dialog.Reply) (string, error) {
	if b.fail {
		return "", errors.New("the platform is away")
	}
	b.shown = append(b.shown, r)
	return "", nil
}

// only returns the single reply that was shown.
func (b *billboard) only(t *testing.T) dialog.Reply {
	t.Helper()
	if len(b.shown) != 1 {
		t.Fatalf("the worker showed %d replies, want 1", len(b.shown))
	}
	return b.shown[0]
}

func newWorker(c *chattest.Room, b *billboard) *worker.Worker {
	return &worker.Worker{Chat: c.Handler, Store: c.Store, Now: c.Clock, Publishers: map[string]dialog.Publisher{"test": b}, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

func step(t *testing.T, w *worker.Worker) int {
	t.Helper()
	n, err := w.Step(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWorkerAnnouncesExpiredClocks(t *testing.T) {
	c, b := chattest.NewRoom(t), &billboard{}
	w := newWorker(c, b)
	c.Says("ana", "challenge @bob 3 4 5")
	if n := step(t, w); n != 0 || len(b.shown) != 0 {
		t.Fatalf("before anything is due the worker claimed %d places and showed %d", n, len(b.shown))
	}
	c.Pass(11 * time.Minute)
	b.fail = true
	step(t, w)
	b.fail = false
	c.Pass(time.Minute)
	step(t, w)
	// The offer expired at the first try; what failed was only the telling.
	c.Expect(c.Says("bob", "accept"), "[bob] That offer has expired")

	c.Press("bob", c.Says("ana", "challenge @bob 3 4 5 clock:1m"), "Accept")
	c.Pass(2 * time.Minute)
	b.fail = true
	step(t, w)
	b.fail = false
	c.Pass(time.Minute)
	step(t, w)
	c.Expect(b.only(t), "[all]", "ana ran out of time")
}

func TestWorkerAnnouncesExpiredOffers(t *testing.T) {
	c, b := chattest.NewRoom(t), &billboard{}
	w := newWorker(c, b)
	c.Says("ana", "challenge @bob 3 4 5")
	c.Pass(11 * time.Minute)
	step(t, w)
	c.Expect(b.only(t), "[all]", "expired")
}

func TestWorkerShowsUnshownBoards(t *testing.T) {
	c, b := chattest.NewRoom(t), &billboard{}
	w := newWorker(c, b)
	confirming := func(text string) dialog.Reply {
		r := c.Request("ana", text)
		r.Confirms = true
		return c.Handler.Handle(t.Context(), r)
	}
	shown := confirming("start 3 4 5")
	if err := c.Handler.Shown(t.Context(), c.Place, shown.Version, shown.Boards()); err != nil {
		t.Fatal(err)
	}
	c.Pass(time.Minute)
	if step(t, w); len(b.shown) != 0 {
		t.Fatalf("a board that was shown is shown again:\n%s", c.Text(b.shown[0]))
	}
	confirming("A1")
	c.Pass(time.Minute)
	step(t, w)
	c.Expect(b.only(t), "Piles: A 1", "ana took 1 from A")
	c.Pass(time.Minute)
	if step(t, w); len(b.shown) != 1 {
		t.Errorf("the worker showed the same board %d times", len(b.shown))
	}
}

// A worker without a logger uses slog.Default, and doesn't panic.
func TestAWorkerWithoutALogger(t *testing.T) {
	c, b := chattest.NewRoom(t), &billboard{fail: true}
	w := newWorker(c, b)
	w.Log = nil
	c.Says("ana", "challenge @bob 3 4 5")
	c.Pass(11 * time.Minute)
	step(t, w) // logs that the platform is away
}

// absent is a store whose Claim fails until it's back.
type absent struct {
	store.Store
	back time.Time
}

func (a *absent) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	if time.Now().Before(a.back) {
		return nil, store.ErrUnavailable
	}
	return a.Store.Claim(ctx, now, lease, limit)
}

// TestStoreOutageIsLoggedOnce makes the store fail for some claims and then work again:
// the log reports the outage once, and its end once.
func TestStoreOutageIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newWorkerFixture(t, nil)
		var log bytes.Buffer
		a.worker.Log = slog.New(slog.NewTextHandler(&log, nil))
		a.worker.Store = &absent{a.Store, time.Now().Add(5500 * time.Millisecond)}
		a.run(10 * time.Second)
		for _, tt := range []struct {
			text string
			want int
		}{{"wait for the store", 1}, {"the store answers again", 1}, {"\n", 2}} {
			if n := strings.Count(log.String(), tt.text); n != tt.want {
				t.Errorf("the log says %q %d times, want %d:\n%s", tt.text, n, tt.want, log.String())
			}
		}
	})
}

func TestObserverCallbacks(t *testing.T) {
	c, b := chattest.NewRoom(t), &billboard{}
	w := newWorker(c, b)
	var late []time.Duration
	var shown []error
	waiting := map[string]int{}
	w.Observer = worker.Observer{
		Settled: func(_ string, d time.Duration) { late = append(late, d) },
		Shown:   func(_ string, err error) { shown = append(shown, err) },
		Waiting: func(platform string, boards int) { waiting[platform] = boards },
	}
	c.Press("bob", c.Says("ana", "challenge @bob 3 4 5 clock:1m"), "Accept")
	c.Pass(time.Minute + 7*time.Second)
	b.fail = true
	step(t, w)
	c.Pass(time.Minute)
	b.fail = false
	step(t, w)
	if len(late) != 1 || late[0] != 7*time.Second {
		t.Errorf("what was decided was late by %v, want once 7s", late)
	}
	if len(shown) != 2 || shown[0] == nil || shown[1] != nil {
		t.Errorf("boards were shown with %v, want an error and then none", shown)
	}
	if _, told := waiting["test"]; !told {
		t.Errorf("boards in line: %v, want a number for each platform", waiting)
	}
}
