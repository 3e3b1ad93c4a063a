package rules

import (
	"iter"
	"math/bits"
	"slices"
)

// mockTurtles: turn one, two or three coins over, the rightmost from heads to
// tails. A head on square n is worth the n-th odious number; odious numbers have an
// odd number of binary ones (Winning Ways, ch. 14). In misère play the player to move
// loses exactly when the nim-sum of these values is 1; see Outcome.
var mockTurtles = Game{
	Key:      "mock-turtles",
	Title:    "Mock Turtles",
	Endings:  []Ending{Normal, Misere},
	Sparse:   []Ending{Normal, Misere},
	Examples: []string{"1 4 6", "2 3 5 8"},
	Parse: func(text string) (Position, error) {
		s, err := parseDistinct(text, "1 4 6", MaxHeaps+MaxPlies, MaxHeap)
		if err != nil {
			return nil, err
		}
		return mockTurtlesPosition{s}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return mockTurtlesPosition{randomSquares(d.Rand, 4, 12)} })
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
	Grows:  addsPart,
}

// mockTurtlesPosition holds the squares with heads.
type mockTurtlesPosition struct{ squares }

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

// Size gives each head more weight than any two coins to its left together, so
// that every move lowers the total. The weights of the squares are 1, 2, 4, 7, 12,
// 20 …, each one more than the two before it together.
func (p mockTurtlesPosition) Size() Size {
	return Size{Parts: len(p.squares), Largest: p.largest(), Total: p.weigh(func(a, b uint64) uint64 {
		return AddSaturating(AddSaturating(a, b), 1)
	})}
}

// weigh adds up the weights of the heads. The first square weighs 1; next gives each
// further square's weight from those of the two squares before it. It must at least
// add these, so that weights saturate before square 100; later squares weigh as much.
func (s squares) weigh(next func(a, b uint64) uint64) uint64 {
	total, before, weight, square := uint64(0), uint64(0), uint64(1), uint64(1)
	for _, n := range s {
		for ; square < min(n, 100); square++ {
			before, weight = weight, next(before, weight)
		}
		total = AddSaturating(total, weight)
	}
	return total
}

func (p mockTurtlesPosition) Diagram() Diagram { return p.diagram(Tail).withPiece(MockTurtles) }

func (p mockTurtlesPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, head := range p.squares {
			if !yield(joinMove(',', head)) {
				return
			}
			for second := uint64(1); second < head; second++ {
				for third := uint64(0); third < second; third++ {
					if !yield(turnThree(head, second, third)) {
						return
					}
				}
			}
		}
	}
}

// turnThree writes "6,4,1", or "6,4" if third is 0.
func turnThree(head, second, third uint64) Move {
	if third == 0 {
		return joinMove(',', head, second)
	}
	return joinMove(',', head, second, third)
}

func (p mockTurtlesPosition) Play(m Move) (Position, error) {
	n, err := p.turned(m, 3, "6,4,1")
	if err != nil {
		return nil, withExample(p, err)
	}
	return mockTurtlesPosition{p.toggled(n...)}, nil
}

func (p mockTurtlesPosition) Headline() Wording               { return p.headsHeadline() }
func (p mockTurtlesPosition) MoveWords(m Move) Wording        { return turnWords(m) }
func (p mockTurtlesPosition) Marks(m Move) []Mark             { return turnMarks(m) }
func (p mockTurtlesPosition) StepWords(prefix string) Wording { return partnerWords(prefix) }
func (p mockTurtlesPosition) Readings(text string) []string   { return turnReadings(text) }

func (p mockTurtlesPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix == "" {
			p.chooseHead("choice.head", yield)
			return
		}
		n, err := p.turned(Move(prefix), 2, "6,4,1")
		if err != nil || !yield(turnChoice(Move(prefix), true)) {
			return
		}
		for next := uint64(1); next < n[len(n)-1]; next++ {
			done := len(n) == 2 || next == 1 // square 1 has nothing on its left
			if !yield(turnChoice(joinMove(',', append(n[:len(n):len(n)], next)...), done)) {
				return
			}
		}
	}
}

func (p mockTurtlesPosition) nimSum() uint64 {
	var x uint64
	for _, n := range p.squares {
		x ^= odious(n)
	}
	return x
}

// Grundy returns the nim-sum of the heads' odious numbers.
func (p mockTurtlesPosition) Grundy() (uint64, bool) { return p.nimSum(), true }

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
	w := p.working("nim-sum", odious)
	if e == Misere {
		w.Method, w.Lost = "mock-turtles-misere", ""
	}
	w.Facts = []Fact{{Code: "mock-turtles.odious", Args: Args{"heads": Numbers(p.squares), "piles": p.values(odious), "count": len(p.squares)}}}
	return w
}
