package slack

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Of log lines with the same text the first seldomFirst in seldomEvery are logged, then
// one with the number of those left out: events from the network may come thousands of
// times a second.
const (
	seldomFirst = 3
	seldomEvery = time.Minute
)

// seldom is a slog.Handler that leaves out lines that repeat. The text of a line is
// the program's own, so there are few of them; what differs are its attributes.
type seldom struct {
	slog.Handler
	*repeats
}

// repeats counts lines, for all handlers that were made of one.
type repeats struct {
	every time.Duration
	mu    sync.Mutex
	lines map[string]*repeated // by text
}

// repeated is a line within its time.
type repeated struct {
	times int
	last  slog.Record  // of those left out
	to    slog.Handler // where it would have gone
}

func newSeldom(next slog.Handler, every time.Duration) slog.Handler {
	return seldom{next, &repeats{every: every, lines: map[string]*repeated{}}}
}

// Handle implements slog.Handler.
func (s seldom) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelInfo && s.leavesOut(r) {
		return nil
	}
	return s.Handler.Handle(ctx, r)
}

func (s seldom) leavesOut(r slog.Record) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lines[r.Message]
	if l == nil {
		l = &repeated{}
		s.lines[r.Message] = l
		time.AfterFunc(s.every, func() { s.end(r.Message) })
	}
	l.times++
	if l.times <= seldomFirst {
		return false
	}
	l.last, l.to = r.Clone(), s.Handler
	return true
}

// end logs the last line left out, with the number of lines.
func (r *repeats) end(text string) {
	r.mu.Lock()
	l := r.lines[text]
	delete(r.lines, text)
	r.mu.Unlock()
	if left := l.times - seldomFirst; left > 0 {
		l.last.AddAttrs(slog.Int("times", left))
		_ = l.to.Handle(context.Background(), l.last) // like any line that a logger cannot write
	}
}

// WithAttrs implements slog.Handler.
func (s seldom) WithAttrs(attrs []slog.Attr) slog.Handler {
	return seldom{s.Handler.WithAttrs(attrs), s.repeats}
}

// WithGroup implements slog.Handler.
func (s seldom) WithGroup(name string) slog.Handler {
	return seldom{s.Handler.WithGroup(name), s.repeats}
}
