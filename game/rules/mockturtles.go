package rules

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// mockTurtles: turn one, two or three coins over, the rightmost from heads to
// tails. A head on square n is worth the n-th odious number; odious numbers have an
// odd number of binary ones (Winning Ways, ch. 14). In misère play the player to move
// loses exactly when the nim-sum of these values is 1; see Outcome.
var mockTurtles = turningCoins(&turnGame{
	card: Game{
		Key:      "mock-turtles",
		Title:    "Mock Turtles",
		Group:    TurnGames,
		Endings:  []Ending{Normal, Misere},
		Sparse:   []Ending{Normal, Misere},
		Examples: []string{"1 4 6", "2 3 5 8"},
		Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
		Summand:  Size{Largest: 40},
		Grows:    addsPart,
	},
	coins: MaxHeaps + MaxPlies, last: MaxHeap, draw: func(r *rand.Rand) squares { return randomSquares(r, 4, 12) },
	turning: listed{3, "6,4,1"}, value: odious, piece: MockTurtles,
	// The weights 1, 2, 4, 7, 12, 20 … give a head more than any two coins to its left together.
	weight: func(a, b uint64) uint64 { return AddSaturating(AddSaturating(a, b), 1) },
	at:     func(p turnPosition) Position { return mockTurtlesPosition{p} },
})

type mockTurtlesPosition struct{ turnPosition }

// odious returns the n-th odious number, n ≥ 1: 1, 2, 4, 7, 8, 11 … Of 2m and 2m+1
// exactly one is odious.
func odious(n uint64) uint64 {
	m := n - 1
	return 2*m | uint64(1-bits.OnesCount64(m)%2)
}

// isOdious reports whether v has an odd number of binary ones.
func isOdious(v uint64) bool { return bits.OnesCount64(v)%2 == 1 }

// odiousRank returns the n for which odious(n) is the odious number v.
func odiousRank(v uint64) uint64 { return v/2 + 1 }

// turnThree writes "6,4,1", or "6,4" if third is 0.
func turnThree(head, second, third uint64) Move {
	if third == 0 {
		return joinMove(',', head, second)
	}
	return joinMove(',', head, second, third)
}

// Outcome is that of Nim on the odious numbers; in misère play the lost nim-sum is 1
// instead of 0.
//
// Proof for misère play: a move changes the sum by one, two or three different odious
// numbers, never by 0, so no move leads from 1 to 1. Without heads the sum is 0, and
// the player to move has won. From any other sum s ≠ 1, some move leaves 1. If s > 1,
// a head of value v has the top bit of s; v is replaced by w = v ⊕ s ⊕ 1 < v, which is
// nothing, one odious number, or the two odious numbers w ⊕ 1 and 1. If s = 0, two
// heads have the highest bit 2^t of all values, t > 1, and the larger of them, v, is
// replaced by 2^t and v ⊕ 2^t ⊕ 1.
func (p mockTurtlesPosition) Outcome(e Ending) (Outcome, bool) {
	return OutcomeIf(p.nimSum() != lostSum(e)), true
}

// lostSum returns the nim-sum at which the player to move loses.
func lostSum(e Ending) uint64 {
	if e == Misere {
		return 1
	}
	return 0
}

// Winning looks, for each head, for the coins whose values have the nim-sum that is
// missing; it never tries a coin without a match.
func (p mockTurtlesPosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		sum := p.nimSum() ^ lostSum(e)
		for _, head := range p.squares {
			if !yieldCompletions(head, sum^odious(head), yield) {
				return
			}
		}
	}
}

// Finish turns all heads, if there are at most three.
func (p mockTurtlesPosition) Finish() (Move, bool) {
	if len(p.squares) == 0 || len(p.squares) > 3 {
		return "", false
	}
	heads := slices.Clone(p.squares)
	slices.Reverse(heads)
	return joinMove(',', heads...), true
}

// yieldCompletions yields the moves that turn head and up to two coins to its left,
// whose values have the nim-sum missing. It reports whether to go on.
func yieldCompletions(head, missing uint64, yield func(Move) bool) bool {
	if missing == 0 {
		return yield(joinMove(',', head))
	}
	if isOdious(missing) { // one coin, because the nim-sum of two odious numbers is not odious
		second := odiousRank(missing)
		return second >= head || yield(joinMove(',', head, second))
	}
	// Two coins: third ⊕ second = missing with third < second, so second has
	// the top bit of missing. That bit is not the lowest, since missing is not
	// 1, and second's other bits but the lowest are those of its rank − 1.
	bit := uint64(1) << (bits.Len64(missing) - 2)
	for m := bit; m+1 < head; m = (m + 1) | bit {
		second := m + 1
		if !yield(turnThree(head, second, odiousRank(odious(second)^missing))) {
			return false
		}
	}
	return true
}

func (p mockTurtlesPosition) Working(e Ending) Working {
	w := p.working()
	if e == Misere {
		w.Method, w.Lost = "mock-turtles-misere", ""
	}
	w.Facts = []Fact{{Code: "mock-turtles.odious", Args: Args{"heads": Numbers(p.squares), "piles": p.values(), "count": len(p.squares)}}}
	return w
}

// Worth is the nim-sum of the heads' values. Positions of value 0 and 1 are fickle, because
// exactly those of value 1 are lost in misère play; see Outcome.
func (p mockTurtlesPosition) Worth() Value { return HeapValue(p.nimSum()) }
