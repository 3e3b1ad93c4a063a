package discord

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// The bounds of background work: how many steps run at once, how many may wait, and how
// long each may take.
const (
	followAtOnce      = 32
	followUpQueueSize = 1000 // some 10 kB each, with the boards that they hold
	followFor         = 20 * time.Second

	confirmAtOnce = 32
	confirmLine   = 4000
	confirmFor    = 5 * time.Second

	// Clicks arrive slowly. The queue holds the burst that Discord sends after a
	// reconnect.
	answerAtOnce = 256
	answerLine   = 1000
)

// step is a background task. It logs its own errors; its result is for the code that
// continues after it.
type step func(context.Context) error

// guard runs s, and recovers and logs a panic, which would end the program.
func (a *Adapter) guard(ctx context.Context, s step) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			a.log.ErrorContext(ctx, "discord: something panicked in the background", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	return s(ctx)
}

// stepQueue runs steps in the background, a few at a time, the oldest first. A full queue drops its
// oldest step: a later step has newer state, and a worker shows every unconfirmed board.
type stepQueue struct {
	adapter  *Adapter
	name     string // the name of its steps, for the log
	atOnce   int
	capacity int // how many steps may wait
	timeout  time.Duration
	idle     func() // called when the queue is empty; may be nil

	mu      sync.Mutex
	waiting []step
	working int
	dropped int // since the queue was empty
	closed  bool
}

// add queues s. It never waits.
func (l *stepQueue) add(s step) {
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
	case len(l.waiting) > l.capacity:
		if l.dropped == 0 {
			l.adapter.log.Warn("discord: too much waits to be done, so the oldest is dropped", "what", l.name, "waiting", l.capacity)
		}
		l.drop(1)
	}
}

// drop removes the n oldest waiting steps. mu is held.
func (l *stepQueue) drop(n int) {
	for range n {
		l.adapter.tasks.end()
	}
	clear(l.waiting[:n])
	l.waiting = l.waiting[n:]
	l.dropped += n
}

// work runs steps until none is left.
func (l *stepQueue) work() {
	for {
		s := l.next()
		if s == nil {
			if l.idle != nil {
				l.idle()
			}
			return
		}
		ctx, cancel := context.WithTimeout(l.adapter.running, l.timeout)
		_ = l.adapter.guard(ctx, s) // guard logs the panic
		cancel()
		l.adapter.tasks.end()
	}
}

// length returns the number of waiting steps; empty also means that none is running.
func (l *stepQueue) length() (waiting int, empty bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting), len(l.waiting) == 0 && l.working == 0
}

// dropOldest drops the oldest step that waits.
func (l *stepQueue) dropOldest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) > 0 {
		l.drop(1)
	}
}

// next removes and returns the oldest step. nil means that the calling worker must
// return.
func (l *stepQueue) next() (s step) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.working--
		if l.working == 0 && l.dropped > 0 {
			l.adapter.log.Info("discord: nothing waits any more", "what", l.name, "dropped", l.dropped)
			l.dropped = 0
		}
		l.waiting = nil
		return nil
	}
	s, l.waiting[0] = l.waiting[0], nil
	l.waiting = l.waiting[1:]
	return s
}

// close drops all waiting and future steps.
func (l *stepQueue) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.drop(len(l.waiting))
}

// Close waits for running answers and the work that follows them until ctx ends. Then it
// drops the rest and returns an error that wraps ctx's. The adapter can't be used
// afterwards.
func (a *Adapter) Close(ctx context.Context) error {
	err := a.tasks.wait(ctx)
	for _, l := range []*stepQueue{&a.interactions, &a.followUps, &a.confirmations} {
		l.close()
	}
	a.messages.close()
	a.messageAnswers.close()
	a.stop()
	if err == nil {
		return nil
	}
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = a.tasks.wait(short) // gives cancelled steps time to return
	return fmt.Errorf("discord: not everything could be sent before the end: %w", err)
}

// tasks counts running answers and the work that follows them.
type tasks struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n is 0 again; nil while nobody waits
}

// begin counts a task that starts, and end one that is over.
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

// wait waits until no task is running.
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
