package rounds

import (
	"context"
	"errors"

	"nimbot/game/dialog"
	"nimbot/store/round"
)

// next is how a round goes on. It is drawn before the change that applies it, because other people
// would wait in the round's lane for a slow drawing.
type next struct {
	id       string // of the round
	after    int    // the number of the question that was shown
	question *round.Question
}

// maxDrawings bounds how often a next question is drawn for a round that changes meanwhile.
const maxDrawings = 3

// errUndrawn means that a round goes on, and no question was drawn for where it is now.
var errUndrawn = errors.New("rounds: the next question isn't drawn")

// drawingNext runs change, which changes the round of a place and returns it. If that needs the next
// question, which it learns from next.apply, drawingNext draws one and starts over. So whoever
// change refuses is charged nothing. The error is change's, or the refusal of the work of drawing.
func (h *Handler) drawingNext(ctx context.Context, p dialog.Place, change func(next) (*round.Round, error)) error {
	var n next
	for range maxDrawings {
		r, err := change(n)
		if !errors.Is(err, errUndrawn) {
			return err
		}
		if n, err = h.drawNext(ctx, p, r); err != nil {
			return err
		}
	}
	_, err := change(n)
	if errors.Is(err, errUndrawn) {
		return dialog.RefuseAs(dialog.Stale, "race.stale")
	}
	return err
}

// drawNext draws the next question of a round. The error refuses the work of drawing one.
func (h *Handler) drawNext(ctx context.Context, p dialog.Place, r *round.Round) (n next, err error) {
	n = next{id: r.ID, after: r.Number}
	if r.Number >= r.Terms.Questions {
		return n, nil
	}
	q, err := h.drawQuestion(ctx, p, r)
	switch {
	case err == nil:
		n.question = &q
	case dialog.RefusalOf(err).How == dialog.Limited:
		return n, err
	}
	return n, nil
}

// apply asks the next question, or ends the round after the last, or if there is none to ask. It
// returns errUndrawn if that was drawn for another round, or for another question of it.
func (n next) apply(r *round.Round, now round.Milli) error {
	switch {
	case r.ID != n.id || r.Number != n.after || r.Phase != round.Shown:
		return errUndrawn
	case n.question == nil:
		r.Finish(now)
	default:
		r.Ask(*n.question, now)
	}
	return nil
}
