package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
	"nimbot/store"
)

// shows reports what a page that was told everything shows now.
func (p *tap) shows() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := map[string]message{}
	for _, s := range p.seen {
		now[s.message.ID] = s.message
	}
	var all []string
	for _, m := range now {
		if !m.Gone {
			all = append(all, m.From, m.Used, strings.Join(m.Lines, " "))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// After "forget me", no page shows what the person said or what names them, on pages that
// are open, come back or come anew. What others said stays.
func TestForgottenPeopleVanishFromPages(t *testing.T) {
	for command, elsewhere := range map[string]bool{"forget me yes": false, "forget everywhere yes": true} {
		s := newSite(t, 1_000_000, Limits{})
		ana, bob := s.browser(), s.browser()
		ana.join("Ana", false)
		bob.join("Bob", false)
		open, away := bob.open("Bob", "", "general", "math"), bob.open("Bob", "", "general", "math")
		ana.say("Ana", "general", "my number is 5550123")
		ana.say("Ana", "math", "call 5550123")
		bob.say("Bob", "general", "good evening")
		ana.say("Ana", "general", "/nim start 3 4 5")
		ana.say("Ana", "general", "/nim resign")
		ana.say("Ana", "general", "/nim hint 5550123")
		bob.say("Bob", "general", "bye")
		open.holds(t, "bye")
		away.holds(t, "bye")
		away.close()
		ana.say("Ana", "general", "/nim "+command)
		bob.say("Bob", "general", "the last line")
		fresh := bob.open("Bob", "", "general", "math")
		back := bob.open("Bob", away.last, "general", "math")
		for _, p := range []*tap{open, fresh, back} {
			p.holds(t, "the last line")
		}
		back.mu.Lock()
		back.seen = append(slices.Clone(away.seen), back.seen...)
		back.mu.Unlock()
		for what, p := range map[string]*tap{"is open": open, "comes anew": fresh, "comes back": back} {
			got := p.shows()
			for text, want := range map[string]bool{
				"my number": false, "Ana used": false, "Ana resigned": false, "good evening": true, "the last line": true, "call 5550123": !elsewhere,
			} {
				if strings.Contains(got, text) != want {
					t.Errorf("after %s a page that %s shows %q: %v, want %v; all of it:\n%s", command, what, text, !want, want, got)
				}
			}
		}
		if resp, body := bob.get("/web/plain?channel=general"); resp.StatusCode != http.StatusOK || strings.Contains(body, "Ana") {
			t.Errorf("after %s the page without a script is %d and shows\n%s", command, resp.StatusCode, body)
		}
	}
}

// The document of a name goes with its person, and no other does.
func TestForgetDeletesTheName(t *testing.T) {
	data, err := store.Marshal(person{Format: store.Format, Version: 1, ID: "w1", Name: "Ana"})
	if err != nil {
		t.Fatal(err)
	}
	for left, want := range map[string]bool{"w1": true, "w2": false} {
		kept, changed := Forget(nameKey("Ana"), data, 2, func(platform, user string) bool { return platform == Platform && user == left })
		if kept != nil || changed != want {
			t.Errorf("when %s left, Forget = %q, %v; want nil, %v", left, kept, changed, want)
		}
	}
}

func TestAForgottenLineVanishes(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	ana.enter("Ana")
	bob.enter("Bob")
	ana.say("my number is 5550123")
	bob.shows("5550123")
	ana.say("/nim forget me yes")
	bob.until("!document.body.textContent.includes('5550123')")
}
