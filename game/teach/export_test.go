package teach

import "nimbot/game/rules"

// Tempting finds the moves of p that people try first.
func Tempting(p rules.Position) func(rules.Move) bool { return temptingMoves(p) }

// Guess is the chance to guess a step.
func (s Step) Guess() float64 { return s.guess() }
