package teach

import "nimbot/game"

// Tempting finds the moves of p that people try first.
func Tempting(p game.Position) func(game.Move) bool { return temptingMoves(p) }

// Guess is the chance to guess a step.
func (s Step) Guess() float64 { return s.guess() }
