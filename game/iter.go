package game

import "iter"

// noMoves yields no move.
func noMoves(func(Move) bool) {}

// oneMove yields m alone.
func oneMove(m Move) iter.Seq[Move] {
	return func(yield func(Move) bool) { yield(m) }
}

// wholeMoves are the Choices of a game whose moves are one step.
func wholeMoves(p Position, prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix != "" {
			return
		}
		for m := range p.Moves() {
			if !yield(Choice{Prefix: string(m), Label: string(m), Done: true}) {
				return
			}
		}
	}
}
