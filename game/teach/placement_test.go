package teach_test

import (
	"math/rand/v2"
	"testing"

	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// placed places a simulated person who knows the first lessons: they find nearly all moves of
// these, and guess the others.
func placed(r *rand.Rand, knows int, chances [][]float64) (place, finds int) {
	var answers []teach.PlacementAnswer
	for len(answers) < teach.MaxPlacementAnswers {
		n, ok := teach.PlacementOf(answers).Next()
		if !ok {
			break
		}
		chance := chances[n-1][r.IntN(len(chances[n-1]))]
		right := r.Float64() < chance
		if n <= knows {
			right = r.Float64() < .95
		}
		answers = append(answers, teach.PlacementAnswer{Lesson: n, Chance: chance, Right: right})
	}
	return teach.PlacementOf(answers).Known(), len(answers)
}

// A person who knows the first lessons is mostly placed after them and hardly ever beyond. A
// guesser is placed at the start.
func TestPlacement(t *testing.T) {
	t.Parallel()
	var chances [][]float64
	for _, l := range teach.Lessons() {
		var of []float64
		for seed := range uint64(20) {
			p, chance := l.Find(seed)
			if 2*len(p.Winning) > p.Legal || len(p.Winning) == 0 {
				t.Errorf("lesson %d, seed %d: %d of %d moves win in the find %s", l.Number, seed, len(p.Winning), p.Legal, p.Position)
			}
			of = append(of, chance)
		}
		chances = append(chances, of)
	}
	runs := slowtest.Sizes(200, 1000, 20_000)
	for knows := range len(chances) + 1 {
		r := rand.New(rand.NewPCG(1, uint64(knows)))
		exact, beyond, far, finds := 0, 0, 0, 0
		for range runs {
			place, n := placed(r, knows, chances)
			finds += n
			switch {
			case place == knows:
				exact++
			case place > knows:
				beyond++
			}
			if place > knows+1 || place < knows-2 {
				far++
			}
		}
		share := func(n int) float64 { return float64(n) / float64(runs) }
		t.Logf("knows %d: %.2f there, %.2f beyond, %.2f far off, %.1f finds", knows, share(exact), share(beyond), share(far), share(finds))
		if share(exact) < .5 || share(beyond) > .2 || share(far) > .15 || knows == 0 && share(exact) < .8 {
			t.Errorf("who knows %d lessons is placed there in %.2f of cases, beyond in %.2f, far off in %.2f", knows, share(exact), share(beyond), share(far))
		}
	}
}
