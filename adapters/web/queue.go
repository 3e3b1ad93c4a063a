package web

import (
	"context"
	"time"
)

// queue lets a few work at once, and a few more wait for their turn.
type queue struct {
	inside   chan struct{} // one for each that works
	line     chan struct{} // one for each that works or waits
	patience time.Duration
}

// newQueue lets most work at once and waiting wait, each for patience.
func newQueue(most, waiting int, patience time.Duration) queue {
	return queue{make(chan struct{}, most), make(chan struct{}, most+waiting), patience}
}

// enter waits for a turn. ok is false when the line is full, or none came in
// time; otherwise leave must be called when the work is done.
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
