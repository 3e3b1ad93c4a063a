package practice_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rules/solve"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// held is a chat.Results whose Count blocks until it is released.
type held struct {
	chat.Results
	asked chan struct{}
	let   atomic.Bool
}

func (h *held) Count(ctx context.Context, p dialog.Place, games []channel.Game) error {
	select {
	case h.asked <- struct{}{}:
	default:
	}
	if !h.let.Load() {
		return errors.New("not yet")
	}
	return h.Results.Count(ctx, p, games)
}

// The mistakes that a review shows are stored at once, even before the game is counted.
// "puzzle mine" asks them from the next day on.
func TestMistakesOfAGameThatIsNotCountedYet(t *testing.T) {
	r := newRoom(t)
	people := &held{Results: r.collector(), asked: make(chan struct{}, 1)}
	r.People = people
	r.restart()
	r.says("ana", "start 3 4 5")
	r.says("ana", "C1")
	r.says("ana", "resign")
	<-people.asked
	r.expect("ana", "review", "Move 1: ana took 1 from C")
	people.let.Store(true)
	r.expect("ana", "puzzle mine", "resting until")
	r.Pass(24 * time.Hour)
	r.expect("ana", "puzzle mine", "Which move wins?", "A 3, B 4, C 5", "From your game of")
}

// A mistake is asked without the piles that were empty by then.
func TestMistakesShowNoEmptyPiles(t *testing.T) {
	r := newRoom(t)
	made := []person.Mistake{{Game: "nim", Ending: "normal", Position: "3 0 4 5 0", Date: "2026-11-21"}}
	if err := r.collector().Keep(t.Context(), "test", "ana", store.UnixOf(r.Now), made); err != nil {
		t.Fatal(err)
	}
	r.Pass(24 * time.Hour)
	r.expect("ana", "puzzle mine", "Piles: A 3, B 4, C 5.")
	r.expect("ana", "answer A2", "Right: take 2 from A")
	if left := r.doc("ana").Mistakes[0]; left.Box != 1 {
		t.Errorf("found once, the mistake is %+v, want it in box 1", left)
	}
}

// The late result of a game that ended before `forget everywhere` stores no mistakes.
func TestALateGameTellsNothingOfWhoLeft(t *testing.T) {
	r := newRoom(t)
	marks := person.NewMarks(r.Store, func() time.Time { return r.Now }, 0)
	g := channel.Game{
		ID: "g", Key: "nim", Ending: "normal", Start: "3 4 5", Events: "A1 B1 A1 B1 A1 B1 B1 C1 C1 C1 C1 C1",
		Players: [2]channel.Player{{ID: "ana", Name: "ana"}, {ID: "bob", Name: "bob"}}, Since: store.UnixOf(r.Now),
	}
	r.Pass(time.Minute)
	key, mark, made, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(r.Now))
	if err == nil && made {
		err = marks.Swept(t.Context(), key, mark)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := r.collector().Count(t.Context(), r.Place, []channel.Game{g}); err != nil {
		t.Fatal(err)
	}
	begun := []chat.BegunSeat{{Place: r.Place, Who: "ana", At: g.Since, Level: solve.Easy}, {Place: r.Place, Who: "bob", At: g.Since, Level: solve.Easy}}
	if err := r.collector().BeginsIn(t.Context(), begun); err != nil {
		t.Fatal(err)
	}
	if n := len(r.doc("ana").Mistakes); n != 0 {
		t.Errorf("%d mistakes of ana are kept, want none", n)
	}
	if ana, bob := r.doc("ana").Level, r.doc("bob").Level; ana != "" || bob != string(solve.Easy) {
		t.Errorf("the levels %q of ana and %q of bob are kept, want only his", ana, bob)
	}
	if n := len(r.doc("bob").Mistakes); n == 0 {
		t.Error("no mistakes of bob are kept, want his")
	}
}
