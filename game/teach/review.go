package teach

import (
	"math"

	"nimbot/game/rules"
)

// Review is the analysis of a finished or running match.
type Review struct {
	Setup     rules.Setup
	Position  rules.Position // the last one
	Result    rules.Result
	Decisions []Decision // in the order in which they were made
	Skill     [2]Skill   // by seat, of each turn's first try, even one that was taken back
	// Truncated reports that the review stops before the end of the match, because it would
	// take too long.
	Truncated bool
	// Final is the outcome of Position, if !Cut.
	Final rules.Outcome
}

// QuickWork bounds the cost of a review that somebody waits for, in listed moves.
const QuickWork = 1 << 19

// NewReview reviews a match, finished or not. The error says that a position is too large to
// be decided; it is rules.ErrTooLarge.
func NewReview(m rules.Match) (Review, error) { return NewReviewWithin(m, math.MaxInt) }

// NewReviewWithin is NewReview with a bound on its cost, in listed moves; a longer review
// is cut. It has the same error.
func NewReviewWithin(m rules.Match, most int) (Review, error) {
	w, err := replayMatch(m, most)
	if err != nil {
		return Review{}, err
	}
	r := Review{
		Setup: m.Setup(), Position: m.Position(), Result: m.Result(), Decisions: w.decisions,
		Truncated: w.truncated, Final: w.line[len(w.line)-1].Outcome,
	}
	for _, d := range w.decisions {
		r.Skill[d.Seat] = r.Skill[d.Seat].Plus(SkillOf(d))
	}
	return r, nil
}

// Standing returns the decisions that were not taken back, in order: the i-th of them,
// counted from 0, led from position i of the match to the next.
func (r Review) Standing() []Decision {
	standing := make([]Decision, 0, len(r.Decisions))
	for _, d := range r.Decisions {
		if !d.Undone {
			standing = append(standing, d)
		}
	}
	return standing
}

// TurningPoints returns where the game turned, in order: the moves that stand and
// gave a win away without a hint. Practising from one begins at its Before,
// with its seat to move.
func (r Review) TurningPoints() []Decision {
	var points []Decision
	for _, d := range r.Standing() {
		if d.TurningPoint() {
			points = append(points, d)
		}
	}
	return points
}

// NeverWinning reports whether the seat had no winning move on any turn of its own that stands: it
// could only wait for a mistake. It is false if the review is cut.
func (r Review) NeverWinning(s rules.Seat) bool {
	for _, d := range r.Standing() {
		if d.Seat == s && d.Winning > 0 {
			return false
		}
	}
	return !r.Truncated && !r.GaveUp(s)
}

// GaveUp reports whether the seat ended a match that it could still have won,
// by resigning or by its clock.
func (r Review) GaveUp(s rules.Seat) bool {
	over := r.Result
	if r.Truncated || over.Winner != s.Other() || over.Reason != rules.ByResignation && over.Reason != rules.ByTime {
		return false
	}
	return r.Final == rules.OutcomeIf(r.toMove() == s)
}

// toMove returns the seat that would be next.
func (r Review) toMove() rules.Seat {
	return rules.Seat(len(r.Standing()) % 2)
}

// Flawless reports whether no move of the final line gave a win away. It is false if the review is
// cut.
func (r Review) Flawless() bool {
	for _, d := range r.Standing() {
		if d.Winning > 0 && d.OutcomeAfter == rules.N {
			return false
		}
	}
	return !r.Truncated
}
