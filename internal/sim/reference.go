package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The simulation's models are programs, too, and may be wrong. So the simplest thing that could be
// right walks beside them: one table of Nim, a list of piles and whose turn it is. Where a model
// and the reference disagree, the model is wrong, whatever the bot says.

// reference is one table of Nim.
type reference struct {
	piles []int
	mover int // 0 or 1
	moves int
}

func newReference(piles ...int) *reference { return &reference{piles: slices.Clone(piles)} }

// take takes n stones from a pile, and reports whether that is a move.
func (r *reference) take(pile, n int) bool {
	if pile < 0 || pile >= len(r.piles) || n < 1 || n > r.piles[pile] {
		return false
	}
	r.piles[pile] -= n
	r.mover, r.moves = 1-r.mover, r.moves+1
	return true
}

// over reports whether no stone is left. Under normal play the last mover has won.
func (r *reference) over() bool {
	return !slices.ContainsFunc(r.piles, func(n int) bool { return n > 0 })
}

// String is the position as the store has it.
func (r *reference) String() string { return strings.Trim(fmt.Sprint(r.piles), "[]") }

// nimSum is the sum of the piles without carrying: 0 if whoever moves loses, with the other's best
// play.
func (r *reference) nimSum() (sum int) {
	for _, n := range r.piles {
		sum ^= n
	}
	return sum
}

// best returns a move that wins, or one stone of the first pile that has any.
func (r *reference) best() (pile, n int) {
	sum := r.nimSum()
	for i, have := range r.piles {
		if sum != 0 && have^sum < have {
			return i, have - (have ^ sum)
		}
	}
	for i, have := range r.piles {
		if have > 0 {
			return i, 1
		}
	}
	return 0, 0
}

// notation writes a move: "B2" takes two stones from the second pile.
func notation(pile, n int) string { return string(rune('A'+pile)) + strconv.Itoa(n) }
