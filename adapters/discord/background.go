package discord

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// What happens in the background: how many at once, how many more may wait,
// and how long each may take.
const (
	followAtOnce = 32
	followLine   = 1000 // some 10 kB each, with the boards that they hold
	followFor    = 20 * time.Second

	confirmAtOnce = 32
	confirmLine   = 4000
	confirmFor    = 5 * time.Second

	// There are no more interactions than clicks; the queue is for the burst
	// after the gateway was disconnected.
	answerAtOnce = 256
	answerLine   = 1000
)

// step is something to do in the background. It logs its own errors; the result
// is for whoever continues after it.
type step func(context.Context) error

// guard runs s and logs a panic instead of ending the program: in the
// background nobody else would recover it.
func (a *Adapter) guard(ctx context.Context, s step) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			a.log.ErrorContext(ctx, "discord: something panicked in the background", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	return s(ctx)
}

// line runs steps in the background, a few at a time, oldest first. When too
// many wait, the oldest is dropped: a later one knows better what a place should
// show, and chat's worker shows every board that nobody has confirmed.
type line struct {
	adapter *Adapter
	what    string // its steps are, for the log
	atOnce  int
	most    int // waiting
	within  time.Duration
	idle    func() // called when nothing is left to do; nil: nobody wants to know

	mu      sync.Mutex
	waiting []step
	working int
	dropped int // since the line was empty
	closed  bool
}

// add has s done. It never waits.
func (l *line) add(s step) {
	l.adapter.tasks.begin()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, s)
	switch {
	case l.closed:
		l.drop(1)
	case l.working < l.atOnce:
		l.working++
		go l.work()
	case len(l.waiting) > l.most:
		if l.dropped == 0 {
			l.adapter.log.Warn("discord: too much waits to be done, so the oldest is dropped", "what", l.what, "waiting", l.most)
		}
		l.drop(1)
	}
}

// drop forgets the n oldest. mu is held.
func (l *line) drop(n int) {
	for range n {
		l.adapter.tasks.end()
	}
	clear(l.waiting[:n])
	l.waiting = l.waiting[n:]
	l.dropped += n
}

// work does what waits until nothing does.
func (l *line) work() {
	for {
		s := l.next()
		if s == nil {
			if l.idle != nil {
				l.idle()
			}
			return
		}
		ctx, cancel := context.WithTimeout(l.adapter.running, l.within)
		_ = l.adapter.guard(ctx, s) // it was logged
		cancel()
		l.adapter.tasks.end()
	}
}

// length is how many steps wait, and empty whether none is done either.
func (l *line) length() (waiting int, empty bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting), len(l.waiting) == 0 && l.working == 0
}

// shorten drops the oldest step that waits.
func (l *line) shorten() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) > 0 {
		l.drop(1)
	}
}

// next takes the oldest; nil means that the caller must end.
func (l *line) next() (s step) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.working--
		if l.working == 0 && l.dropped > 0 {
			l.adapter.log.Info("discord: nothing waits any more", "what", l.what, "dropped", l.dropped)
			l.dropped = 0
		}
		l.waiting = nil
		return nil
	}
	s, l.waiting[0] = l.waiting[0], nil
	l.waiting = l.waiting[1:]
	return s
}

// close drops what waits, and all that comes.
func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.drop(len(l.waiting))
}

// Close waits for answers under way and for what follows them, as long as ctx
// allows. Then it drops the rest and returns an error that wraps ctx's. The
// adapter can't be used afterwards.
func (a *Adapter) Close(ctx context.Context) error {
	err := a.tasks.wait(ctx)
	for _, l := range []*line{&a.answering, &a.following, &a.confirming} {
		l.close()
	}
	a.talking.close()
	a.stop()
	if err == nil {
		return nil
	}
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = a.tasks.wait(short) // for what was told to stop
	return fmt.Errorf("discord: not everything could be sent before the end: %w", err)
}

// tasks counts what is under way: answers, and what happens after them.
type tasks struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n is 0 again; nil while nobody waits
}

// begin notes that something is under way, and end that it is over.
func (t *tasks) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func (t *tasks) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n--; t.n == 0 && t.idle != nil {
		close(t.idle)
		t.idle = nil
	}
}

// wait waits until nothing is under way.
func (t *tasks) wait(ctx context.Context) error {
	t.mu.Lock()
	if t.n == 0 {
		t.mu.Unlock()
		return nil
	}
	if t.idle == nil {
		t.idle = make(chan struct{})
	}
	idle := t.idle
	t.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
