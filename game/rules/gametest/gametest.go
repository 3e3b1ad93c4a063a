// Package gametest is the conformance suite of the family. Every listed game passes
// it, without a test file of its own.
//
// # What it checks
//
// The suite explores all positions that can follow from a few setups (one line of
// the table in starts.go). Each position must be read back from its notation, list
// each legal move once, accept exactly those, and stay unchanged when moves are
// played from it. Its Choices must lead to every move. The labels of these steps,
// and the words for a move, must name exactly the effect of the move that the
// drawings show. The outcome, the Grundy value and the complete set of winning moves
// that package solve finds must equal those of an oracle that knows only the rules.
//
// # The oracle
//
// The oracle evaluates the explored graph from the finished positions upwards. If
// positions can repeat, it uses retrograde analysis. It shares no code with package
// solve, and distinguishes positions by their notation alone.
package gametest

import (
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// Bounds on the number of positions in which a game is checked. Too few prove little,
// and too many make the tests slow; choose other setups then. Without slow tests, a few
// smaller positions stand for the setups.
const (
	MinPositions = 10_000
	MaxPositions = 40_000
	fewPositions = 3_000
)

// Run runs the suite on g. The setups are small starts of g, as a person would
// type them; together they must lead to at least MinPositions positions and to
// at most MaxPositions under each ending.
func Run(t *testing.T, g rules.Game, setups ...string) {
	t.Helper()
	t.Run("card", func(t *testing.T) { checkCard(t, g) })
	t.Run("notation", func(t *testing.T) { checkGarbage(t, g) })
	t.Run("random", func(t *testing.T) { checkRandom(t, g) })
	t.Run("replay", func(t *testing.T) { checkReplay(t, g, setups) })
	for _, x := range exploreAll(t, g, setups) {
		if n, least := len(x.nodes), slowtest.Count(fewPositions, MinPositions); n < least {
			t.Errorf("%s: %q lead to %d positions, want at least %d", g.Key, setups, n, least)
		}
		t.Run("illegal", func(t *testing.T) { checkIllegal(t, x) })
		t.Run("choices", func(t *testing.T) { checkChoices(t, x) })
		t.Run("wording", func(t *testing.T) { checkWording(t, x) })
		t.Run("finish", func(t *testing.T) { checkFinish(t, x) })
		t.Run("count", func(t *testing.T) { checkCount(t, x); checkReached(t, x) })
		for _, e := range x.endings {
			t.Run(e.String(), func(t *testing.T) { checkTheory(t, x, e) })
		}
		t.Run("immutable", func(t *testing.T) { checkUnchanged(t, x) })
	}
}

// failures lets a check report its first ten failures and drop the rest: a wrong rule
// fails in thousands of positions.
type failures struct {
	t    *testing.T
	left int
}

func newFailures(t *testing.T) *failures { return &failures{t: t, left: 10} }

// errorf reports a failure and stops the test after too many.
func (c *failures) errorf(format string, args ...any) {
	c.t.Helper()
	c.t.Errorf(format, args...)
	if c.left--; c.left == 0 {
		c.t.Fatal("… and perhaps more")
	}
}
