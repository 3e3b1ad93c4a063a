package teach

import (
	"slices"

	"nimbot/game"
)

// tempting finds the moves of p that people try first: those that take a
// whole part, make two parts equal, or leave the least.
func tempting(p game.Position) func(game.Move) bool {
	least := ^uint64(0)
	for m := range p.Moves() {
		if q, err := p.Play(m); err == nil {
			least = min(least, q.Size().Total)
		}
	}
	before := shapes(p)
	return func(m game.Move) bool {
		q, err := p.Play(m)
		if err != nil {
			return false
		}
		after := shapes(q)
		return q.Size().Total == least || len(after) < len(before) || pairs(after) > pairs(before)
	}
}

// shapes are the parts of a sum with something in them, sorted.
func shapes(p game.Position) []string {
	s, ok := p.(game.Sum)
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

// pairs counts the neighbours that are equal.
func pairs(sorted []string) int {
	n := 0
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			n++
		}
	}
	return n
}
