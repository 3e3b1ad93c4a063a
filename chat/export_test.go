package chat

import "context"

// Waiting is how many commands wait for those in front of them.
func (h *Handler) Waiting(p Place) int {
	return h.lanes.Waiting(p.String())
}

// Act runs act as a command does.
func (h *Handler) Act(ctx context.Context, p Place, act func()) error {
	_, err := h.do(ctx, &job{request: Request{Place: p}, act: func(*session) { act() }})
	return err
}
