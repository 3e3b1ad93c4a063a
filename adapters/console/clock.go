package console

import (
	"sync"
	"time"
)

// Clock is a clock that can be moved on, so that what time decides (an offer
// that expires, a clock that runs out) can be seen without waiting. The zero
// Clock tells the real time.
type Clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

// Now is the real time and all that the clock was moved on.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// Advance moves the clock on by d ≥ 0.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}
