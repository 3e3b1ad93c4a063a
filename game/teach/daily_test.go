package teach_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// date is a date with its positions.
type date struct {
	time.Time
	all [teach.DailySize]teach.Puzzle
}

// days are four hundred consecutive dates.
var days = sync.OnceValue(func() (all []date) {
	for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); len(all) < 400; day = day.AddDate(0, 0, 1) {
		all = append(all, date{day, teach.Daily(day.Date())})
	}
	return all
})

// guessed is the chance to guess the answer to a question.
func guessed(p teach.Puzzle) float64 {
	if p.Kind == teach.Outcome && len(p.Winning) == 0 {
		return .5
	}
	if p.Kind == teach.Among || p.Kind == teach.Count {
		return 1. / 3
	}
	return float64(len(p.Winning)) / float64(p.Legal)
}

// In 400 days each game is the second one equally often, no two days are alike, the solver
// confirms every answer, and the kinds of questions vary.
func TestDailyPositions(t *testing.T) {
	t.Parallel()
	games, kinds, alike := map[string]int{}, [teach.DailySize]map[teach.Kind]int{{}, {}, {}}, map[string]bool{}
	for _, day := range days() {
		key := ""
		for i, p := range day.all {
			kind := teach.Find
			if p.Outcome == rules.P {
				kind = teach.Outcome
			}
			checkPuzzle(t, teach.Puzzle{Game: p.Game, Ending: p.Ending, Kind: kind, Position: p.Position, Outcome: p.Outcome, Legal: p.Legal, Winning: p.Winning})
			steps := p.Steps()
			switch last := steps[len(steps)-1]; {
			case p.Kind == teach.Only && len(p.Winning) != 1, p.Kind == teach.Count && (last.Answer()[0] != uint64(len(p.Winning)) || len(p.Winning) > 3):
				t.Errorf("Daily(%s), %d: %s of %s, won by %v", day.Format(time.DateOnly), i, p.Kind, p.Position, p.Winning)
			case p.Kind == teach.Among:
				wins := slices.DeleteFunc(slices.Clone(last.Among), func(m rules.Move) bool { return !slices.Contains(p.Winning, m) })
				if len(last.Among) != 3 || len(wins) != 1 || !slices.Equal(last.Among, p.Steps()[0].Among) {
					t.Errorf("Daily(%s), %d: of %v just one is to win %s", day.Format(time.DateOnly), i, last.Among, p.Position)
				}
			}
			kinds[i][p.Kind]++
			key += p.Key() + "; "
			if i == 1 {
				games[p.Game.Key]++
			}
		}
		if alike[key] {
			t.Errorf("Daily(%s) was there before: %s", day.Format(time.DateOnly), key)
		}
		alike[key] = true
	}
	for _, g := range rules.Games() {
		if n, least := games[g.Key], 400/len(rules.Games()); n < least {
			t.Errorf("%s is the second game on %d of 400 days, want at least %d", g.Key, n, least)
		}
	}
	t.Log(kinds)
	for i, want := range []int{3, 4, 2} {
		if len(kinds[i]) != want {
			t.Errorf("position %d is asked about in %d ways, want %d: %v", i+1, len(kinds[i]), want, kinds[i])
		}
	}
}

// The solver confirms the answers of two thousand dates, and every night of ten thousand.
func TestSolverConfirmsManyDailies(t *testing.T) {
	slowtest.Only(t)
	slowtest.Sequential(t)
	t.Parallel()
	day := time.Date(2027, 2, 5, 0, 0, 0, 0, time.UTC) // after days
	for range slowtest.Sizes(0, 2_000, 10_000) {
		for i, p := range teach.Daily(day.Date()) {
			kind := teach.Find
			if p.Outcome == rules.P {
				kind = teach.Outcome
			}
			checkPuzzle(t, teach.Puzzle{Game: p.Game, Ending: p.Ending, Kind: kind, Position: p.Position, Outcome: p.Outcome, Legal: p.Legal, Winning: p.Winning})
			if t.Failed() {
				t.Fatalf("Daily(%s), %d", day.Format(time.DateOnly), i)
			}
		}
		day = day.AddDate(0, 0, 1)
	}
}

// The positions of a date rise in difficulty: the first is small, the second has more moves
// to choose from, and the last most, of which fewer win.
func TestTheDailyGetsHarder(t *testing.T) {
	var sums, moves, objects [teach.DailySize]float64
	for _, day := range days() {
		all := day.all
		for i, p := range all {
			sums[i] += guessed(p) / 400
			moves[i] += float64(p.Legal) / 400
			objects[i] += float64(p.Position.Size().Total) / 400
		}
		if first, last := all[0], all[2]; first.Legal > 15 || last.Legal < 16 {
			t.Errorf("Daily(%s): %d moves of %s, %d of %s; want at most 15 and at least 16", day.Format(time.DateOnly), first.Legal, first.Position, last.Legal, last.Position)
		}
	}
	t.Logf("who guesses is right with the chances %.3f, among %.1f moves, on boards of %.1f objects", sums, moves, objects)
	for _, mean := range [][teach.DailySize]float64{moves, objects} {
		if mean[1] < 1.25*mean[0] || mean[2] < 1.25*mean[1] {
			t.Errorf("the positions have %.1f moves or objects in the mean, want each a quarter more than the one before", mean)
		}
	}
	if sums[1] > .9*sums[0] || sums[2] > .9*sums[1] {
		t.Errorf("who guesses is right with the chances %.3f, want each a tenth less than the one before", sums)
	}
}

// No first position recurs until half of its kind have been asked. No position of Nim has two
// pairs of equal piles. Of the positions that may be lost, about half are.
func TestTheDailyDoesNotRepeat(t *testing.T) {
	last := map[string]int{}
	soonest, lost, outcomes := 1<<30, 0, 0
	for i, day := range days() {
		for at, p := range day.all {
			if p.Game.Key == rules.Default && at != 1 && hasTwoPairs(p.Position.String()) {
				t.Errorf("Daily(%s) has two pairs: %s", day.Format(time.DateOnly), p.Position)
			}
			if p.Kind == teach.Outcome {
				if outcomes++; len(p.Winning) == 0 {
					lost++
				}
			}
			if at > 0 {
				continue
			}
			key := fmt.Sprint(p.Kind, p.Key())
			if before, seen := last[key]; seen {
				soonest = min(soonest, i-before)
			}
			last[key] = i
		}
	}
	if soonest < 60 {
		t.Errorf("a first position came again after %d days, want at least 60", soonest)
	}
	if lost*10 < outcomes*4 || lost*10 > outcomes*6 {
		t.Errorf("%d of %d positions are lost, want about half", lost, outcomes)
	}
}

// A date's positions never change within a major version.
func TestTheDailyStaysTheSame(t *testing.T) {
	var b strings.Builder
	for _, day := range days()[:30] {
		fmt.Fprint(&b, day.Format(time.DateOnly))
		for _, p := range day.all {
			fmt.Fprintf(&b, " | %s %s: %s", p.Game.Key, p.Kind, p.Position)
		}
		b.WriteString("\n")
	}
	golden(t, "testdata/daily.golden", b.String())
}

func hasTwoPairs(position string) bool {
	piles := map[string]int{}
	n := 0
	for _, p := range strings.Fields(position) {
		if piles[p]++; piles[p]%2 == 0 {
			n++
		}
	}
	return n > 1
}
