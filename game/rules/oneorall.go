package rules

import "iter"

// one-or-all: take one stone or a whole pile. By induction, the Grundy value of a heap
// is 0 for 0 stones, 1 for an odd number and 2 for an even one. Misère play is tame.
var oneOrAll = heapsOf(&heapGame{
	card: Game{
		Key:      "one-or-all",
		Title:    "One or all",
		Endings:  []Ending{Normal, Misere},
		Examples: []string{"4 7", "3 4 5", "6 8 9"},
		Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
	},
	rules: oneOrAllRules{}, cycle: period{1, 2}, draws: drawnHeaps{3, 1, 9}, piece: Berries, tame: true, facts: counts("one-or-all.counts"),
})

type oneOrAllRules struct{}

func (oneOrAllRules) value(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return 2 - n%2
}

func (oneOrAllRules) omitsZero() bool { return false }

func (oneOrAllRules) refusal(n uint64, c cut) string {
	switch {
	case c.small > 0:
		return "move.no-split"
	case c.taken == 0:
		return "move.take-nothing"
	case c.taken != 1 && c.taken != n:
		return "move.one-or-all"
	}
	return ""
}

func (oneOrAllRules) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if n > 0 && yield(1) && n > 1 {
			yield(n)
		}
	}
}

func (r oneOrAllRules) cuts(n uint64) iter.Seq[cut] { return takes(r.amounts(n)) }

func (r oneOrAllRules) cutsTo(n uint64, a, b Value) iter.Seq[cut] {
	return takesTo(r, n, a, b)
}
