package solve_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// An octal code of a game that has a name is answered as that game is, at every size that is
// allowed there.
func TestOctalCodesAreAnsweredAsTheGamesWithANameAre(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, tt := range []struct {
		code, key, suffix string // the suffix of a position of the named game
		large             string // a start that is as large as allowed, or nearly so
	}{
		{"octal:0.77", "kayles", "", "30 40 50"},
		{"octal:0.77", "kayles", "", "1000000000 999999999"},
		{"octal:0.770", "kayles", "", "5 7"},
		{"octal:0.07", "dawson-kayles", "", "40 39"},
		{"octal:0.3", "subtraction", " {1}", "500 499"},
		{"octal:0.03", "subtraction", " {2}", "500 499"},
		{"octal:0.333", "subtraction", " {1-3}", "1000000 999999 7"},
		{"octal:0.30303", "subtraction", " {1,3,5}", "60 61 62"},
	} {
		code, named := lookup(t, tt.code), lookup(t, tt.key)
		for _, e := range code.Endings {
			starts := []string{tt.large, "0", "1", "2 2", "3 4 5", "9 4"}
			for range 20 {
				starts = append(starts, code.Random(r, e))
			}
			for _, start := range starts {
				a, b := solved(t, code, start, e), solved(t, named, start+tt.suffix, e)
				got, want := slices.Collect(a.Winning()), slices.Collect(b.Winning())
				if a.Outcome != b.Outcome || !slices.Equal(got, want) {
					t.Errorf("%s %v %s = %v, won by %v; want as %s: %v, won by %v", tt.code, e, start, a.Outcome, got, tt.key, b.Outcome, want)
				}
			}
		}
		for _, e := range code.Endings {
			if got, want := code.Bounds(e), named.Bounds(e); got != want {
				t.Errorf("the bounds of %s under %v play are %+v, want those of %s, %+v", tt.code, e, got, tt.key, want)
			}
		}
	}
}

func solved(t *testing.T, g rules.Game, position string, e rules.Ending) solve.Analysis {
	t.Helper()
	p, err := g.Read(position, e)
	if err != nil {
		t.Fatalf("%s: Read(%s, %v) = %v", g.Key, position, e, err)
	}
	a, err := solve.Analyze(p, e)
	if err != nil {
		t.Fatalf("%s: Analyze(%s, %v) = %v", g.Key, position, e, err)
	}
	return a
}
