package teach

import (
	"slices"

	"nimbot/game/rules"
)

// temptation is why people try a move first.
type temptation int

const (
	untempting  temptation = iota
	takesWhole             // it takes a whole part
	evensOut               // it makes two parts equal
	leavesLeast            // no other move leaves less
)

// temptingMoves finds the moves of p that people try first.
func temptingMoves(p rules.Position) func(rules.Move) bool {
	kind := temptationOf(p, slices.Collect(p.Moves()))
	return func(m rules.Move) bool { return kind(m) != untempting }
}

// temptationOf returns why a player would be tempted by a move; leavesLeast is judged among the
// given moves.
func temptationOf(p rules.Position, among []rules.Move) func(rules.Move) temptation {
	least := ^uint64(0)
	for _, m := range among {
		if q, err := p.Play(m); err == nil {
			least = min(least, q.Size().Total)
		}
	}
	before := shapes(p)
	return func(m rules.Move) temptation {
		q, err := p.Play(m)
		if err != nil {
			return untempting
		}
		switch after := shapes(q); {
		case len(after) < len(before):
			return takesWhole
		case countEqualNeighbours(after) > countEqualNeighbours(before):
			return evensOut
		case q.Size().Total == least:
			return leavesLeast
		}
		return untempting
	}
}

// shapes returns the parts of a sum with something in them, sorted.
func shapes(p rules.Position) []string {
	s, ok := p.(rules.Sum)
	if !ok {
		return nil
	}
	var out []string
	for i := range s.Parts() {
		if _, shape := s.Part(i); shape != "0" {
			out = append(out, shape)
		}
	}
	slices.Sort(out)
	return out
}

// countEqualNeighbours counts the neighbours that are equal.
func countEqualNeighbours(sorted []string) int {
	n := 0
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			n++
		}
	}
	return n
}
