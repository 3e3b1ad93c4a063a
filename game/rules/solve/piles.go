package solve

import (
	"slices"

	"nimbot/game/rules"
)

// BothNim reports whether both positions are equivalent to Nim positions, so
// that knowing one helps with the other (Sprague–Grundy).
func BothNim(a, b Analysis) bool { return a.isNim() && b.isNim() }

// SameNim reports whether two positions are equivalent to the same Nim position under the
// same ending, apart from empty piles and the order of the piles.
func SameNim(a, b Analysis) bool {
	return BothNim(a, b) && a.Ending == b.Ending && slices.Equal(a.piles(), b.piles())
}

// isNim reports whether the analysis reduces its position to one of Nim: by a sum of
// parts with values, or by a theory whose working adds up such values.
func (a Analysis) isNim() bool { return a.Method == BySum || len(a.values()) > 0 }

// values returns the rows of the working if it adds up their values, otherwise none.
func (a Analysis) values() []rules.WorkingRow {
	switch a.Method {
	case BySum:
		return sumWorking(a.Position.(rules.Sum), a.Ending).Rows
	case ByTheory:
		if w := a.Position.(rules.Theory).Working(a.Ending); w.Base <= 2 {
			return w.Rows
		}
	}
	return nil
}

// piles returns the piles of the Nim position to which the position is equivalent, in
// rising order, without empty ones.
func (a Analysis) piles() []uint64 {
	var piles []uint64
	for _, r := range a.values() {
		if r.Value != 0 {
			piles = append(piles, r.Value)
		}
	}
	slices.Sort(piles)
	return piles
}
