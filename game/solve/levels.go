package solve

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

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

// view is how a level falls short of perfect play: it is perfect when at most
// horizon objects are left, and beyond that slips at a rate.
type view struct {
	horizon uint64
	rate    float64 // of slips, from 0 to 1
}

// views are chosen so that the levels are well apart; TestLevelsAreApart
// measures them.
var views = map[Level]view{
	Easy:    {horizon: 4, rate: 0.7},
	Medium:  {horizon: 8, rate: 0.35},
	Hard:    {horizon: 12, rate: 0.12},
	Perfect: {},
}

// slip is the move of a player who does not see enough, or "" when this level
// sees the position as it is. A slip is what people do: take a whole pile,
// even piles out, be greedy. It is never a winning move, never misses an
// evident one, and never lets the opponent win at once where that can be
// helped.
func (v view) slip(a Analysis, r *rand.Rand) game.Move {
	if r.Float64() >= v.rate || a.Position.Size().Total <= v.horizon || a.evident() != "" {
		return ""
	}
	moves := tempting(a.Position)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		q, err := a.Position.Play(m)
		if err != nil {
			continue
		}
		b, err := Analyze(q, a.Ending)
		if err == nil && b.Outcome == game.N && !game.Over(q) && b.evident() == "" {
			return m
		}
	}
	return ""
}

// tempting are the moves that look good without calculation, each once.
func tempting(p game.Position) []game.Move {
	moves := greedy(p)
	if s, ok := p.(game.Sum); ok {
		moves = append(moves, leveling(s)...)
	}
	slices.Sort(moves)
	return slices.Compact(moves)
}

// leveling are the moves that clear a part of a sum or make it worth as much
// as another one, the first of each kind.
func leveling(s game.Sum) []game.Move {
	n := min(s.Parts(), manyParts/4)
	values := make([]game.Value, 1, n+1) // one is a cleared part's
	for i := range n {
		if v := s.Value(i); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	var moves []game.Move
	first := func(m game.Move) bool {
		moves = append(moves, m)
		return false
	}
	for i := range n {
		for _, v := range values {
			if v != s.Value(i) {
				s.MovesTo(i, v)(first)
			}
		}
	}
	return moves
}

// greedy are the moves that take the most, a quarter of all, of equal ones the
// first; where there are too many moves to compare, those that take the least
// instead.
func greedy(p game.Position) []game.Move {
	moves, all := firstMoves(p, manyMoves)
	if !all {
		return smallestMoves(p)
	}
	type leaving struct {
		left uint64
		move int
	}
	by := make([]leaving, len(moves))
	for i, m := range moves {
		by[i] = leaving{math.MaxUint64, i}
		if q, err := p.Play(m); err == nil {
			by[i].left = q.Size().Total
		}
	}
	slices.SortFunc(by, func(a, b leaving) int { return cmp.Or(cmp.Compare(a.left, b.left), a.move-b.move) })
	most := make([]game.Move, (len(moves)+3)/4)
	for i := range most {
		most[i] = moves[by[i].move]
	}
	return most
}
