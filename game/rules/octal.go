package rules

import (
	"fmt"
	"iter"
	"slices"
)

// An octal game (Guy & Smith 1956) is a code d0.d1d2d3…: digit dk says what
// taking k stones from a heap may leave. Bit 0 (value 1): nothing; bit 1
// (value 2): one heap; bit 2 (value 4): two heaps. d0 is 0, or 4 for breaking
// a heap without taking.

// maxOctalTotal is the largest number of stones under misère play, where an octal game is
// searched exhaustively. There are 215,308 multisets of heaps with at most this many stones.
const maxOctalTotal = 40

// octalRules are the rules of one code. They are shared by all positions of
// the code, with their values.
type octalRules struct {
	code   string
	digits []byte // digits[k], 0 ≤ k, is dk; the last is not 0 unless it is d0
	table  grundyTable
	splits splitValues // guarded by the lock of the table, which is held while the table grows
	misere heapSearch
	game   heapGame
}

// allOctal keeps the rules of the codes in use.
var allOctal shared[*octalRules]

// octalCode returns the rules of a code such as "0.137".
func octalCode(code string) (*octalRules, error) {
	digits, err := readOctal(code)
	if err != nil {
		return nil, err
	}
	code = writeOctal(digits)
	return allOctal.get(code, func() *octalRules { return newOctal(code, digits) }), nil
}

func newOctal(code string, digits []byte) *octalRules {
	r := &octalRules{code: code, digits: digits}
	r.table.limit = maxTable
	r.table.next = r.nextValue
	// Guy & Smith 1956: let t be the index of the last digit. If heaps n and n+p
	// have the same value for all n with from ≤ n < 2·from + p + t, they have the
	// same value for all n ≥ from: of the two parts of a larger heap, one is so
	// large that a period can be taken off it.
	r.table.run = func(from, p int) int { return from + p + len(digits) - 1 }
	r.misere.cuts = r.cuts
	r.game = r.heapGame()
	heapsOf(&r.game)
	return r
}

// digit returns dk, which says what taking k stones may leave.
func (r *octalRules) digit(k uint64) byte {
	if k >= uint64(len(r.digits)) {
		return 0
	}
	return r.digits[k]
}

// The bits of a digit.
const (
	mayEmpty = 1
	mayLeave = 2
	maySplit = 4
)

func (r *octalRules) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for k := range r.digits {
			k := uint64(k)
			if k <= n && r.allows(n-k, r.digits[k]) && !yield(k) {
				return
			}
		}
	}
}

// allows reports whether digit d allows leaving this many stones in some way.
func (r *octalRules) allows(left uint64, d byte) bool {
	switch left {
	case 0:
		return d&mayEmpty != 0
	case 1:
		return d&mayLeave != 0
	default:
		return d&(mayLeave|maySplit) != 0
	}
}

func (r *octalRules) cuts(n uint64) iter.Seq[cut] {
	return r.cutsWhere(n, period{}, func(small, large uint64) bool { return true })
}

func (r *octalRules) cutsTo(n uint64, a, b Value) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		same := func(small, large uint64) bool {
			x, y := r.table.value(small), r.table.value(large)
			v := Value{Grundy: x ^ y, Firm: x > 1 || y > 1}
			return v == a || v == b
		}
		r.table.value(n) // fills the table, so that repeats() knows the period if n is beyond it
		r.cutsWhere(n, r.repeats(), same)(yield)
	}
}

// repeats returns the period of the values if it is already known. It is known once a
// heap beyond the table has a value.
func (r *octalRules) repeats() period {
	if k := r.table.known.Load(); k != nil {
		return k.period
	}
	return period{}
}

// cutsWhere yields the moves on a heap of n whose parts are wanted. want may depend
// only on a class of each part, such as its value, and classes must have the period
// p. Then the moves are found without looking at all of them.
func (r *octalRules) cutsWhere(n uint64, p period, want func(small, large uint64) bool) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		for k, d := range r.digits {
			taken := uint64(k)
			if taken > n {
				return
			}
			left := n - taken
			whole := left == 0 && d&mayEmpty != 0 || left > 0 && taken > 0 && d&mayLeave != 0
			if whole && want(0, left) && !yield(cut{taken, 0}) {
				return
			}
			if d&maySplit != 0 && !splitsWhere(cut{taken, 1}, left, p, want, yield) {
				return
			}
		}
	}
}

// splitsWhere yields the wanted splits of left stones, from c on; it returns
// false when the caller has enough. Moving whole periods from the larger part
// to the smaller one changes no class. So if no split is wanted whose smaller part
// lies in the first period, none beyond is wanted either.
func splitsWhere(c cut, left uint64, p period, want func(small, large uint64) bool, yield func(cut) bool) bool {
	hit := false
	for ; c.small <= left/2; c.small++ {
		if p.length > 0 && c.small == p.from+p.length && !hit {
			return true
		}
		if !want(c.small, left-c.small) {
			continue
		}
		hit = hit || c.small >= p.from
		if !yield(c) {
			return false
		}
	}
	return true
}

func (r *octalRules) refusal(n uint64, c cut) string {
	d := r.digit(c.taken)
	small, large := c.parts(n)
	switch {
	case d == 0:
		return "move.octal-amount"
	case small > 0 && d&maySplit == 0:
		return "move.octal-split"
	case small == 0 && large > 0 && (d&mayLeave == 0 || c.taken == 0):
		return "move.octal-leave"
	case large == 0 && d&mayEmpty == 0:
		return "move.octal-empty"
	}
	return ""
}

func (r *octalRules) value(n uint64) uint64 { return r.table.value(n) }
func (r *octalRules) omitsZero() bool       { return false }

// nextValue returns the mex over all moves on a heap of len(g).
func (r *octalRules) nextValue(g []uint16, m *mex) uint16 {
	n := len(g)
	for k, d := range r.digits {
		if k > n {
			break
		}
		left := n - k
		if left == 0 && d&mayEmpty != 0 || left > 0 && k > 0 && d&mayLeave != 0 {
			m.add(g[left])
		}
		if d&maySplit != 0 {
			m.addAll(r.splits.splitsOf(left, g))
		}
	}
	return m.least()
}

// splitValues remembers the values that splitting a heap can leave. For every digit dk
// that allows splits, the splits of a heap of n are moves on a heap of n + k. So filling
// a table takes about as long for many digits as for one.
type splitValues struct {
	recent [maxDigits + 1]struct {
		left   int
		values mex
	}
}

// splitsOf returns the set of the values of all splits of a heap of left, given the
// values g of all smaller heaps.
func (s *splitValues) splitsOf(left int, g []uint16) *mex {
	r := &s.recent[left%len(s.recent)]
	if r.left == left {
		return &r.values
	}
	r.left = left
	r.values.reset()
	r.values.addSplits(g, left, left/2)
	return &r.values
}

// withinTable refuses heaps whose values the table cannot know.
func withinTable(h heaps, t *grundyTable, example string) error {
	if s := h.Size(); !t.reaches(s.Largest) {
		return notation("pile.beyond-table", Args{"part": fmt.Sprint(s.Largest), "max": uint64(t.limit), "example": example})
	}
	return nil
}

// subtracts reports whether a move takes a number of a set and leaves at most one heap of
// any size, as in subtraction games, which are tame (Ferguson 1974).
func (r *octalRules) subtracts() bool {
	return !slices.ContainsFunc(r.digits, func(d byte) bool { return d != 0 && d != mayEmpty|mayLeave })
}

// searchBound returns the largest size that is searched, in the unit of Size.
func (r *octalRules) searchBound() Size {
	switch {
	case r.digits[0] != 0:
		return Size{Total: 2 * maxOctalTotal}
	case r.code == dawsonCode:
		return Size{Total: maxDawsonTotal}
	}
	return Size{Total: maxOctalTotal}
}

// bounds returns the largest start. Misère play that has no theory needs a start within
// searchBound: piles and stones that people can count.
func (r *octalRules) bounds(e Ending) Size {
	switch {
	case e == Normal || r.subtracts() || r.code == kaylesCode:
		return Size{Parts: MaxHeaps, Largest: MaxHeap} // Parse knows which heaps the table reaches
	case r.digits[0] != 0:
		return Size{Parts: 4, Largest: maxOctalTotal / 4}
	}
	return r.searchBound()
}

// grows returns the largest size that moves reach from a start. If heaps can be broken without
// taking, Total bounds the moves that are left, and so the parts.
func (r *octalRules) grows(start Size) Size {
	if r.digits[0] != 0 && start.Total == 0 && start.Largest > 0 {
		start.Total = mulSaturating(uint64(start.Parts), takesAndSplits(start.Largest))
	}
	return addsPart(start)
}

// facts returns the proved period and the values up to each heap, for normal play.
func (r *octalRules) facts(h heaps, e Ending) []Fact {
	if e == Misere {
		return nil
	}
	return tableFacts(&r.table, r.repeats(), h)
}
