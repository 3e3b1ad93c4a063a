// Package logs throttles repeated log lines. When a disk is full or a platform is down,
// every command logs the same text. One line now and then, with the number of suppressed
// ones, says as much and doesn't fill the disk.
package logs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// The shortest and the longest pause between two lines with the same text.
const (
	least = time.Second
	most  = 10 * time.Second
)

// handler writes lines with the same text at most once per pause, which grows from least to
// most while the text keeps repeating. Texts come from the program's source, so there are
// few of them; what differs are the attributes.
type handler struct {
	slog.Handler
	*repeats
}

// repeats holds the texts that were written lately. All handlers derived from one share it.
type repeats struct {
	mu    sync.Mutex
	texts map[string]*repeated
}

// repeated is a text that was written lately, so that further lines are held
// back.
type repeated struct {
	suppressed int    // lines held back since the last one was written
	flush      func() // writes the latest held-back line
}

// Thin returns a handler that throttles repeated texts; lines below Info pass
// unchanged. At the end of each pause it writes the latest held-back line with
// more=N, the number of the other held-back lines.
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
		t.suppressed++
		t.flush = func() {
			last := r.Clone()
			last.AddAttrs(slog.Int("more", t.suppressed-1))
			_ = h.Handler.Handle(context.WithoutCancel(ctx), last) // no one is left to tell that the log can't be written
		}
		return nil
	}
	h.wait(r.Message, least)
	return h.Handler.Handle(ctx, r)
}

// wait keeps a text from being written until the pause is over. Then it writes the last
// line that was held back, and a longer pause begins; if there is none, the text may be
// written again. The caller holds mu.
func (s *repeats) wait(text string, pause time.Duration) {
	t := &repeated{}
	s.texts[text] = t
	time.AfterFunc(pause, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if t.suppressed == 0 {
			delete(s.texts, text)
			return
		}
		t.flush()
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
