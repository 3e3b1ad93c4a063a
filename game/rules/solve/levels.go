package solve

import (
	"slices"

	"nimbot/game/rules"
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

// The levels of games for which nobody chose one.
const (
	// Newcomer is the level at which *Play* begins a game until the person has won one.
	Newcomer = Easy
	// Default is the level of a typed start that names none, and of a stored game without one.
	Default = Perfect
)

// Levels lists the levels, weakest first.
func Levels() []Level { return []Level{Easy, Medium, Hard, Perfect} }

// strength says how a level falls short of perfect play.
type strength struct {
	// sight is the probability that the level sees a winning move.
	sight float64
	// resists reports that in a lost position the level avoids moves after which the
	// opponent can win at once. The perfect level does more; see Resist.
	resists bool
}

// strengths are chosen so that the levels differ clearly for a player who finds half of
// the winning moves; TestLevelBands measures how much.
var strengths = map[Level]strength{
	Easy:    {sight: 0.15},
	Medium:  {sight: 0.55},
	Hard:    {sight: 0.85, resists: true},
	Perfect: {sight: 1, resists: true},
}

// weightedMove is a move with the probability that a level plays it.
type weightedMove struct {
	move  rules.Move
	share float64
}

// sees returns the probability that the level finds the best move of a. A level
// never overlooks a win at once, and a lost position has nothing to find.
func (v strength) sees(a Analysis) float64 {
	switch {
	case v.sight == 1 || a.immediate() != "":
		return 1
	case a.Outcome == rules.P:
		return 0
	}
	return v.sight
}

// slips returns the mistakes that the level may make if it misses the best
// move. There are none if every move wins.
func (v strength) slips(a Analysis) []weightedMove {
	if v.resists && a.Outcome == rules.P {
		return slipsOf(a, 0)
	}
	return slipsOf(a, blunderWeight)
}

// choose returns the level's move for a uniform random number drawn in [0, 1).
// It computes the slips only if the level misses the best move.
func (v strength) choose(a Analysis, drawn float64) rules.Move {
	slipping := 1 - v.sees(a)
	if drawn >= slipping {
		return a.Best()
	}
	slips := v.slips(a)
	if len(slips) == 0 {
		return a.Best()
	}
	for _, c := range slips {
		if drawn -= c.share * slipping; drawn < 0 {
			return c.move
		}
	}
	return slips[len(slips)-1].move // rounding error: take the last
}

// odds returns every move that choose can return, with its probability. The
// shares add up to 1.
func (v strength) odds(a Analysis) []weightedMove {
	sight := v.sees(a)
	if sight == 1 {
		return []weightedMove{{a.Best(), 1}}
	}
	odds := v.slips(a)
	if len(odds) == 0 {
		return []weightedMove{{a.Best(), 1}}
	}
	for i := range odds {
		odds[i].share *= 1 - sight
	}
	if sight > 0 {
		odds = append(odds, weightedMove{a.Best(), sight})
	}
	return odds
}

// blunderWeight is the factor by which a mistake is less likely if the opponent
// can answer it by winning at once.
const blunderWeight = 0.15

// slipsOf returns the mistakes in a: the moves that don't win or, in a lost
// position, all moves. A mistake keeps the game going: none ends it if another
// move exists, and one that lets the opponent win at once is weighted with the
// factor handing. A mistake's weight grows with the square of the share of
// winning replies, because a mistake that is rarely punished teaches nothing.
// There are none if every move wins.
func slipsOf(a Analysis, handing float64) []weightedMove {
	var slips []weightedMove
	total := 0.0
	for _, m := range Plausible(a.Position) {
		if w, ok := weigh(a, m, handing); ok {
			slips = append(slips, weightedMove{m, w})
			total += w
		}
	}
	if total == 0 && handing < 1 { // all of them end the game, or let the opponent win at once
		return slipsOf(a, 1)
	}
	for i := range slips {
		if total == 0 {
			slips[i].share = 1 / float64(len(slips))
			continue
		}
		slips[i].share /= total
	}
	return slices.DeleteFunc(slips, func(c weightedMove) bool { return c.share == 0 })
}

// weigh returns the weight of a move among the slips; ok is false if the move wins.
func weigh(a Analysis, m rules.Move, handing float64) (weight float64, ok bool) {
	q, err := a.Position.Play(m)
	if err != nil {
		return 0, false
	}
	b, err := Analyze(q, a.Ending)
	if err != nil || b.Outcome == rules.P {
		return 0, false
	}
	legal := count(q, maxMoves)
	if legal == 0 {
		return 0, true
	}
	wins, immediate := b.replies()
	share := float64(wins) / float64(legal)
	if immediate {
		return handing * share * share, true
	}
	return share * share, true
}

// replies counts the winning moves, up to maxReplies, and reports whether one of those
// wins at once.
func (a Analysis) replies() (wins int, immediate bool) {
	last, known := a.finish()
	immediate = last != ""
	if s, ok := a.Position.(rules.Reaching); ok && known && a.Method == BySum {
		return countWinning(s, a.Ending, maxReplies), immediate
	}
	for m := range a.Winning() {
		if !immediate && !known {
			q, err := a.Position.Play(m)
			immediate = err == nil && winsImmediately(q, a.Ending)
		}
		if wins++; wins == maxReplies {
			break
		}
	}
	return wins, immediate
}

// maxPlausible is the largest number of moves that are weighed.
const maxPlausible = 64

// Plausible returns at most 64 moves that a player might consider: all of them or, if
// there are more, an even selection. If there are too many to list, it selects from the
// smallest moves and those that clear a part or make two parts equal. In games whose
// positions can repeat, the moves make progress if any move does.
func Plausible(p rules.Position) []rules.Move {
	moves := candidates(p)
	if count(p, maxMoves+1) > maxMoves {
		if s, ok := p.(rules.Sum); ok {
			moves = append(moves, equalizing(s)...)
			slices.Sort(moves)
			moves = onlyProgress(p, slices.Compact(moves))
		}
	}
	if len(moves) <= maxPlausible {
		return moves
	}
	some := make([]rules.Move, maxPlausible)
	for i := range some {
		some[i] = moves[i*len(moves)/maxPlausible]
	}
	return some
}

// equalizing returns the moves that clear a part of a sum or give it the value
// of another part, the first of each kind.
func equalizing(s rules.Sum) []rules.Move {
	n := min(s.Parts(), maxParts/4)
	values := make([]rules.Value, 1, n+1) // the first one is that of a cleared part
	for i := range n {
		if v := s.Value(i); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	var moves []rules.Move
	first := func(m rules.Move) bool {
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
