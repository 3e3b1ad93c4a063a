package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
)

// The bounds of showing boards without a request.
const (
	showAtOnce  = 16              // boards at a time on one platform
	showWaiting = 2048            // capacity of a platform's queue: more than it can show within a lease
	showWithin  = 8 * time.Second // for one board, however slow the platform is
	showMargin  = 2 * time.Second // a board isn't shown if less is left of its lease, because another worker may take it

	// overtakings is how often a board is shown again because its table changed meanwhile.
	overtakings = 3

	confirmWithin = 2 * time.Second
	finishWithin  = 3 * time.Second // for boards in flight when the worker stops
)

// pendingBoard is a board that waits to be shown.
type pendingBoard struct {
	key     string
	place   dialog.Place
	table   int
	version uint64        // of the document to show; a later change of the table is shown by its writer
	board   bool          // a board, or the reply to an expired deadline, must be shown
	decided *dialog.Reply // the reply to an expired deadline; nil: show the current board
	edit    *dialog.Reply // the edit of the day's post; nil: none
	until   time.Time     // end of the lease: then another worker may show it
}

// queue shows the boards of a platform, several at a time. A board that doesn't fit into
// the queue, or waits too long, is not confirmed, so a worker will claim it again.
type queue struct {
	worker    *Worker
	publisher dialog.Publisher // nil: nothing can be shown
	line      chan *pendingBoard
	dropped   atomic.Int64 // boards dropped since the last check
	showers   sync.WaitGroup
}

// queues are the platforms' queues by name. The queue "" serves every platform without a
// Publisher.
type queues map[string]*queue

// startQueues starts the goroutines that show queued boards. When admit ends no further
// board is begun; when ctx ends those in flight are aborted. The caller must close the
// queues.
func (w *Worker) startQueues(ctx, admit context.Context) queues {
	all := queues{"": w.startQueue(ctx, admit, nil)}
	for platform, p := range w.Publishers {
		all[platform] = w.startQueue(ctx, admit, p)
	}
	return all
}

func (w *Worker) startQueue(ctx, admit context.Context, p dialog.Publisher) *queue {
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

// add queues b for its platform.
func (all queues) add(b *pendingBoard) {
	q := all[b.place.Platform]
	if q == nil {
		q = all[""]
	}
	select {
	case q.line <- b:
	default:
		q.dropped.Add(1)
		q.worker.Observer.shown(b.place.Platform, errNoRoom)
	}
}

// close waits until all queues are empty. Nothing may be added afterwards.
func (all queues) close() {
	for _, q := range all {
		close(q.line)
	}
	for _, q := range all {
		q.showers.Wait()
	}
}

// show shows and confirms a board, and edits the day's post. If the table has changed since,
// it does neither: the writer of the change shows the board, and the edit is due again.
func (q *queue) show(ctx context.Context, b *pendingBoard) {
	w := q.worker
	if b.table == dialog.RoundTable {
		q.showRound(ctx, b)
		return
	}
	known := q.newest(b.place)
	reply, delivery, err := w.Chat.Present(ctx, b.place, b.table)
	delivery.Known = known
	if err != nil || reply.Changed > b.version {
		w.logFailure(ctx, b.key, err)
		return
	}
	present := reply
	if b.decided != nil {
		reply = *b.decided
	}
	if b.board && q.showReply(ctx, b, delivery, reply) {
		w.confirm(ctx, store.Task{Key: b.key, Show: []int{b.table}, Version: present.Version})
		q.overtake(ctx, b, present.State)
	}
	if b.edit != nil {
		_ = q.showReply(ctx, b, delivery, *b.edit) // a failed edit is due again
	}
}

// overtake shows a table again if it has changed while the platform took its board: the platform may
// have shown what came of that before, so that the older board stands below. shown is the state that
// the board had.
func (q *queue) overtake(ctx context.Context, b *pendingBoard, shown *dialog.State) {
	for range overtakings {
		known := q.newest(b.place)
		reply, delivery, err := q.worker.Chat.Present(ctx, b.place, b.table)
		if delivery.Known = known; err != nil || isSameBoard(shown, reply.State) || !q.showReply(ctx, b, delivery, reply) {
			return
		}
		q.worker.confirm(ctx, store.Task{Key: b.key, Show: []int{b.table}, Version: reply.Version})
		shown = reply.State
	}
}

// isSameBoard reports whether two states of a table have the same board.
func isSameBoard(a, b *dialog.State) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ID == b.ID && a.Turn == b.Turn
}

// showReply shows a reply if the platform can, and records what became of a post in it.
// It reports whether nothing needs to be retried.
func (q *queue) showReply(ctx context.Context, b *pendingBoard, d dialog.Delivery, r dialog.Reply) bool {
	if q.publisher == nil || d.ReplyOnly || len(r.Messages) == 0 {
		return true
	}
	post, err := q.publish(ctx, b, d, r)
	if errors.Is(err, dialog.ErrHeldBack) {
		return false
	}
	q.worker.Observer.shown(b.place.Platform, err)
	if err = q.worker.notePost(ctx, b, r, post, err); err != nil {
		q.worker.log().WarnContext(ctx, "a board could not be shown; it is tried again", "place", b.key, "error", err)
	}
	return err == nil
}

// VersionedPublisher is a publisher that remembers which boards it has shown, so that an
// older board of a table never follows a newer one. The worker calls Newest before it
// reads the document: if the document is older than that, the store must have been
// restored from an older copy.
type VersionedPublisher interface {
	// Newest returns the publisher's own mark for what it has shown in the place so far, 0
	// for nothing.
	Newest(place dialog.Place) uint64
}

// newest returns the publisher's mark for a place; see VersionedPublisher.
func (q *queue) newest(p dialog.Place) uint64 {
	if r, ok := q.publisher.(VersionedPublisher); ok {
		return r.Newest(p)
	}
	return 0
}

// publish has the platform show a reply, and recovers from its panics.
func (q *queue) publish(ctx context.Context, b *pendingBoard, d dialog.Delivery, r dialog.Reply) (post string, err error) {
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

// confirm tells the store that boards were shown, even during shutdown.
func (w *Worker) confirm(ctx context.Context, shown store.Task) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), confirmWithin)
	defer cancel()
	if err := w.Store.Shown(ctx, []store.Task{shown}); err != nil {
		w.log().InfoContext(ctx, "a board may be shown once more", "place", shown.Key, "error", err)
	}
}
