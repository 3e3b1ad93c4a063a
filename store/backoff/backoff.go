// Package backoff computes the pauses between tries. They grow, so that what fails isn't made
// worse, and are random, so that many processes don't try at the same moment.
package backoff

import (
	"time"

	"nimbot/store"
)

// Backoff computes pauses whose bound doubles with each failed try.
type Backoff struct {
	First, Most time.Duration // the bound of the first pause, and of every pause; both positive
	// Random returns a random time from 0 to most; nil: UpTo.
	Random func(most time.Duration) time.Duration
}

// Pause returns the pause after n pauses before it: half of its bound, and a random part of the
// other half ("equal jitter", M. Brooker, Exponential Backoff and Jitter, 2015).
func (b Backoff) Pause(n int) time.Duration {
	bound := b.First
	for ; n > 0 && bound < b.Most; n-- {
		bound *= 2
	}
	bound = min(bound, b.Most)
	random := b.Random
	if random == nil {
		random = UpTo
	}
	return bound/2 + random(bound-bound/2)
}

// UpTo returns a random time from 0 to most, which must not be negative.
func UpTo(most time.Duration) time.Duration { return time.Duration(store.Random() % uint64(most+1)) }
