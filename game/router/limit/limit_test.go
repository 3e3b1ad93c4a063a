package limit_test

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store/storetest"
)

// room is a channel with people in it, behind a limiter.
type room struct {
	t      testing.TB
	words  *words.Catalogue
	rooms  router.Config
	now    time.Time
	place  dialog.Place
	nextID int
}

func newRoom(t testing.TB) *room {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := &room{t: t, words: catalogue, now: time.Unix(1_800_000_000, 0), place: dialog.Place{Platform: "test", Channel: "room"}}
	s := storetest.NewMemory()
	c.rooms = routertest.NewBot(chat.Config{
		Store: s, Words: catalogue, Seed: 7, Now: func() time.Time { return c.now },
		Log: slog.New(slog.DiscardHandler),
	}, s).Config
	return c
}

// limited returns the whole conversation behind a limiter of perMinute commands a minute.
func (c *room) limited(perMinute int, now func() time.Time) *router.Router {
	rooms := c.rooms
	rooms.Limit = limit.New(perMinute, now)
	return router.New(rooms)
}

func (c *room) request(who, text string) dialog.Request {
	c.nextID++
	return dialog.Request{ID: fmt.Sprint(c.nextID), Place: c.place, User: dialog.User{ID: who, Name: who}, Text: text}
}

// expect fails unless the reply says the sentence, to one person or to all.
func (c *room) expect(r dialog.Reply, to, sentence string) {
	c.t.Helper()
	m := r.Messages[0]
	whom := "all"
	if m.To != nil {
		whom = m.To.Name
	}
	if said := c.words.Say(m.Lines[0], words.Voice{Command: "/nim"}); whom != to || !strings.Contains(said, sentence) {
		c.t.Errorf("%s was told %q, want %s to be told %q", whom, said, to, sentence)
	}
}

func TestCommandLimit(t *testing.T) {
	c := newRoom(t)
	l := c.limited(5, func() time.Time { return c.now })
	for i := range 5 {
		if r := l.Handle(t.Context(), c.request("ana", "board")); r.Result == dialog.Limited {
			t.Fatalf("command %d of 5 was refused", i+1)
		}
	}
	r := l.Handle(t.Context(), c.request("ana", "start 3 4 5"))
	c.expect(r, "ana", "That's faster than I can keep up")
	if doc, err := c.rooms.Chat.Document(t.Context(), c.place); doc != nil || err != nil {
		t.Errorf("Document = %s, %v; want nothing done", doc, err)
	}
	c.expect(l.Handle(t.Context(), c.request("bob", "start 3 4 5")), "all", "bob's move")
	c.now = c.now.Add(12 * time.Second)
	c.expect(l.Handle(t.Context(), c.request("ana", "board")), "all", "")
	c.expect(l.Handle(t.Context(), c.request("ana", "board")), "ana", "That's faster")
}

// Ten completions are allowed for each command, in a separate allowance.
func TestCompletionsAreLimited(t *testing.T) {
	c := newRoom(t)
	l := limit.New(5, func() time.Time { return c.now })
	for i := range 50 {
		if !l.MayComplete(c.request("ana", "B")) {
			t.Fatalf("completion %d of 50 was refused", i+1)
		}
	}
	if l.MayComplete(c.request("ana", "B")) {
		t.Error("completion 51 was not refused")
	}
	if !l.MayComplete(c.request("bob", "B")) {
		t.Error("Bob's first completion was refused")
	}
	if !l.Admit(c.request("ana", "board")) {
		t.Error("after completions a command was refused")
	}
	c.now = c.now.Add(1200 * time.Millisecond)
	if !l.MayComplete(c.request("ana", "B")) {
		t.Error("a completion was refused after its part of the minute")
	}
}

// A person has one allowance in all servers of a platform. The same id on another
// platform is another person.
func TestLimitIsPerPersonAcrossServers(t *testing.T) {
	c := newRoom(t)
	l := c.limited(60, func() time.Time { return c.now })
	accepted := 0
	send := func(place dialog.Place) bool {
		r := c.request("ana", "board")
		r.Place = place
		return l.Handle(t.Context(), r).Result != dialog.Limited
	}
	for i := range 1200 {
		if send(dialog.Place{Platform: "discord", Guild: fmt.Sprint("g", i%20), Channel: "1"}) {
			accepted++
		}
	}
	if accepted != 60 {
		t.Errorf("%d of 1200 commands in 20 servers were accepted, want 60", accepted)
	}
	if !send(dialog.Place{Platform: "slack", Guild: "g1", Channel: "1"}) {
		t.Error("the same id on another platform is refused")
	}
	for range 60 {
		send(dialog.Place{Platform: "slack", Guild: "g1", Channel: "1"})
	}
	if send(dialog.Place{Platform: "slack", Guild: "g1", Channel: "2"}) {
		t.Error("a person's 62nd command in a workspace is done")
	}
	if !send(dialog.Place{Platform: "slack", Guild: "g2", Channel: "1"}) {
		t.Error("the same id in another workspace, which is somebody else there, is refused")
	}
}

// octalStart returns a start of a game that nobody has played before.
func octalStart(i int) string { return fmt.Sprintf("start 500 game:octal:0.5637%05o7", i) }

// Costly positions are charged by the time they took to solve; a refusal is cheap. Each
// reading of the test's clock advances it by 30 ms, so work seems to take time.
func TestWorkIsCharged(t *testing.T) {
	c := newRoom(t)
	clock := c.now
	l := c.limited(1_000_000, func() time.Time { clock = clock.Add(30 * time.Millisecond); return clock })
	ask := func(who, text string) dialog.Result {
		r := c.request(who, text)
		r.Place.Channel = fmt.Sprint("room", c.nextID)
		return l.Handle(t.Context(), r).Result
	}
	done := 0
	for i := range 100 {
		if ask("ana", octalStart(i)+" please") == dialog.Done { // a polite word doesn't change the charge
			done++
		}
	}
	// 600 ms a minute at 30 ms each, some seconds of which pass meanwhile;
	// the last one must still have room for the reservation.
	if done < 15 || done > 30 {
		t.Errorf("%d of 100 positions that take 30 ms of work were accepted in a burst, want about 20", done)
	}
	for who, text := range map[string]string{"ana": "start 3 4 5", "bob": octalStart(0)} {
		if got := ask(who, text); got != dialog.Done {
			t.Errorf("after ana's burst, %s's %q = %v, want %v", who, text, got, dialog.Done)
		}
	}
	clock = clock.Add(10 * time.Second)
	if got := ask("ana", octalStart(200)); got != dialog.Done {
		t.Errorf("ten seconds later ana's start = %v, want %v", got, dialog.Done)
	}
}

// Work that takes longer than reserved reduces what is left for the next command; an unused
// reservation is given back.
func TestReservedWorkIsSettled(t *testing.T) {
	for _, tt := range []struct {
		took time.Duration
		want int // starts in a burst
	}{{0, 50}, {20 * time.Millisecond, 28}, {300 * time.Millisecond, 2}, {700 * time.Millisecond, 1}} {
		c := newRoom(t)
		// The clock advances only at the end of the work, which is the last time that a
		// start reads it.
		clock, looks := c.now, 0
		l := c.limited(1_000_000, func() time.Time {
			if looks++; looks == 4 {
				clock = clock.Add(tt.took)
			}
			return clock
		})
		done := 0
		for i := range 50 {
			looks = 0
			r := c.request("ana", octalStart(i))
			r.Place.Channel = fmt.Sprint("room", i)
			if l.Handle(t.Context(), r).Result == dialog.Done {
				done++
			}
		}
		if done != tt.want {
			t.Errorf("%d of 50 starts that take %v of work were accepted, want %d", done, tt.took, tt.want)
		}
	}
}

// solvedBefore counts the runs of TestPositionsAreSolvedBefore: each needs a new game.
var solvedBefore int

// A position is solved before its command runs, during which nothing else happens in that place.
func TestPositionsAreSolvedBefore(t *testing.T) {
	c := newRoom(t)
	l := limit.New(1000, func() time.Time { return c.now })
	line := dialog.Read(c.request("ana", fmt.Sprintf("start 5 6 7 misere game:octal:0.356%03o7", solvedBefore)), c.words).Line
	solvedBefore++
	solve := func() uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if refusal := l.Precompute(t.Context(), c.request("ana", ""), line); refusal != "" {
			t.Errorf("Precompute = %q, want it solved", refusal)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if first, again := solve(), solve(); first < 4*again {
		t.Errorf("solving a new position allocated %d bytes, and again %d; want it solved the first time", first, again)
	}
}

// A command without costly work isn't delayed, however many positions are queued.
func TestCheapCommandsDoNotWaitForWork(t *testing.T) {
	began, release := make(chan bool, 100), make(chan bool)
	var mu sync.Mutex
	looks := 0
	c := newRoom(t)
	l := limit.New(1_000_000, func() time.Time {
		mu.Lock()
		looks++
		block := looks == 2 // the second look of the first start is the beginning of its work
		mu.Unlock()
		if block {
			began <- true
			<-release
		}
		return c.now
	})
	var all sync.WaitGroup
	heavy := func(who string, i int) {
		r := c.request(who, octalStart(i))
		all.Go(func() { l.Precompute(context.Background(), r, dialog.Read(r, c.words).Line) })
	}
	heavy("ana", 0)
	<-began
	for i := range 10 {
		heavy("ana", i+1)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		text  string
		waits bool
	}{
		{"start 3 4 5", false}, {"board", false}, {"A1 ~7.1x", false}, {"", false}, {"start", false}, {"start game:octal:0.77", false},
		{"start 3 5 game:wythoff", false}, {"predict 5 7 dawson-kayles", false}, {"start 9 4 game:octal:0.8", false},
		{octalStart(50), true}, {"\u200bSTART\t9 4\tgame:octal:0.7", true}, {"challenge @ana 5 7 misere dawson-kayles", true},
		{"open 4x5 game:chomp", true}, {"predict 7 9 grundy", true},
	} {
		r := c.request("bob", tt.text)
		want := ""
		if tt.waits {
			want = "limited.busy"
		}
		if got := l.Precompute(gone, r, dialog.Read(r, c.words).Line); got != want {
			t.Errorf("WorkOut(%q) during the work of others = %q, want %q at once", tt.text, got, want)
		}
	}
	close(release)
	all.Wait()
}

// Reviews are charged by their time. With 600 ms a minute, of which 50 ms are reserved
// for each, this bounds a burst of them. Other commands go on.
func TestReviewsAreCharged(t *testing.T) {
	for _, tt := range []struct {
		work time.Duration
		text string
		want int // of 30
	}{
		{0, "review", 30},
		{100 * time.Millisecond, "review", 6},
		{200 * time.Millisecond, "Review all ~3.9f", 3},
		{550 * time.Millisecond, "share", 2},
		{100 * time.Millisecond, "retry 2", 6},
		{100 * time.Millisecond, "board", 30},
	} {
		c := newRoom(t)
		l := limit.New(1000, func() time.Time { return c.now })
		does := func(who, text string, work time.Duration) bool {
			r := c.request(who, text)
			reserved, ok := l.Reserve(dialog.Read(r, c.words))
			if ok {
				l.Charge(r, reserved, work)
			}
			return ok
		}
		done := 0
		for range 30 {
			if does("ana", tt.text, tt.work) {
				done++
			}
		}
		if done != tt.want {
			t.Errorf("%d of 30 times %q was done, which takes %v; want %d", done, tt.text, tt.work, tt.want)
		}
		if !does("ana", "board", 0) {
			t.Errorf("after %q a board is refused", tt.text)
		}
		if !does("bob", tt.text, 0) {
			t.Errorf("%q by somebody else is refused", tt.text)
		}
	}
}

// The reply to a review has its Work set.
func TestReviewReportsItsWork(t *testing.T) {
	c := newRoom(t)
	clock := c.now
	h := chat.New(chat.Config{
		Store: storetest.NewMemory(), Words: c.words, Seed: 7, Log: slog.New(slog.DiscardHandler), Timeout: time.Minute,
		Now: func() time.Time { clock = clock.Add(time.Millisecond); return clock },
	})
	for _, tt := range []struct {
		text  string
		works bool
	}{{"start 3 4 5", false}, {"C1", false}, {"resign", false}, {"review", true}, {"review all", true}, {"share", true}, {"board", false}} {
		if r := h.Handle(t.Context(), c.request("ana", tt.text)); r.Work > 0 != tt.works {
			t.Errorf("%q took %v of work, want some: %v", tt.text, r.Work, tt.works)
		}
	}
}

// TestSpokenWarningOnce sends ten chat messages a second: the person is warned once, and
// again only after they slowed down. Commands are always answered.
func TestSpokenWarningOnce(t *testing.T) {
	c := newRoom(t)
	l := c.limited(60, func() time.Time { return c.now })
	speak := func(times int, every time.Duration) (answers, told int) {
		for range times {
			r := c.request("ana", "board")
			r.FromMessage = true
			reply := l.Handle(t.Context(), r)
			if len(reply.Messages) > 0 {
				answers++
				if reply.Result == dialog.Limited {
					told++
				}
			}
			c.now = c.now.Add(every)
		}
		return answers, told
	}
	if answers, told := speak(300, 100*time.Millisecond); told != 1 || answers > 92 {
		t.Errorf("300 messages in half a minute have %d answers, %d of them that it's too fast; want at most 92, and 1", answers, told)
	}
	for range 2 { // at most one of them is left
		if r := l.Handle(t.Context(), c.request("ana", "board")); len(r.Messages) == 0 {
			t.Error("a command isn't answered")
		}
	}
	if answers, told := speak(100, time.Second); told != 0 || answers < 98 {
		t.Errorf("100 messages in as many seconds have %d answers, %d of them that it's too fast; want all, and none", answers, told)
	}
	c.now = c.now.Add(40 * time.Second)
	if _, told := speak(300, 100*time.Millisecond); told != 1 {
		t.Errorf("after a rest, %d answers say that it's too fast, want 1", told)
	}
}
