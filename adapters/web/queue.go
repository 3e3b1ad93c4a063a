package web

import (
	"context"
	"time"
)

// queue limits concurrent work, and how many more may wait.
type queue struct {
	inside   chan struct{} // has an element for each one working
	line     chan struct{} // has an element for each one working or waiting
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
	case q.line <- struct{}{}:
	default:
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, q.patience)
	defer cancel()
	select {
	case q.inside <- struct{}{}:
		return func() { <-q.inside; <-q.line }, true
	case <-ctx.Done():
		<-q.line
		return nil, false
	}
}
