package teach

import (
	"errors"
	"slices"
	"time"

	"nimbot/game"
)

// DailySize is how many positions a date has.
const DailySize = 3

// drawnForDaily is how many puzzles are drawn for a date, of which some are
// taken: the easiest but one, one of the middle, and the hardest but one.
const drawnForDaily = 12

// Daily lists the positions of Nim of a date, the same for everybody, in rising
// difficulty: who wins, and with which move? A date's positions never change
// within a major version.
func Daily(year int, month time.Month, day int) ([]Puzzle, error) {
	g := family("nim")
	date := uint64(year)*10_000 + uint64(month)*100 + uint64(day)
	var drawn []Puzzle
	seen := map[string]bool{}
	for i := uint64(0); len(drawn) < drawnForDaily; i++ {
		p, err := NewPuzzle(g, game.Normal, Outcome, date*1000+i)
		if err != nil && !errors.Is(err, ErrNoPuzzle) {
			return nil, err
		}
		if err == nil && !seen[p.Key()] {
			seen[p.Key()] = true
			drawn = append(drawn, p)
		}
	}
	slices.SortStableFunc(drawn, harder)
	return []Puzzle{drawn[1], drawn[drawnForDaily/2], drawn[drawnForDaily-2]}, nil
}

// harder compares how many legal moves there are for each winning one, in whole
// numbers, so that every machine agrees. A lost position counts as if there were
// one: its moves have to be looked at, too.
func harder(p, q Puzzle) int {
	return p.Legal*max(1, len(q.Winning)) - q.Legal*max(1, len(p.Winning))
}
