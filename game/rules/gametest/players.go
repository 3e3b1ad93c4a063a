package gametest

import (
	"math/rand/v2"
	"slices"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Player picks a legal move of a position that is not finished.
type Player func(p rules.Position, r *rand.Rand) rules.Move

// Random plays a uniformly random legal move.
func Random(p rules.Position, r *rand.Rand) rules.Move {
	moves := slices.Collect(p.Moves())
	return moves[r.IntN(len(moves))]
}

// AtLevel returns a Player that plays like the bot at a level. It panics on a position
// that solve can't decide.
func AtLevel(l solve.Level, e rules.Ending) Player {
	return func(p rules.Position, r *rand.Rand) rules.Move {
		m, err := solve.Choose(p, e, l, r)
		if err != nil {
			panic(err)
		}
		return m
	}
}

// Knowing returns a Player that plays a winning move with probability q. Otherwise, and
// in a lost position, it plays at random.
func Knowing(q float64, e rules.Ending) Player {
	return func(p rules.Position, r *rand.Rand) rules.Move {
		if r.Float64() < q {
			if a, err := solve.Analyze(p, e); err == nil {
				if winning := slices.Collect(a.Winning()); len(winning) > 0 {
					return winning[r.IntN(len(winning))]
				}
			}
		}
		return Random(p, r)
	}
}
