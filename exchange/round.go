package exchange

// Round is the state of a place's round, for programs. While a question is open it doesn't
// say who answered what.
type Round struct {
	Number, Questions int // of the question, from 1, and of all of them
	Seconds           int // for a question; 0: until it is revealed
	Phase             string
	Game              string // the game's key
	Ending            string // "normal" or "misere"
	Position          string // in the game's notation
	Kind              string // "find" a winning move, or "outcome": won or lost
	Answers           int
	Points            []Points // of those with the most
	Version           uint64   // of the stored document
}

// Points are what somebody has in a round.
type Points struct {
	Player User
	Points int
}

// Event is something that happened in a round or in a simul, as metrics count it: of what
// it is, and what happened, with a blank between them.
type Event string

// The events.
const (
	RoundBegun    Event = "round begun"
	RoundAnswered Event = "round answered"
	RoundRepeated Event = "round repeated" // somebody answered again
	RoundLate     Event = "round late"     // an answer came after the question
	RoundFull     Event = "round full"     // a question takes no more answers
	RoundRevealed Event = "round revealed" // a question
	RoundOver     Event = "round over"
	RoundMuted    Event = "round muted" // it ended because nothing can be posted

	SimulOffered  Event = "simul offered"
	SimulJoined   Event = "simul joined"
	SimulLeft     Event = "simul left" // before it began
	SimulCalled   Event = "simul called-off"
	SimulBegun    Event = "simul begun"
	SimulGameOver Event = "simul game" // one of its games ended
	SimulOver     Event = "simul over"
)

// Events returns all events.
func Events() []Event {
	return []Event{
		RoundBegun, RoundAnswered, RoundRepeated, RoundLate, RoundFull, RoundRevealed, RoundOver, RoundMuted,
		SimulOffered, SimulJoined, SimulLeft, SimulCalled, SimulBegun, SimulGameOver, SimulOver,
	}
}
