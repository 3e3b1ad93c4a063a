package teach

import (
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

const (
	maxStarts = 500 // setups that are drawn to find one
	maxLines  = 16  // winning moves that are followed
	analysed  = 10  // the price of an analysis, in positions that a drawing looks at
)

// Start draws a setup that the person in that seat wins with perfect play, and can lose: on their
// first turn some moves win and some do not, and whichever winning one they choose, at least one
// more such decision comes against perfect play. ok is false if none was found before the drawing
// ended, for example in a game in which no move can be wrong.
//
// A start that the second player wins is a lost one; the game's Draw draws
// lost ones as often as won ones, however sparse they are.
func Start(g rules.Game, e rules.Ending, person rules.Seat, d *rules.Drawing) (setup string, ok bool) {
	return startFrom(g, e, person, d, func() string { return g.Draw(d, e) })
}

// FirstStart is Start for somebody who hasn't won the game yet: if the game has setups that are
// smaller than those of a random game, it draws one of them.
func FirstStart(g rules.Game, e rules.Ending, person rules.Seat, d *rules.Drawing) (setup string, ok bool) {
	draw := firstStarts[g.Key]
	if draw == nil {
		draw = smallStarts[g.Key]
	}
	if draw != nil {
		if setup, ok = startFrom(g, e, person, d, func() string { return draw(d.Rand) }); ok {
			return setup, true
		}
	}
	return Start(g, e, person, d)
}

// startFrom is Start of setups that draw makes.
func startFrom(g rules.Game, e rules.Ending, person rules.Seat, d *rules.Drawing, draw func() string) (setup string, ok bool) {
	if !g.Offers(e) {
		return "", false
	}
	for range maxStarts {
		if setup = draw(); !d.Look(analysed) {
			return "", false
		}
		if p, err := g.Begin(setup, e); err == nil && isWinnable(p, e, person, d) {
			return setup, true
		}
	}
	return "", false
}

// BalancedStart draws a setup for two people that one seat wins with perfect play, but can also
// lose; each seat is that one equally often. If the game has too few lost starts for that, the
// first player is the one who can win, and coin says to toss a coin for that seat. ok is false if
// no such start was found.
func BalancedStart(g rules.Game, e rules.Ending, d *rules.Drawing) (setup string, coin, ok bool) {
	seat := rules.Seat(d.IntN(2))
	if coin = g.IsSparse(e); coin {
		seat = 0
	}
	setup, ok = Start(g, e, seat, d)
	return setup, coin, ok
}

// RatedStart draws a setup for a rated pair, in which either player has it once from each seat:
// the first player can win, and guessing finds a winning move at most half of the time. ok
// is false if none was found.
func RatedStart(g rules.Game, e rules.Ending, d *rules.Drawing) (setup string, ok bool) {
	if !g.Offers(e) {
		return "", false
	}
	for {
		if setup = g.Draw(d, e); !d.Look(analysed) {
			return "", false
		}
		p, err := g.Begin(setup, e)
		if err != nil {
			continue
		}
		a, err := solve.Analyze(p, e)
		if err != nil || a.Outcome != rules.N {
			continue
		}
		first := Decision{Legal: CountMoves(p.Moves())}
		if first.Winning = countWinning(a, first.Legal); first.Judged() && 2*first.Winning <= first.Legal {
			return setup, true
		}
	}
}

// isWinnable reports whether p is a start that Start may return. It returns false if the drawing d
// ends; d may be nil.
func isWinnable(p rules.Position, e rules.Ending, person rules.Seat, d *rules.Drawing) bool {
	a, err := solve.Analyze(p, e)
	if err != nil || (a.Outcome == rules.N) != (person == 0) {
		return false
	}
	if person == 1 {
		if a, err = analyzeAfter(a, a.Best()); err != nil {
			return false
		}
	}
	return isJudged(a) && afterAll(a, meetsJudged, d)
}

// afterAll reports whether is returns true after each of the winning moves of a, or after the first
// maxLines of them.
func afterAll(a solve.Analysis, is func(solve.Analysis, *rules.Drawing) bool, d *rules.Drawing) bool {
	for _, m := range firstMoves(a.Winning(), maxLines) {
		if !d.Look(analysed) {
			return false
		}
		if b, err := analyzeAfter(a, m); err != nil || !is(b, d) {
			return false
		}
	}
	return a.Outcome == rules.N
}

// meetsJudged reports whether, after perfect play's answer to a lost position
// a, a judged decision comes, whichever winning moves lead there.
func meetsJudged(a solve.Analysis, d *rules.Drawing) bool {
	if rules.Over(a.Position) || !d.Look(analysed) {
		return false
	}
	b, err := analyzeAfter(a, a.Best())
	if err != nil || rules.Over(b.Position) {
		return false
	}
	return isJudged(b) || afterAll(b, meetsJudged, d)
}

// analyzeAfter is the analysis after a legal move.
func analyzeAfter(a solve.Analysis, m rules.Move) (solve.Analysis, error) {
	q, err := a.Position.Play(m)
	if err != nil {
		return solve.Analysis{}, err
	}
	return solve.Analyze(q, a.Ending)
}

// isJudged reports whether a decision in this position would be judged.
func isJudged(a solve.Analysis) bool {
	d := Decision{Legal: CountMoves(a.Position.Moves())}
	d.Winning = countWinning(a, d.Legal)
	return d.Judged()
}
