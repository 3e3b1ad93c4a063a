package dialog

import "time"

// Round is the state of a place's round, for programs. While a question is open it doesn't
// say who answered what.
type Round struct {
	Number, Questions int // the question's number, from 1, and how many there are
	Seconds           int // for a question; 0: no limit
	Phase             string
	Open              bool      // people can answer
	Ends              time.Time // when the time to answer is over; zero without a limit
	Game              string    // the game's key
	Ending            string    // "normal" or "misere"
	Position          string    // in the game's notation
	Kind              string    // "find" a winning move, or "outcome": won or lost
	Right             []string  // the winning moves, once the answers are shown
	Answers           int
	Host              User     // who began the round, and may reveal the answers and go on
	Points            []Points // of the people who have the most
	Version           uint64   // of the stored document
}

// Points are the points of one person in a round.
type Points struct {
	Player User
	Points int
}
