package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/game/dialog"
)

// sourced is a page of a browser at an address that looks at rooms.
func sourced(t *testing.T, h *hub, browser, address string, rooms ...*room) *page {
	t.Helper()
	p, err := trySourced(h, browser, address, rooms...)
	if err != nil {
		t.Fatalf("a page of %s at %s in %s: %v", browser, address, rooms[0].name, err)
	}
	return p
}

func trySourced(h *hub, browser, address string, rooms ...*room) (*page, error) {
	l := h.limits
	p := &page{person: browser, rooms: rooms, sources: []pageSource{
		{browser, l.BrowserPages, l.BrowserChannels}, {address, l.AddressPages, l.AddressChannels},
	}}
	if _, err := h.join(p, 0); err != nil {
		return nil, err
	}
	return p, nil
}

// Every count returns to empty when the visits end, whatever else stays open meanwhile.
func TestCountsReturnToEmpty(t *testing.T) {
	h := newHub(Limits{Channels: 20, Boards: 20}, time.Now)
	stays := sourced(t, h, "browser", "address", room1(h, mainChannel))
	for i := range 10_000 {
		r := room1(h, fmt.Sprint("c", i))
		p := sourced(t, h, "browser", "address", r, h.openOwnRoom(r.at, dialog.User{ID: "w1", Name: "Ana"}))
		h.post(r, line(10))
		h.next(p)
		h.leave(p)
		h.leave(p) // as when it is cut off first
		if n := len(h.openPages["address"].channels); n != 1 {
			t.Fatalf("after %d channels, %d are counted, want the one that is open", i+1, n)
		}
	}
	h.leave(stays)
	if len(h.openPages) != 0 || len(h.pages) != 0 || h.held != 0 {
		t.Errorf("afterwards %d sources, %d pages and %d bytes are counted, want none", len(h.openPages), len(h.pages), h.held)
	}
	if n := h.count(isChannelRoom); n > h.limits.Channels+1 {
		t.Errorf("%d channels are kept at which nobody looks, want at most %d", n, h.limits.Channels+1)
	}
}

// A channel without a message for everybody holds no slot, and the main one needs none.
func TestEmptyChannelsHoldNoSlot(t *testing.T) {
	h := newHub(Limits{Channels: 2}, time.Now)
	for i := range 20 {
		sourced(t, h, "eve", "192.0.2.1", room1(h, fmt.Sprint("empty", i)))
	}
	private := newEntry(message{Lines: []string{"welcome"}}, "eve")
	h.post(room1(h, "empty0"), private)
	for _, name := range []string{"one", "two"} {
		r := room1(h, name)
		if err := h.claim(r); err != nil {
			t.Fatalf("beside empty channels, #%s is refused: %v", name, err)
		}
		h.post(r, line(1))
		sourced(t, h, "ana", "192.0.2.2", r)
		sourced(t, h, "bob", "192.0.2.3", r)
	}
	if err := h.claim(room1(h, "three")); !errors.Is(err, errFull) {
		t.Errorf("a third channel = %v, want errFull", err)
	}
	if err := h.claim(room1(h, mainChannel)); err != nil {
		t.Errorf("the main channel = %v, want it open", err)
	}
	if err := h.claim(room1(h, "one")); err != nil {
		t.Errorf("a channel that has a slot = %v, want it open", err)
	}
}

// Where every slot is taken, the channel goes in which one watcher has been idle for longest, then
// one of an address with many, and never one where people of several addresses meet.
func TestLoneWatchersGoFirst(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	h := newHub(Limits{Channels: 3}, func() time.Time { return now })
	in := func(channel string, browsers ...string) (pages []*page) {
		t.Helper()
		r := room1(h, channel)
		now = now.Add(settled)
		if err := h.claim(r); err != nil {
			t.Fatalf("#%s = %v, want a slot", channel, err)
		}
		h.post(r, line(1))
		for i, b := range browsers {
			address := b
			if b[0] == 'x' {
				address = "192.0.2.1"
			}
			pages = append(pages, sourced(t, h, fmt.Sprint(b, i), address, r))
		}
		return pages
	}
	pair := in("pair", "ana", "bob")
	lone, later := in("lone", "eve"), in("later", "fay")
	in("fourth", "x1", "x2")
	if !lone[0].cut || later[0].cut || pair[0].cut {
		t.Errorf("the lone watchers are cut off: %v, %v, the pair: %v; want the first alone", lone[0].cut, later[0].cut, pair[0].cut)
	}
	crowd := in("fifth", "x3", "x4")
	if !later[0].cut {
		t.Error("another lone watcher stays while a channel is refused")
	}
	in("sixth", "cyd", "dan")
	if pair[0].cut || crowd[0].cut {
		t.Error("a pair is cut off while one address has two channels, one of them older")
	}
	var left []string
	for name := range h.rooms {
		left = append(left, name)
	}
	slices.Sort(left)
	if want := []string{"fifth", "pair", "sixth"}; !slices.Equal(left, want) {
		t.Errorf("the channels %q are left, want %q", left, want)
	}
}

// Six idle streams of two addresses in 120 channels keep nobody out, even if something was said in
// each; and one browser opens 60 channels one after another.
func TestIdleStreamsKeepNobodyOut(t *testing.T) {
	proxies, err := clientip.ParseProxies("127.0.0.1, ::1")
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteBehind(t, proxies, 1_000_000, Limits{Channels: 10})
	from := func(address, name string) *browser {
		b := s.browser()
		b.http.Transport = forwarded(address)
		b.join(name, false)
		return b
	}
	for i := range 6 {
		name := fmt.Sprint("Eve", i)
		eve := from(fmt.Sprint("192.0.2.", i%2), name)
		var channels []string
		for c := range 15 {
			channels = append(channels, fmt.Sprintf("c%d-%d", i, c))
		}
		if p := eve.open(name, "", channels...); p.status != http.StatusOK {
			t.Fatalf("idle stream %d = %d", i, p.status)
		}
		s.ahead.Add(int64(settled))
		for _, c := range channels[:5] {
			eve.say(name, c, "hello")
		}
	}
	s.ahead.Add(int64(settled))
	bob := from("198.51.100.1", "Bob")
	stays := bob.open("Bob", "", mainChannel)
	bob.say("Bob", mainChannel, "hello")
	for i := range 60 {
		channel := fmt.Sprint("b", i)
		p := bob.open("Bob", "", channel)
		if p.status != http.StatusOK {
			t.Fatalf("channel %d of one after another = %d, want 200", i+1, p.status)
		}
		bob.say("Bob", channel, "hello")
		p.close()
		gone := func() bool {
			s.server.hub.mu.Lock()
			defer s.server.hub.mu.Unlock()
			return len(s.server.hub.openPages["address 198.51.100.1"].channels) == 1
		}
		for begun := time.Now(); !gone(); time.Sleep(time.Millisecond) {
			if time.Since(begun) > time.Minute {
				t.Fatalf("channel %d counts after its page was closed", i+1)
			}
		}
	}
	if stays.status != http.StatusOK {
		t.Errorf("the main channel = %d, want 200", stays.status)
	}
}

// A page that was disconnected comes back, and disconnects nobody who came in the last minute.
func TestNobodyIsDisconnectedAtOnce(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	h := newHub(Limits{Channels: 3}, func() time.Time { return now })
	come := func(who string) (*page, error) {
		r := room1(h, who)
		h.post(r, line(1)) // as when the present board of the channel is read
		return trySourced(h, who, who, r)
	}
	pages := map[string]*page{}
	for _, who := range []string{"ana", "bob", "cyd"} {
		pages[who], _ = come(who)
	}
	now = now.Add(settled)
	cut := 0
	for range 100 {
		now = now.Add(time.Second / 10)
		for _, who := range []string{"dan", "ana", "bob", "cyd"} {
			if p := pages[who]; p == nil || p.cut {
				if p != nil {
					cut++
				}
				pages[who], _ = come(who)
			}
		}
	}
	if cut > 3 {
		t.Errorf("while four channels share three slots for ten seconds, pages are disconnected %d times, want at most each once", cut)
	}
	if pages["dan"] == nil {
		t.Error("after a minute, nobody made room for a new channel")
	}
}

// A page that opens several channels gets a slot for each of them, and a page that is refused takes
// none from anybody.
func TestAPageClaimsOnlyWhatItGets(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	h := newHub(Limits{Channels: 3, BrowserChannels: 3}, func() time.Time { return now })
	spoken := func(name string) *room {
		r := room1(h, name)
		h.post(r, line(1))
		return r
	}
	pair := spoken("pair")
	sourced(t, h, "ana", "192.0.2.1", pair)
	sourced(t, h, "bob", "192.0.2.2", pair)
	lone := sourced(t, h, "eve", "192.0.2.3", spoken("lone"))
	now = now.Add(settled)
	for what, names := range map[string][]string{"more than there are slots": {"a", "b", "c"}, "more than a browser may have": {"a", "b", "c", "d"}} {
		var rooms []*room
		for _, name := range names {
			rooms = append(rooms, spoken(name))
		}
		if _, err := trySourced(h, "cyd", "192.0.2.4", rooms...); err == nil || lone.cut {
			t.Errorf("a page of %s = %v, and a lone watcher was cut off: %v; want a refusal alone", what, err, lone.cut)
		}
	}
	a, b := spoken("a"), spoken("b")
	sourced(t, h, "cyd", "192.0.2.4", a, b)
	if h.rooms["a"] != a || h.rooms["b"] != b || h.count(holdsSlot) > 3 || !lone.cut {
		t.Errorf("a page of two channels has them open: %v, %v, beside %d that hold a slot; want both of three", h.rooms["a"] == a, h.rooms["b"] == b, h.count(holdsSlot))
	}
}

// Where several channels are too many, a new one drops them all.
func TestAClaimDropsSeveral(t *testing.T) {
	h := newHub(Limits{Channels: 3}, time.Now)
	for i := range 5 {
		h.post(room1(h, fmt.Sprint("c", i)), line(1)) // as where the bot speaks first
	}
	if err := h.claim(room1(h, "new")); err != nil {
		t.Fatal(err)
	}
	if n := h.count(holdsSlot); n != 2 {
		t.Errorf("%d channels hold a slot beside the new one, want 2", n)
	}
}

// A line that is refused takes no slot from anybody.
func TestRefusedLinesClaimNothing(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{Channels: 1})
	ana := s.browser()
	ana.join("Ana", false)
	ana.say("Ana", "first", "hello")
	guest := s.browser()
	_, joined := guest.post("/web/join", map[string]any{"guest": true})
	for _, tt := range []struct {
		by   *browser
		in   sayRequest
		want int
	}{
		{ana, sayRequest{As: "Ana", Channel: "second", Text: strings.Repeat("x", maxSaid+1)}, http.StatusRequestEntityTooLarge},
		{guest, sayRequest{As: joined.Name, Channel: "second", Text: "hello"}, http.StatusForbidden},
	} {
		if status, _ := tt.by.post("/web/say", tt.in); status != tt.want {
			t.Errorf("%d characters by %s = %d, want %d", len(tt.in.Text), tt.in.As, status, tt.want)
		}
		if _, open := s.server.hub.openRoom("first"); !open {
			t.Fatalf("a refused line of %s closed the channel of another", tt.in.As)
		}
	}
}
