package teach

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"nimbot/game/rules"
)

// Steps returns the questions of a puzzle, in their order.
func (p Puzzle) Steps() Exercise {
	switch p.Kind {
	case Outcome:
		x := Exercise{{Asks: AsksOutcome, Puzzle: p}}
		if p.canBeMissed() {
			p.Kind = Find
			x = append(x, Step{Asks: AsksMove, Puzzle: p})
		}
		return x
	case Count:
		return Exercise{{Asks: AsksNumbers, Topic: Counting, Puzzle: p, answer: []uint64{uint64(len(p.Winning))}}}
	case Among:
		return Exercise{{Asks: AsksMove, Puzzle: p, Among: p.threeMoves()}}
	}
	return Exercise{{Asks: AsksMove, Puzzle: p}}
}

// threeMoves returns three moves, of which one wins. It prefers tempting losing moves. The result
// depends only on the position.
func (p Puzzle) threeMoves() []rules.Move {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.Key())) // it always succeeds
	r := rand.New(rand.NewPCG(h.Sum64(), 1<<11))
	moves := []rules.Move{p.Winning[r.IntN(len(p.Winning))]}
	for _, m := range naturalMoves(p.Position) {
		if len(moves) < 3 && !slices.Contains(p.Winning, m) {
			moves = append(moves, m)
		}
	}
	for m := range p.Position.Moves() {
		if len(moves) < 3 && !slices.Contains(p.Winning, m) && !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}
