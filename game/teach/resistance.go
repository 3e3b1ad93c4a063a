package teach

import (
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// maxCompared is the largest number of legal moves that are compared to say
// how well a move resists: each of them has as many replies to count.
const maxCompared = 256

// Resistance measures how hard a player made it for the opponent to win from lost
// positions. Let r be the share of replies that don't win; each move contributes r minus
// the mean of r over all legal moves.
type Resistance struct {
	Gained   float64 // Σ(r − r̄)
	Possible float64 // Σ(r_max − r̄)
}

// Plus pools two resistances.
func (r Resistance) Plus(s Resistance) Resistance {
	return Resistance{r.Gained + s.Gained, r.Possible + s.Possible}
}

// Value is Σ(r − r̄) / Σ(r_max − r̄): 0 is expected of random moves, 1 is as
// hard as can be, and below 0 is worse than random. ok is false where there
// was nothing to choose.
func (r Resistance) Value() (value float64, ok bool) {
	if r.Possible == 0 {
		return 0, false
	}
	return r.Gained / r.Possible, true
}

// ResistanceOf pools the decisions that were made in lost positions under e, each turn's first try.
// It leaves out decisions in which all moves are equally hard to answer, a hint was taken, or more
// than 256 moves were legal.
func ResistanceOf(e rules.Ending, decisions ...Decision) Resistance {
	var sum Resistance
	for _, d := range decisions {
		if d.Winning == 0 && d.Legal <= maxCompared && !d.Retry && !d.Hinted {
			sum = sum.Plus(resistanceOf(e, d))
		}
	}
	return sum
}

func resistanceOf(e rules.Ending, d Decision) Resistance {
	var total, most, own float64
	for m := range d.Before.Moves() {
		r := hardness(d.Before, e, m)
		total += r
		most = max(most, r)
		if m == d.Move {
			own = r
		}
	}
	mean := total / float64(d.Legal)
	if most-mean < 1e-12 { // all are the same, up to rounding
		return Resistance{}
	}
	return Resistance{own - mean, most - mean}
}

// hardness returns the share of the replies to m that do not win; 0 if m ended the match, and so
// lost at once.
func hardness(p rules.Position, e rules.Ending, m rules.Move) float64 {
	q, err := p.Play(m)
	if err != nil {
		return 0
	}
	legal := CountMoves(q.Moves())
	a, err := solve.Analyze(q, e)
	if err != nil || legal == 0 {
		return 0
	}
	return 1 - float64(CountMoves(a.Winning()))/float64(legal)
}
