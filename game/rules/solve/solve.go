// Package solve says who wins a position, finds every winning move, shows the
// working behind the answer, and chooses moves for the bot.
//
// # How a position is decided
//
// [Analyze] asks, in this order: the game's own closed form ([rules.Theory]),
// the Sprague–Grundy values of its parts ([rules.Sum]; under misère play only
// for tame games), and an exhaustive search within bounds ([rules.Searched]).
// If none of them answers, it refuses with rules.ErrTooLarge: nothing here ever
// guesses.
//
// # Costs
//
// For a sum, the outcome takes one pass over the parts and allocates nothing;
// the winning moves take a second pass. Nothing enumerates the moves of a
// heap that theory can judge directly.
package solve

import (
	"iter"

	"nimbot/game/rules"
)

// Method is how an answer was found.
type Method string

// The methods.
const (
	ByTheory Method = "theory" // a closed form of the game's own
	BySum    Method = "sum"    // Sprague–Grundy values and the nim-sum
	BySearch Method = "search" // exhaustive search with a transposition table
	ByEnd    Method = "over"   // no move is left: only in the check of a working
)

// Analysis is the answer for one position under one ending.
type Analysis struct {
	Position rules.Position
	Ending   rules.Ending
	Outcome  rules.Outcome
	Method   Method
	// Grundy is the position's value under normal play, whatever the ending; HasGrundy
	// reports whether Grundy is known.
	Grundy    uint64
	HasGrundy bool
}

// Analyze decides who wins p under e. A position that neither theory nor a bounded search
// can decide is refused with rules.ErrTooLarge; the error names the largest size that
// works.
func Analyze(p rules.Position, e rules.Ending) (Analysis, error) {
	a := Analysis{Position: p, Ending: e}
	if _, loopy := p.(rules.Progressing); !loopy { // such a game has no Grundy values
		a.Grundy, a.HasGrundy = Grundy(p)
	}
	if t, ok := p.(rules.Theory); ok {
		if o, ok := t.Outcome(e); ok {
			a.Outcome, a.Method = o, ByTheory
			return a, nil
		}
	}
	if s, ok := p.(rules.Sum); ok && (e == rules.Normal || s.Tame()) {
		a.Outcome, a.Method = total(s).outcome(e), BySum
		return a, nil
	}
	o, err := search(p, e)
	a.Outcome, a.Method = o, BySearch
	return a, err
}

// Grundy returns the Sprague–Grundy value of p under normal play; ok is false if theory
// doesn't know it. Where positions can repeat, it is the value of the Nim position that p is
// equal to.
func Grundy(p rules.Position) (g uint64, ok bool) {
	switch p := p.(type) {
	case rules.Sum:
		return total(p).sum, true
	case rules.Grundier:
		return p.Grundy()
	}
	return 0, false
}

// Winning yields every winning move, in the order of the position's Moves.
// A lost position has none; neither has a finished one, whoever won it.
func (a Analysis) Winning() iter.Seq[rules.Move] {
	switch {
	case a.Outcome == rules.P:
		return func(func(rules.Move) bool) {}
	case a.Method == ByTheory:
		return a.Position.(rules.Theory).Winning(a.Ending)
	case a.Method == BySum:
		return winningInSum(a.Position.(rules.Sum), a.Ending)
	default:
		return winningBySearch(a.Position, a.Ending)
	}
}

// First returns the first winning move, or "" if there is none.
func (a Analysis) First() rules.Move {
	for m := range a.Winning() {
		return m
	}
	return ""
}

// maxCompared is how many moves firstLosing looks at.
const maxCompared = 4096

// EveryMoveWins reports whether all legal moves win. It returns false for
// positions with more than 4096 moves.
func (a Analysis) EveryMoveWins() bool {
	losing, compared := a.firstLosing()
	return losing == "" && 0 < compared && compared <= maxCompared
}

// Losing returns the first move that doesn't win, or "" when there is none among the
// first 4096.
func (a Analysis) Losing() rules.Move {
	m, _ := a.firstLosing()
	return m
}

// firstLosing returns the first move that doesn't win, or "", and the number of moves that
// it looked at. Winning yields moves in the order of Moves, so the first difference
// decides.
func (a Analysis) firstLosing() (losing rules.Move, compared int) {
	next, stop := iter.Pull(a.Winning())
	defer stop()
	for m := range a.Position.Moves() {
		if compared++; compared > maxCompared {
			break
		}
		if w, ok := next(); !ok || w != m {
			return m, compared
		}
	}
	return "", compared
}
