package solve

import (
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

// view is how a level falls short of perfect play.
type view struct {
	// sight is how often it sees a winning move, from 0 to 1.
	sight float64
	// resists: in a lost position it hands over no win at once. The perfect
	// level does more; see Resist.
	resists bool
}

// views keep the levels apart for somebody who knows half of the time;
// TestLevelBands measures them.
var views = map[Level]view{
	Easy:    {sight: 0.15},
	Medium:  {sight: 0.55},
	Hard:    {sight: 0.85, resists: true},
	Perfect: {sight: 1, resists: true},
}

// chance is a move with the probability that a level plays it.
type chance struct {
	move  game.Move
	share float64
}

// sees is how often the level sees the best move of a, from 0 to 1. A win at
// once is never overlooked, and in a lost position there is nothing to see.
func (v view) sees(a Analysis) float64 {
	switch {
	case v.sight == 1 || a.immediate() != "":
		return 1
	case a.Outcome == game.P:
		return 0
	}
	return v.sight
}

// slips are the moves that the level may play where it does not see the best
// one. There are none where every move wins.
func (v view) slips(a Analysis) []chance {
	if v.resists && a.Outcome == game.P {
		return slipsOf(a, 0)
	}
	return slipsOf(a, handsOver)
}

// choose is the level's move for a number that was drawn evenly from 0 to 1.
// Slips take some work to weigh: they are not, where the level sees the best.
func (v view) choose(a Analysis, drawn float64) game.Move {
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
	return slips[len(slips)-1].move // what rounding left over
}

// odds are all moves that choose may choose. The shares add up to 1.
func (v view) odds(a Analysis) []chance {
	sight := v.sees(a)
	if sight == 1 {
		return []chance{{a.Best(), 1}}
	}
	odds := v.slips(a)
	if len(odds) == 0 {
		return []chance{{a.Best(), 1}}
	}
	for i := range odds {
		odds[i].share *= 1 - sight
	}
	if sight > 0 {
		odds = append(odds, chance{a.Best(), sight})
	}
	return odds
}

// handsOver is how much less likely a slip is that the opponent can answer by
// winning at once.
const handsOver = 0.15

// slipsOf are the moves of somebody who does not see the right one: those that
// do not win or, in a lost position, all. A slip keeps the game going: none
// ends it where that can be helped, and one that lets the opponent win at once
// counts only a part, handing, of what it would. Their shares grow with the
// square of the share of replies that win: what nobody would punish is no slip
// to learn from. There are none where every move wins.
func slipsOf(a Analysis, handing float64) []chance {
	var slips []chance
	total := 0.0
	for _, m := range Plausible(a.Position) {
		if w, ok := weigh(a, m, handing); ok {
			slips = append(slips, chance{m, w})
			total += w
		}
	}
	if total == 0 && handing < 1 { // all of them end the game, or hand it over
		return slipsOf(a, 1)
	}
	for i := range slips {
		if total == 0 {
			slips[i].share = 1 / float64(len(slips))
			continue
		}
		slips[i].share /= total
	}
	return slices.DeleteFunc(slips, func(c chance) bool { return c.share == 0 })
}

// weigh is the weight of a move among the slips; ok is false when it wins.
func weigh(a Analysis, m game.Move, handing float64) (weight float64, ok bool) {
	q, err := a.Position.Play(m)
	if err != nil {
		return 0, false
	}
	b, err := Analyze(q, a.Ending)
	if err != nil || b.Outcome == game.P {
		return 0, false
	}
	legal := count(q, manyMoves)
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

// replies counts the winning moves, up to manyReplies, and tells whether one
// of them wins at once.
func (a Analysis) replies() (wins int, immediate bool) {
	last, known := a.finish()
	immediate = last != ""
	if s, ok := a.Position.(game.Reaching); ok && known && a.Method == BySum {
		return countReached(s, a.Ending, manyReplies), immediate
	}
	for m := range a.Winning() {
		if !immediate && !known {
			q, err := a.Position.Play(m)
			immediate = err == nil && atOnce(q, a.Ending)
		}
		if wins++; wins == manyReplies {
			break
		}
	}
	return wins, immediate
}

// manyPlausible is how many moves are weighed.
const manyPlausible = 64

// Plausible are at most 64 moves that a player considers: all of them, or an even
// selection where there are many; where there are too many to list, the
// smallest and those that even parts out. Where positions can repeat they make
// progress if any move does.
func Plausible(p game.Position) []game.Move {
	moves := candidates(p)
	if count(p, manyMoves+1) > manyMoves {
		if s, ok := p.(game.Sum); ok {
			moves = append(moves, leveling(s)...)
			slices.Sort(moves)
			moves = onlyProgress(p, slices.Compact(moves))
		}
	}
	if len(moves) <= manyPlausible {
		return moves
	}
	some := make([]game.Move, manyPlausible)
	for i := range some {
		some[i] = moves[i*len(moves)/manyPlausible]
	}
	return some
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
