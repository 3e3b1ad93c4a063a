package teach

import (
	"slices"

	"nimbot/game"
)

// Tempting finds the moves of p that people try first.
func Tempting(p game.Position) func(game.Move) bool {
	kind := kinds(p, slices.Collect(p.Moves()))
	return func(m game.Move) bool { return kind(m) != untempting }
}
