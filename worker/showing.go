package worker

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"nimbot/chat"
	"nimbot/store"
)

// How boards are shown unasked.
const (
	showAtOnce  = 16              // boards on one platform
	showWaiting = 2048            // boards in line for one platform: more than it takes before their leases end
	showWithin  = 8 * time.Second // one board, whatever the platform does
	showMargin  = 2 * time.Second // left before another worker may show the board

	confirmWithin = 2 * time.Second
	finishWithin  = 3 * time.Second // what is being shown when the worker ends
)

// showing is a board that is to be shown.
type showing struct {
	key     string
	place   chat.Place
	version uint64      // of the document that is shown; another one is somebody else's to show
	board   bool        // the board is to be shown, or what was decided
	decided *chat.Reply // what time decided; nil: the board as it stands
	edit    *chat.Reply // of the day's post; nil: none
	until   time.Time   // then another worker may show it
}

// screen is a platform on which boards are shown: some at once, the others in
// a line. What finds no room there, or waits there for too long, is not
// confirmed, so that it is claimed again.
type screen struct {
	worker    *Worker
	publisher chat.Publisher // nil: nothing can be shown
	line      chan *showing
	refused   atomic.Int64 // found no room since the last look
	showers   sync.WaitGroup
}

// screens are the platforms by name; "" stands for all that have no Publisher.
type screens map[string]*screen

// screens begins to show what will be put into line. Once stop has ended,
// nothing more is begun; what was begun ends with ctx. They are to be closed.
func (w *Worker) screens(stop, ctx context.Context) screens {
	all := screens{"": w.screen(stop, ctx, nil)}
	for platform, p := range w.Publishers {
		all[platform] = w.screen(stop, ctx, p)
	}
	return all
}

func (w *Worker) screen(stop, ctx context.Context, p chat.Publisher) *screen {
	x := &screen{worker: w, publisher: p, line: make(chan *showing, showWaiting)}
	for range showAtOnce {
		x.showers.Go(func() {
			for s := range x.line {
				if stop.Err() == nil && time.Now().Before(s.until) {
					x.show(ctx, s)
				}
			}
		})
	}
	return x
}

// add puts s into its platform's line.
func (all screens) add(s *showing) {
	x := all[s.place.Platform]
	if x == nil {
		x = all[""]
	}
	select {
	case x.line <- s:
	default:
		x.refused.Add(1)
		x.worker.Watch.shown(s.place.Platform, errNoRoom)
	}
}

// overflowed yields the platforms in whose line boards found no room since it
// was asked last, and how many.
func (all screens) overflowed() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		for platform, x := range all {
			if n := x.refused.Swap(0); n > 0 && !yield(platform, n) {
				return
			}
		}
	}
}

// close waits until all lines came to their end. Nothing may be added then.
func (all screens) close() {
	for _, x := range all {
		close(x.line)
	}
	for _, x := range all {
		x.showers.Wait()
	}
}

// show shows a board, and confirms that, and edits the day's post. A board whose
// document has changed is left alone: whoever wrote that shows it, or wishes it
// anew; and the edit is due again.
func (x *screen) show(ctx context.Context, s *showing) {
	w := x.worker
	known := x.newest(s.place)
	reply, delivery, err := w.Chat.Present(ctx, s.place)
	delivery.Known = known
	if err != nil || reply.Version != s.version {
		w.unsettled(ctx, s.key, err)
		return
	}
	if s.decided != nil {
		reply = *s.decided
	}
	if s.board && x.showReply(ctx, s, delivery, reply) {
		w.confirm(ctx, s)
	}
	if s.edit != nil {
		_ = x.showReply(ctx, s, delivery, *s.edit) // what failed is due again
	}
}

// showReply shows a reply, if anything can be shown there, and notes what came of
// a post in it. It reports whether nothing has to be tried again.
func (x *screen) showReply(ctx context.Context, s *showing, d chat.Delivery, r chat.Reply) bool {
	if x.publisher == nil || d.Unseated || len(r.Messages) == 0 {
		return true
	}
	post, err := x.publish(ctx, s, d, r)
	x.worker.Watch.shown(s.place.Platform, err)
	if err = x.worker.notePost(ctx, s, r, post, err); err != nil {
		x.worker.log().WarnContext(ctx, "a board could not be shown; it is tried again", "place", s.key, "error", err)
	}
	return err == nil
}

// Recalling is a publisher that remembers which boards it showed, so that none
// is followed by an older one. It's asked before a document is read: one that
// is older than Newest was by then comes from a store that was set back.
type Recalling interface {
	// Newest is the version of the latest board that was shown in place, 0 for
	// none.
	Newest(place chat.Place) uint64
}

// newest is what the publisher has shown in a place, as far as it remembers.
func (x *screen) newest(p chat.Place) uint64 {
	if r, ok := x.publisher.(Recalling); ok {
		return r.Newest(p)
	}
	return 0
}

// publish has the platform show a reply. One that panics harms nobody else.
func (x *screen) publish(ctx context.Context, s *showing, d chat.Delivery, r chat.Reply) (post string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	deadline := time.Now().Add(showWithin)
	if s.until.Before(deadline) {
		deadline = s.until
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	return x.publisher.Publish(ctx, s.place, d, r)
}

// confirm tells the store that a board was shown, even while everything ends.
func (w *Worker) confirm(ctx context.Context, s *showing) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), confirmWithin)
	defer cancel()
	if err := w.Store.Shown(ctx, []store.Task{{Key: s.key, Show: true, Version: s.version}}); err != nil {
		w.log().InfoContext(ctx, "a board may be shown once more", "place", s.key, "error", err)
	}
}
