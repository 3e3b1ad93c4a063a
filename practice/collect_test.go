package practice_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"nimbot/channel"
	"nimbot/chat"
)

// held is a chat.People that doesn't count before it is let.
type held struct {
	chat.People
	asked chan struct{}
	let   atomic.Bool
}

func (h *held) Count(ctx context.Context, p chat.Place, games []channel.Game) error {
	select {
	case h.asked <- struct{}{}:
	default:
	}
	if !h.let.Load() {
		return errors.New("not yet")
	}
	return h.People.Count(ctx, p, games)
}

// What a review shows is there to be practised at once, whether or not anybody
// has counted the game yet.
func TestMistakesOfAGameThatIsNotCountedYet(t *testing.T) {
	r := newRoom(t)
	people := &held{People: r.collector(), asked: make(chan struct{}, 1)}
	r.People = people
	r.restart()
	r.says("ana", "start 3 4 5")
	r.says("ana", "C1")
	r.says("ana", "resign")
	<-people.asked
	r.expect("ana", "review", "Move 1: ana took 1 from C")
	people.let.Store(true)
	r.expect("ana", "puzzle mine", "Which move wins?", "A 3, B 4, C 5", "From your game of")
}
