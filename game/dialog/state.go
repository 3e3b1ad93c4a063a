package dialog

import (
	"time"

	"nimbot/game/rules"
)

// State is the state of a game, for programs.
type State struct {
	Table    int        // its number in the place; 0: the person's private game
	ID       string     // unique to this game
	Game     string     // the game's key
	Ending   string     // "normal" or "misere"
	Position string     // in the game's notation
	Players  [2]User    // in the order of their seats: the first moved first
	ToMove   rules.Seat // Nobody when it is over
	Turn     int        // the number that stamps carry
	Level    string     // the bot's, if it plays
	Version  uint64     // of the stored document
	Over     bool
	Winner   rules.Seat // Nobody while it is not over, and in a draw
	Rated    *Rated     // nil for a casual game
	Deadline time.Time  // of the player to move; zero without a clock
}

// Rated is the state of a rated pair: two games from the same start.
type Rated struct {
	Game  int        // 1 or 2
	Score [2]float64 // points, in the order of Players
}
