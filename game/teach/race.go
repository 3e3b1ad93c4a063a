package teach

import (
	"cmp"
	"slices"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// How a question of a round is drawn.
const (
	raceDrawn  = 8 // positions drawn, of which the one whose difficulty fits the question's number is asked
	raceSteps  = 5 // questions in which a round reaches the hardest, at least
	raceEasy   = .5
	raceLength = 60 // bytes of notation
)

// RaceQuestion draws question n of several, from 1, in slowly rising difficulty; at level easy all are
// small, at level hard they rise from the middle. It asks which move wins,
// in a position in which at most half of the moves do, and every third time whether the position is
// won or lost. of chooses the game of a position. ok is false if nothing can be asked, or the drawing
// ended.
func RaceQuestion(d *rules.Drawing, of func() rules.Game, e rules.Ending, level solve.Level, n, several int) (Puzzle, bool) {
	kinds := []Kind{Find, Outcome}
	if n%3 == 0 {
		slices.Reverse(kinds)
	}
	for _, kind := range kinds {
		var drawn []Puzzle
		for range raceDrawn {
			p, ok := drawQuestion(d, of(), e, kind, func(p Puzzle) bool {
				return len(p.Position.String()) <= raceLength && (kind == Outcome || float64(len(p.Winning)) <= raceEasy*float64(p.Legal))
			})
			if ok {
				drawn = append(drawn, p)
			}
		}
		if len(drawn) == 0 {
			continue
		}
		if level == solve.Easy {
			return slices.MinFunc(drawn, func(a, b Puzzle) int { return cmp.Compare(a.Legal, b.Legal) }), true
		}
		slices.SortStableFunc(drawn, func(a, b Puzzle) int { return cmp.Compare(a.work(), b.work()) })
		return drawn[raceIndex(len(drawn)-1, level, n, several)], true
	}
	return Puzzle{}, false
}

// raceIndex returns which of the positions 0 to last, the easiest first, is asked.
func raceIndex(last int, level solve.Level, n, several int) int {
	rising := last * (n - 1) / max(raceSteps, several-1)
	if level == solve.Hard {
		return last - (last-rising)/2
	}
	return rising
}

// work estimates how much there is to examine: the number of moves, for a find per winning
// move.
func (p Puzzle) work() float64 {
	odds, ok := p.Odds()
	if !ok {
		return float64(p.Legal)
	}
	return odds
}
