package chat

import (
	"context"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/typed"
)

// Complete completes the last word of a line that is typed in a place.
func (h *Handler) Complete(ctx context.Context, place exchange.Place, text string) []typed.Completion {
	return typed.Complete(text, func() game.Position { return h.position(ctx, place) })
}

// CompleteMove completes the move that r.Text begins, in the present position of
// r.Place. It returns nothing if no game is running there or the store doesn't answer.
func (h *Handler) CompleteMove(ctx context.Context, r exchange.Request) []typed.Completion {
	p := h.position(ctx, r.Place)
	if p == nil {
		return nil
	}
	return typed.CompleteMove(p, r.Text)
}

// position returns the place's present position, nil if no game is running or the store
// doesn't answer.
func (h *Handler) position(ctx context.Context, place exchange.Place) game.Position {
	j := &job{request: exchange.Request{Place: place}, act: func(*session) {}}
	if _, err := h.do(ctx, j); err != nil || !j.session.Playing() {
		return nil
	}
	return j.session.Match.Position()
}
