package teach

import (
	"math/rand/v2"

	"nimbot/game/rules"
)

// How repetition in a series of exercises is avoided.
const (
	minApart  = 20  // this many consecutive exercises differ, if a lesson has enough
	maxTries  = 100 // seeds that are tried to find one that differs
	lostEvery = 3   // one of this many positions to judge is lost
)

// Series returns the seeds of n consecutive exercises, starting at seed. It skips a seed whose
// exercise occurred recently, or asks for the value that was just asked for. Of three in a row
// that begin with who wins, from the first on, one is lost, in a place that depends on seed. If a lesson has too
// few exercises, the one that occurred longest ago is repeated.
func (l Lesson) Series(seed uint64, n int) []uint64 {
	row, places := make([]uint64, 0, n), rand.New(rand.NewPCG(seed, 1<<12))
	last := map[string]int{} // the last index of an exercise in row
	asked := ""              // the value that was asked for last
	lostAt := 0
	for len(row) < n {
		if len(row)%lostEvery == 0 {
			lostAt = len(row) + places.IntN(lostEvery)
		}
		var next, key, value, oldest = uint64(0), "", "", len(row)
		for range maxTries {
			x := l.Exercise(seed)
			k, v := x.Key(), x.valueObject()
			seed++
			at, seen := last[k]
			if x[0].Asks == AsksOutcome && (x[0].Puzzle.Outcome == rules.P) != (len(row) == lostAt) {
				continue
			}
			if (!seen || at < len(row)-minApart) && (v == "" || v != asked) {
				next, key, value = seed-1, k, v
				break
			}
			if !seen {
				at = -1 // repeating the value is better than repeating the exercise
			}
			if at < oldest {
				next, key, value, oldest = seed-1, k, v, at
			}
		}
		last[key], asked = len(row), value
		row = append(row, next)
	}
	return row
}

// valueObject returns the object whose value an exercise asks for, "" if it asks for no value.
func (x Exercise) valueObject() string {
	if x[0].Topic != NextValue {
		return ""
	}
	return x[0].Puzzle.Key()
}

// Key returns the same text for exercises that look the same to a person: they differ at most in
// the order of piles.
func (x Exercise) Key() string {
	key := string(x[0].Topic)
	for _, s := range x {
		if s.Puzzle.Position != nil {
			key += " " + s.Puzzle.Key()
		}
	}
	return key
}
