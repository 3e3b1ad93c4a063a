package solve

import (
	"iter"

	"nimbot/game/rules"
)

// totals are the facts that decide a sum: the nim-sum and, in misère play of a tame game,
// whether any part is firm (see rules.SumOutcome).
type totals struct {
	sum  uint64 // the nim-sum of all values
	firm int    // how many parts are firm
}

func total(s rules.Sum) totals {
	var t totals
	for i := range s.Parts() {
		t = t.add(s.Value(i))
	}
	return t
}

func (t totals) add(v rules.Value) totals {
	t.sum ^= v.Grundy
	if v.Firm {
		t.firm++
	}
	return t
}

// without removes a part that was added.
func (t totals) without(v rules.Value) totals {
	t.sum ^= v.Grundy
	if v.Firm {
		t.firm--
	}
	return t
}

func (t totals) outcome(e rules.Ending) rules.Outcome {
	return rules.SumOutcome(t.sum, t.firm > 0, e)
}

// targets returns the values to which one part must go so that the opponent is left with
// a P-position, given the totals of all other parts. That is their nim-sum, except at the
// end of misère play: if all parts are then fickle, it is their nim-sum ⊕ 1.
func (t totals) targets(e rules.Ending) [2]rules.Value {
	firm := rules.Value{Grundy: t.sum, Firm: true}
	fickle := rules.Value{Grundy: t.sum}
	if e == rules.Misere && t.firm == 0 {
		fickle.Grundy ^= 1
	}
	return [2]rules.Value{fickle, firm}
}

func winningInSum(s rules.Sum, e rules.Ending) iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		all := total(s)
		more := true
		// One closure for all parts, because each closure costs an allocation.
		emit := func(m rules.Move) bool {
			more = more && yield(m)
			return more
		}
		for i := 0; more && i < s.Parts(); i++ {
			movesTo(s, i, all.without(s.Value(i)).targets(e), emit)
		}
	}
}

// countWinning counts at most n of the winning moves.
func countWinning(s rules.Reaching, e rules.Ending, n int) int {
	all, wins := total(s), 0
	for i := range s.Parts() {
		for _, v := range all.without(s.Value(i)).targets(e) {
			if s.Reaches(i, v) {
				wins++
			}
		}
	}
	return min(wins, n)
}

// movesTo calls yield with the moves that bring part i to one of the targets, in order.
// Once yield has returned false, it must return false for every further move.
func movesTo(s rules.Sum, i int, targets [2]rules.Value, yield func(rules.Move) bool) {
	if s, ok := s.(rules.Splitting); ok {
		s.MovesToEither(i, targets[0], targets[1])(yield)
		return
	}
	for _, v := range targets {
		if v.Firm || v.Grundy <= 1 { // no part with a larger value is fickle
			s.MovesTo(i, v)(yield)
		}
	}
}
