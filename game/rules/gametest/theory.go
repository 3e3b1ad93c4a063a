package gametest

import (
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// checkTheory compares the answers of package solve with the oracle's in every position
// of x.
func checkTheory(t *testing.T, x *graph, e rules.Ending) {
	c := newFailures(t)
	verdicts := x.verdicts(e)
	var grundy []uint64
	if !x.game.Loopy {
		grundy = x.grundy()
	}
	for i, n := range x.nodes {
		if verdicts[i] == drawn {
			c.errorf("%s, %v play: neither side can force a win, want games that are decided", n.text, e)
			continue
		}
		a, err := solve.Analyze(n.position, e)
		if err != nil {
			c.errorf("Analyze(%s, %v) = %v, want an answer", n.text, e, err)
			continue
		}
		if want := rules.OutcomeIf(verdicts[i] == won); a.Outcome != want {
			c.errorf("Analyze(%s, %v).Outcome = %v, want %v", n.text, e, a.Outcome, want)
		}
		if a.HasGrundy && grundy != nil && a.Grundy != grundy[i] {
			c.errorf("Analyze(%s, %v).Grundy = %d, want %d", n.text, e, a.Grundy, grundy[i])
		}
		if p, ok := n.position.(rules.Copyable); ok && e == rules.Normal && verdicts[i] == won {
			if first, second, ok := p.Copies(); ok {
				c.errorf("%s: Copies() = %q and %q, but whoever is to move wins", n.text, first, second)
			}
		}
		winning := slices.Collect(a.Winning())
		if want := n.winning(verdicts); !slices.Equal(winning, want) {
			c.errorf("Analyze(%s, %v).Winning() = %v, want %v", n.text, e, winning, want)
		}
		if len(winning) > 0 && i%16 == 0 {
			checkWorking(c, a, winning[len(winning)-1])
		}
	}
}

// checkWorking checks the working of a winning move: the value that the move gives its
// part, and the check after the move.
func checkWorking(c *failures, a solve.Analysis, m rules.Move) {
	c.t.Helper()
	w := a.Working(m)
	switch {
	case w.Method == "":
		c.errorf("%s, %v: Working(%q) names no method", a.Position, a.Ending, m)
	case w.Move != m || w.After == nil:
		c.errorf("%s, %v: Working(%q) = %+v, want the move and a check after it", a.Position, a.Ending, m, w)
	case !balanced(*w.After):
		c.errorf("%s, %v: Working(%q).After = %+v, want that of a P-position", a.Position, a.Ending, m, *w.After)
	}
	if t := w.Target; t != nil && (t.Row >= len(w.Rows) || w.Rows[t.Row].Value != t.From) {
		c.errorf("%s, %v: Working(%q).Target = %+v does not start from row %d of %+v", a.Position, a.Ending, m, *t, t.Row, w.Rows)
	}
}

// balanced reports whether a working by nim-sums shows the nim-sum of a P-position. It
// reports true for other methods, which have no such number.
func balanced(w rules.Working) bool {
	var sum uint64
	for _, r := range w.Rows {
		sum ^= r.Value
	}
	switch w.Method {
	case "nim-sum", "tame":
		return w.Sum == 0 && sum == 0
	case "tame-end":
		return w.Sum == 1 && sum == 1
	}
	return true
}
