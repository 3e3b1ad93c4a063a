package solve_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// mayTake are the definitions of the named sets: whether k stones may be taken from a pile of n.
var mayTake = map[string]func(n, k int) bool{
	"squares": func(_, k int) bool { r := int(math.Sqrt(float64(k))); return r*r == k },
	"primes": func(_, k int) bool {
		return k > 1 && !slices.ContainsFunc(below(k), func(d int) bool { return d > 1 && k%d == 0 })
	},
	"fibonacci-numbers": func(_, k int) bool { return slices.Contains([]int{1, 2, 3, 5, 8, 13, 21, 34, 55, 89}, k) },
	"odd":               func(_, k int) bool { return k%2 == 1 },
	"even":              func(_, k int) bool { return k%2 == 0 },
	"powers-of-2":       func(_, k int) bool { return k&(k-1) == 0 },
	"half":              func(n, k int) bool { return 2*k <= n },
	"divisors":          func(n, k int) bool { return k < n && n%k == 0 },
}

// below returns 0 … n-1.
func below(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// TestNamedSetsAgainstBruteForce decides all positions of up to three piles by trying all moves, under
// both endings, and compares the outcome and the whole set of winning moves.
func TestNamedSetsAgainstBruteForce(t *testing.T) {
	most := slowtest.Count(14, 40)
	g, err := rules.Lookup("subtraction")
	if err != nil {
		t.Fatal(err)
	}
	for name, may := range mayTake {
		for _, e := range []rules.Ending{rules.Normal, rules.Misere} {
			t.Run(fmt.Sprint(name, " ", e), func(t *testing.T) {
				t.Parallel()
				lost := lostTriples(most, e, may)
				for a := range most + 1 {
					for b := a; b <= most; b++ {
						for c := b; c <= most; c++ {
							if name == "divisors" && e == rules.Misere && a+b+c > 60 {
								continue // beyond what is searched
							}
							compareTriple(t, g, e, name, [3]int{a, b, c}, lost, may)
						}
					}
				}
			})
		}
	}
}

// lostTriples decides all triples up to most: by their sorted piles, whether the player to move loses.
func lostTriples(most int, e rules.Ending, may func(n, k int) bool) map[[3]int]bool {
	lost := map[[3]int]bool{}
	for a := range most + 1 {
		for b := a; b <= most; b++ {
			for c := b; c <= most; c++ {
				moves, won := 0, false
				for _, m := range takings([3]int{a, b, c}, may) {
					moves++
					won = won || lost[m.left]
				}
				lost[[3]int{a, b, c}] = !won && (moves > 0 || e == rules.Normal)
			}
		}
	}
	return lost
}

type taking struct {
	move rules.Move
	left [3]int // sorted
}

func takings(piles [3]int, may func(n, k int) bool) (all []taking) {
	for i, n := range piles {
		for k := 1; k <= n; k++ {
			if may(n, k) {
				left := piles
				left[i] -= k
				slices.Sort(left[:])
				all = append(all, taking{rules.Move(fmt.Sprint(rules.Label(i), k)), left})
			}
		}
	}
	return all
}

func compareTriple(t *testing.T, g rules.Game, e rules.Ending, name string, piles [3]int, lost map[[3]int]bool, may func(n, k int) bool) {
	t.Helper()
	text := fmt.Sprintf("%d %d %d {%s}", piles[0], piles[1], piles[2], name)
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := solve.Analyze(p, e)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if (a.Outcome == rules.P) != lost[piles] {
		t.Errorf("%s, %v: outcome %v, want lost = %v", text, e, a.Outcome, lost[piles])
	}
	var want []rules.Move
	for _, m := range takings(piles, may) {
		if lost[m.left] {
			want = append(want, m.move)
		}
	}
	if got := slices.Collect(a.Winning()); a.Outcome == rules.N && !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("%s, %v: winning moves %v, want %v", text, e, got, want)
	}
}
