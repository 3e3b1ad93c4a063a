package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/game/dialog"
)

// sourced is a page of a browser at an address that looks at rooms.
func sourced(t *testing.T, h *hub, browser, address string, rooms ...*room) *page {
	t.Helper()
	l := h.limits
	p := &page{person: browser, rooms: rooms, sources: []pageSource{
		{browser, l.BrowserPages, l.BrowserChannels}, {address, l.AddressPages, l.AddressChannels},
	}}
	if _, err := h.join(p, 0); err != nil {
		t.Fatalf("a page of %s at %s in %s: %v", browser, address, rooms[0].name, err)
	}
	return p
}

// Every count returns to empty when the visits end, whatever else stays open meanwhile.
func TestCountsReturnToEmpty(t *testing.T) {
	h := newHub(Limits{Channels: 20, Boards: 20})
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
	h := newHub(Limits{Channels: 2})
	for i := range 20 {
		sourced(t, h, "eve", "192.0.2.1", room1(h, fmt.Sprint("empty", i)))
	}
	private := newEntry(message{Lines: []string{"welcome"}}, "eve")
	h.post(room1(h, "empty0"), private)
	for _, name := range []string{"one", "two"} {
		r := room1(h, name)
		if err := h.claim(r, true); err != nil {
			t.Fatalf("beside empty channels, #%s is refused: %v", name, err)
		}
		h.post(r, line(1))
		sourced(t, h, "ana", "192.0.2.2", r)
		sourced(t, h, "bob", "192.0.2.3", r)
	}
	if err := h.claim(room1(h, "three"), true); !errors.Is(err, errFull) {
		t.Errorf("a third channel = %v, want errFull", err)
	}
	if err := h.claim(room1(h, mainChannel), true); err != nil {
		t.Errorf("the main channel = %v, want it open", err)
	}
	if err := h.claim(room1(h, "one"), true); err != nil {
		t.Errorf("a channel that has a slot = %v, want it open", err)
	}
}

// Where every slot is taken, the channel goes in which one watcher has been idle for longest, then
// one of an address with many, and never one where people of several addresses meet.
func TestLoneWatchersGoFirst(t *testing.T) {
	h := newHub(Limits{Channels: 3})
	in := func(channel string, browsers ...string) (pages []*page) {
		t.Helper()
		r := room1(h, channel)
		if err := h.claim(r, true); err != nil {
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
		for _, c := range channels[:5] {
			eve.say(name, c, "hello")
		}
	}
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
