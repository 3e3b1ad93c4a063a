package teach

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"nimbot/game"
)

// DailySize is how many positions a date has.
const DailySize = 3

// dailyPiles are the smallest and the largest pile of each of a date's positions but
// the first, which have four.
var dailyPiles = [DailySize - 1][2]uint64{{2, 9}, {4, 15}}

// Daily lists the positions of Nim of a date, the same for everybody, in rising
// difficulty: who wins, and with which move? Half of them are lost, and none shows its
// answer by two pairs of equal piles. The first is drawn from firstPool without putting
// back. A date's positions never change within a major version.
func Daily(year int, month time.Month, day int) [DailySize]Puzzle {
	date := uint64(year)*10_000 + uint64(month)*100 + uint64(day)
	r := rand.New(rand.NewPCG(date, 1<<9))
	all := [DailySize]Puzzle{0: firstOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC), r)}
	for i, size := range dailyPiles {
		lost := r.IntN(2) == 0
		draw := func() []uint64 {
			for {
				if piles := several(r, 4, size[0], size[1]); !twoPairs(piles) {
					return piles
				}
			}
		}
		all[i+1] = until(nimOf(r, game.Normal, draw), func(p Puzzle) bool { return p.asksAs(lost) })
	}
	for i := range all {
		all[i].Kind = Outcome
	}
	return all
}

// asksAs reports whether the puzzle is lost, or else asks for a move that can be
// missed.
func (p Puzzle) asksAs(lost bool) bool { return lost && p.Outcome == game.P || !lost && p.asks() }

// firstOf is the first position of a date. The pool is gone through again and again, in
// two halves that are each shuffled anew: so the same position is at least half a round
// away.
func firstOf(day time.Time, r *rand.Rand) Puzzle {
	pool := firstPool()
	days := max(0, int(day.Unix()/(24*60*60)))
	round, at := days/len(pool), days%len(pool)
	half := len(pool) / 2
	order := rand.New(rand.NewPCG(uint64(round), uint64(at/half))).Perm(half)
	piles := pool[at/half*half+order[at%half]]
	return until(nimOf(r, game.Normal, func() []uint64 { return slices.Clone(piles) }), func(Puzzle) bool { return true })
}

// firstPool are the first positions, up to the order of piles: as many won as lost ones
// in either half.
var firstPool = sync.OnceValue(func() [][]uint64 {
	var won, lost [][]uint64
	for _, size := range []struct {
		piles int
		most  uint64
	}{{3, 11}, {4, 9}, {5, 7}} {
		for _, piles := range multisets(size.piles, 1, size.most) {
			switch p, ok := puzzleAt(family("nim"), game.Normal, written(piles)); {
			case !ok || twoPairs(piles):
			case p.Outcome == game.P:
				lost = append(lost, piles)
			case p.asks():
				won = append(won, piles)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1<<10))
	for _, all := range [][][]uint64{won, lost} {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	n := min(len(won), len(lost)) / 2
	return slices.Concat(won[:n], lost[:n], won[n:2*n], lost[n:2*n])
})

// multisets lists all n piles from least to most in rising order.
func multisets(n int, least, most uint64) (all [][]uint64) {
	if n == 0 {
		return [][]uint64{nil}
	}
	for first := least; first <= most; first++ {
		for _, rest := range multisets(n-1, first, most) {
			all = append(all, append([]uint64{first}, rest...))
		}
	}
	return all
}

// twoPairs reports whether piles hold two pairs of equal ones.
func twoPairs(piles []uint64) bool {
	piles = slices.Sorted(slices.Values(piles))
	n := 0
	for i := 1; i < len(piles); i++ {
		if piles[i] == piles[i-1] {
			n++
			i++ // it's in a pair already
		}
	}
	return n > 1
}
