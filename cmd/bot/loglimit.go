package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// When a disk is full or a platform is down, every command tells of it. A line a
// second and how many there were besides say as much, and leave room on the disk.

// warnEvery is how often a warning or an error of one text is written.
const warnEvery = time.Second

// sparing is a handler that writes warnings and errors of the same text seldom. The
// line that follows says how many were left out (more=N), with what the last of them
// said.
type sparing struct {
	slog.Handler
	limits *textLimits
}

// textLimits are the texts that were written lately. Texts are constants of the
// program, so there are few.
type textLimits struct {
	mu    sync.Mutex
	texts map[string]*textLimit
}

// textLimit is a text that may not be written yet.
type textLimit struct {
	left int    // out, since it was written
	tell func() // of the last of them
}

// sparingly is a logger of a server that runs for months.
func sparingly(log *slog.Logger) *slog.Logger {
	return slog.New(sparing{log.Handler(), &textLimits{texts: map[string]*textLimit{}}})
}

// Handle implements slog.Handler.
func (s sparing) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return s.Handler.Handle(ctx, r)
	}
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	if t := s.limits.texts[r.Message]; t != nil {
		t.left++
		t.tell = func() {
			last := r.Clone()
			last.AddAttrs(slog.Int("more", t.left-1))
			_ = s.Handler.Handle(context.WithoutCancel(ctx), last) // nobody is there to be told
		}
		return nil
	}
	s.limits.wait(r.Message)
	return s.Handler.Handle(ctx, r)
}

// wait keeps a text from being written until the time is up. What was left out then
// is told, and the next time begins. The caller holds the lock.
func (l *textLimits) wait(text string) {
	t := &textLimit{}
	l.texts[text] = t
	time.AfterFunc(warnEvery, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if t.left == 0 {
			delete(l.texts, text)
			return
		}
		t.tell()
		l.wait(text)
	})
}

// WithAttrs implements slog.Handler.
func (s sparing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return sparing{s.Handler.WithAttrs(attrs), s.limits}
}

// WithGroup implements slog.Handler.
func (s sparing) WithGroup(name string) slog.Handler {
	return sparing{s.Handler.WithGroup(name), s.limits}
}
