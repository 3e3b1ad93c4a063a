package practice

import (
	"context"
	"errors"
	"strconv"
	"time"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/person"
	"nimbot/teach"
)

// lookBack reviews the game that a person finished last in a place. The review is empty if there is no
// such game or it can't be judged. work is the time that the review took. The error is
// the store's.
func (h *Handler) lookBack(ctx context.Context, p exchange.Place, id string) (r teach.Review, work time.Duration, err error) {
	last, ok, err := h.Chat.LastGame(ctx, p, id)
	if err != nil || !ok {
		return teach.Review{}, 0, err
	}
	begun := h.Now()
	r, err = teach.NewReviewWithin(last.Match, teach.QuickWork)
	work = h.Now().Sub(begun)
	if errors.Is(err, game.ErrTooLarge) {
		return teach.Review{}, work, nil
	}
	return r, work, err
}

// retry opens a game from a turning point of the place's last game; "retry 2" takes the
// second one. It is played against perfect play, without a clock.
func (s privateGame) retry() error {
	n := 1
	if s.line.Rest != "" {
		var err error
		if n, err = strconv.Atoi(s.line.Rest); err != nil {
			return refuse("retry.form", "part", abridged(s.line.Rest))
		}
	}
	points := s.review.TurningPoints()
	switch count := len(points); {
	case count == 0:
		return refuse("retry.none")
	case n < 1 || n > count:
		return refuse("retry.no-such", "number", n, "count", count)
	}
	start := points[n-1].Before.String()
	setup := s.review.Setup
	s.open(person.Exercise{Kind: kindRetry, Game: setup.Game, Ending: setup.Ending.String(), Position: start, Start: start})
	s.show()
	return nil
}
