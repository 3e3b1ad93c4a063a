package chattest

import (
	"context"
	"log/slog"
	"time"

	"nimbot/chat"
	"nimbot/person"
	"nimbot/practice"
	"nimbot/store"
	"nimbot/words"
)

// Whole is a conversation as the program puts it together, without its limits:
// what stands in front of the Handler answers first.
type Whole struct {
	*chat.Handler
	front chat.Responder
}

// NewWhole puts practice in front of h, on the same store.
func NewWhole(h *chat.Handler, s store.Store, w *words.Catalogue, now func() time.Time) Whole {
	return Whole{h, practice.New(practice.Config{
		Chat: h, People: person.NewPractices(s, now, 0), Words: w, Now: now, Seed: 1, Log: slog.New(slog.DiscardHandler), Timeout: time.Minute,
	})}
}

// Handle implements chat.Responder.
func (w Whole) Handle(ctx context.Context, r chat.Request) chat.Reply { return w.front.Handle(ctx, r) }
