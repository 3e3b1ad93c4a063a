package person

import "nimbot/store"

// Placing is a search for a person's place in the course.
type Placing struct {
	Answers []Placed `json:"answers,omitempty"`
	// Known is how many lessons counted as known when the search was over.
	Known   int           `json:"known,omitempty"`
	Done    bool          `json:"done,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Placed is the answer to one find of a Placing.
type Placed struct {
	Lesson  int           `json:"lesson"` // its number
	Chance  float64       `json:"chance"`
	Right   bool          `json:"right,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Checking is a check of what stuck, while it lasts.
type Checking struct {
	Seed uint64 `json:"seed"`
	Game string `json:"game"` // in other clothes
	// Answers has "1" for each position answered rightly, "0" for each other.
	Answers string        `json:"answers,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Check is what a check of what stuck came to.
type Check struct {
	At      store.Unix    `json:"at"`
	Right   int           `json:"right,omitempty"`
	Unknown store.Unknown `json:",embed"`
}
