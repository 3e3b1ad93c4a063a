package chat

import "context"

// Waiting is how many commands wait for those in front of them.
func (h *Handler) Waiting(p Place) int {
	h.lanes.mu.Lock()
	defer h.lanes.mu.Unlock()
	if ln := h.lanes.all[p.String()]; ln != nil {
		return len(ln.queue)
	}
	return 0
}

// Act runs act as a command does.
func (h *Handler) Act(ctx context.Context, p Place, act func()) error {
	_, err := h.inLane(ctx, p, "", func(*session) { act() })
	return err
}
