package rules

import "iter"

// noMoves yields no move.
func noMoves(func(Move) bool) {}

// oneMove yields m alone.
func oneMove(m Move) iter.Seq[Move] {
	return func(yield func(Move) bool) { yield(m) }
}

// wholeMoves returns the Choices of a game whose moves have one step each, worded
// by code.
func wholeMoves(p Position, prefix, code string, label func(Move) string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix != "" {
			return
		}
		for m := range p.Moves() {
			if !yield(Choice{Prefix: string(m), Label: label(m), Done: true, Code: code}) {
				return
			}
		}
	}
}
