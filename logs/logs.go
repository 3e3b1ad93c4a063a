// Package logs keeps a server's log readable while something repeats thousands of
// times a second: when a disk is full or a platform is down, every command tells of
// it, and strangers may send what they like. A line now and then and how many there were
// besides say as much, and leave room on the disk.
package logs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// A text that repeats is written again after a pause, which grows from least to most
// as long as it goes on.
const (
	least = time.Second
	most  = 10 * time.Second
)

// handler writes lines of one text at most once a second. The text is the program's
// own, so there are few of them; what differs are the attributes.
type handler struct {
	slog.Handler
	*repeats
}

// repeats are the texts that were written lately, for all handlers made of one.
type repeats struct {
	mu    sync.Mutex
	texts map[string]*repeated
}

// repeated is a text that may not be written yet.
type repeated struct {
	left  int    // out, since it was written
	write func() // writes the last of them
}

// Thin passes on to next what doesn't repeat too often, and all that is below
// slog.LevelInfo. Of the lines that it held back in a pause it writes the last, with
// the number of the others (more=N).
func Thin(next slog.Handler) slog.Handler {
	return handler{next, &repeats{texts: map[string]*repeated{}}}
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelInfo {
		return h.Handler.Handle(ctx, r)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.texts[r.Message]; t != nil {
		t.left++
		t.write = func() {
			last := r.Clone()
			last.AddAttrs(slog.Int("more", t.left-1))
			_ = h.Handler.Handle(context.WithoutCancel(ctx), last) // nobody hears of a log that can't be written
		}
		return nil
	}
	h.wait(r.Message, least)
	return h.Handler.Handle(ctx, r)
}

// wait keeps a text from being written until the pause is over. Then it writes the
// last line that was held back, if any, and a longer pause begins. mu is held.
func (s *repeats) wait(text string, pause time.Duration) {
	t := &repeated{}
	s.texts[text] = t
	time.AfterFunc(pause, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if t.left == 0 {
			delete(s.texts, text)
			return
		}
		t.write()
		s.wait(text, min(2*pause, most))
	})
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.repeats}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.repeats}
}
