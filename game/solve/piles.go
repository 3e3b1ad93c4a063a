package solve

import (
	"slices"

	"nimbot/game"
)

// BothNim reports whether both positions are equivalent to Nim positions, so
// that knowing one helps with the other (Sprague–Grundy).
func BothNim(a, b Analysis) bool { return a.isNim() && b.isNim() }

// SameNim reports whether two positions are the same one of Nim, up to the order of
// its piles and empty ones, under the same ending.
func SameNim(a, b Analysis) bool {
	return BothNim(a, b) && a.Ending == b.Ending && slices.Equal(a.piles(), b.piles())
}

// isNim reports whether the analysis makes its position one of Nim: a sum of parts
// with values, or a theory whose working adds up such values.
func (a Analysis) isNim() bool { return a.Method == BySum || len(a.values()) > 0 }

// values returns the rows of a working in which values are added up.
func (a Analysis) values() []game.WorkingRow {
	switch a.Method {
	case BySum:
		return sumWorking(a.Position.(game.Sum), a.Ending).Rows
	case ByTheory:
		if w := a.Position.(game.Theory).Working(a.Ending); w.Base <= 2 {
			return w.Rows
		}
	}
	return nil
}

// piles returns the piles of Nim that the position amounts to, in order, without empty
// ones.
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
