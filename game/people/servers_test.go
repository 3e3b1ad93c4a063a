package people_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/game/people"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// fakeMembership is a platform on which the test says where the bot is.
type fakeMembership struct {
	in  []string // the servers, also as the list has them
	err error    // what both methods also return
}

func (s *fakeMembership) Present(_ context.Context, guild string) (bool, error) {
	for _, id := range s.in {
		if id == guild {
			return true, s.err
		}
	}
	return false, s.err
}

func (s *fakeMembership) Servers(context.Context) ([]string, error) { return s.in, s.err }

// serversFixture is a Book with documents of servers, a platform that reports where the
// bot is, and a clock that tests move.
type serversFixture struct {
	*bookFixture
	seats fakeMembership
	looks time.Duration // how often the worker checks what is due
}

// newServersFixture lets a person play in each of the servers "s1", "s2" and so on.
func newServersFixture(t *testing.T, s store.Archive, servers int) *serversFixture {
	e := &serversFixture{bookFixture: newBookFixture(t, s), looks: time.Hour}
	e.Book = people.New(people.Config{Store: s, Now: func() time.Time { return e.now }, Seed: 1, Log: slog.New(slog.DiscardHandler)})
	for i := range servers {
		id := fmt.Sprint("s", i+1)
		e.seats.in = append(e.seats.in, id)
		e.plays(id)
	}
	return e
}

// plays lets a person finish a rated pair in a server.
func (e *serversFixture) plays(server string) {
	e.t.Helper()
	before := inGuild.Guild
	defer func() { inGuild.Guild = before }()
	inGuild.Guild = server
	if err := e.pair("ana", "bob", 2); err != nil {
		e.t.Fatal(err)
	}
}

// advance moves the clock, with a worker that does what is due.
func (e *serversFixture) advance(d time.Duration) {
	e.t.Helper()
	for end := e.now.Add(d); e.now.Before(end); e.now = e.now.Add(e.looks) {
		tasks, err := e.store.Claim(e.t.Context(), e.now, time.Minute, 1000)
		if err != nil {
			e.t.Fatal(err)
		}
		for _, task := range tasks {
			if err := e.Due(e.t.Context(), task.Key); err != nil {
				e.t.Fatal(err)
			}
			if err := e.WaitIdle(e.t.Context()); err != nil {
				e.t.Fatal(err)
			}
		}
	}
}

// left lists the servers that still have data in the store, leaderboards included.
func (e *serversFixture) left() string {
	e.t.Helper()
	found := map[string]bool{}
	for x, err := range e.store.All(e.t.Context()) {
		if err != nil {
			e.t.Fatal(err)
		}
		if _, guild, _, ok := person.ParseMemberKey(x.Key); ok {
			found[guild] = true
		}
	}
	for l, err := range e.store.AllLines(e.t.Context()) {
		if err != nil {
			e.t.Fatal(err)
		}
		_, guild, _ := strings.Cut(l.Board, "/")
		found[guild] = true
	}
	var all []string
	for i := range 20 {
		if id := fmt.Sprint("s", i+1); found[id] {
			all = append(all, id)
		}
	}
	return strings.Join(all, " ")
}

const day = 24 * time.Hour

// TestARemovedServerIsDeleted lets the platform report removals by events.
func TestARemovedServerIsDeleted(t *testing.T) {
	slowtest.Sequential(t)
	errAway := errors.New("the platform doesn't answer")
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			for _, c := range []struct {
				name  string
				after func(e *serversFixture) // the removal of s1
				days  int
				want  string
			}{
				{"within the wait", func(*serversFixture) {}, 6, "s1 s2"},
				{"after the wait", func(*serversFixture) {}, 8, "s2"},
				{"back within the wait", func(e *serversFixture) { e.advance(5 * day); e.seats.in = []string{"s1", "s2"} }, 30, "s1 s2"},
				{"back, and removed once more", func(e *serversFixture) {
					e.advance(5 * day)
					if err := e.RecordRemoval(e.t.Context(), "test", "s1"); err != nil {
						e.t.Fatal(err)
					}
				}, 6, "s1 s2"},
				{"nobody knows", func(e *serversFixture) { e.seats.err = errAway }, 30, "s1 s2"},
				{"nobody knew for a while", func(e *serversFixture) { e.seats.err = errAway; e.advance(9 * day); e.seats.err = nil }, 1, "s2"},
			} {
				t.Run(c.name, func(t *testing.T) {
					e := newServersFixture(t, backend.open(t), 2)
					if backend.name != "memory" { // where a check takes a while
						e.looks = 6 * time.Hour
					}
					if err := e.Watch(t.Context(), "test", unlisted{&e.seats}); err != nil {
						t.Fatal(err)
					}
					e.seats.in = []string{"s2"}
					if err := e.RecordRemoval(t.Context(), "test", "s1"); err != nil {
						t.Fatal(err)
					}
					c.after(e)
					e.advance(time.Duration(c.days) * day)
					if got := e.left(); got != c.want {
						t.Errorf("%d days later there is something of %q, want %q", c.days, got, c.want)
					}
					if c.days >= 8 {
						rec, err := e.store.Get(t.Context(), person.DepartureKey("test", "s1"))
						if gone := rec.Version == 0; err != nil || gone == (c.name == "nobody knows") {
							t.Errorf("the departure is %s, %v", rec.Data, err)
						}
					}
				})
			}
		})
	}
}

// unlisted is a platform that doesn't list servers.
type unlisted struct{ people.Membership }

// TestRemovalsFoundByTheList lets servers vanish from the platform's list.
func TestRemovalsFoundByTheList(t *testing.T) {
	errAway := errors.New("the platform doesn't answer")
	all := []string{"s1", "s2", "s3", "s4", "s5", "s6"}
	for _, c := range []struct {
		name string
		life func(e *serversFixture)
		want string
	}{
		{"absent once", func(e *serversFixture) { e.seats.in = all[1:]; e.advance(day); e.seats.in = all; e.advance(20 * day) }, "s1 s2 s3 s4 s5 s6"},
		{"before the wait is over", func(e *serversFixture) { e.seats.in = all[1:]; e.advance(8 * day) }, "s1 s2 s3 s4 s5 s6"},
		{"after it", func(e *serversFixture) { e.seats.in = all[1:]; e.advance(11 * day) }, "s2 s3 s4 s5 s6"},
		{"one after another", func(e *serversFixture) {
			e.seats.in = all[1:]
			e.advance(2 * day)
			e.seats.in = all[2:]
			e.advance(11 * day)
		}, "s3 s4 s5 s6"},
		{"back within the wait", func(e *serversFixture) {
			e.seats.in = all[1:]
			e.advance(5 * day)
			e.seats.in = all
			e.advance(20 * day)
		}, "s1 s2 s3 s4 s5 s6"},
		{"an empty list", func(e *serversFixture) { e.seats.in = nil; e.advance(20 * day) }, "s1 s2 s3 s4 s5 s6"},
		{"a list that lost a third", func(e *serversFixture) { e.seats.in = all[2:]; e.advance(20 * day) }, "s1 s2 s3 s4 s5 s6"},
		{"a list that stays without a third", func(e *serversFixture) { e.seats.in = all[2:]; e.advance(45 * day) }, "s3 s4 s5 s6"},
		{"a third is back", func(e *serversFixture) {
			e.seats.in = all[2:]
			e.advance(25 * day)
			e.seats.in = all
			e.advance(2 * day)
			e.seats.in = all[2:]
			e.advance(25 * day)
		}, "s1 s2 s3 s4 s5 s6"},
		{"one goes while a list is doubted", func(e *serversFixture) {
			e.seats.in = all[2:]
			e.advance(3 * day)
			e.seats.in = all[1:]
			e.advance(11 * day)
		}, "s2 s3 s4 s5 s6"},
		{"an error", func(e *serversFixture) { e.seats.in, e.seats.err = all[1:], errAway; e.advance(20 * day) }, "s1 s2 s3 s4 s5 s6"},
		{"somebody plays on", func(e *serversFixture) {
			e.seats.in = all[1:]
			for range 15 {
				e.advance(day)
				e.plays("s1")
			}
		}, "s1 s2 s3 s4 s5 s6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newServersFixture(t, storetest.NewMemory(), len(all))
			if err := e.Watch(t.Context(), "test", &e.seats); err != nil {
				t.Fatal(err)
			}
			e.plays("s7") // in which the bot never was: somebody brought it along
			e.advance(2 * day)
			c.life(e)
			if got, want := e.left(), c.want+" s7"; got != want {
				t.Errorf("there is something of %q, want %q", got, want)
			}
		})
	}
}

// cutOff is a store that can't be read to its end.
type cutOff struct{ store.Archive }

func (cutOff) All(context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) { yield(store.Entry{}, store.ErrUnavailable) }
}

// A server isn't reported as deleted if the store couldn't be read to its end.
func TestAPurgeThatIsCutOff(t *testing.T) {
	for _, dry := range []bool{true, false} {
		if n, err := people.Purge(t.Context(), cutOff{storetest.NewMemory()}, nil, "test", "g", time.Now(), dry); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("Purge = %d, %v, want %v", n, err, store.ErrUnavailable)
		}
	}
}
