package gametest

import (
	"math/rand/v2"
	"slices"

	"nimbot/game"
	"nimbot/game/solve"
)

// Player picks a legal move of a position that is not finished.
type Player func(p game.Position, r *rand.Rand) game.Move

// Random plays a uniformly random legal move.
func Random(p game.Position, r *rand.Rand) game.Move {
	moves := slices.Collect(p.Moves())
	return moves[r.IntN(len(moves))]
}

// AtLevel plays as the bot does at a level, which must be able to judge the
// position.
func AtLevel(l solve.Level, e game.Ending) Player {
	return func(p game.Position, r *rand.Rand) game.Move {
		m, err := solve.Choose(p, e, l, r)
		if err != nil {
			panic(err)
		}
		return m
	}
}

// Knowing returns a Player that finds a winning move with probability q, and
// otherwise, and in a lost position, plays at random.
func Knowing(q float64, e game.Ending) Player {
	return func(p game.Position, r *rand.Rand) game.Move {
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
