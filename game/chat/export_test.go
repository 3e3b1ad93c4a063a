package chat

import (
	"context"

	"nimbot/game/dialog"
)

// Waiting returns how many commands of a place wait for those in front of them.
func (h *Handler) Waiting(p dialog.Place) int {
	return h.lanes.Waiting(p.String())
}

// Act runs act as a command does.
func (h *Handler) Act(ctx context.Context, p dialog.Place, act func()) error {
	_, err := h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(*execution) { act() }})
	return err
}

// HoldReviews keeps reviews waiting until free is called.
func (h *Handler) HoldReviews() (free func()) {
	for range cap(h.reviewing) {
		h.reviewing <- struct{}{}
	}
	return func() {
		for range cap(h.reviewing) {
			<-h.reviewing
		}
	}
}
