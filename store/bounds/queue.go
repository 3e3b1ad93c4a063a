package bounds

import (
	"context"
	"time"
)

// Queue bounds how much work runs at once, and how much more waits. It is safe for concurrent use.
type Queue struct {
	working  chan struct{} // has an element for each one working
	queued   chan struct{} // has an element for each one working or waiting
	patience time.Duration
}

// NewQueue returns a Queue that lets running callers run at once, at least one, and waiting more wait,
// each for at most patience.
func NewQueue(running, waiting int, patience time.Duration) Queue {
	running = max(1, running)
	return Queue{make(chan struct{}, running), make(chan struct{}, running+waiting), patience}
}

// Enter waits for a turn. ok is false if the queue is full, the wait too long, or ctx ends;
// otherwise the caller must call leave exactly once when done.
func (q Queue) Enter(ctx context.Context) (leave func(), ok bool) {
	select {
	case q.queued <- struct{}{}:
	default:
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, q.patience)
	defer cancel()
	select {
	case q.working <- struct{}{}:
		return func() { <-q.working; <-q.queued }, true
	case <-ctx.Done():
		<-q.queued
		return nil, false
	}
}
