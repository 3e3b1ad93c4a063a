package worker

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"nimbot/exchange"
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

// pendingBoard is a board that is to be shown.
type pendingBoard struct {
	key     string
	place   exchange.Place
	version uint64          // of the document that is shown; another one is somebody else's to show
	board   bool            // the board is to be shown, or what was decided
	decided *exchange.Reply // what time decided; nil: the board as it stands
	edit    *exchange.Reply // of the day's post; nil: none
	until   time.Time       // then another worker may show it
}

// queue shows the boards of a platform: some at once, the others wait in a line.
// What finds no room there, or waits there for too long, is not confirmed, so
// that it is claimed again.
type queue struct {
	worker    *Worker
	publisher exchange.Publisher // nil: nothing can be shown
	line      chan *pendingBoard
	refused   atomic.Int64 // found no room since the last look
	showers   sync.WaitGroup
}

// queues are those of the platforms by name; that of "" is for all platforms
// without a Publisher.
type queues map[string]*queue

// startQueues begins to show what will be put into line. What was begun ends with
// ctx; once admit has ended, nothing more is begun. They are to be closed.
func (w *Worker) startQueues(ctx, admit context.Context) queues {
	all := queues{"": w.startQueue(ctx, admit, nil)}
	for platform, p := range w.Publishers {
		all[platform] = w.startQueue(ctx, admit, p)
	}
	return all
}

func (w *Worker) startQueue(ctx, admit context.Context, p exchange.Publisher) *queue {
	q := &queue{worker: w, publisher: p, line: make(chan *pendingBoard, showWaiting)}
	for range showAtOnce {
		q.showers.Go(func() {
			for b := range q.line {
				if admit.Err() == nil && time.Now().Before(b.until) {
					q.show(ctx, b)
				}
			}
		})
	}
	return q
}

// add puts b into its platform's line.
func (all queues) add(b *pendingBoard) {
	q := all[b.place.Platform]
	if q == nil {
		q = all[""]
	}
	select {
	case q.line <- b:
	default:
		q.refused.Add(1)
		q.worker.Watch.shown(b.place.Platform, errNoRoom)
	}
}

// close waits until all lines came to their end. Nothing may be added then.
func (all queues) close() {
	for _, q := range all {
		close(q.line)
	}
	for _, q := range all {
		q.showers.Wait()
	}
}

// show shows a board, and confirms that, and edits the day's post. A board whose
// document has changed is left alone: whoever wrote that shows it, or wishes it
// anew; and the edit is due again.
func (q *queue) show(ctx context.Context, b *pendingBoard) {
	w := q.worker
	known := q.newest(b.place)
	reply, delivery, err := w.Chat.Present(ctx, b.place)
	delivery.Known = known
	if err != nil || reply.Version != b.version {
		w.unsettled(ctx, b.key, err)
		return
	}
	if b.decided != nil {
		reply = *b.decided
	}
	if b.board && q.showReply(ctx, b, delivery, reply) {
		w.confirm(ctx, b)
	}
	if b.edit != nil {
		_ = q.showReply(ctx, b, delivery, *b.edit) // what failed is due again
	}
}

// showReply shows a reply, if anything can be shown there, and notes what came of
// a post in it. It reports whether nothing has to be tried again.
func (q *queue) showReply(ctx context.Context, b *pendingBoard, d exchange.Delivery, r exchange.Reply) bool {
	if q.publisher == nil || d.Unseated || len(r.Messages) == 0 {
		return true
	}
	post, err := q.publish(ctx, b, d, r)
	q.worker.Watch.shown(b.place.Platform, err)
	if err = q.worker.notePost(ctx, b, r, post, err); err != nil {
		q.worker.log().WarnContext(ctx, "a board could not be shown; it is tried again", "place", b.key, "error", err)
	}
	return err == nil
}

// Recalling is a publisher that remembers which boards it showed, so that none
// is followed by an older one. It's asked before a document is read: one that
// is older than Newest was by then comes from a store that was set back.
type Recalling interface {
	// Newest is the version of the latest board that was shown in place, 0 for
	// none.
	Newest(place exchange.Place) uint64
}

// newest is what the publisher has shown in a place, as far as it remembers.
func (q *queue) newest(p exchange.Place) uint64 {
	if r, ok := q.publisher.(Recalling); ok {
		return r.Newest(p)
	}
	return 0
}

// publish has the platform show a reply. One that panics harms nobody else.
func (q *queue) publish(ctx context.Context, b *pendingBoard, d exchange.Delivery, r exchange.Reply) (post string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	deadline := time.Now().Add(showWithin)
	if b.until.Before(deadline) {
		deadline = b.until
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	return q.publisher.Publish(ctx, b.place, d, r)
}

// confirm tells the store that a board was shown, even while everything ends.
func (w *Worker) confirm(ctx context.Context, b *pendingBoard) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), confirmWithin)
	defer cancel()
	if err := w.Store.Shown(ctx, []store.Task{{Key: b.key, Show: true, Version: b.version}}); err != nil {
		w.log().InfoContext(ctx, "a board may be shown once more", "place", b.key, "error", err)
	}
}
