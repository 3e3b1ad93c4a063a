package solve

import (
	"iter"

	"nimbot/game"
)

// totals are the facts that decide a sum: the nim-sum and, in misère play of a tame game,
// whether any part is firm (see game.SumOutcome).
type totals struct {
	sum  uint64 // the nim-sum of all values
	firm int    // how many parts are firm
}

func total(s game.Sum) totals {
	var t totals
	for i := range s.Parts() {
		t = t.add(s.Value(i))
	}
	return t
}

func (t totals) add(v game.Value) totals {
	t.sum ^= v.Grundy
	if v.Firm {
		t.firm++
	}
	return t
}

// without removes a part that was added.
func (t totals) without(v game.Value) totals {
	t.sum ^= v.Grundy
	if v.Firm {
		t.firm--
	}
	return t
}

func (t totals) outcome(e game.Ending) game.Outcome {
	return game.SumOutcome(t.sum, t.firm > 0, e)
}

// targets returns the values to which one part must go so that the opponent is left with
// a P-position, given the totals of all other parts. That is their nim-sum, except at the
// end of misère play: if all parts are then fickle, it is their nim-sum ⊕ 1.
func (t totals) targets(e game.Ending) [2]game.Value {
	firm := game.Value{Grundy: t.sum, Firm: true}
	fickle := game.Value{Grundy: t.sum}
	if e == game.Misere && t.firm == 0 {
		fickle.Grundy ^= 1
	}
	return [2]game.Value{fickle, firm}
}

func winningInSum(s game.Sum, e game.Ending) iter.Seq[game.Move] {
	return func(yield func(game.Move) bool) {
		all := total(s)
		more := true
		// One closure for all parts, because each closure costs an allocation.
		emit := func(m game.Move) bool {
			more = more && yield(m)
			return more
		}
		for i := 0; more && i < s.Parts(); i++ {
			movesTo(s, i, all.without(s.Value(i)).targets(e), emit)
		}
	}
}

// countWinning counts at most n of the winning moves.
func countWinning(s game.Reaching, e game.Ending, n int) int {
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
func movesTo(s game.Sum, i int, targets [2]game.Value, yield func(game.Move) bool) {
	if s, ok := s.(game.Splitting); ok {
		s.MovesToEither(i, targets[0], targets[1])(yield)
		return
	}
	for _, v := range targets {
		if v.Firm || v.Grundy <= 1 { // no part with a larger value is fickle
			s.MovesTo(i, v)(yield)
		}
	}
}
