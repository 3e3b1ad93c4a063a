package web

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"nimbot/game/dialog"
)

func TestPagesAreBounded(t *testing.T) {
	s := newSite(t, 0, Limits{Pages: 3})
	ana := s.browser()
	ana.join("Ana", false)
	for range 3 {
		ana.open("Ana", "", "two")
	}
	if p := ana.open("Ana", "", "two"); p.status != http.StatusServiceUnavailable {
		t.Errorf("a fourth page is answered with %d, want 503", p.status)
	}
}

// TestManyPages opens 200 pages in 20 channels, lets all of them see
// something, and closes them: nothing of them is left.
func TestManyPages(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{BrowserPages: 200})
	ana := s.browser()
	ana.join("Ana", false)
	everywhere := func(text string) {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() { ana.say("Ana", fmt.Sprint("c", i), text) })
		}
		all.Wait()
	}
	everywhere("/nim start 3 4 5") // channels and their messages stay
	ana.http.CloseIdleConnections()
	ignore := goleak.IgnoreCurrent()
	before := inUse()
	var taps []*tap
	for i := range 200 {
		taps = append(taps, ana.open("Ana", "", fmt.Sprint("c", i%20)))
	}
	everywhere("/nim A2")
	for _, p := range taps {
		p.holds(t, "Ana took 2 from A")
	}
	open := inUse()
	for _, p := range taps {
		p.close()
	}
	ana.http.CloseIdleConnections()
	goleak.VerifyNone(t, ignore)
	s.server.hub.mu.Lock()
	left := len(s.server.hub.pages)
	s.server.hub.mu.Unlock()
	if left != 0 {
		t.Errorf("%d pages are left of 200 that were closed", left)
	}
	for _, p := range taps {
		p.seen = nil // the test's own memory
	}
	after := inUse()
	t.Logf("in use: %d kB before, %d kB with 200 pages, %d kB after", before>>10, open>>10, after>>10)
	if after > before+2<<20 {
		t.Errorf("%d kB are in use after 200 pages were closed, %d kB before", after>>10, before>>10)
	}
}

// inUse is the memory in use, garbage collected, pools emptied.
func inUse() uint64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestPublishWhereNobodyLooks(t *testing.T) {
	s := newSite(t, 0, Limits{})
	if _, err := s.server.Publish(context.Background(), channelPlace("quiet"), dialog.Delivery{}, dialog.Reply{}); err != nil {
		t.Errorf("Publish = %v, want nil", err)
	}
	s.server.hub.mu.Lock()
	defer s.server.hub.mu.Unlock()
	if len(s.server.hub.rooms) != 0 {
		t.Error("publishing opens a channel where nobody looks")
	}
}

// BenchmarkClick measures the time from a press to the other person's page.
func BenchmarkClick(b *testing.B) {
	s := newSite(b, 1_000_000, Limits{Burst: 1 << 30})
	people := [2]string{"Ana", "Bob"}
	var browsers [2]*browser
	var taps [2]*tap
	for i, name := range people {
		browsers[i] = s.browser()
		browsers[i].join(name, false)
		taps[i] = browsers[i].open(name, "", "general")
	}
	for i := 0; b.Loop(); i++ {
		if i%500 == 0 { // a game has room for so many moves
			b.StopTimer()
			browsers[0].say("Ana", "general", "/nim resign")
			browsers[0].say("Ana", "general", "/nim challenge @Bob 1000000")
			browsers[1].say("Bob", "general", "/nim accept")
			b.StartTimer()
		}
		event := browsers[i%2].say(people[i%2], "general", "/nim A1")
		want := s.server.hub.since(event)
		other := taps[1-i%2]
		other.await(func(all []sighting) bool { return len(all) > 0 && s.server.hub.since(all[len(all)-1].id) >= want })
	}
}
