package store

import (
	"sync"
	"time"
)

// Clock is the time by which a process decides. It begins at the machine's clock, and takes
// over the time of the store that several processes share (Agree). In between it counts
// by the monotonic clock, so that setting the machine's clock back changes nothing. It
// may be used concurrently.
type Clock struct {
	wall    func() time.Time     // the machine's clock
	elapsed func() time.Duration // monotonic

	mu   sync.Mutex
	base time.Time     // the time when elapsed returned at
	at   time.Duration // of the last agreement
	last time.Time     // what Now returned last; see standStill
}

const (
	// standStill is the greatest correction for which Now stands still rather than goes
	// back. It hides that the answers of a server take more or less time.
	standStill = time.Second
	// jump is how far ahead a machine's clock must be to be taken over.
	jump = 5 * time.Second
)

// NewClock returns a clock that shows the time of wall; nil: time.Now.
func NewClock(wall func() time.Time) *Clock {
	if wall == nil {
		wall = time.Now
	}
	started := time.Now() // with a monotonic reading
	c := &Clock{wall: wall, elapsed: func() time.Duration { return time.Since(started) }}
	c.base, c.at = wall().Round(0), c.elapsed()
	return c
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	now := c.base.Add(c.elapsed() - c.at)
	if behind := c.last.Sub(now); 0 < behind && behind <= standStill {
		return c.last
	}
	c.last = now
	return now
}

// Agree takes over the time that ask reads from the store (Archive.Time), as of the middle of the
// call. It returns by how much the clock was ahead, and ask's error. If processes don't share the
// store, it takes over the machine's clock if that is more than 5 s ahead: then the machine slept,
// or its clock was set after the start.
func (c *Clock) Agree(ask func() (time.Time, error)) (ahead time.Duration, err error) {
	begun := c.elapsed()
	theirs, err := ask()
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.now()
	if theirs.IsZero() {
		if theirs = c.wall().Round(0); theirs.Sub(before) <= jump {
			return 0, nil
		}
		begun = c.elapsed()
	}
	now := c.elapsed()
	c.base, c.at = theirs.Round(0).Add((now-begun)/2), now
	return before.Sub(c.base), nil
}
