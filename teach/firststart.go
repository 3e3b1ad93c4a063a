package teach

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nimbot/game"
)

// First is Start for somebody who hasn't won the game yet: where there are smaller setups
// than those of a random game, it draws one of them.
func First(g game.Game, e game.Ending, person game.Seat, r *rand.Rand) (setup string, ok bool) {
	draw := firstStarts[g.Key]
	if draw == nil {
		draw = smallStarts[g.Key]
	}
	if draw != nil {
		if setup, ok = startFrom(g, e, person, func() string { return draw(r) }); ok {
			return setup, true
		}
	}
	return Start(g, e, person, r)
}

// firstStarts draw the first setups of the games whose exercises are too large for that,
// or aren't setups.
var firstStarts = map[string]func(r *rand.Rand) string{
	game.Default: func(r *rand.Rand) string { return written(several(r, 3, 1, 5)) },
	"cake": func(r *rand.Rand) string {
		rows, columns := between(r, 3, 5), between(r, 3, 6)
		return fmt.Sprintf("%dx%d@%d,%d", rows, columns, between(r, 1, rows), between(r, 1, columns))
	},
	"northcott": func(r *rand.Rand) string { return "red " + menInRow(r) + " " + menInRow(r) },
	"coins":     func(r *rand.Rand) string { return squares(r, 3+r.IntN(2), 9) },
	"nimble": func(r *rand.Rand) string {
		coins := several(r, 3, 2, 6)
		slices.Sort(coins)
		return written(coins)
	},
	"stairs": func(r *rand.Rand) string {
		return written([]uint64{between(r, 1, 3), between(r, 0, 3), between(r, 1, 3)})
	},
	"moore":     func(r *rand.Rand) string { return written(several(r, 3, 1, 6)) + " k2" },
	"fibonacci": func(r *rand.Rand) string { return fmt.Sprint(between(r, 8, 21)) },
	"turtles":   func(r *rand.Rand) string { return squares(r, 3, 8) },
	"ruler":     func(r *rand.Rand) string { return squares(r, 3+r.IntN(2), 8) },
	"wythoff":   func(r *rand.Rand) string { return written(several(r, 2, 2, 9)) },
	"euclid":    func(r *rand.Rand) string { return written(several(r, 2, 3, 20)) },
}

// menInRow draws a short row with two men.
func menInRow(r *rand.Rand) string {
	width, red := between(r, 5, 7), between(r, 1, 2)
	return fmt.Sprintf("%d:%d,%d", width, red, between(r, red+2, width))
}
