// Package seldom keeps a log readable while something repeats thousands of times a
// second, as what comes over the network may.
package seldom

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Of lines with the same text the first few in a minute are logged, and at its end
// the last one, with the number of those left out.
const (
	first = 5
	every = time.Minute
)

// handler leaves out lines that repeat. The text of a line is the program's own, so
// there are few of them; what differs are its attributes.
type handler struct {
	slog.Handler
	*repeats
}

// repeats counts lines, for all handlers that were made of one.
type repeats struct {
	mu    sync.Mutex
	lines map[string]*repeated // by text
}

// repeated is a line within its minute.
type repeated struct {
	times int
	last  slog.Record  // of those left out
	to    slog.Handler // where it would have gone
}

// New passes lines on to next, unless they repeat too often.
func New(next slog.Handler) slog.Handler {
	return handler{next, &repeats{lines: map[string]*repeated{}}}
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if h.leavesOut(r) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) leavesOut(r slog.Record) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.lines[r.Message]
	if l == nil {
		l = &repeated{}
		h.lines[r.Message] = l
		time.AfterFunc(every, func() { h.end(r.Message) })
	}
	if l.times++; l.times <= first {
		return false
	}
	l.last, l.to = r.Clone(), h.Handler
	return true
}

// end logs the last line left out, with the number of lines.
func (s *repeats) end(text string) {
	s.mu.Lock()
	l := s.lines[text]
	delete(s.lines, text)
	s.mu.Unlock()
	if left := l.times - first; left > 0 {
		l.last.AddAttrs(slog.Int("times", left))
		_ = l.to.Handle(context.Background(), l.last) // nobody hears of a log that can't be written
	}
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.repeats}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.repeats}
}
