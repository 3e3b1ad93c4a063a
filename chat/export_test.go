package chat

import (
	"context"
	"sync"

	"nimbot/exchange"
)

// Waiting is how many commands wait for those in front of them.
func (h *Handler) Waiting(p exchange.Place) int {
	return h.lanes.Waiting(p.String())
}

// Act runs act as a command does.
func (h *Handler) Act(ctx context.Context, p exchange.Place, act func()) error {
	_, err := h.do(ctx, &job{request: exchange.Request{Place: p}, act: func(*session) { act() }})
	return err
}

// Talks counts the languages in which somebody said a sentence.
func (h *Handler) Talks() int {
	n := 0
	h.talks.Range(func(any, any) bool { n++; return true })
	return n
}

// Speaks shares the parsed vocabulary of a locale between handlers, because parsing it is
// most of the cost of a new handler's first sentence.
func (h *Handler) Speaks(all *sync.Map, locale string) {
	spoken := h.words.Talk(locale)
	t, known := all.Load(spoken)
	if !known {
		t, _ = all.LoadOrStore(spoken, h.Talk(locale))
	}
	h.talks.Store(spoken, t)
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
