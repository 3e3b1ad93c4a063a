package worker_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/worker"
	"nimbot/store"
	"nimbot/store/storetest"
)

// mortal is the store as a process sees it that is killed after some calls.
type mortal struct {
	store.Archive
	left atomic.Int64
}

func (m *mortal) dead() error {
	if m.left.Add(-1) < 0 {
		return store.ErrUnavailable
	}
	return nil
}

func (m *mortal) Get(ctx context.Context, key string) (store.Record, error) {
	if err := m.dead(); err != nil {
		return store.Record{}, err
	}
	return m.Archive.Get(ctx, key)
}

func (m *mortal) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if err := m.dead(); err != nil {
		return store.Record{}, err
	}
	return m.Archive.Commit(ctx, key, w)
}

func (m *mortal) Shown(ctx context.Context, all []store.Task) error {
	if err := m.dead(); err != nil {
		return err
	}
	return m.Archive.Shown(ctx, all)
}

// copyOf returns a copy of the bot on a store, in the first room's place and time, and its book.
func copyOf(t *testing.T, first *chattest.Room, s store.Archive) (c *chattest.Room, b *people.Book) {
	first.Delivered++
	c = chattest.NewRoom(t)
	b = people.New(people.Config{Store: s, Now: first.Clock, Seed: 7})
	c.Place, c.Store, c.People, c.Now, c.Delivered = first.Place, s, b, first.Clock(), 100*first.Delivered
	c.Restart()
	return c, b
}

// listed returns the places on a person's list.
func listed(t *testing.T, b *people.Book, p dialog.Place, who string) (all []string) {
	t.Helper()
	known, err := b.PlaysIn(t.Context(), p, who)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range known {
		all = append(all, l.Place.String())
	}
	return all
}

// playsIn reports whether a person has a game in a place.
func playsIn(t *testing.T, s store.Store, p dialog.Place, who string) bool {
	t.Helper()
	rec, err := s.Get(t.Context(), p.String())
	if err != nil {
		t.Fatal(err)
	}
	k, err := message.Decode(rec, nil)
	if err != nil {
		t.Fatal(err)
	}
	for at := range k.Tables {
		if _, plays := at.SeatOf(who); plays {
			return true
		}
	}
	return false
}

// works lets a worker of a copy do what is due after a while, and reports whether a list was due.
func works(t *testing.T, c *chattest.Room, after time.Duration) (asked bool) {
	t.Helper()
	c.Pass(after)
	tasks := &claimed{Store: c.Store}
	w := &worker.Worker{Chat: c.Handler, Store: tasks, Now: c.Clock}
	if _, err := w.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tasks.list
}

// claimed notes whether a list was claimed.
type claimed struct {
	store.Store
	list bool
}

func (s *claimed) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	tasks, err := s.Store.Claim(ctx, now, lease, limit)
	for _, t := range tasks {
		s.list = s.list || slices.Contains(t.Show, store.ListTable)
	}
	return tasks, err
}

var guildRoom = dialog.Place{Platform: "discord", Guild: "42", Channel: "one"}

// TestListsAfterAKill kills the process that begins a game before each of its calls to the store.
// Four seconds later another process has listed the game, once, if it is stored.
func TestListsAfterAKill(t *testing.T) {
	for _, lines := range [][]string{{"ana: start 3 4 5"}, {"bob: challenge @ana 3 4", "ana: accept"}, {"bob: open 3 4 seats:2", "ana: accept", "bob: begin"}, {"bob: challenge @ana rated", "ana: accept"}} {
		for survived, calls := false, int64(0); !survived; calls++ {
			memory := storetest.NewMemory()
			first := chattest.NewRoom(t)
			first.Place = guildRoom
			dying := &mortal{Archive: memory}
			dying.left.Store(calls)
			c, _ := copyOf(t, first, dying)
			for _, line := range lines {
				who, text, _ := strings.Cut(line, ": ")
				r := c.Request(who, text)
				r.Confirms = true
				c.Handler.Handle(t.Context(), r)
			}
			survived = c.Handler.ListBegun(t.Context()) == nil && dying.left.Load() >= 0
			other, book := copyOf(t, first, memory)
			other.Now = first.Clock()
			works(t, other, 4*time.Second)
			for _, who := range []string{"ana", "bob"} {
				plays := playsIn(t, memory, guildRoom, who)
				got, want := listed(t, book, guildRoom, who), []string(nil)
				if plays {
					want = []string{guildRoom.String()}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q, killed before call %d: %s's list has %q, want %q", lines, calls+1, who, got, want)
				}
				if text := other.Text(other.Says(who, "me games")); strings.Contains(text, "You have one open game") != plays {
					t.Errorf("%q, killed before call %d: me games tells %s:\n%s", lines, calls+1, who, text)
				}
			}
			if works(t, other, time.Hour) {
				t.Errorf("%q, killed before call %d: an hour later the games are still to be listed", lines, calls+1)
			}
		}
	}
}

// TestAListThatTheStoreLost sets the store back to before a game was listed.
func TestAListThatTheStoreLost(t *testing.T) {
	memory := storetest.NewMemory()
	first := chattest.NewRoom(t)
	first.Place = guildRoom
	c, book := copyOf(t, first, memory)
	c.Play("ana: start 3 4 5")
	restore := memory.Snapshot(t)
	if err := c.Handler.ListBegun(t.Context()); err != nil {
		t.Fatal(err)
	}
	if works(t, c, 4*time.Second) || len(listed(t, book, guildRoom, "ana")) != 1 {
		t.Error("a listed game is to be listed still, or isn't listed")
	}
	restore(t)
	if got := listed(t, book, guildRoom, "ana"); len(got) > 0 {
		t.Fatalf("the store has still %q", got)
	}
	if !works(t, c, 4*time.Second) || len(listed(t, book, guildRoom, "ana")) != 1 {
		t.Error("the game isn't listed again")
	}
}

// TestMyGamesBeforeTheyAreListed asks for the games here and on another copy, before and after they
// are listed. One person begins two games in the same instant on two copies.
func TestMyGamesBeforeTheyAreListed(t *testing.T) {
	memory := storetest.NewMemory()
	one := chattest.NewRoom(t)
	one.Place = guildRoom
	first, book := copyOf(t, one, memory)
	second, _ := copyOf(t, one, memory)
	second.Place.Channel = "two"
	first.Play("ana: start 3 4 5")
	second.Play("ana: start 6 7")
	first.Place.Channel, second.Place.Channel = "three", "three"
	for _, c := range []*chattest.Room{first, second} {
		c.Expect(c.Says("ana", "me games"), "You have one open game")
	}
	for _, c := range []*chattest.Room{first, second} {
		if err := c.Handler.ListBegun(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []*chattest.Room{first, second} {
		c.Expect(c.Says("ana", "me games"), "You have 2 open games", "Nim 3 4 5", "Nim 6 7")
	}
	if got := listed(t, book, guildRoom, "ana"); len(got) != 2 {
		t.Errorf("ana's list has %q, want two places", got)
	}
}

// TestALeaverIsNotListed has somebody delete their data before their game is listed.
func TestALeaverIsNotListed(t *testing.T) {
	for _, by := range []string{"the process", "a worker"} {
		memory := storetest.NewMemory()
		first := chattest.NewRoom(t)
		first.Place = guildRoom
		c, book := copyOf(t, first, memory)
		book.SetChat(c.Handler)
		c.Play("ana: start 3 4 5")
		first.Pass(time.Second)
		c.Pass(time.Second)
		if r := people.NewHandler(book, c.Handler).Answer(t.Context(), dialog.Read(c.Request("ana", "forget everywhere yes"), c.Words)); !r.ForgotEverywhere {
			t.Fatalf("forget everywhere yes gave\n%s", c.Text(r))
		}
		if err := book.SweepNow(t.Context()); err != nil {
			t.Fatal(err)
		}
		if by == "the process" {
			if err := c.Handler.ListBegun(t.Context()); err != nil {
				t.Fatal(err)
			}
		} else {
			works(t, c, 4*time.Second)
		}
		for e, err := range memory.All(t.Context()) {
			if err != nil || strings.Contains(e.Key, "ana") || strings.Contains(string(e.Record.Data), `"ana"`) {
				t.Errorf("listed by %s, %q (%v) has what was deleted: %s", by, e.Key, err, e.Record.Data)
			}
		}
	}
}
