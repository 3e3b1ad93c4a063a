package teach

import "math"

// Skill summarizes a player's judged decisions. Skills are pooled by
// [Skill.Plus], never averaged: a blunder cuts its own game short, so averages
// of single games are biased. With p the chance of a guesser and k the credit, over all judged
// decisions:
type Skill struct {
	Judged   int     // the number of decisions
	Kept     int     // how many kept the win
	Credit   float64 // Σk
	Chance   float64 // Σp
	Leeway   float64 // A = Σ(1 − p), what there was to know
	Variance float64 // V = Σp(1 − p), of a guesser's Σk
}

// The leeway from which a skill is worth showing, and the leeway from which it is no longer rough:
// S = ½ is then known to about ± .15.
const (
	RoughLeeway = 8
	PlainLeeway = 40
)

// z is the normal distribution's quantile of a 95 % interval.
const z = 1.96

// SkillOf pools decisions: those that are judged, each turn's first try.
func SkillOf(decisions ...Decision) Skill {
	var s Skill
	for _, d := range decisions {
		if d.Judged() && !d.Retry {
			s.count(d)
		}
	}
	return s
}

func (s *Skill) count(d Decision) {
	p := d.Chance()
	s.Judged++
	if d.Kept() {
		s.Kept++
	}
	s.Credit += d.Credit()
	s.Chance += p
	s.Leeway += 1 - p
	s.Variance += p * (1 - p)
}

// Plus pools two skills.
func (s Skill) Plus(t Skill) Skill {
	return Skill{
		s.Judged + t.Judged, s.Kept + t.Kept,
		s.Credit + t.Credit, s.Chance + t.Chance, s.Leeway + t.Leeway, s.Variance + t.Variance,
	}
}

// Value is S = Σ(k − p) / Σ(1 − p): 0 is expected of a guesser, 1 of perfect
// play, and q of somebody who knows the answer a share q of the time and
// guesses otherwise. Without a judged decision it is 0.
func (s Skill) Value() float64 {
	if s.Leeway == 0 {
		return 0
	}
	return (s.Credit - s.Chance) / s.Leeway
}

// Rough reports whether there are enough decisions to show a value marked as rough;
// Plain, without that mark.
func (s Skill) Rough() bool { return s.Leeway >= RoughLeeway }

// Plain reports whether the value is no longer rough.
func (s Skill) Plain() bool { return s.Leeway >= PlainLeeway }

// Interval returns the 95 % interval of the share q that the player knows, cut to
// 0 … 1. Somebody who knows a share q keeps the win with probability
// q + (1 − q)p, so the variance of Σ(k − p) is (1 − q)(V + qB) with B = A − V,
// and the bounds are the roots q of A²(S − q)² = z²(1 − q)(V + qB), as in
// Wilson's score interval (1927). Without a judged decision it is all of 0 … 1.
func (s Skill) Interval() (low, high float64) {
	a, v, value := s.Leeway, s.Variance, s.Value()
	if a == 0 {
		return 0, 1
	}
	b := a - v
	square := a*a + z*z*b
	linear := 2*a*a*value + z*z*(b-v)
	constant := a*a*value*value - z*z*v
	root := math.Sqrt(max(linear*linear-4*square*constant, 0))
	return clampUnit((linear - root) / (2 * square)), clampUnit((linear + root) / (2 * square))
}

// clampUnit cuts x to 0 … 1.
func clampUnit(x float64) float64 { return min(max(x, 0), 1) }
