package web

import (
	"context"
	"time"
)

// queue limits concurrent work, and how many more may wait.
type queue struct {
	working  chan struct{} // has an element for each one working
	queued   chan struct{} // has an element for each one working or waiting
	patience time.Duration
}

// newQueue returns a queue that lets running callers run at once and waiting more wait, each for at
// most patience.
func newQueue(running, waiting int, patience time.Duration) queue {
	return queue{make(chan struct{}, running), make(chan struct{}, running+waiting), patience}
}

// enter waits for a turn. ok is false if the queue is full or the wait too long;
// otherwise the caller must call leave when done.
func (q queue) enter(ctx context.Context) (leave func(), ok bool) {
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
