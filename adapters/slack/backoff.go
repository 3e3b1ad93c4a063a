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

// backoff is how long to wait before the next try: a random time up to a bound
// that doubles with each try that failed ("full jitter", Brooker 2015), so that
// many copies of the bot do not come back at the same moment.
type backoff struct {
	jitter func(most time.Duration) time.Duration
	bound  time.Duration // the last bound of the wait; 0: none yet
}

func (b *backoff) next() time.Duration {
	b.bound = min(max(2*b.bound, backoffMin), backoffMax)
	return b.jitter(b.bound)
}

// reset begins again with the shortest bound.
func (b *backoff) reset() { b.bound = 0 }

// upTo returns a random time from 0 to most.
func upTo(most time.Duration) time.Duration { return rand.N(most + 1) }
