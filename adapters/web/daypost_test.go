package web

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat/chattest"
)

// daily has the day's post fall due in a channel, and returns its date.
func (s *site) daily(channel string) (date string) {
	s.t.Helper()
	date = chattest.ScheduleDaily(s.t, s.worker.Chat, channelPlace(channel), s.now())
	s.work(0)
	return date
}

// work lets time pass, and the worker do what is due then.
func (s *site) work(d time.Duration) {
	s.t.Helper()
	s.ahead.Add(int64(d))
	for range 3 {
		if _, err := s.worker.Step(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
}

// share has a browser's person share how a date went.
func (b *browser) share(who, channel, date string) {
	b.site.t.Helper()
	p, ok, err := b.site.server.people.find(b.site.t.Context(), who)
	if err != nil || !ok {
		b.site.t.Fatal(ok, err)
	}
	chattest.SolveDaily(b.site.t, b.site.store, Platform, p.ID, date)
	b.say(who, channel, "/nim daily share")
}

// sees waits until a page has seen a message with all parts, and returns it.
func (p *tap) sees(t *testing.T, parts ...string) (m message) {
	t.Helper()
	found := func(s sighting) bool {
		text := strings.Join(s.message.Lines, "\n")
		return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
	}
	seen := p.await(func(all []sighting) bool {
		i := slices.IndexFunc(all, found)
		if i >= 0 {
			m = all[i].message
		}
		return i >= 0
	})
	if !seen {
		t.Fatalf("the stream ended without %q", parts)
	}
	return m
}

// Shared lines are drawn into the post itself, and into a new one after a restart,
// which the page's messages don't survive.
func TestTheDaysPostShowsWhatIsShared(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	page := bob.open("Bob", "", "general")
	date := s.daily("general")
	post := page.sees(t, "a game of the day")
	ana.share("Ana", "general", date)
	s.work(time.Second)
	drawn := page.sees(t, "a game of the day", "Ana: 🟩❌🟩 · 2 days")
	if drawn.ID != post.ID || drawn.Order != post.Order || len(drawn.Buttons) != 1 || drawn.To != "" {
		t.Errorf("the line is drawn into %+v, want message %s with its button", drawn, post.ID)
	}
	page.close()
	s.restart()
	page = bob.open("Bob", "", "general")
	bob.share("Bob", "general", date)
	s.work(time.Minute)
	next := page.sees(t, "a game of the day", "Ana: 🟩❌🟩 · 2 days", "Bob: 🟩❌🟩 · 2 days")
	if next.ID == post.ID {
		t.Errorf("the new post has the id %s of the one before the restart", next.ID)
	}
}

// If nobody saw the post, shared lines are separate messages, and an edit that nobody can
// see counts as done.
func TestAPostThatNobodySees(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	date := s.daily("quiet")
	page := ana.open("Ana", "", "quiet", "general")
	ana.share("Ana", "quiet", date)
	page.sees(t, "Ana: Nim daily")

	date = s.daily("general")
	page.sees(t, "a game of the day")
	bob := s.browser()
	bob.join("Bob", false)
	bob.share("Bob", "general", date)
	s.server.hub.mu.Lock()
	delete(s.server.hub.rooms, "general") // as when it was idle for long
	s.server.hub.mu.Unlock()
	s.work(time.Second)
	doc, err := s.worker.Chat.Document(t.Context(), channelPlace("general"))
	if err != nil || strings.Contains(string(doc), `"due"`) || !strings.Contains(string(doc), "Bob") {
		t.Errorf("the document is %s, %v, want Bob's line and nothing due", doc, err)
	}
}
