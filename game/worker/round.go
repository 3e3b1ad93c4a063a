package worker

import (
	"context"
	"errors"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/round"
)

// Rounds are the rounds of places, each stored in a document of its own.
type Rounds interface {
	// Settle applies what is due in the round of a place, and returns the message that must be shown
	// now, if any. If present is true, it returns the present message in any case. late is how long
	// ago the decision was due. The error is the store's.
	Settle(ctx context.Context, p dialog.Place, present bool) (r dialog.Reply, late time.Duration, err error)
	// RecordPost records what became of the message of the reply shown: post is its id, "" if
	// unknown, and failure says why it wasn't posted, nil if it was. The error says why the message
	// must be shown again: a failure that may pass, or the store's.
	RecordPost(ctx context.Context, p dialog.Place, shown dialog.Reply, post string, failure error) error
}

// roundOf returns the place whose round is stored under a key.
func roundOf(key string) (dialog.Place, bool) {
	of, ok := round.ParseKey(key)
	if !ok {
		return dialog.Place{}, false
	}
	return dialog.ParsePlace(of)
}

// settleRound applies what is due in a claimed round, and returns its message if it must be shown.
func (w *Worker) settleRound(ctx context.Context, t store.Task, p dialog.Place, until time.Time) []*pendingBoard {
	r, late, err := w.Rounds.Settle(ctx, p, len(t.Show) > 0)
	if err != nil {
		w.logFailure(ctx, t.Key, err)
		return nil
	}
	if late > 0 {
		w.Observer.settled(p.Platform, late)
	}
	if len(r.Messages) == 0 {
		return nil
	}
	return []*pendingBoard{{key: t.Key, place: p, table: dialog.RoundTable, version: r.Version, decided: &r, until: until}}
}

// showRound shows the message of a round, and records what became of it.
func (q *queue) showRound(ctx context.Context, b *pendingBoard) {
	w, post, err := q.worker, "", error(nil)
	if q.publisher != nil {
		post, err = q.publish(ctx, b, dialog.Delivery{Locale: b.decided.Locale}, *b.decided)
		if errors.Is(err, dialog.ErrHeldBack) {
			return
		}
		w.Observer.shown(b.place.Platform, err)
	}
	if wrong := w.Rounds.RecordPost(ctx, b.place, *b.decided, post, err); wrong != nil {
		said := "the message of a round could not be shown; it is tried again"
		if err == nil {
			said = "the message of a round was shown, but that could not be recorded; it is tried again"
		}
		w.log().WarnContext(ctx, said, "place", b.place.String(), "error", wrong)
		return
	}
	w.confirm(ctx, store.Task{Key: b.key, Show: []int{round.Board}, Version: b.version})
}
