package chat

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"nimbot/store"
)

// How the worker goes about it.
const (
	showAfter  = 10 * time.Second // for whoever wrote a board to show it himself
	claimFor   = 30 * time.Second // a claimed place; after a crash another worker takes it
	claimEvery = time.Second      // between looks at an idle store
	claimMost  = 100              // places at once
)

// Worker is who speaks unasked: it settles what time has decided and shows
// the boards whose first showing failed. Any number of them may run on one
// store, in any number of processes.
type Worker struct {
	Handler *Handler
	// Publishers show things, by Place.Platform. Places of other platforms
	// are settled silently; people are told at the next command.
	Publishers map[string]Publisher
	Log        *slog.Logger // nil: the Handler's
}

func (w *Worker) log() *slog.Logger {
	if w.Log == nil {
		return w.Handler.log
	}
	return w.Log
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) {
	tick := time.NewTicker(claimEvery)
	defer tick.Stop()
	away := false
	for {
		for {
			n, err := w.Step(ctx)
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

// Step claims what is due now and deals with it. It returns how many places
// it claimed.
func (w *Worker) Step(ctx context.Context) (int, error) {
	h := w.Handler
	tasks, err := h.store.Claim(ctx, h.now(), claimFor, claimMost)
	if err != nil {
		return 0, err
	}
	var shown []store.Task
	for _, t := range tasks {
		if version, ok := w.task(ctx, t); ok {
			shown = append(shown, store.Task{Key: t.Key, Show: true, Version: version})
		}
	}
	if len(shown) == 0 {
		return len(tasks), nil
	}
	return len(tasks), h.store.Shown(ctx, shown)
}

// task deals with one place. It returns the version whose board was shown, or
// needs no showing; ok is false when there is nothing to confirm. What fails
// is claimed again when the lease is over.
func (w *Worker) task(ctx context.Context, t store.Task) (version uint64, ok bool) {
	place, ok := ParsePlace(t.Key)
	if !ok {
		return t.Version, t.Show // an adapter's own document
	}
	publisher := w.Publishers[place.Platform]
	reply, delivery, settled, err := w.Handler.settlePlace(ctx, place)
	switch {
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
		w.log().ErrorContext(ctx, "a channel's document cannot be read; nothing was changed", "place", t.Key, "error", err)
		return 0, false
	case err != nil, !settled && !t.Show:
		return 0, false
	case publisher == nil || delivery.Unseated:
		return reply.Version, true
	}
	if !settled {
		if reply, err = w.Handler.present(ctx, place); err != nil || len(reply.Messages) == 0 {
			return t.Version, err == nil
		}
	}
	if err := publisher.Publish(ctx, place, delivery, reply); err != nil {
		w.log().WarnContext(ctx, "a board could not be shown; it is tried again", "place", t.Key, "error", err)
		return 0, false
	}
	return reply.Version, true
}

// present is the board as it stands, for showing it once more.
func (h *Handler) present(ctx context.Context, p Place) (Reply, error) {
	return h.do(ctx, &job{request: Request{Place: p}, act: (*session).present})
}

// present shows what stands in the place.
func (s *session) present() {
	switch {
	case s.doc.Offer != nil && !s.playing():
		s.show(s.offerMessage())
	case s.doc.Game != nil:
		s.freshBoard()
	}
}

// Shown tells that the board of a place was shown as it was in a version, so
// that no worker shows it again. Adapters that set Request.Confirms call it.
func (h *Handler) Shown(ctx context.Context, p Place, version uint64) error {
	return h.store.Shown(ctx, []store.Task{{Key: p.String(), Show: true, Version: version}})
}
