package chat

import (
	"context"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// Complete completes the last word of a line that is typed in a place.
func (h *Handler) Complete(ctx context.Context, place dialog.Place, text string) []command.Completion {
	return command.Complete(text, func() rules.Position { return h.position(ctx, place) })
}

// CompleteMove completes the move that r.Text begins, in the present position of
// r.Place. It returns nothing if no game is running there or the store doesn't answer.
func (h *Handler) CompleteMove(ctx context.Context, r dialog.Request) []command.Completion {
	p := h.position(ctx, r.Place)
	if p == nil {
		return nil
	}
	return command.CompleteMove(p, r.Text)
}

// position returns the place's present position, nil if no game is running or the store
// doesn't answer.
func (h *Handler) position(ctx context.Context, place dialog.Place) rules.Position {
	j := &job{request: dialog.Request{Place: place}, act: func(*execution) {}}
	if _, err := h.do(ctx, j); err != nil || !j.execution.Playing() {
		return nil
	}
	return j.execution.Match.Position()
}
