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

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/store"
)

// list is a fake store that returns tasks in order, and records the times of Claim and the
// keys that are confirmed.
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

// A worker that got a full batch claims again at once; otherwise, or after an error, it
// waits.
func TestPollInterval(t *testing.T) {
	for _, c := range []struct{ due, looks int }{{0, 1}, {1, 1}, {99, 1}, {100, 2}, {250, 3}} {
		synctest.Test(t, func(t *testing.T) {
			a := newWorkerFixture(t, nil)
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

// For documents that aren't channels, Due runs the task, and Show is confirmed, each only
// if claimed.
func TestNonChannelDocuments(t *testing.T) {
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

// Unreadable documents are logged, because an operator must act; unavailable ones aren't.
func TestCorruptDocumentsAreLogged(t *testing.T) {
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

// noPostIDs is a platform that returns no ids of posts.
type noPostIDs struct{ posts int }

func (p *noPostIDs) Publish(context.Context, dialog.Place, dialog.Delivery, dialog.Reply) (string, error) {
	p.posts++
	return "", nil
}

// If the platform returns no id, the post isn't recorded for edits, but it is still posted
// only once.
func TestAPostWithoutAnID(t *testing.T) {
	p := &dailyFixture{Room: chattest.NewRoom(t), editablePlatform: &editablePlatform{posts: map[string]dialog.Reply{}}, t: t}
	p.Now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	by := p.process()
	platform := &noPostIDs{}
	by.Publishers = map[string]dialog.Publisher{"test": platform}
	p.replicas = []*process{by}
	r := p.Request("mo", "settings daily:09:00")
	r.User.Moderator = true
	p.Expect(by.Handle(t.Context(), r), "at 09:00")
	p.advance(80 * time.Minute)
	p.advance(time.Hour)
	if post := p.Document().DayPost; platform.posts != 1 || post != nil {
		t.Errorf("posted %d times, kept is %+v; want one post and nothing kept", platform.posts, post)
	}
}

// If a move is made while the day's post is being shown, its board is still shown afterwards:
// recording the post doesn't confirm the board.
func TestAMoveBesideThePostIsStillShown(t *testing.T) {
	p := newDailyFixture(t, 2)
	moved := false
	p.after = func(string) error {
		if !moved {
			moved = true
			r := p.Request("bob", "start 3 4 5")
			r.Confirms = true
			if r := p.replicas[1].Handle(t.Context(), r); r.Result != dialog.Done {
				t.Errorf("start: %v", r.Result)
			}
		}
		return nil
	}
	p.advance(24 * time.Hour) // the next date's
	p.advance(time.Minute)
	shown := false
	for _, r := range p.posts {
		shown = shown || strings.Contains(p.Text(r), "A 3, B 4, C 5")
	}
	if !moved || !shown {
		t.Errorf("moved %v; the board is shown: %v, want it shown by the worker", moved, shown)
	}
}

// A warning of the clock that can't be posted any more is given up; after any other failure
// it is tried again.
func TestAWarningThatCannotBePosted(t *testing.T) {
	for err, again := range map[error]bool{dialog.ErrCannotPost: false, dialog.ErrPostGone: false, errors.New("the platform is away"): true, dialog.ErrHeldBack: true} {
		synctest.Test(t, func(t *testing.T) {
			tries := 0
			a := newWorkerFixture(t, map[string]dialog.Publisher{"test": &publisher{publish: func(context.Context, dialog.Place) error {
				tries++
				return err
			}}})
			a.startGameWithClock(dialog.Place{Platform: "test", Channel: "room"}, "1h")
			time.Sleep(54*time.Minute + time.Second)
			for range 3 {
				step(t, a.worker)
				time.Sleep(time.Minute)
			}
			if tries == 0 || (tries > 1) != again {
				t.Errorf("after %v it was tried %d times, want again: %v", err, tries, again)
			}
		})
	}
}
