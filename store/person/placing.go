package person

import "nimbot/store"

// Placing is a placement test, which finds a person's place in the course.
type Placing struct {
	Answers []Placed `json:"answers,omitempty"`
	// Known is how many lessons counted as known when the test was over.
	Known   int           `json:"known,omitempty"`
	Done    bool          `json:"done,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Placed is an answer in a Placing.
type Placed struct {
	Lesson  int           `json:"lesson"` // its number
	Chance  float64       `json:"chance"` // that a guess is right
	Right   bool          `json:"right,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Checking is a check of what the person remembers, while it lasts.
type Checking struct {
	Seed uint64 `json:"seed"`
	Game string `json:"game"` // the game that disguises Nim
	// Answers has "1" for each position answered rightly, "0" for each other.
	Answers string        `json:"answers,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Check is the result of a check.
type Check struct {
	At      store.Unix    `json:"at"`
	Right   int           `json:"right,omitempty"` // positions answered rightly
	Unknown store.Unknown `json:",embed"`
}
