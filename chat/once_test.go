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

	"nimbot/channel"
	"nimbot/chat"
	"nimbot/store"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// onceMoves is how many deliveries the test of doubled deliveries makes, unless
// NIM_TEST_MOVES says otherwise.
const onceMoves = 3000

// TestDoubledDeliveriesActOnce has 64 callers play on one channel through three
// replicas, by typing and by pressing. Three in ten deliveries go to two
// replicas at once, and some come once more after one and after five minutes.
// Every delivery takes a number of stones of its own, so that one that acted
// twice is seen in the games.
func TestDoubledDeliveriesActOnce(t *testing.T) {
	deliveries := onceMoves
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_MOVES")); err == nil {
		deliveries = n
	}
	words, err := chat.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	server := redistest.Start(t)
	hot := &hotChannel{t: t, seen: history{games: map[string]string{}}}
	for range 3 {
		hot.replicas = append(hot.replicas, chat.New(chat.Config{
			Store: recorded{connect(t, server), &hot.seen}, Words: words, Log: slog.New(slog.DiscardHandler),
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
	stamp   string                 // of the newest board
	results [2]map[chat.Result]int // of what was typed, of what was pressed
	done    map[string]int         // how often a delivery was answered with success
	late    []delivered
}

// delivered is a delivery and the replica that it first came to.
type delivered struct {
	request chat.Request
	replica int
}

func (h *hotChannel) time() time.Time {
	return time.Unix(1_800_000_000, 0).Add(time.Duration(h.clock.Load()))
}

func (h *hotChannel) at(replica int) *chat.Handler { return h.replicas[replica%len(h.replicas)] }

// The shape of the load: with so little time between them the typed moves come
// up to the bound on what a channel remembers.
const (
	betweenDeliveries = 200 * time.Millisecond
	movesOfAGame      = 120
)

// deliver makes the nth delivery: a typed move, or a press on the newest board.
func (h *hotChannel) deliver(n int) {
	h.clock.Add(int64(betweenDeliveries))
	r := chat.Request{Place: chat.Place{Platform: "test", Channel: "hot"}, User: person("ana")}
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
	answers := make([]chat.Reply, len(replicas))
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

// stampOf is the stamp of the buttons of a reply.
func stampOf(r chat.Reply) string {
	for _, m := range r.Messages {
		for _, b := range m.Buttons {
			if _, stamp, ok := strings.Cut(b.Command, "~"); ok {
				return "~" + stamp
			}
		}
	}
	return ""
}

func (h *hotChannel) count(r chat.Request, a chat.Reply) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done == nil {
		h.results, h.done = [2]map[chat.Result]int{{}, {}}, map[string]int{}
	}
	kind := 0
	if strings.Contains(r.Text, "~") {
		kind = 1
	}
	h.results[kind][a.Result]++
	if stamp := stampOf(a); stamp != "" {
		h.stamp = stamp
	}
	if a.Result == chat.Done && r.ID != "" {
		h.done[r.ID]++
	}
}

// check wants every delivery at most once in all the games, and each that was
// answered with success there.
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
		if kind[chat.Away]+kind[chat.Broken] > 0 {
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

// TestEveryCommandActsOnce delivers each command twice to two replicas, the
// second time a while later: it changes nothing then, whatever it was and
// however it came.
func TestEveryCommandActsOnce(t *testing.T) {
	for _, c := range []struct {
		before  string // what is said first; see hears
		who     string
		typed   string
		pressed string // the label of the button, "" when there is none
	}{
		{"", "ana", "start 3 4 5", ""},
		{"ana: start 3 4 5", "ana", "A2", ""},
		{"ana: start 9 9", "ana", "hint", "Hint"},
		{"ana: start 9 9, ana: A1", "ana", "undo", ""},
		{"ana: start 3 4 5", "ana", "resign", "Resign"},
		{"ana: start 3 4 5", "ana", "stop", ""},
		{"ana: start 3 4 5", "ana", "start 7 7", ""},
		{"ana: start 3 4 5, ana: start 7 7", "ana", "confirm", ""},
		{"ana: start 3 4 5, ana: resign", "ana", "rematch", "Rematch"},
		{"", "ana", "challenge @bob 3 4 5", ""},
		{"", "ana", "open 3 4 5", ""},
		{"ana: challenge @bob 3 4 5", "bob", "accept", "Accept"},
		{"ana: challenge @bob 3 4 5", "bob", "decline", "Decline"},
		{begin + ", ana: A1, bob: A1, ana: stop", "bob", "accept", "Yes"},
		{begin + ", ana: A1, bob: A1, ana: stop", "bob", "decline", "No"},
		{begin + ", ana: A1", "ana", "undo", ""},
		{"ana: start 3 4 5", "mod", "settings pings:on", ""},
		{"ana: start 3 4 5, ana: resign", "ana", "forget me", ""},
	} {
		for _, text := range []string{c.typed, c.pressed} {
			if text == "" {
				continue
			}
			for _, wait := range []time.Duration{0, time.Minute, 5 * time.Minute} {
				t.Run(fmt.Sprint(c.before, "/", text, "/", wait), func(t *testing.T) {
					first, second := newRoom(t), newRoom(t)
					second.store = first.store
					second.restart()
					first.hears(c.before)
					r := first.request(c.who, text)
					if text == c.pressed {
						r.Text = first.button(first.says(c.who, "board"), text)
					}
					r.User.Moderator = c.who == "mod"
					if got := first.handler.Handle(t.Context(), r); got.Result != chat.Done {
						t.Fatalf("%q gave %v, want %v:\n%s", r.Text, got.Result, chat.Done, first.text(got))
					}
					want := first.effect()
					second.now = second.now.Add(wait)
					again := second.handler.Handle(t.Context(), r)
					if got := second.effect(); got != want {
						t.Errorf("%q again gave %v and changed the document from\n%s to\n%s", r.Text, again.Result, want, got)
					}
				})
			}
		}
	}
}

// effect is the document without what a repetition may change.
func (c *room) effect() string {
	doc := c.document()
	doc.Version, doc.Recent, doc.Delivery = 0, "", channel.Delivery{}
	if doc.Confirm != nil {
		waits := *doc.Confirm
		waits.Expires = 0
		doc.Confirm = &waits
	}
	return string(doc.Encode())
}

// TestTooMuchTyping fills what a channel remembers: what is typed then is
// refused, changes nothing and is answered from what is stored; what is pressed
// is done, and typing works again when the oldest is ten minutes old.
func TestTooMuchTyping(t *testing.T) {
	const most = 1024
	c := newRoom(t)
	c.says("ana", "start 100000 100000")
	for n := 1; n < most-1; n++ {
		text := "A1"
		switch n % 400 { // a game is shorter than all of them
		case 398:
			text = "stop"
		case 399:
			text = "start 100000 100000"
		}
		if r := c.says("ana", text); r.Result != chat.Done {
			t.Fatalf("command %d, %q, gave %v, want %v", n, text, r.Result, chat.Done)
		}
	}
	question := c.says("ana", "start 7 7") // the last that is remembered
	if n := len(strings.Fields(c.document().Recent)); n != most {
		t.Errorf("%d deliveries are remembered, want %d", n, most)
	}
	before := c.effect()
	r := c.expect(c.says("ana", "A1"), "[ana] So much was typed here")
	if r.Result != chat.Flooded || c.effect() != before {
		t.Errorf("a move beyond what is remembered gave %v, want %v and nothing changed", r.Result, chat.Flooded)
	}
	board := c.says("ana", "board")
	if board.Result != chat.Told {
		t.Errorf("board gave %v, want %v", board.Result, chat.Told)
	}
	if r := c.says("ana", "hint "+stampOf(board)); r.Result != chat.Done {
		t.Errorf("a pressed hint gave %v, want %v", r.Result, chat.Done)
	}
	c.expect(c.says("ana", "confirm "+stampOf(question)), "Piles A 7, B 7")
	if r := c.says("ana", "A1"); r.Result != chat.Flooded {
		t.Errorf("a move in the next game gave %v, want %v", r.Result, chat.Flooded)
	}
	c.now = c.now.Add(10*time.Minute + time.Second)
	if r := c.says("ana", "A1"); r.Result != chat.Done {
		t.Errorf("ten minutes later a move gave %v, want %v", r.Result, chat.Done)
	}
}

// repeating is a store that makes every write twice, as a client does when an
// answer is lost on the way: the second time it meets itself.
type repeating struct{ store.Store }

func (r repeating) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if rec, err := r.Store.Commit(ctx, key, w); err != nil {
		return rec, err
	}
	return r.Store.Commit(ctx, key, w)
}

func TestAWriteThatMeetsItselfIsASuccess(t *testing.T) {
	c := newRoom(t)
	c.store = repeating{storetest.NewMemory()}
	c.restart()
	c.expect(c.says("ana", "start 9 9"), "Piles A 9, B 9")
	board := c.says("ana", "board")
	if r := c.says("ana", "A1 "+stampOf(board)); r.Result != chat.Done {
		t.Errorf("a press gave %v, want %v", r.Result, chat.Done)
	}
	if r := c.says("ana", "A1"); r.Result != chat.Done {
		t.Errorf("a typed move gave %v, want %v", r.Result, chat.Done)
	}
}
