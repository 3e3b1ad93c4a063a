package teach

import (
	"strings"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Refutation is a move, and the reply that refutes it.
type Refutation struct {
	Move  rules.Move
	After rules.Position
	Reply rules.Move
}

// Refutations returns refutations of at most n moves of a lost position. It picks moves that
// people are likely to try, of different kinds if possible. A move that ends the match
// needs no answer.
func Refutations(a solve.Analysis, n int) []Refutation {
	if a.Outcome != rules.P {
		return nil
	}
	var answers []Refutation
	for _, m := range naturalMoves(a.Position) {
		if len(answers) == n {
			break
		}
		q, err := a.Position.Play(m)
		if err != nil || rules.Over(q) {
			continue
		}
		if b, err := solve.Analyze(q, a.Ending); err == nil && b.Outcome == rules.N {
			answers = append(answers, Refutation{m, q, b.Best()})
		}
	}
	return answers
}

// naturalMoves lists some moves of p, beginning with the first move of each tempting kind.
func naturalMoves(p rules.Position) []rules.Move {
	moves := solve.Plausible(p)
	kind := temptationOf(p, moves)
	var first, rest []rules.Move
	seen := map[temptation]bool{}
	for _, m := range moves {
		if k := kind(m); k == untempting || seen[k] {
			rest = append(rest, m)
		} else {
			seen[k] = true
			first = append(first, m)
		}
	}
	return append(first, rest...)
}

// TaughtMove returns the winning move that a lesson shows, "" in a lost position. It
// prefers a move after which all parts are paired, because it is understood without
// arithmetic; otherwise, or if a move ends the match, it returns a.Best().
func TaughtMove(a solve.Analysis) rules.Move {
	if a.Outcome == rules.P {
		return ""
	}
	best := a.Best()
	if q, err := a.Position.Play(best); err != nil || rules.Over(q) {
		return best
	}
	if a.Ending == rules.Normal && a.Position.Size().Total <= maxTaught {
		for m := range a.Advancing() {
			if q, err := a.Position.Play(m); err == nil && LeavesPairs(q) {
				return m
			}
		}
	}
	return best
}

// maxTaught is the largest position, in stones, of which TaughtMove examines all winning moves.
const maxTaught = 200

// LeavesPairs reports whether all remaining parts of a sum form equal pairs. A part that
// counts as 0 needs a partner, too, because it may have moves, or be visible.
func LeavesPairs(p rules.Position) bool {
	return paired(p, func(_ rules.Sum, _ int, shape string) bool { return strings.TrimSuffix(shape, "-") != "0" }) // "0-" is an empty pile with its pass used
}

// IsPaired reports whether each part of a sum that counts has an equal one.
func IsPaired(p rules.Position) bool {
	return paired(p, func(s rules.Sum, i int, _ string) bool { return s.Value(i).Grundy != 0 })
}

// paired reports whether the parts of a sum that count stand in equal pairs.
func paired(p rules.Position, counts func(s rules.Sum, i int, shape string) bool) bool {
	s, ok := p.(rules.Sum)
	if !ok {
		return false
	}
	odd := map[string]bool{} // by shape: so many parts have it
	for i := range s.Parts() {
		if _, shape := s.Part(i); counts(s, i, shape) {
			odd[shape] = !odd[shape]
		}
	}
	for _, alone := range odd {
		if alone {
			return false
		}
	}
	return true
}

// LastGiveaway returns the seat's last move (not taken back) that gave a win away, and its
// turn; ok is false when there is none. The error says that a position is too large to be
// decided.
func LastGiveaway(m rules.Match, s rules.Seat) (move rules.Move, turn int, ok bool, err error) {
	line, moves, e := m.Positions(), m.Moves(), m.Setup().Ending
	for i := len(moves) - 1; i >= 0; i-- {
		if rules.Seat(i%2) != s {
			continue
		}
		before, err := solve.Analyze(line[i], e)
		if err != nil {
			return "", 0, false, err
		}
		after, err := solve.Analyze(line[i+1], e)
		if err != nil {
			return "", 0, false, err
		}
		if before.Outcome == rules.N && after.Outcome == rules.N {
			return moves[i], i + 1, true, nil
		}
	}
	return "", 0, false, nil
}
