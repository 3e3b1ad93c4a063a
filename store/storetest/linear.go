package storetest

import (
	"math"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"nimbot/store"
)

// counter models one channel as a version number: a move increments it, a look
// reads it. It also checks that each version holds the right move.
var counter = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byKey := map[string][]porcupine.Operation{}
		for _, op := range history {
			key := op.Input.(event).key
			byKey[key] = append(byKey[key], op)
		}
		parts := make([][]porcupine.Operation, 0, len(byKey))
		for _, ops := range byKey {
			parts = append(parts, ops)
		}
		return parts
	},
	Init: func() any { return uint64(0) },
	Step: func(state, input, output any) (bool, any) {
		version, answer := state.(uint64), output.(uint64)
		if input.(event).kind == eventMove {
			version++
		}
		return version == answer, version
	},
}

// checkTime bounds the search; it is far more than such histories take.
const checkTime = time.Minute

// checkHistory fails the test unless the events are linearizable, that is, unless there
// is an order of all operations that explains every answer and respects real
// time. An operation that was answered before another started comes first. made
// has the version of each move that is stored in the end, which tells the
// outcome of moves whose caller got no answer; a move that is not stored never
// happened.
func checkHistory(t *testing.T, events []event, made map[string]uint64) {
	t.Helper()
	var history []porcupine.Operation
	open := map[string]int{} // the operation of an id that was not answered
	for now, e := range events {
		if e.kind == eventShow {
			continue
		}
		if e.kind != eventDone {
			open[e.id] = len(history)
			history = append(history, porcupine.Operation{Input: e, Call: int64(now), Return: math.MaxInt64, Output: made[e.id]})
			continue
		}
		op := &history[open[e.id]]
		op.Output, op.Return = e.version, int64(now)
		delete(open, e.id)
	}
	known := history[:0]
	for _, op := range history {
		if op.Return != math.MaxInt64 || op.Output.(uint64) != 0 {
			known = append(known, op)
		}
	}
	if result := porcupine.CheckOperationsTimeout(counter, known, checkTime); result != porcupine.Ok {
		t.Errorf("a history of %d operations is not linearizable (%v)", len(known), result)
	}
}

func testLinearizable(t *testing.T, s store.Archive) {
	const keys, callers, moves = 4, 8, 400
	load := Load{Name: "suite", Keys: keys}
	done := make(chan error)
	for range 2 { // two processes on one store
		go func() { done <- load.Run(short(t), s, callers, moves/2) }()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if load.Unknown() > 0 || load.Repeated() > 0 {
		t.Errorf("without faults: %s", load.Summary())
	}
	load.Check(t, s)
	// The order must come from the compare-and-set: it refuses a second creation.
	if _, err := s.Commit(t.Context(), load.Channel(0), store.Write{Data: Doc(1, "")}); err == nil {
		t.Error("a creation over a load's record succeeded")
	}
}
