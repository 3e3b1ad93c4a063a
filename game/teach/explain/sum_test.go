package explain_test

import (
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
)

// Who follows the third hint wins every sum from a won start, against the best resistance.
func TestWhoFollowsTheHintWinsSums(t *testing.T) {
	w := catalogue(t)
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(48, 2))
	for _, e := range []rules.Ending{rules.Normal, rules.Misere} {
		wins := 0
		for _, p := range won(t, g, e, 100) {
			learner := true
			for ; !rules.Over(p); learner = !learner {
				a := analyze(t, p, e)
				m := explain.Teacher{Analysis: a, Words: w, Key: "sum"}.Best()
				if !learner {
					if m, err = solve.Choose(p, e, solve.Perfect, r); err != nil {
						t.Fatal(err)
					}
				}
				p, _ = p.Play(m)
			}
			if learner == (e == rules.Misere) { // whoever is to move now can't
				wins++
			}
		}
		if wins != 100 {
			t.Errorf("who follows the third hint wins %d of 100 sums in %v play, want all", wins, e)
		}
	}
}
