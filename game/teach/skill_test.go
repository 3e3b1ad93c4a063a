package teach_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

func outcomeThenMove(winning, legal int, kept bool) teach.Decision {
	return teach.Decision{Winning: winning, Legal: legal, OutcomeAfter: rules.OutcomeIf(!kept)}
}

// The player finds the only winning move of 3 4 5, then misses a decision with 2 winning
// moves of 5.
func TestSkillValue(t *testing.T) {
	s := teach.SkillOf(outcomeThenMove(1, 12, true)).Plus(teach.SkillOf(outcomeThenMove(2, 5, false)))
	if got := s.Value(); math.Abs(got-.340659) > 5e-7 {
		t.Errorf("Value() = %.6f, want .340659", got)
	}
	for _, d := range []teach.Decision{outcomeThenMove(0, 5, false), outcomeThenMove(5, 5, true), outcomeThenMove(1, 4097, true)} {
		if s := teach.SkillOf(d); s != (teach.Skill{}) || s.Value() != 0 {
			t.Errorf("SkillOf(%d of %d) = %+v, want nothing: it is not judged", d.Winning, d.Legal, s)
		}
	}
}

// The bounds solve the equation that defines them, and hold the value.
func TestSkillInterval(t *testing.T) {
	for _, c := range []struct {
		of, n, kept int // decisions with 1 winning move of so many
		low, high   float64
	}{
		{9, 9, 5, .175, .79}, // A = 8, S = ½
		{9, 45, 25, .34, .65},
		{5, 10, 0, 0, .10},
		{5, 10, 10, .65, 1},
		{2, 30, 15, 0, .34},
	} {
		var s teach.Skill
		for i := range c.n {
			s = s.Plus(teach.SkillOf(outcomeThenMove(1, c.of, i < c.kept)))
		}
		low, high := s.Interval()
		if math.Abs(low-c.low) > .006 || math.Abs(high-c.high) > .006 {
			t.Errorf("%d of %d kept: Interval() = %.3f, %.3f, want %.2f, %.2f", c.kept, c.n, low, high, c.low, c.high)
		}
		for _, q := range []float64{low, high} {
			if q < 1e-9 || q > 1-1e-9 {
				continue
			}
			off, sigma := s.Leeway*math.Abs(s.Value()-q), math.Sqrt((1-q)*(s.Variance+q*(s.Leeway-s.Variance)))
			if math.Abs(off-1.96*sigma) > 1e-9 {
				t.Errorf("%d of %d kept: the bound %.4f is %.4f σ away, want 1.96", c.kept, c.n, q, off/sigma)
			}
		}
	}
	if low, high := (teach.Skill{}).Interval(); low != 0 || high != 1 {
		t.Errorf("without a decision: Interval() = %v, %v, want 0, 1", low, high)
	}
}

// simulate pools the skill of one player against another over some matches.
func simulate(t *testing.T, g rules.Game, e rules.Ending, matches int, one, other gametest.Player, r *rand.Rand) teach.Skill {
	t.Helper()
	var s teach.Skill
	for i := range matches {
		m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: g.Random(r, e)})
		if err != nil {
			t.Fatal(err)
		}
		seat := rules.Seat(i % 2)
		for !m.Result().Over {
			move := other
			if m.ToMove() == seat {
				move = one
			}
			if m, err = m.Play(m.ToMove(), move(m.Position(), r)); err != nil {
				t.Fatal(err)
			}
		}
		review, err := teach.NewReview(m)
		if err != nil {
			t.Fatal(err)
		}
		s = s.Plus(review.Skill[seat])
	}
	return s
}

// Whoever the opponent is, the measured skill is the share that a player knows, within three
// standard deviations.
func TestSkillOfSimulatedPlayers(t *testing.T) {
	slowtest.Only(t)
	const matches = 70
	for _, key := range []string{"nim", "wythoff", "kayles", "chomp"} {
		g := lookup(t, key)
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			for _, e := range g.Endings {
				for name, other := range map[string]gametest.Player{"easy": gametest.AtLevel(solve.Easy, e), "perfect": gametest.AtLevel(solve.Perfect, e), "random": gametest.Random} {
					for _, q := range []float64{0, .25, .5, .75, 1} {
						r := rand.New(rand.NewPCG(5, uint64(100*q)))
						s := simulate(t, g, e, matches, gametest.Knowing(q, e), other, r)
						bound := 3 * math.Sqrt((1-q)*(s.Variance+q*(s.Leeway-s.Variance))) / s.Leeway
						what := fmt.Sprintf("%s, %v play, against %s: who knows %.0f %%", key, e, name, 100*q)
						if got := s.Value(); math.Abs(got-q) > bound+1e-9 || s.Leeway < teach.RoughLeeway {
							t.Errorf("%s has skill %.3f of %.0f, want it within %.3f", what, got, s.Leeway, bound)
						}
					}
				}
			}
		})
	}
}

func lookup(t testing.TB, key string) rules.Game {
	t.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		t.Fatalf("Lookup(%q) = %v", key, err)
	}
	return g
}

// sure is the analysis of a position that can be decided.
func sure(t testing.TB, p rules.Position, e rules.Ending) solve.Analysis {
	t.Helper()
	a, err := solve.Analyze(p, e)
	if err != nil {
		t.Fatalf("Analyze(%s, %v) = %v", p, e, err)
	}
	return a
}
