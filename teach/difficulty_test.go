package teach_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"nimbot/game"
	"nimbot/teach"
)

// Where a puzzle is called difficult, somebody who sees up to eight stones and
// otherwise only avoids handing over the win fails more often. In Euclid there
// is at most one choice that matters.
func TestDifficultyFollowsFailure(t *testing.T) {
	if raceDetector {
		t.Skip("a sweep")
	}
	const n = 100
	everyCell(t, func(t *testing.T, g game.Game, e game.Ending) {
		if g.Key == "euclid" {
			t.Skip("most positions have one or two moves")
		}
		var difficulty, failure []float64
		for seed := range uint64(n) {
			p := puzzle(t, g, e, teach.Find, seed)
			d, _ := p.Difficulty()
			difficulty = append(difficulty, d)
			failure = append(failure, failureOf(t, p))
		}
		if got := rankCorrelation(difficulty, failure); got < .6 {
			t.Errorf("the rank correlation of difficulty and failure is %.2f, want .6 at least", got)
		}
	})
}

// failureOf is how often that player fails.
func failureOf(t *testing.T, p teach.Puzzle) float64 {
	t.Helper()
	if p.Position.Size().Total <= 8 {
		return 0
	}
	safe, right := 0, 0
	for m := range p.Position.Moves() {
		q, err := p.Position.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if handsOver(q, p.Ending) {
			continue
		}
		safe++
		if slices.Contains(p.Winning, m) {
			right++
		}
	}
	if safe == 0 {
		return 1 - float64(len(p.Winning))/float64(p.Legal)
	}
	return 1 - float64(right)/float64(safe)
}

// handsOver reports whether the opponent wins at once: by a move that ends
// the game or, in misère play, by not having to move.
func handsOver(p game.Position, e game.Ending) bool {
	if game.Over(p) {
		return e == game.Misere
	}
	for m := range p.Moves() {
		if q, err := p.Play(m); err == nil && game.Over(q) && e == game.Normal {
			return true
		}
	}
	return false
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
