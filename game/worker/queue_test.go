package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
	"nimbot/store"
	"nimbot/store/storetest"
)

// confirmed is a store that records which boards were confirmed as shown.
type confirmed struct {
	*storetest.Memory
	mu    sync.Mutex
	shown []store.Task
}

func (c *confirmed) Shown(ctx context.Context, tasks []store.Task) error {
	c.mu.Lock()
	c.shown = append(c.shown, tasks...)
	c.mu.Unlock()
	return c.Memory.Shown(ctx, tasks)
}

// publisher shows boards as a test's function decides, and records when it showed each
// place.
type publisher struct {
	publish func(context.Context, dialog.Place) error
	mu      sync.Mutex
	shown   map[dialog.Place][]time.Time
}

func (p *publisher) Publish(ctx context.Context, place dialog.Place, _ dialog.Delivery, _ dialog.Reply) (string, error) {
	if p.publish != nil {
		if err := p.publish(ctx, place); err != nil {
			return "", err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown == nil {
		p.shown = map[dialog.Place][]time.Time{}
	}
	p.shown[place] = append(p.shown[place], time.Now())
	return "", nil
}

// hang is a platform that takes requests and never answers.
func hang(ctx context.Context, _ dialog.Place) error {
	<-ctx.Done()
	return ctx.Err()
}

// workerFixture is a room with a worker, on the clock of a synctest bubble.
type workerFixture struct {
	*chattest.Room
	confirmed *confirmed
	worker    *worker.Worker
}

func newWorkerFixture(t *testing.T, publishers map[string]dialog.Publisher) *workerFixture {
	c := chattest.NewRoom(t)
	kept := &confirmed{Memory: storetest.NewMemory()}
	c.Store = kept
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	c.Handler = chat.New(chat.Config{Store: c.Store, Words: c.Words, Seed: 7, Log: quiet})
	return &workerFixture{c, kept, &worker.Worker{Chat: c.Handler, Store: c.Store, Publishers: publishers, Log: quiet}}
}

// places returns n places of a platform.
func places(platform string, n int) []dialog.Place {
	all := make([]dialog.Place, n)
	for i := range all {
		all[i] = dialog.Place{Platform: platform, Channel: fmt.Sprint("c", i)}
	}
	return all
}

// startUnconfirmedGame starts a game whose board the adapter doesn't confirm.
func (a *workerFixture) startUnconfirmedGame(p dialog.Place) {
	a.Place = p
	r := a.Request("ana", "start 3 4 5")
	r.Confirms = true
	a.Handler.Handle(context.Background(), r)
}

// startGameWithClock begins a game between two people with a clock.
func (a *workerFixture) startGameWithClock(p dialog.Place, clock string) {
	a.Place = p
	a.Press("bob", a.Says("ana", "challenge @bob 3 4 5 clock:"+clock), "Accept")
}

// run runs the worker for a while.
func (a *workerFixture) run(d time.Duration) {
	ctx, stop := context.WithTimeout(context.Background(), d)
	defer stop()
	a.worker.Run(ctx)
}

// TestHangingPlatformDoesNotDelayOthers lets hundreds of clocks expire on a platform that
// hangs, and one on another platform.
func TestHangingPlatformDoesNotDelayOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &publisher{}
		a := newWorkerFixture(t, map[string]dialog.Publisher{"hangs": &publisher{publish: hang}, "web": web})
		for _, p := range places("hangs", 300) {
			a.startUnconfirmedGame(p)
		}
		running := make(chan struct{})
		go func() { defer close(running); a.run(time.Minute) }()
		time.Sleep(20 * time.Second) // boards are being shown, which takes for ever
		slow := places("hangs/guild", 300)
		for _, p := range slow {
			a.startGameWithClock(p, "30s")
		}
		one := dialog.Place{Platform: "web", Channel: "general"}
		a.startGameWithClock(one, "30s")
		due := time.Now().Add(30 * time.Second)
		time.Sleep(35 * time.Second)
		web.mu.Lock()
		at := web.shown[one]
		web.mu.Unlock()
		if len(at) != 1 || at[0].Sub(due) > 5*time.Second {
			t.Errorf("the page showed what its clock decided at %v, want once and within 5 s of %v", at, due)
		}
		for _, p := range slow {
			if _, settled, err := a.Handler.Settle(t.Context(), p); err != nil || settled {
				t.Fatalf("5 s after its time %s was not settled yet (%v)", p, err)
			}
		}
		<-running
	})
}

// TestConfirmedBoards checks which boards the worker confirms to the store, depending on
// how the platform answers.
func TestConfirmedBoards(t *testing.T) {
	for _, tt := range []struct {
		name     string
		publish  func(context.Context, dialog.Place) error
		platform string
		want     bool
	}{
		{"shown", nil, "test", true},
		{"on a platform that shows nothing unasked", nil, "other", true},
		{"refused", func(context.Context, dialog.Place) error { return errors.New("the platform is away") }, "test", false},
		{"hanging", hang, "test", false},
		{"panicking", func(context.Context, dialog.Place) error { panic("out of order") }, "test", false},
	} {
		for _, what := range []string{"a board", "what time decided"} {
			t.Run(what+" "+tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					a := newWorkerFixture(t, map[string]dialog.Publisher{"test": &publisher{publish: tt.publish}})
					place := dialog.Place{Platform: tt.platform, Channel: "room"}
					if what == "a board" {
						a.startUnconfirmedGame(place)
					} else {
						a.startGameWithClock(place, "10s")
					}
					time.Sleep(11 * time.Second)
					if n := step(t, a.worker); n != 1 {
						t.Fatalf("the worker claimed %d places, want 1", n)
					}
					var want []store.Task
					if tt.want {
						rec, err := a.Store.Get(t.Context(), place.String())
						if err != nil {
							t.Fatal(err)
						}
						want = []store.Task{{Key: place.String(), Show: []int{1}, Version: rec.Version}}
					}
					if got := a.confirmed.shown; !slices.EqualFunc(got, want, func(a, b store.Task) bool { return reflect.DeepEqual(a, b) }) {
						t.Errorf("confirmed %v, want %v", got, want)
					}
				})
			})
		}
	}
}

// TestBoardChangedWhileQueuedIsSkipped makes a move while the board is queued: the
// process of that move shows and confirms its board.
func TestBoardChangedWhileQueuedIsSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &publisher{publish: func(context.Context, dialog.Place) error { time.Sleep(4 * time.Second); return nil }}
		a := newWorkerFixture(t, map[string]dialog.Publisher{"slow": slow})
		all := places("slow", 20) // more than are shown at once
		for _, p := range all {
			a.startUnconfirmedGame(p)
		}
		time.Sleep(11 * time.Second)
		stepped := make(chan int)
		go func() { stepped <- step(t, a.worker) }()
		time.Sleep(2 * time.Second) // the first are being shown, the others are in line
		for _, a.Place = range all {
			a.Says("ana", "A1")
		}
		<-stepped
		if n := len(slow.shown); n != 16 {
			t.Errorf("%d boards were shown, want those 16 that were begun before the moves", n)
		}
		for _, c := range a.confirmed.shown {
			place, _ := dialog.ParsePlace(c.Key)
			if _, ok := slow.shown[place]; !ok {
				t.Errorf("%s was confirmed and never shown", c.Key)
			}
		}
	})
}

// TestABoardThatWasOvertaken makes a move through another process while the platform takes a board:
// the answer to the move may be there first, so the newer board is shown below the older one.
func TestABoardThatWasOvertaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		moves := func() {}
		p := &overtaken{during: func() { moves() }}
		a := newWorkerFixture(t, map[string]dialog.Publisher{"test": p})
		a.Place = dialog.Place{Platform: "test", Channel: "room"}
		a.startUnconfirmedGame(a.Place)
		moves = func() {
			moves = func() {}
			a.Restart()
			a.Says("ana", "A1")
		}
		time.Sleep(11 * time.Second)
		step(t, a.worker)
		want := []int{p.turns[0], p.turns[0] + 1}
		if !slices.Equal(p.turns, want) {
			t.Errorf("the boards of the turns %v were shown, want %v", p.turns, want)
		}
		if time.Sleep(time.Minute); step(t, a.worker) != 0 {
			t.Error("a board is still to be shown")
		}
	})
}

// overtaken is a platform that takes its time, and records the turns of the boards that it shows.
type overtaken struct {
	during func()
	turns  []int
}

func (p *overtaken) Publish(_ context.Context, _ dialog.Place, _ dialog.Delivery, r dialog.Reply) (string, error) {
	p.turns = append(p.turns, r.State.Turn)
	p.during()
	return "", nil
}

// TestQueueOverflow adds more boards than the queue holds: the log says so, and all are
// shown in the end.
func TestQueueOverflow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		back := time.Now().Add(time.Minute)
		p := &publisher{publish: func(ctx context.Context, p dialog.Place) error {
			if time.Now().Before(back) {
				return hang(ctx, p)
			}
			time.Sleep(100 * time.Millisecond)
			return nil
		}}
		a := newWorkerFixture(t, map[string]dialog.Publisher{"test": p})
		var log bytes.Buffer
		a.worker.Log = slog.New(slog.NewTextHandler(&log, nil))
		all := places("test", 3000)
		for _, place := range all {
			a.startUnconfirmedGame(place)
		}
		a.run(3 * time.Minute)
		if want := "boards wait for a slow platform; they are shown later\" platform=test boards="; !strings.Contains(log.String(), want) {
			t.Errorf("the log says %.300q, want %q", log.String(), want)
		}
		if got := slices.Collect(maps.Keys(p.shown)); len(got) != len(all) {
			t.Errorf("%d boards were shown, want %d", len(got), len(all))
		}
		for place, at := range p.shown {
			if len(at) != 1 {
				t.Errorf("%s was shown %d times", place, len(at))
			}
		}
	})
}

// TestShutdownWhileShowing stops the worker while it shows boards: it confirms those that
// are shown a little later, doesn't wait for those that hang, and another worker shows
// these and the queued ones.
func TestShutdownWhileShowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int64
		first := &publisher{publish: func(ctx context.Context, p dialog.Place) error {
			switch begun.Add(1) {
			case 1:
				time.Sleep(2 * time.Second)
				return nil
			case 2:
				<-ctx.Done()
				return nil // it was taken at the last moment
			}
			return hang(ctx, p)
		}}
		a := newWorkerFixture(t, map[string]dialog.Publisher{"test": first})
		all := places("test", 40)
		for _, p := range all {
			a.startUnconfirmedGame(p)
		}
		time.Sleep(11 * time.Second)
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		told := time.Now().Add(time.Second)
		a.worker.Run(ctx)
		if d := time.Since(told); d > 4*time.Second {
			t.Errorf("Run returned %s after it was told to stop, want at most 4 s", d)
		}
		if n := begun.Load(); n != 16 {
			t.Errorf("%d boards were begun, want those 16 of before it was told to stop", n)
		}
		if n := len(a.confirmed.shown); len(first.shown) != 2 || n != 2 {
			t.Errorf("the first worker showed %d boards and confirmed %d, want 2", len(first.shown), n)
		}
		next := &publisher{}
		a.worker.Publishers["test"] = next
		time.Sleep(30 * time.Second)
		a.run(10 * time.Second)
		if len(next.shown) != len(all)-2 {
			t.Errorf("the next worker showed %d boards, want the other %d", len(next.shown), len(all)-2)
		}
		for p := range first.shown {
			if _, again := next.shown[p]; again {
				t.Errorf("%s was shown again", p)
			}
		}
	})
}

// versioned is a platform on which another process shows a board while the worker reads
// the place.
type versioned struct {
	billboard
	read  func() bool
	known []uint64
}

func (r *versioned) Newest(dialog.Place) uint64 {
	if r.read() {
		return 9
	}
	return 7
}

func (r *versioned) Publish(ctx context.Context, p dialog.Place, d dialog.Delivery, reply dialog.Reply) (string, error) {
	r.known = append(r.known, d.Known)
	return r.billboard.Publish(ctx, p, d, reply)
}

// reading is a store that records whether it was read.
type reading struct {
	store.Store
	read atomic.Bool
}

func (r *reading) Get(ctx context.Context, key string) (store.Record, error) {
	r.read.Store(true)
	return r.Store.Get(ctx, key)
}

func TestNewestIsCalledBeforeGet(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Request("ana", "start 3 4 5")
	r.Confirms = true
	c.Handler.Handle(t.Context(), r)
	c.Pass(time.Minute)
	kept := &reading{Store: c.Store}
	wall := &versioned{read: kept.read.Load}
	w := newWorker(c, &wall.billboard)
	w.Publishers["test"] = wall
	w.Chat = chat.New(chat.Config{Store: kept, Words: c.Words, Seed: 7, Now: c.Clock})
	step(t, w)
	if !slices.Equal(wall.known, []uint64{7}) {
		t.Errorf("boards were published with %v known, want one, with 7: the newest before the place was read", wall.known)
	}
}
