package dialog

// Event is something that happened in a round or a simul, for metrics: "round" or "simul", a
// space, and what happened.
type Event string

// The events.
const (
	RoundBegun    Event = "round begun"
	RoundAnswered Event = "round answered"
	RoundRepeated Event = "round repeated" // a person answered a question again
	RoundLate     Event = "round late"     // an answer came after the question
	RoundFull     Event = "round full"     // a question had more answers than it can store
	RoundRevealed Event = "round revealed" // the answer to a question was shown
	RoundOver     Event = "round over"
	RoundMuted    Event = "round muted" // it ended because nothing can be posted

	SimulOffered  Event = "simul offered"
	SimulJoined   Event = "simul joined"
	SimulLeft     Event = "simul left" // a guest left before it began
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
