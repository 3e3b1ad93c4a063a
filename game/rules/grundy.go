package rules

import "iter"

// grundy: break one pile into two that are not equal (Grundy 1939). It is not known
// whether its values are periodic, so they come from a table; misère play is
// searched.
var grundy = heapsOf(&heapGame{
	card: Game{
		Key:      "grundy",
		Title:    "Grundy's game",
		Group:    BreakGames,
		Endings:  []Ending{Normal, Misere},
		Costly:   []Ending{Normal, Misere},
		Examples: []string{"7 9", "12", "5 8 11"},
		Bounds: func(e Ending) Size {
			if e == Misere {
				return Size{Total: maxGrundyTotal, Splits: true}
			}
			return Size{Parts: MaxHeaps, Largest: maxTable}
		},
		Grows: addsPart,
	},
	rules: grundySplits, table: &grundySplits.table, inSums: maxSplitPart, draws: drawnHeaps{2, 4, 14}, piece: Nuts, facts: grundySplits.facts,
	weight: func(n uint64) uint64 { return n - 1 }, // the splits that it would allow if it could always be split
	search: &grundySplits.misere, bound: Size{Total: maxGrundyTotal, Splits: true},
})

// maxGrundyTotal is the largest total under misère play, in the unit of Size.
const maxGrundyTotal = 90

// grundyRules are the rules of Grundy's game with its values.
type grundyRules struct {
	table  grundyTable
	misere heapSearch
}

var grundySplits = newGrundyRules()

func newGrundyRules() *grundyRules {
	r := &grundyRules{}
	r.table.limit = maxTable
	r.table.next = func(g []uint16, m *mex) uint16 {
		m.addSplits(g, len(g), (len(g)-1)/2)
		return m.least()
	}
	r.misere.cuts = r.cuts
	return r
}

func (r *grundyRules) cuts(n uint64) iter.Seq[cut] {
	return r.cutsWhere(n, func(small, large uint64) bool { return true })
}

func (r *grundyRules) cutsTo(n uint64, a, b Value) iter.Seq[cut] {
	return r.cutsWhere(n, func(small, large uint64) bool {
		v := leaves(r, n, cut{0, small})
		return v == a || v == b
	})
}

func (r *grundyRules) cutsWhere(n uint64, want func(small, large uint64) bool) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		for a := uint64(1); a < n-a && a < n; a++ {
			if want(a, n-a) && !yield(cut{0, a}) {
				return
			}
		}
	}
}

func (r *grundyRules) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if n > 2 {
			yield(0)
		}
	}
}

func (r *grundyRules) refusal(n uint64, c cut) string {
	small, large := c.parts(n)
	switch {
	case c.taken > 0 || small == 0:
		return "move.only-split"
	case small == large:
		return "move.split-equal"
	}
	return ""
}

func (r *grundyRules) value(n uint64) uint64 { return r.table.value(n) }
func (r *grundyRules) omitsZero() bool       { return true }

// facts returns the values up to each pile, for normal play.
func (r *grundyRules) facts(h heaps, e Ending) []Fact {
	if e == Misere {
		return nil
	}
	return tableFacts(&r.table, period{}, h)
}
