package worker

import (
	"errors"
	"time"

	"nimbot/exchange"
)

// Watch receives a Worker's events for metrics. Its functions may be nil; they are
// called concurrently.
type Watch struct {
	// Settled: something was decided in a place of the platform, this late after it was
	// due.
	Settled func(platform string, late time.Duration)
	// Found: a place was looked at; the reply says which games run there now.
	Found func(place exchange.Place, r exchange.Reply)
	// Shown: showing a board succeeded or failed. A failure is retried.
	Shown func(platform string, err error)
	// Waiting is the length of the platform's queue; the platform "" is for those that
	// can't show anything.
	Waiting func(platform string, boards int)
}

// errNoRoom means that the platform's queue is full.
var errNoRoom = errors.New("worker: too many boards are in line")

func (w Watch) settled(platform string, late time.Duration) {
	if w.Settled != nil {
		w.Settled(platform, late)
	}
}

func (w Watch) found(place exchange.Place, r exchange.Reply) {
	if w.Found != nil {
		w.Found(place, r)
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
