package teach

import "nimbot/game"

// Tempting finds the moves of p that people try first.
func Tempting(p game.Position) func(game.Move) bool { return tempting(p) }

// Owns reports whether a rule of thumb is the lesson's idea, or not known yet.
func (l Lesson) Owns(t Thumb) bool {
	for _, own := range l.own {
		if own == t {
			return true
		}
	}
	return false
}

// Guess is the chance to guess a step.
func (s Step) Guess() float64 { return s.guess() }
