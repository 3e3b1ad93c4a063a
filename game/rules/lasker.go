package rules

import "iter"

// lasker: take any number from one pile, or break a pile in two (Lasker 1931).
// Modulo 4, the Grundy value of a heap of n > 0 is n for n ≡ 1 and 2, n+1 for n ≡ 3
// and n−1 for n ≡ 0 (Winning Ways, ch. 4). Misère play is tame.
var lasker = heapsOf(&heapGame{
	card: Game{
		Key:      "lasker",
		Title:    "Lasker's Nim",
		Group:    BreakGames,
		Endings:  []Ending{Normal, Misere},
		Examples: []string{"3 4", "2 5 7", "6"},
		Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
		Grows:    addsPart,
	},
	rules: laskerRules{}, draws: drawnHeaps{3, 1, 9}, piece: Gems, tame: true, facts: counts("lasker.counts"),
	weight: takesAndSplits, // because a split takes no stone away
})

type laskerRules struct{}

// value returns the Grundy value of a heap of n. The function is its own inverse.
func (laskerRules) value(n uint64) uint64 {
	switch {
	case n%4 == 3:
		return n + 1
	case n%4 == 0 && n > 0:
		return n - 1
	default:
		return n
	}
}

func (laskerRules) omitsZero() bool { return true }

// refusal allows a cut that takes without splitting, or splits without taking.
func (laskerRules) refusal(n uint64, c cut) string {
	if c.taken == 0 && c.small == 0 || c.taken > 0 && c.small > 0 {
		return "move.take-or-split"
	}
	return ""
}

func (laskerRules) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if n > 1 && !yield(0) {
			return
		}
		for k := uint64(1); k <= n; k++ {
			if !yield(k) {
				return
			}
		}
	}
}

// cuts yields splits before takes, because moves are ordered by the amount
// taken.
func (laskerRules) cuts(n uint64) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		for a := uint64(1); a <= n/2; a++ {
			if !yield(cut{0, a}) {
				return
			}
		}
		for k := uint64(1); k <= n; k++ {
			if !yield(cut{k, 0}) {
				return
			}
		}
	}
}

func (r laskerRules) cutsTo(n uint64, a, b Value) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		for small := range r.splitsTo(n, a, b) {
			c := cut{0, small}
			if v := leaves(r, n, c); (v == a || v == b) && !yield(c) {
				return
			}
		}
		low, high := r.leaving(a), r.leaving(b)
		if low > high {
			low, high = high, low
		}
		// The larger the pile that is left, the less is taken.
		if v := HeapValue(r.value(high)); high < n && (v == a || v == b) && !yield(cut{n - high, 0}) {
			return
		}
		if v := HeapValue(r.value(low)); low < high && low < n && (v == a || v == b) {
			yield(cut{n - low, 0})
		}
	}
}

// leaving returns the only pile with the Grundy value of v.
func (r laskerRules) leaving(v Value) uint64 { return r.value(v.Grundy) }

// splitsTo yields, in rising order, the smaller parts of all splits of n after which
// the values of the parts have the nim-sum a.Grundy or b.Grundy.
func (r laskerRules) splitsTo(n uint64, a, b Value) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		var next []xorPairs
		for _, x := range []uint64{a.Grundy, b.Grundy} {
			for low := range uint64(4) {
				if s, ok := newXorPairs(n, x, low); ok {
					next = append(next, s)
				}
			}
			if a.Grundy == b.Grundy {
				break
			}
		}
		for {
			best := -1
			for i, s := range next {
				if !s.done && (best < 0 || s.part < next[best].part) {
					best = i
				}
			}
			if best < 0 || next[best].part > n/2 {
				return
			}
			if p := next[best].part; p > 0 && !yield(p) {
				return
			}
			next[best].advance()
		}
	}
}

// xorPairs walks, by rising first part, the splits of a pile of n into two
// piles whose values have the nim-sum x, the first value being ≡ low mod 4.
// A size exceeds its value by an amount that depends only on the value's last
// two bits (riseOf). So A and B, the two values without these bits, have a known
// sum S and a known nim-sum X. A + B = S and A ⊕ B = X hold exactly if A is
// (S−X)/2 plus any subset of the bits of X; (S−X)/2 must share no bit with X.
type xorPairs struct {
	base   uint64 // (S−X)/2
	free   uint64 // X
	chosen uint64 // a subset of the bits of free
	low    uint64
	part   uint64 // the size of the first pile
	done   bool
}

func newXorPairs(n, x, low uint64) (xorPairs, bool) {
	other := low ^ x&3
	// sizes = values + rise, modulo 2^64 where rise is negative
	total := n - riseOf(low) - riseOf(other) - low - other
	if int64(total) < 0 || total%4 != 0 {
		return xorPairs{}, false
	}
	sum, free := total/4, x/4
	if sum < free || (sum-free)%2 != 0 || (sum-free)/2&free != 0 {
		return xorPairs{}, false
	}
	s := xorPairs{base: (sum - free) / 2, free: free, low: low}
	s.part = s.first()
	if low == 0 && s.base == 0 {
		s.advance() // an empty pile is no part of a split
	}
	return s, !s.done
}

// riseOf returns size − value for the piles whose value is ≡ low mod 4.
func riseOf(low uint64) uint64 {
	switch low {
	case 0:
		return ^uint64(0) // value 4k comes from 4k−1
	case 3:
		return 1 // value 4k+3 comes from 4k+4
	default:
		return 0
	}
}

func (s *xorPairs) first() uint64 { return 4*(s.base+s.chosen) + s.low + riseOf(s.low) }

// advance goes to the next larger first pile.
func (s *xorPairs) advance() {
	s.chosen = (s.chosen - s.free) & s.free
	if s.chosen == 0 {
		s.done = true
		return
	}
	s.part = s.first()
}
