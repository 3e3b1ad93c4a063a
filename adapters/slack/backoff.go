package slack

import (
	"math/rand/v2"
	"time"
)

// The bounds of the pause before another try to connect.
const (
	backoffMin = 500 * time.Millisecond
	backoffMax = time.Minute
)

// backoff computes the wait before the next try: a random time up to a bound that doubles
// with each failed try ("full jitter", M. Brooker, Exponential Backoff and Jitter, 2015),
// so that many copies of the bot don't reconnect at the same moment.
type backoff struct {
	jitter func(most time.Duration) time.Duration
	bound  time.Duration // of the last wait; 0: there was none yet
}

func (b *backoff) next() time.Duration {
	b.bound = min(max(2*b.bound, backoffMin), backoffMax)
	return b.jitter(b.bound)
}

// reset begins again with the shortest bound.
func (b *backoff) reset() { b.bound = 0 }

// upTo returns a random time from 0 to most.
func upTo(most time.Duration) time.Duration { return rand.N(most + 1) }
