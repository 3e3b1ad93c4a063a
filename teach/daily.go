package teach

import (
	"math/rand/v2"
	"time"

	"nimbot/game"
)

// DailySize is how many positions a date has.
const DailySize = 3

// dailyPiles are the smallest and the largest pile of each of a date's
// positions, which have four.
var dailyPiles = [DailySize][2]uint64{{1, 6}, {2, 9}, {4, 15}}

// Daily lists the positions of Nim of a date, the same for everybody, in rising
// difficulty: who wins, and with which move? Half of them are lost. A date's
// positions never change within a major version.
func Daily(year int, month time.Month, day int) [DailySize]Puzzle {
	date := uint64(year)*10_000 + uint64(month)*100 + uint64(day)
	r := rand.New(rand.NewPCG(date, 1<<9))
	var all [DailySize]Puzzle
	for i, size := range dailyPiles {
		lost := r.IntN(2) == 0
		p := until(nimOf(r, game.Normal, func() []uint64 { return several(r, 4, size[0], size[1]) }), func(p Puzzle) bool {
			return lost && p.Outcome == game.P || !lost && p.asks()
		})
		p.Kind = Outcome
		all[i] = p
	}
	return all
}
