package teach

import (
	"cmp"
	"slices"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Limits for drawing a puzzle.
const (
	maxDraws  = 200 // positions
	maxMoves  = 400 // legal moves in a puzzle
	lostTries = 8   // positions examined in search of a lost one, before one is made
	quarters  = 4   // a puzzle is taken from the start or after 1, 2 or 3 quarters of a random game
	maxPlies  = 100 // moves made to get there
	minTotal  = 9   // objects in a puzzle: with fewer, people try out every move
)

// sampler samples positions of one game.
type sampler struct {
	g rules.Game
	e rules.Ending
	d *rules.Drawing // not needed for a position at hand
}

func (s sampler) puzzle(k Kind) (Puzzle, error) {
	lost := k == Outcome && s.d.IntN(2) == 0
	for tries := range maxDraws {
		if !s.d.Look(analysed) {
			return Puzzle{}, cmp.Or(s.d.Err(), ErrNoPuzzle)
		}
		p, ok := s.position()
		if !ok {
			continue
		}
		switch {
		case !lost && p.canBeMissed():
			return p, nil
		case lost && p.Outcome == rules.P:
			return p, nil
		case lost && p.canBeMissed() && tries >= lostTries:
			if p, ok := s.makeLost(p); ok {
				return p, nil
			}
		}
	}
	return Puzzle{}, ErrNoPuzzle
}

// canBeMissed reports whether the winning move can be missed.
func (p Puzzle) canBeMissed() bool { return 0 < len(p.Winning) && len(p.Winning) < p.Legal }

// position draws a position from the course of a random game.
func (s sampler) position() (Puzzle, bool) {
	p, err := s.g.Begin(s.g.Draw(s.d, s.e), s.e)
	if err != nil {
		return Puzzle{}, false
	}
	left := quarters - s.d.IntN(quarters) // of the start's size, in quarters
	enough := p.Size().Total / quarters * uint64(left)
	for plies := 0; left < quarters && p.Size().Total > enough && plies < maxPlies; plies++ {
		moves := firstMoves(p.Moves(), maxMoves+1)
		if len(moves) == 0 || len(moves) > maxMoves {
			return Puzzle{}, false
		}
		if p, err = p.Play(moves[s.d.IntN(len(moves))]); err != nil {
			return Puzzle{}, false
		}
	}
	if p.Size().Total < minTotal {
		return Puzzle{}, false
	}
	return s.at(p)
}

// makeLost turns a won position into a lost one, by a winning move.
func (s sampler) makeLost(p Puzzle) (Puzzle, bool) {
	q, err := p.Position.Play(p.Winning[s.d.IntN(len(p.Winning))])
	if err != nil {
		return Puzzle{}, false
	}
	return s.at(q)
}

// at returns the puzzle of a position that isn't over. The caller checks whether it leaves anything
// to ask.
func (s sampler) at(p rules.Position) (Puzzle, bool) {
	legal := len(firstMoves(p.Moves(), maxMoves+1))
	if legal == 0 || legal > maxMoves {
		return Puzzle{}, false
	}
	a, err := solve.Analyze(p, s.e)
	if err != nil {
		return Puzzle{}, false
	}
	return Puzzle{Position: p, Outcome: a.Outcome, Legal: legal, Winning: slices.Collect(a.Winning())}, true
}
