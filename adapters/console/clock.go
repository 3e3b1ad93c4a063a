package console

import (
	"sync"
	"time"
)

// Clock is a clock that can be advanced, to see deadlines expire without waiting. The
// zero Clock returns the real time.
type Clock struct {
	Real func() time.Time // the clock that is advanced; nil: time.Now

	mu    sync.Mutex
	ahead time.Duration
}

// Now returns the real time plus the sum of all Advance calls.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Real != nil {
		return c.Real().Add(c.ahead)
	}
	return time.Now().Add(c.ahead)
}

// Advance moves the clock forward by d ≥ 0.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}
