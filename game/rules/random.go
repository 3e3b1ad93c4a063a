package rules

import "math/rand/v2"

// fair draws random positions until one has the outcome that a fair coin asked for, and
// returns its notation. So the first player wins about half of them, whatever the share
// among all positions. It also returns a position that outcome can't decide, and gives
// up after 1000 draws.
func fair(r *rand.Rand, e Ending, draw func() Position) string {
	want := OutcomeIf(r.IntN(2) == 0)
	p := draw()
	known := make(map[Key]bool)
	for range 1000 {
		if o, ok := outcome(p, e, known); !ok || o == want {
			break
		}
		p = draw()
	}
	return p.String()
}

// outcome decides a small position. It can't use package solve, which imports this
// package. known holds the results of searches; positions of one game may share it
// under one ending.
func outcome(p Position, e Ending, known map[Key]bool) (o Outcome, ok bool) {
	if t, ok := p.(Theory); ok {
		if o, ok := t.Outcome(e); ok {
			return o, true
		}
	}
	if s, ok := p.(Sum); ok && (e == Normal || s.Tame()) {
		return sumOutcome(s, e), true
	}
	if s, ok := p.(Searched); ok {
		if k, ok := s.Key(); ok {
			return OutcomeIf(wins(s, k, e, known)), true
		}
	}
	return P, false
}

func sumOutcome(s Sum, e Ending) Outcome {
	var sum uint64
	firm := false
	for i := range s.Parts() {
		v := s.Value(i)
		sum ^= v.Grundy
		firm = firm || v.Firm
	}
	return SumOutcome(sum, firm, e)
}

// wins reports whether the player to move wins k under e, by an exhaustive search.
func wins(s Searched, k Key, e Ending, known map[Key]bool) bool {
	if w, ok := known[k]; ok {
		return w
	}
	stuck, win := true, false
	for n := range s.Next(k) {
		stuck = false
		if !wins(s, n, e, known) {
			win = true
			break
		}
	}
	known[k] = win || stuck && e == Misere
	return known[k]
}
