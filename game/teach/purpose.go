package teach

import (
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Purpose classifies why perfect play chooses a move.
type Purpose string

// The purposes. The first that is true of a move is its purpose.
const (
	Finishes Purpose = "finishes" // it ends the match
	Forced   Purpose = "forced"   // it's the only move
	Evens    Purpose = "evens"    // it wins, and leaves every pile with an equal one, to be copied
	Balances Purpose = "balances" // it wins
	Waits    Purpose = "waits"    // no move wins, and this one removes a single object
	Traps    Purpose = "traps"    // no move wins, and after this one only a single reply wins
	Resists  Purpose = "resists"  // no move wins
)

// PurposeOf is the purpose of a legal move of perfect play in the position of a. The error
// says that the position after it is too large to be decided.
func PurposeOf(a solve.Analysis, m rules.Move) (Purpose, error) {
	q, err := a.Position.Play(m)
	if err != nil {
		return "", err
	}
	switch {
	case rules.Over(q):
		return Finishes, nil
	case len(firstMoves(a.Position.Moves(), 2)) == 1:
		return Forced, nil
	case a.Outcome == rules.N && a.Ending == rules.Normal && isTwinned(q):
		return Evens, nil
	case a.Outcome == rules.N:
		return Balances, nil
	case a.Position.Size().Total-q.Size().Total == 1:
		return Waits, nil
	}
	answers, err := solve.Analyze(q, a.Ending)
	if err != nil {
		return "", err
	}
	if len(firstMoves(answers.Winning(), 2)) == 1 && len(firstMoves(q.Moves(), 2)) > 1 {
		return Traps, nil
	}
	return Resists, nil
}

// isTwinned reports whether each pile of a sum of piles has an equal one, so that
// whatever is done to one can be done to the other.
func isTwinned(p rules.Position) bool {
	if shape := p.Diagram().Shape; shape != rules.Piles && shape != rules.Pins {
		return false
	}
	parts := shapes(p)
	for i := 0; i < len(parts); i += 2 {
		if i+1 == len(parts) || parts[i] != parts[i+1] {
			return false
		}
	}
	return len(parts) > 0
}
