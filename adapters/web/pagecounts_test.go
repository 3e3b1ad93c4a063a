package web

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"nimbot/adapters/clientip"
)

// forwarded is a proxy in front of the site, which says where a visitor comes
// from.
type forwarded string

func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

// openUntilRefused opens pages, each in a channel of its own, until one is
// refused, and returns how many were not, and the refusal's status.
func (b *browser) openUntilRefused(as string, channel func(i int) string) (open []*tap, status int) {
	for i := range 300 {
		p := b.open(as, "", channel(i))
		if p.status != http.StatusOK {
			return open, p.status
		}
		open = append(open, p)
	}
	return open, http.StatusOK
}

// One browser, under however many names, takes neither all pages nor all
// channels; another one still gets in.
func TestOneBrowserLeavesRoomForOthers(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{Pages: 60})
	eve, bob := s.browser(), s.browser()
	eve.join("Eve", false)
	eve.join("Eva", false)
	bob.join("Bob", false)
	general := func(int) string { return "general" }
	open, status := eve.openUntilRefused("Eve", general)
	if len(open) != 20 || status != http.StatusTooManyRequests {
		t.Errorf("one browser opened %d pages and was answered %d, want 20 and 429", len(open), status)
	}
	if p := eve.open("Eva", "", "general"); p.status != http.StatusTooManyRequests {
		t.Errorf("a second name in the same browser is answered with %d, want 429", p.status)
	}
	if p := bob.open("Bob", "", "general"); p.status != http.StatusOK {
		t.Errorf("another browser is answered with %d, want 200", p.status)
	}
	open[0].close()
	again := func() bool { return eve.open("Eve", "", "general").status == http.StatusOK }
	for begun := time.Now(); !again(); time.Sleep(time.Millisecond) { // the server notices a little later
		if time.Since(begun) > time.Minute {
			t.Fatal("a page that was closed makes no room")
		}
	}
}

// Pages with many channels each take no more of them.
func TestOneBrowserLeavesChannelsForOthers(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	eve, bob := s.browser(), s.browser()
	eve.join("Eve", false)
	bob.join("Bob", false)
	many := func(from, to int) (names []string) {
		for i := from; i < to; i++ {
			names = append(names, fmt.Sprint("c", i))
		}
		return names
	}
	for _, tt := range []struct{ from, to, want int }{{0, 15, 200}, {15, 30, 429}, {0, 15, 200}, {15, 20, 200}, {20, 21, 429}} {
		if p := eve.open("Eve", "", many(tt.from, tt.to)...); p.status != tt.want {
			t.Errorf("a page with the channels %d to %d is answered with %d, want %d", tt.from, tt.to, p.status, tt.want)
		}
	}
	if p := bob.open("Bob", "", "quiet"); p.status != http.StatusOK {
		t.Errorf("another browser is answered with %d, want 200", p.status)
	}
}

// A proxy that is trusted tells the addresses apart; others' X-Forwarded-For is ignored.
func TestAddressesAreToldApartBehindATrustedProxy(t *testing.T) {
	for _, tt := range []struct {
		trusted string
		want    int // pages that two addresses open together
	}{{"127.0.0.1, ::1", 6}, {"", 3}, {"10.0.0.0/8", 3}} {
		proxies, err := clientip.ParseProxies(tt.trusted)
		if err != nil {
			t.Fatal(err)
		}
		s := newSiteBehind(t, proxies, 1_000_000, Limits{AddressPages: 3})
		open := 0
		for i := range 8 { // a browser each, four at each address
			b := s.browser()
			b.http.Transport = forwarded(fmt.Sprint("9.9.9.9, 203.0.113.", i%2))
			name := fmt.Sprint("Eve", i)
			b.join(name, false)
			if p := b.open(name, "", "general"); p.status == http.StatusOK {
				open++
			}
		}
		if open != tt.want {
			t.Errorf("trusting %q, two addresses with four browsers each opened %d pages, want %d", tt.trusted, open, tt.want)
		}
	}
}
