package chat_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/redis/redistest"
)

// onceMoves is how many deliveries the test of doubled deliveries makes, unless
// NIM_TEST_MOVES says otherwise.
const onceMoves = 3000

// TestDoubledDeliveriesActOnce has 64 callers play on one channel through three replicas,
// by typing and by pressing. Three in ten deliveries go to two replicas at once, and some
// come once more after one and after five minutes. Every delivery takes a different
// number of stones, so the games show a delivery that acted twice.
func TestDoubledDeliveriesActOnce(t *testing.T) {
	deliveries := onceMoves
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_MOVES")); err == nil {
		deliveries = n
	}
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := redistest.Start(t)
	hot := &hotChannel{t: t, seen: history{games: map[string]string{}}}
	for range 3 {
		hot.replicas = append(hot.replicas, chat.New(chat.Config{
			Store: recorded{connect(t, server), &hot.seen}, Words: catalogue, Log: slog.New(slog.DiscardHandler),
			Now: hot.time, Timeout: time.Minute,
		}))
	}
	var (
		callers sync.WaitGroup
		next    atomic.Int64
	)
	for range 64 {
		callers.Go(func() {
			for n := next.Add(1); n <= int64(deliveries); n = next.Add(1) {
				hot.deliver(int(n))
			}
		})
	}
	callers.Wait()
	for _, wait := range []time.Duration{time.Minute, 4 * time.Minute} {
		hot.clock.Add(int64(wait))
		for _, d := range hot.late {
			hot.count(d.request, hot.at(d.replica+1).Handle(t.Context(), d.request))
		}
	}
	hot.check(deliveries)
}

// hotChannel is one channel and what happened to the deliveries in it.
type hotChannel struct {
	t        *testing.T
	replicas []*chat.Handler
	clock    atomic.Int64 // since the beginning
	seen     history

	mu      sync.Mutex
	stamp   string                   // of the newest board
	results [2]map[dialog.Result]int // of what was typed, of what was pressed
	done    map[string]int           // how often a delivery was answered with success
	late    []delivered
}

// delivered is a delivery and the replica that it first came to.
type delivered struct {
	request dialog.Request
	replica int
}

func (h *hotChannel) time() time.Time {
	return time.Unix(1_800_000_000, 0).Add(time.Duration(h.clock.Load()))
}

func (h *hotChannel) at(replica int) *chat.Handler { return h.replicas[replica%len(h.replicas)] }

// The load: typed moves come so fast that they reach the bound on remembered deliveries.
const (
	betweenDeliveries = 200 * time.Millisecond
	movesOfAGame      = 120
)

// deliver makes the nth delivery: a typed move, or a press on the newest board.
func (h *hotChannel) deliver(n int) {
	h.clock.Add(int64(betweenDeliveries))
	r := dialog.Request{Place: dialog.Place{Platform: "test", Channel: "hot"}, User: chattest.Person("ana")}
	if n%movesOfAGame == 1 {
		for _, r.Text = range []string{"stop", "start 1000000000 1000000000"} {
			h.count(r, h.at(n).Handle(h.t.Context(), r))
		}
	}
	r.ID, r.Text = fmt.Sprint("d", n), fmt.Sprint("A", n)
	if n%movesOfAGame > movesOfAGame/2 { // then only presses come, so that some are in time
		h.mu.Lock()
		r.Text += " " + h.stamp
		h.mu.Unlock()
	}
	replicas := []int{n}
	if rand.IntN(10) < 3 {
		replicas = append(replicas, n+1)
	}
	answers := make([]dialog.Reply, len(replicas))
	var both sync.WaitGroup
	for i, replica := range replicas {
		both.Go(func() { answers[i] = h.at(replica).Handle(h.t.Context(), r) })
	}
	both.Wait()
	for _, a := range answers {
		h.count(r, a)
	}
	if rand.IntN(50) == 0 {
		h.mu.Lock()
		h.late = append(h.late, delivered{r, n})
		h.late = h.late[max(0, len(h.late)-20):] // of the last minutes only
		h.mu.Unlock()
	}
}

// stampOf returns the stamp of the buttons of a reply.
func stampOf(r dialog.Reply) string {
	for _, m := range r.Messages {
		for _, b := range m.Buttons {
			if _, stamp, ok := strings.Cut(b.Command, "~"); ok {
				return "~" + stamp
			}
		}
	}
	return ""
}

func (h *hotChannel) count(r dialog.Request, a dialog.Reply) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done == nil {
		h.results, h.done = [2]map[dialog.Result]int{{}, {}}, map[string]int{}
	}
	kind := 0
	if strings.Contains(r.Text, "~") {
		kind = 1
	}
	h.results[kind][a.Result]++
	if stamp := stampOf(a); stamp != "" {
		h.stamp = stamp
	}
	if a.Result == dialog.Done && r.ID != "" {
		h.done[r.ID]++
	}
}

// check fails if a delivery occurs twice in the games, or if a delivery that was answered
// with success is missing.
func (h *hotChannel) check(deliveries int) {
	h.t.Helper()
	h.t.Logf("%d deliveries, typed %v, pressed %v", deliveries, h.results[0], h.results[1])
	acted := map[string]int{}
	for _, events := range h.seen.games {
		for _, e := range strings.Fields(events) {
			if n, ok := strings.CutPrefix(e, "A"); ok {
				acted["d"+n]++
			}
		}
	}
	doubled, lost := 0, 0
	for _, times := range acted {
		if times > 1 {
			doubled++
		}
	}
	for id := range h.done {
		if acted[id] == 0 {
			lost++
		}
	}
	if doubled+lost > 0 || len(acted) < deliveries/10 {
		h.t.Errorf("of %d deliveries %d acted, %d twice, and %d were lost; want each once", deliveries, len(acted), doubled, lost)
	}
	for _, kind := range h.results {
		if kind[dialog.Unavailable]+kind[dialog.Broken] > 0 {
			h.t.Errorf("results %v, want every delivery answered", kind)
		}
	}
}

// history is the longest record of each game that was ever stored.
type history struct {
	mu    sync.Mutex
	games map[string]string // events by the game's id
}

// recorded is a store that notes what is stored.
type recorded struct {
	store.Store
	seen *history
}

func (r recorded) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	rec, err := r.Store.Commit(ctx, key, w)
	if err != nil {
		return rec, err
	}
	doc, failure := channel.Decode(rec.Data)
	if failure == nil && doc.Game != nil {
		r.seen.mu.Lock()
		defer r.seen.mu.Unlock()
		if old := r.seen.games[doc.Game.ID]; len(old) < len(doc.Game.Events) {
			r.seen.games[doc.Game.ID] = doc.Game.Events
		}
	}
	return rec, err
}
