// Package worker does the work that nobody requests: it applies expired deadlines in
// channels, posts the daily positions, and shows boards that weren't shown when they were
// written.
//
// It claims due channels from the store, up to 100 at a time, as a lease. Package chat
// decides about them; a platform's [dialog.Publisher] shows the result.
package worker

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/store"
)

// The worker's bounds.
const (
	claimFor     = 30 * time.Second // lease of a place; after a crash another worker takes it
	claimEvery   = time.Second      // between two claims, unless the first got claimMost places
	claimMost    = 100              // places in one claim
	claimWithin  = 10 * time.Second // for the store to answer a claim
	settleAtOnce = 32               // places at a time; each may take as long as a command
)

// Worker applies expired deadlines, and shows boards that weren't shown when they were
// written. Any number of workers may share a store, in any number of processes.
//
// Decisions are made and stored first, in all places. They are shown afterwards, with a
// queue for each platform, so that a platform that hangs delays only itself.
type Worker struct {
	Chat  *chat.Handler
	Store store.Store
	Now   func() time.Time // nil: time.Now
	// Publishers show boards, by Place.Platform; some are VersionedPublishers. They must
	// return soon after their context ends. Places of other platforms are settled
	// silently, and people see the result at the next command.
	Publishers map[string]dialog.Publisher
	// Rounds are the rounds of places; nil: there are none.
	Rounds Rounds
	// Due handles a due document whose key isn't a place's; nil: there are no such
	// documents. After an error it is called again.
	Due      func(ctx context.Context, key string) error
	Log      *slog.Logger // nil: slog.Default()
	Observer Observer
}

func (w *Worker) log() *slog.Logger {
	if w.Log == nil {
		return slog.Default()
	}
	return w.Log
}

func (w *Worker) now() time.Time {
	if w.Now == nil {
		return time.Now()
	}
	return w.Now()
}

// Run works until ctx ends. Boards in flight then have up to 3 s to finish; the next
// worker shows the rest.
func (w *Worker) Run(ctx context.Context) {
	finishing, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	queues := w.startQueues(finishing, ctx)
	w.loop(ctx, queues)
	late := time.AfterFunc(finishWithin, cut)
	defer late.Stop()
	queues.close()
}

// loop claims work repeatedly until ctx ends.
func (w *Worker) loop(ctx context.Context, on queues) {
	tick := time.NewTicker(claimEvery)
	defer tick.Stop()
	away := false
	for {
		for {
			n, err := w.claim(ctx, on)
			if (err != nil) != away && ctx.Err() == nil {
				if away = err != nil; away {
					w.log().WarnContext(ctx, "expired clocks and offers wait for the store", "error", err)
				} else {
					w.log().InfoContext(ctx, "the store answers again; expired clocks and offers are applied")
				}
			}
			if n < claimMost || err != nil {
				break
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Step claims what is due now, deals with it, and returns how many places it claimed. The error
// says that the store claimed nothing; what goes wrong in one place is logged.
func (w *Worker) Step(ctx context.Context) (int, error) {
	queues := w.startQueues(ctx, ctx)
	defer queues.close()
	return w.claim(ctx, queues)
}

// claim claims what is due now, settles it and queues what must be shown. It returns how
// many places it claimed.
func (w *Worker) claim(ctx context.Context, on queues) (int, error) {
	until := time.Now().Add(claimFor - showMargin)
	claiming, cancel := context.WithTimeout(ctx, claimWithin)
	defer cancel()
	tasks, err := w.Store.Claim(claiming, w.now(), claimFor, claimMost)
	if err != nil {
		return 0, err
	}
	var settling sync.WaitGroup
	room := make(chan struct{}, settleAtOnce)
	for _, t := range tasks {
		room <- struct{}{}
		settling.Go(func() {
			defer func() { <-room }()
			for _, b := range w.settle(ctx, t, until) {
				on.add(b)
			}
		})
	}
	settling.Wait()
	for platform, q := range on {
		w.Observer.waiting(platform, len(q.line))
		if n := q.dropped.Swap(0); n > 0 {
			w.log().WarnContext(ctx, "boards wait for a slow platform; they are shown later", "platform", platform, "boards", n)
		}
	}
	return len(tasks), nil
}

// settle applies what is due in a claimed place. It returns the boards to show. After a
// failure, the place is claimed again when the lease ends.
func (w *Worker) settle(ctx context.Context, t store.Task, until time.Time) (boards []*pendingBoard) {
	if place, ok := roundOf(t.Key); ok && w.Rounds != nil {
		return w.settleRound(ctx, t, place, until)
	}
	place, ok := dialog.ParsePlace(t.Key)
	if !ok {
		w.settleOther(ctx, t)
		return nil
	}
	version, toShow := t.Version, w.list(ctx, t, place)
	if t.Due {
		reply, settled, err := w.Chat.Settle(ctx, place)
		if err != nil {
			w.logFailure(ctx, t.Key, err)
			return nil
		}
		w.Observer.found(place, reply)
		if reply.Found == version {
			version = reply.Version // Settle's own write changed nothing else that is shown
		}
		if settled {
			w.Observer.settled(place.Platform, reply.Late)
		}
		for _, part := range byTable(reply) {
			b := &pendingBoard{key: t.Key, place: place, table: part.table, version: reply.Version, until: until}
			asked := slices.Contains(toShow, b.table)
			toShow = slices.DeleteFunc(slices.Clone(toShow), func(n int) bool { return n == b.table })
			if settled { // Settle's write has set its own time to be shown
				part.reply.Changed = reply.Version
				b.decided, b.board, b.until = &part.reply, true, time.Now().Add(chat.ShowAfter-showMargin)
			} else {
				b.edit, b.board = &part.reply, asked
			}
			boards = append(boards, b)
		}
	}
	for _, n := range toShow {
		boards = append(boards, &pendingBoard{key: t.Key, place: place, table: n, version: version, board: true, until: until})
	}
	return boards
}

// list lists the games of a claimed place if that was asked for, and returns the tables whose boards
// must be shown. After a failure, the place is claimed again when the lease ends.
func (w *Worker) list(ctx context.Context, t store.Task, p dialog.Place) (boards []int) {
	i := slices.Index(t.Show, store.ListTable)
	if i < 0 {
		return t.Show
	}
	if err := w.Chat.ListPlace(ctx, p); err != nil {
		w.logFailure(ctx, t.Key, err)
		w.log().InfoContext(ctx, "what people play isn't listed yet; it's tried again", "place", t.Key, "error", err)
	} else {
		w.confirm(ctx, store.Task{Key: t.Key, Show: []int{store.ListTable}, Version: t.Version})
	}
	return slices.Delete(slices.Clone(t.Show), i, i+1)
}

// settleOther handles a claimed document that belongs to no place.
func (w *Worker) settleOther(ctx context.Context, t store.Task) {
	if t.Due && w.Due != nil {
		if err := w.Due(ctx, t.Key); err != nil {
			w.log().WarnContext(ctx, "what is due in a document is tried again", "error", err)
		}
	}
	if len(t.Show) > 0 {
		w.confirm(ctx, t) // an adapter's own document: there is no board to show
	}
}

// tableReply is the part of a reply that is about one table.
type tableReply struct {
	table int
	reply dialog.Reply
}

// byTable splits a reply by the tables that its messages are about. A message about no table, such
// as the day's post, goes with table 1.
func byTable(r dialog.Reply) (parts []tableReply) {
	for _, m := range r.Messages {
		n := max(1, m.TableNumber)
		i := slices.IndexFunc(parts, func(p tableReply) bool { return p.table == n })
		if i < 0 {
			i = len(parts)
			part := tableReply{n, r}
			part.reply.Messages = nil
			parts = append(parts, part)
		}
		parts[i].reply.Messages = append(parts[i].reply.Messages, m)
	}
	return parts
}

// logFailure logs that a place could not be settled, if an operator has to act.
func (w *Worker) logFailure(ctx context.Context, key string, err error) {
	if store.Unreadable(err) {
		w.log().ErrorContext(ctx, "a channel's document cannot be read; nothing was changed", "place", key, "error", err)
	}
}
