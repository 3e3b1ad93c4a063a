package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/chat/chattest"
	"nimbot/exchange"
	"nimbot/store"
)

// list is a store that has tasks claimed in order, and notes when.
type list struct {
	store.Store
	tasks  []store.Task
	looks  []time.Time
	mu     sync.Mutex // guards shown
	shown  []string
	broken error
}

func (l *list) Claim(_ context.Context, _ time.Time, _ time.Duration, limit int) ([]store.Task, error) {
	l.looks = append(l.looks, time.Now())
	n := min(limit, len(l.tasks))
	claimed := l.tasks[:n]
	l.tasks = l.tasks[n:]
	return claimed, nil
}

func (l *list) Get(ctx context.Context, key string) (store.Record, error) {
	if l.broken != nil {
		return store.Record{}, l.broken
	}
	return l.Store.Get(ctx, key)
}

func (l *list) Shown(_ context.Context, tasks []store.Task) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range tasks {
		l.shown = append(l.shown, t.Key)
	}
	return nil
}

// A worker that was given as much as it asked for looks again at once; one that
// wasn't, or whose store is away, waits.
func TestWhenAWorkerLooksAgain(t *testing.T) {
	for _, c := range []struct{ due, looks int }{{0, 1}, {1, 1}, {99, 1}, {100, 2}, {250, 3}} {
		synctest.Test(t, func(t *testing.T) {
			a := attend(t, nil)
			l := &list{Store: a.Store}
			for i := range c.due {
				l.tasks = append(l.tasks, store.Task{Key: fmt.Sprint("left:", i)})
			}
			a.worker.Store = l
			a.run(500 * time.Millisecond)
			if len(l.looks) != c.looks {
				t.Errorf("with %d due the worker looked %d times at once, want %d", c.due, len(l.looks), c.looks)
			}
		})
	}
}

// Of a document that belongs to no place, what is due is done and what is to be
// shown is confirmed, each only where the store says so.
func TestDocumentsOfNoPlace(t *testing.T) {
	for _, fails := range []error{nil, errors.New("not yet")} {
		c := chattest.NewRoom(t)
		l := &list{Store: c.Store, tasks: []store.Task{{Key: "left:due", Due: true}, {Key: "web-person:show", Show: []int{1}}, {Key: "left:both", Due: true, Show: []int{1}}, {Key: "left:none"}}}
		c.Store = l
		var log bytes.Buffer
		done := make(chan string, 9)
		w := newWorker(c, &billboard{})
		w.Log = slog.New(slog.NewTextHandler(&log, nil))
		w.Due = func(_ context.Context, key string) error {
			done <- key
			return fails
		}
		step(t, w)
		close(done)
		var due []string
		for key := range done {
			due = append(due, key)
		}
		slices.Sort(due)
		slices.Sort(l.shown)
		if want := []string{"left:both", "left:due"}; !slices.Equal(due, want) {
			t.Errorf("done is what is due in %q, want %q", due, want)
		}
		if want := []string{"left:both", "web-person:show"}; !slices.Equal(l.shown, want) {
			t.Errorf("confirmed are %q, want %q", l.shown, want)
		}
		if told := strings.Contains(log.String(), "tried again"); told != (fails != nil) {
			t.Errorf("with the error %v the log is %q", fails, log.String())
		}
	}
}

// The log tells of a document that can't be read, where somebody has to do something
// about it, and of none that is only away.
func TestTheLogTellsWhatCannotBeRead(t *testing.T) {
	for err, want := range map[error]bool{store.ErrCorrupt: true, store.ErrNewer: true, store.ErrUnavailable: false} {
		c := chattest.NewRoom(t)
		l := &list{Store: c.Store, tasks: []store.Task{{Key: c.Place.String(), Due: true}}, broken: err}
		c.Store = l
		c.Restart()
		var log bytes.Buffer
		w := newWorker(c, &billboard{})
		w.Log = slog.New(slog.NewTextHandler(&log, nil))
		step(t, w)
		if told := strings.Contains(log.String(), "cannot be read"); told != want {
			t.Errorf("%v: the log is %q, want it told: %v", err, log.String(), want)
		}
	}
}

// without is a platform that gives posts no ids.
type without struct{ posts int }

func (p *without) Publish(context.Context, exchange.Place, exchange.Delivery, exchange.Reply) (string, error) {
	p.posts++
	return "", nil
}

// A post that nobody can edit later isn't kept, and isn't posted twice.
func TestAPostWithoutAnID(t *testing.T) {
	p := &newspaper{Room: chattest.NewRoom(t), column: &column{posts: map[string]exchange.Reply{}}, t: t}
	p.Now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	by := p.process()
	platform := &without{}
	by.Publishers = map[string]exchange.Publisher{"test": platform}
	p.replicas = []*process{by}
	r := p.Request("mo", "settings daily:09:00")
	r.User.Moderator = true
	p.Expect(by.Handle(t.Context(), r), "at 09:00")
	p.pass(80 * time.Minute)
	p.pass(time.Hour)
	if post := p.Document().DayPost; platform.posts != 1 || post != nil {
		t.Errorf("posted %d times, kept is %+v; want one post and nothing kept", platform.posts, post)
	}
}

// A move that is made while the day's post is shown has its own board to be shown:
// noting the post doesn't confirm that.
func TestAMoveBesideThePostIsStillShown(t *testing.T) {
	p := newNewspaper(t, 2)
	moved := false
	p.after = func(string) error {
		if !moved {
			moved = true
			r := p.Request("bob", "start 3 4 5")
			r.Confirms = true
			if r := p.replicas[1].Handle(t.Context(), r); r.Result != exchange.Done {
				t.Errorf("start: %v", r.Result)
			}
		}
		return nil
	}
	p.pass(24 * time.Hour) // the next date's
	p.pass(time.Minute)
	shown := false
	for _, r := range p.posts {
		shown = shown || strings.Contains(p.Text(r), "A 3, B 4, C 5")
	}
	if !moved || !shown {
		t.Errorf("moved %v; the board is shown: %v, want it shown by the worker", moved, shown)
	}
}
