// Package worker speaks unasked: it settles what time has decided in every
// channel, and shows the boards whose first showing failed.
//
// It claims channels from the store, a few at a time, as a lease. What becomes
// of them is decided by package chat; a platform's [exchange.Publisher] shows it.
package worker

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"nimbot/chat"
	"nimbot/exchange"
	"nimbot/store"
)

// The worker's bounds.
const (
	claimFor     = 30 * time.Second // a claimed place; after a crash another worker takes it
	claimEvery   = time.Second      // between looks at an idle store
	claimMost    = 100              // places at once
	claimWithin  = 10 * time.Second // the store's answer to a look
	settleAtOnce = 32               // places; each takes as long as a command at most
)

// Worker speaks unasked: it settles what time has decided and shows
// the boards whose first showing failed. Any number of them may run on one
// store, in any number of processes.
//
// Time is decided and stored first, in all places, and shown afterwards, on
// each platform in a line of its own: a platform that hangs delays only itself.
type Worker struct {
	Chat  *chat.Handler
	Store store.Store
	Now   func() time.Time // nil: time.Now
	// Publishers show things, by Place.Platform; some are Recalling. They must
	// return soon after their context ended. Places of other platforms are settled silently;
	// people are told at the next command.
	Publishers map[string]exchange.Publisher
	// Due does what is due in a document that doesn't belong to a place, by its
	// key; nil: there are no such documents. After an error it's called again.
	Due   func(ctx context.Context, key string) error
	Log   *slog.Logger // nil: slog.Default()
	Watch Watch
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

// Run works until ctx ends. What is being shown then has a moment to come to
// its end; the rest is shown by the next worker.
func (w *Worker) Run(ctx context.Context) {
	finishing, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	queues := w.startQueues(finishing, ctx)
	w.watch(ctx, queues)
	late := time.AfterFunc(finishWithin, cut)
	defer late.Stop()
	queues.close()
}

// watch looks again and again until ctx ends.
func (w *Worker) watch(ctx context.Context, on queues) {
	tick := time.NewTicker(claimEvery)
	defer tick.Stop()
	away := false
	for {
		for {
			n, err := w.look(ctx, on)
			if (err != nil) != away && ctx.Err() == nil {
				away = err != nil
				w.log().WarnContext(ctx, "what time has decided waits for the store", "away", away, "error", err)
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

// Step claims what is due now, and returns when it was dealt with. It returns
// how many places it claimed.
func (w *Worker) Step(ctx context.Context) (int, error) {
	queues := w.startQueues(ctx, ctx)
	defer queues.close()
	return w.look(ctx, queues)
}

// look claims what is due now and settles it; what is to be shown gets into
// line. It returns how many places it claimed.
func (w *Worker) look(ctx context.Context, on queues) (int, error) {
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
			if b := w.settle(ctx, t, until); b != nil {
				on.add(b)
			}
		})
	}
	settling.Wait()
	for platform, q := range on {
		w.Watch.waiting(platform, len(q.line))
		if n := q.refused.Swap(0); n > 0 {
			w.log().WarnContext(ctx, "boards wait for a slow platform; they are shown later", "platform", platform, "boards", n)
		}
	}
	return len(tasks), nil
}

// settle decides what time has decided in a claimed place. It returns what is
// to be shown there, nil for nothing. What fails is claimed again when the
// lease is over.
func (w *Worker) settle(ctx context.Context, t store.Task, until time.Time) *pendingBoard {
	place, ok := exchange.ParsePlace(t.Key)
	b := &pendingBoard{key: t.Key, place: place, version: t.Version, board: t.Show, until: until}
	if !ok {
		if t.Due && w.Due != nil {
			if err := w.Due(ctx, t.Key); err != nil {
				w.log().WarnContext(ctx, "what is due in a document is tried again", "error", err)
			}
		}
		if t.Show {
			w.confirm(ctx, b) // an adapter's own document
		}
		return nil
	}
	if t.Due {
		reply, settled, err := w.Chat.Settle(ctx, b.place)
		if err != nil {
			w.unsettled(ctx, t.Key, err)
			return nil
		}
		if reply.Found == b.version {
			b.version = reply.Version // nothing that was written is to be shown
		}
		if settled {
			w.Watch.settled(place.Platform, reply.Late)
			// The write has a wish of its own to be shown.
			b.decided, b.board, b.version, b.until = &reply, true, reply.Version, time.Now().Add(chat.ShowAfter-showMargin)
			return b
		}
		if len(reply.Messages) > 0 {
			b.edit = &reply
		}
	}
	if !b.board && b.edit == nil {
		return nil
	}
	return b
}

// unsettled logs that a place could not be settled, where somebody has to do
// something about it.
func (w *Worker) unsettled(ctx context.Context, key string, err error) {
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrNewer) {
		w.log().ErrorContext(ctx, "a channel's document cannot be read; nothing was changed", "place", key, "error", err)
	}
}
