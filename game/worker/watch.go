package worker

import (
	"errors"
	"time"

	"nimbot/game/dialog"
)

// Observer receives a Worker's events for metrics. Its functions may be nil; they are
// called concurrently.
type Observer struct {
	// Settled is called after a deadline in a place of the platform was applied, late after it
	// had passed.
	Settled func(platform string, late time.Duration)
	// Found is called after Settle has run in a place; the reply says which games run there now.
	Found func(place dialog.Place, r dialog.Reply)
	// Shown is called after showing a board succeeded or failed. A failure is retried.
	Shown func(platform string, err error)
	// Waiting is called with the length of each platform's queue; the platform "" stands for
	// those that can't show anything.
	Waiting func(platform string, boards int)
}

// errNoRoom means that the platform's queue is full.
var errNoRoom = errors.New("worker: too many boards are in line")

func (w Observer) settled(platform string, late time.Duration) {
	if w.Settled != nil {
		w.Settled(platform, late)
	}
}

func (w Observer) found(place dialog.Place, r dialog.Reply) {
	if w.Found != nil {
		w.Found(place, r)
	}
}

func (w Observer) shown(platform string, err error) {
	if w.Shown != nil {
		w.Shown(platform, err)
	}
}

func (w Observer) waiting(platform string, boards int) {
	if w.Waiting != nil {
		w.Waiting(platform, boards)
	}
}
