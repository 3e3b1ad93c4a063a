package teach_test

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// Puzzles show the odds of guessing, but no difficulty. log2(L/W), less 1 if a tempting move
// wins, would be a difficulty if a player with some knowledge failed more often where it is
// higher. The player of this test solves what can end within ten plies, cancels equal piles,
// and otherwise follows the rules of thumb half of the time. The rank correlation would have
// to be .5 in every game.
func TestOddsOfGuessingAreNotDifficulty(t *testing.T) {
	slowtest.Nightly(t)
	const n, enough = 30, .5
	below := 0
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			var difficulty, failure []float64
			for seed := range uint64(n) {
				p := puzzle(t, g, e, teach.Find, seed)
				d, _ := p.Difficulty()
				difficulty, failure = append(difficulty, d), append(failure, failureOf(t, p))
			}
			r := rankCorrelation(difficulty, failure)
			if t.Logf("%s, %v: %.2f", g.Key, e, r); !(r >= enough) {
				below++
			}
		}
	}
	if below == 0 {
		t.Errorf("the rank correlation is %v at least in every game: it may be called a difficulty", enough)
	}
}

// How far the player looks ahead: the plies, and the positions among them.
const (
	plies     = 10
	positions = 150
)

// failureOf is how often that player fails.
func failureOf(t *testing.T, p teach.Puzzle) float64 {
	t.Helper()
	var safe, right, tempted, temptedRight float64
	likes := teach.Tempting(p.Position)
	for m := range p.Position.Moves() {
		q, err := p.Position.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		o, known := visibleNumbers(t, q, p.Ending)
		switch {
		case known && o == rules.P:
			return 0
		case known:
			continue
		}
		wins := 0.0
		if slices.Contains(p.Winning, m) {
			wins = 1
		}
		safe, right = safe+1, right+wins
		if likes(m) {
			tempted, temptedRight = tempted+1, temptedRight+wins
		}
	}
	switch {
	case safe == 0:
		return 1 - float64(len(p.Winning))/float64(p.Legal)
	case tempted == 0:
		return 1 - right/safe
	}
	return 1 - right/safe/2 - temptedRight/tempted/2
}

// visibleNumbers is what the player knows of a position.
func visibleNumbers(t *testing.T, p rules.Position, e rules.Ending) (o rules.Outcome, known bool) {
	t.Helper()
	if cancelled(p, e) <= plies {
		return sure(t, p, e).Outcome, true
	}
	left := positions
	return lookAhead(t, p, e, plies, &left)
}

// cancelled is how many objects are left after equal piles are cancelled.
func cancelled(p rules.Position, e rules.Ending) uint64 {
	if p.Diagram().Shape != rules.Piles || e != rules.Normal {
		return p.Size().Total
	}
	alone := map[string]uint64{}
	for f := range strings.FieldsSeq(p.String()) {
		n, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return p.Size().Total
		}
		if _, twice := alone[f]; twice {
			delete(alone, f)
			continue
		}
		alone[f] = n
	}
	total := uint64(0)
	for _, n := range alone {
		total += n
	}
	return total
}

// lookAhead decides a position that can end within deep plies.
func lookAhead(t *testing.T, p rules.Position, e rules.Ending, deep int, left *int) (o rules.Outcome, known bool) {
	if *left--; rules.Over(p) {
		return rules.OutcomeIf(e == rules.Misere), true
	}
	if deep == 0 || *left <= 0 {
		return 0, false
	}
	known = true
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		switch o, sure := lookAhead(t, q, e, deep-1, left); {
		case sure && o == rules.P:
			return rules.N, true
		case !sure:
			known = false
		}
	}
	return rules.P, known
}

// rankCorrelation is Spearman's, with mean ranks for ties.
func rankCorrelation(x, y []float64) float64 {
	a, b := ranks(x), ranks(y)
	mean := float64(len(a)+1) / 2
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - mean) * (b[i] - mean)
		aa += (a[i] - mean) * (a[i] - mean)
		bb += (b[i] - mean) * (b[i] - mean)
	}
	return ab / math.Sqrt(aa*bb)
}

func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	out := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && math.Abs(x[order[j]]-x[order[i]]) < 1e-9 {
			j++
		}
		for _, k := range order[i:j] {
			out[k] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}
