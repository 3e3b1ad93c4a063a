package worker

import (
	"errors"
	"time"
)

// Watch is told what a Worker does, for metrics. Its functions may be nil; they
// are called at the same time from many goroutines.
type Watch struct {
	// Settled: in a place of the platform something was decided, so late after
	// its time.
	Settled func(platform string, late time.Duration)
	// Shown: a board was shown on the platform, or not. It'll be tried again.
	Shown func(platform string, err error)
	// Waiting is how many boards are in line for the platform, "" for those
	// that can't show anything.
	Waiting func(platform string, boards int)
}

// errNoRoom: too many boards are in line for the platform.
var errNoRoom = errors.New("worker: too many boards are in line")

func (w Watch) settled(platform string, late time.Duration) {
	if w.Settled != nil {
		w.Settled(platform, late)
	}
}

func (w Watch) shown(platform string, err error) {
	if w.Shown != nil {
		w.Shown(platform, err)
	}
}

func (w Watch) waiting(platform string, boards int) {
	if w.Waiting != nil {
		w.Waiting(platform, boards)
	}
}
