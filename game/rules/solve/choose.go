package solve

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"nimbot/game/rules"
)

// Choose picks the bot's move at a level. The same r gives the same move. There must be
// a legal move. Choose looks at a bounded number of moves, however large the heaps are.
// Errors are those of Analyze, and one for an unknown level.
func Choose(p rules.Position, e rules.Ending, l Level, r *rand.Rand) (rules.Move, error) {
	view, ok := strengths[l]
	if !ok {
		return "", fmt.Errorf("solve: no level %q", l)
	}
	a, err := Analyze(p, e)
	if err != nil {
		return "", err
	}
	return view.choose(a, r.Float64()), nil
}

// Best returns the best move. In a won position it prefers a move that wins at
// once, then one that reaches the end of a tame misère game, then one that leaves two
// equal parts, then (in loopy games) one that makes progress. In a lost position it
// returns Resist.
func (a Analysis) Best() rules.Move {
	immediate, copying := a.evident()
	for _, m := range []rules.Move{immediate, a.ending(), copying} {
		if m != "" {
			return m
		}
	}
	for m := range a.Advancing() {
		return m
	}
	return Resist(a)
}

// maxWinning is how many winning moves evident looks at.
const maxWinning = 64

// evident returns winning moves that need no calculation: one that wins at once, by
// ending the match or, in misère play, by leaving only replies that end it; otherwise
// one that leaves two equal parts. A move is "" if there is none.
func (a Analysis) evident() (immediate, copying rules.Move) {
	m, known := a.finish()
	if m != "" {
		return m, ""
	}
	n := 0
	for m := range a.Advancing() {
		q, err := a.Position.Play(m)
		switch {
		case err != nil:
		case !known && winsImmediately(q, a.Ending):
			return m, ""
		case copying == "" && copied(q):
			copying = m
		}
		if n++; n == maxWinning {
			break
		}
	}
	return "", copying
}

// ending returns a winning move of a tame misère game that leaves no part with a value
// above 1, "" if there is none. The rule that people are told asks for it, although other moves
// may win, too.
func (a Analysis) ending() rules.Move {
	if a.Ending != rules.Misere || a.Outcome != rules.N {
		return ""
	}
	switch p := a.Position.(type) {
	case rules.Sum:
		return endingOfSum(p)
	case rules.Theory:
		if p.Working(a.Ending).Method != tame {
			return ""
		}
		for m := range a.Winning() {
			if q, err := p.Play(m); err == nil && q.(rules.Theory).Working(a.Ending).Check == rules.EndCheck {
				return m
			}
		}
	}
	return ""
}

// endingOfSum is ending for a sum.
func endingOfSum(s rules.Sum) (move rules.Move) {
	if !s.Tame() {
		return ""
	}
	all := total(s)
	for i := range s.Parts() {
		rest := all.without(s.Value(i))
		if rest.firm > 0 {
			continue
		}
		fickle := rest.targets(rules.Misere)[0]
		movesTo(s, i, [2]rules.Value{fickle, fickle}, func(m rules.Move) bool {
			if move == "" {
				move = m
			}
			return false
		})
		if move != "" {
			break
		}
	}
	return move
}

// immediate returns a move that wins at once, which every level sees, or "".
func (a Analysis) immediate() rules.Move {
	if m, known := a.finish(); known {
		return m
	}
	m, _ := a.evident()
	return m
}

// finish returns the move that ends the match and wins it, "" if there is none; known is
// false if the position doesn't know (see rules.Finishing), and in misère play.
func (a Analysis) finish() (m rules.Move, known bool) {
	p, known := a.Position.(rules.Finishing)
	if !known || a.Ending != rules.Normal {
		return "", false
	}
	m, _ = p.Finish()
	return m, true
}

// winsImmediately reports whether moving to the P-position q wins at once: the
// match is over or, in misère play, every reply ends it.
func winsImmediately(q rules.Position, e rules.Ending) bool {
	if e == rules.Normal {
		return rules.Over(q)
	}
	for m := range q.Moves() {
		r, err := q.Play(m)
		if err != nil || !rules.Over(r) {
			return false
		}
	}
	return true
}

// copied reports whether q consists of two equal parts and nothing else, so that every
// move can be copied. In misère play copying works until `1 1`, which is an
// N-position.
func copied(q rules.Position) bool {
	s, ok := q.(rules.Sum)
	if !ok {
		return false
	}
	var shapes []string
	for i := range s.Parts() {
		if _, shape := s.Part(i); shape != "0" {
			shapes = append(shapes, shape)
		}
		if len(shapes) > 2 {
			return false
		}
	}
	return len(shapes) == 2 && shapes[0] == shapes[1]
}

// Advancing yields the winning moves. If positions can repeat, it yields only those that
// make progress; a won position always has one.
func (a Analysis) Advancing() iter.Seq[rules.Move] {
	p, ok := a.Position.(rules.Progressing)
	if !ok {
		return a.Winning()
	}
	return func(yield func(rules.Move) bool) {
		for m := range a.Winning() {
			if p.Progress(m) && !yield(m) {
				return
			}
		}
	}
}
