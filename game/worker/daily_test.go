package worker_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/calendar"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
	"nimbot/internal/slowtest"
)

// fakePlatform keeps posts by place and name.
type fakePlatform struct {
	mu     sync.Mutex
	posts  map[string]map[string][]time.Time
	now    func() time.Time
	random *rand.Rand     // nil: nothing fails
	deaths map[string]int // in a row, by place, at most maxDeaths
	named  bool           // a second post of the same name is dropped, as Discord does
	closed error
}

var errDied = errors.New("died")

// The workers claim every lookEvery. At most maxDeaths processes in a row crash at a
// post, which bounds how late it can be.
const (
	lookEvery = 6 * time.Minute
	maxDeaths = 2
)

// Publish implements dialog.Publisher. At random, the process crashes before the post
// or between the post and its answer.
func (w *fakePlatform) Publish(_ context.Context, p dialog.Place, _ dialog.Delivery, r dialog.Reply) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fate, place := 0, p.String()
	if w.random != nil && w.deaths[place] < maxDeaths {
		fate = w.random.IntN(4)
	}
	if w.deaths[place]++; fate != 1 && fate != 2 {
		w.deaths[place] = 0
	}
	switch {
	case w.closed != nil:
		return "", w.closed
	case fate == 1:
		return "", errDied
	}
	for _, m := range r.Messages {
		at := w.posts[p.String()]
		if at == nil {
			at = map[string][]time.Time{}
			w.posts[p.String()] = at
		}
		post := dialog.Post{} // of a board, which has none
		if m.Post != nil {
			post = *m.Post
		}
		if w.named && len(at[post.Name]) > 0 || !w.named && post.MaybePosted {
			continue
		}
		at[post.Name] = append(at[post.Name], w.now())
	}
	if fate == 2 {
		return "", errDied
	}
	if p := r.Messages[0].Post; p != nil {
		return p.Name, nil
	}
	return "", nil
}

// replica returns a worker of one of several processes on the room's store.
func replica(c *chattest.Room, w *fakePlatform) worker.Worker {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := chat.New(chat.Config{Store: c.Store, Words: c.Words, Seed: 7, Log: quiet, Now: c.Clock, Timeout: chattest.Patience})
	h.PostThrough("test", w)
	return worker.Worker{Chat: h, Store: c.Store, Now: c.Clock, Publishers: map[string]dialog.Publisher{"test": w}, Log: quiet}
}

// moderatorSays sends a line as a moderator.
func moderatorSays(t *testing.T, c *chattest.Room, by worker.Worker, channel, text string) string {
	t.Helper()
	r := c.Request("mo", text)
	r.Place.Channel, r.User.Moderator = channel, true
	return c.Text(by.Chat.Handle(t.Context(), r))
}

// Three processes post for a year in three time zones, and crash at random before and
// after a post. On each scheduled date there is at most one post, within a quarter of an
// hour of its time; exactly one if the platform recognizes a post by its name.
func TestAYearOfPosts(t *testing.T) {
	slowtest.Only(t)
	zones := map[string]string{"berlin": "Europe/Berlin", "york": "America/New_York", "howe": "Australia/Lord_Howe"}
	for _, named := range []bool{true, false} {
		c := chattest.NewRoom(t)
		c.Now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		w := &fakePlatform{posts: map[string]map[string][]time.Time{}, deaths: map[string]int{}, now: c.Clock, named: named}
		var all []worker.Worker
		for range 3 {
			all = append(all, replica(c, w))
		}
		for channel, zone := range zones {
			if said := moderatorSays(t, c, all[0], channel, "settings daily:02:30 days:mon-sat zone:"+strings.ToLower(zone)); !strings.Contains(said, zone) {
				t.Fatalf("settings: %s", said)
			}
		}
		w.random = rand.New(rand.NewPCG(1, 2))
		for ; c.Now.Year() == 2026; c.Pass(lookEvery) {
			if _, err := all[w.random.IntN(len(all))].Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if w.random.IntN(2000) == 0 { // killed and restarted
				all[w.random.IntN(len(all))] = replica(c, w)
			}
		}
		for channel, zone := range zones {
			checkYear(t, w, "test/"+channel, calendar.Zone(zone), named)
		}
	}
}

func checkYear(t *testing.T, w *fakePlatform, place string, zone *time.Location, named bool) {
	t.Helper()
	s := calendar.Schedule{Minute: 2*60 + 30, Days: calendar.EveryDay &^ 1, Zone: zone}
	days, posted := 0, 0
	for day := time.Date(2026, 1, 2, 12, 0, 0, 0, zone); day.Year() == 2026; day = day.AddDate(0, 0, 1) {
		posts := w.posts[place]["daily "+calendar.Date(day)]
		at, scheduled := s.At(day)
		if !scheduled {
			if len(posts) > 0 {
				t.Errorf("%s: posted on %s, which isn't in the schedule", place, calendar.Date(day))
			}
			continue
		}
		days++
		posted += len(posts)
		if len(posts) > 1 || named && len(posts) == 0 {
			t.Errorf("%s: %d posts on %s, want one", place, len(posts), calendar.Date(day))
		}
		const spread = 15 * time.Minute
		if late := spread + (maxDeaths+1)*lookEvery; len(posts) > 0 && (posts[0].Before(at) || posts[0].After(at.Add(late))) {
			t.Errorf("%s: posted at %v, want within %v of %v", place, posts[0], late, at)
		}
	}
	if posted < days/2 {
		t.Errorf("%s: %d posts on %d dates", place, posted, days)
	}
}

// After a week without any process only today's is posted.
func TestAfterAWeekOfDowntime(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Now = time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	w := &fakePlatform{posts: map[string]map[string][]time.Time{}, deaths: map[string]int{}, now: c.Clock, named: true}
	by := replica(c, w)
	moderatorSays(t, c, by, "room", "settings daily:09:00")
	for _, now := range []time.Time{
		time.Date(2026, 11, 9, 9, 1, 0, 0, time.UTC), // between the time and this place's minute, perhaps
		time.Date(2026, 11, 9, 9, 16, 0, 0, time.UTC), time.Date(2026, 11, 9, 23, 0, 0, 0, time.UTC),
	} {
		c.Now = now
		for range 3 {
			if _, err := by.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	var names []string
	for name := range w.posts["test/room"] {
		if strings.HasPrefix(name, "daily") {
			names = append(names, name)
		}
	}
	if len(names) != 1 || names[0] != "daily 2026-11-09" {
		t.Errorf("posted %v, want today's alone", names)
	}
}

// Setting a schedule posts once, and fails if the bot can't post. If posting is forbidden
// later, the worker stops trying.
func TestScheduleIsVerifiedByPosting(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Now = time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	w := &fakePlatform{posts: map[string]map[string][]time.Time{}, deaths: map[string]int{}, now: c.Clock, named: true}
	by := replica(c, w)
	for _, tt := range []struct {
		closed error
		line   string
		want   string
	}{
		{dialog.ErrCannotPost, "settings daily:09:00", "not allowed to post"},
		{errDied, "settings daily:09:00", "couldn't post here just now"},
		{nil, "settings", "I don't post the day's positions here"},
		{nil, "settings daily:25:00", "isn't a time of day"},
		{nil, "settings daily:09:00 zone:Europe/Berlim", "Did you mean `/nim settings zone:Europe/Berlin`"},
		{nil, "settings daily:09:00 days:always", "isn't a list of days"},
		{nil, "settings daily:9:00 zone:europe/berlin days:mon-fri", "at 09:00, Mon–Fri (Europe/Berlin time)"},
		{nil, "settings daily:off", "I don't post the day's positions here"},
		{nil, "settings daily:9:00", "at 09:00, every day (Europe/Berlin time)"},
	} {
		w.closed = tt.closed
		if said := moderatorSays(t, c, by, "room", tt.line); !strings.Contains(said, tt.want) {
			t.Errorf("%s: %s, want %q", tt.line, said, tt.want)
		}
	}
	if n := len(w.posts["test/room"]); n != 2 {
		t.Errorf("%d proofs were posted, want 2: %v", n, w.posts)
	}
	r := c.Request("ana", "settings daily:10:00")
	if said := c.Text(by.Chat.Handle(t.Context(), r)); !strings.Contains(said, "Only moderators") {
		t.Errorf("somebody else's setting: %s", said)
	}
	w.closed = dialog.ErrCannotPost
	c.Pass(30 * time.Hour)
	if _, err := by.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	if said := moderatorSays(t, c, by, "room", "settings"); !strings.Contains(said, "I don't post the day's positions here") {
		t.Errorf("after a post was forbidden: %s", said)
	}
}
