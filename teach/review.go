package teach

import "nimbot/game"

// Review is what there is to say about a match.
type Review struct {
	Setup     game.Setup
	Position  game.Position // the last one
	Result    game.Result
	Decisions []Decision // in the order in which they were made
	Skill     [2]Skill   // by seat
}

// NewReview looks at a match, finished or not. The error says that a position
// is too large to be decided; it is game.ErrTooLarge.
func NewReview(m game.Match) (Review, error) {
	decisions, err := Decisions(m)
	if err != nil {
		return Review{}, err
	}
	r := Review{Setup: m.Setup(), Position: m.Position(), Result: m.Result(), Decisions: decisions}
	for _, d := range decisions {
		r.Skill[d.Seat] = r.Skill[d.Seat].Plus(SkillOf(d))
	}
	return r, nil
}

// TurningPoints are where the game turned, in order: the moves that stand and
// gave a win away without a hint. Practising from one begins at its Before,
// with its seat to move.
func (r Review) TurningPoints() []Decision {
	var points []Decision
	for _, d := range r.Decisions {
		if d.TurningPoint() && !d.Undone {
			points = append(points, d)
		}
	}
	return points
}

// NeverWinning reports whether the seat had no winning move on any turn of
// its own: it could only wait for a mistake.
func (r Review) NeverWinning(s game.Seat) bool {
	for _, d := range r.Decisions {
		if d.Seat == s && d.Winning > 0 {
			return false
		}
	}
	return true
}

// Flawless reports whether no move that stands gave a win away, a judged one
// or not: who could win from the start never let go.
func (r Review) Flawless() bool {
	for _, d := range r.Decisions {
		if d.Winning > 0 && d.Leaves == game.N && !d.Undone {
			return false
		}
	}
	return true
}
