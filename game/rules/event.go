package rules

import "strings"

// EventKind is what an Event records.
type EventKind string

// The kinds of events. All but Moved are written with a leading "!".
const (
	Moved    EventKind = "move"
	Hinted   EventKind = "hint"    // the seat was shown a hint or an explanation
	Asked    EventKind = "ask"     // the seat asks for consent; What says to what
	Refused  EventKind = "refuse"  // the seat refuses what it was asked, or withdraws its own question
	TookBack EventKind = "undo"    // back to the seat's last turn
	Resigned EventKind = "resign"  // the seat gives up
	TimedOut EventKind = "timeout" // the seat's clock ran out
	Stopped  EventKind = "stop"    // ended without a result
)

// The things that need consent.
const (
	AskUndo = "undo"
	AskStop = "stop"
)

// Event is one thing that happened in a match.
type Event struct {
	Kind EventKind
	Seat Seat   // who did it; for Moved it is the mover and is not written
	Move Move   // for Moved
	What string // for Asked
}

func (e Event) String() string {
	if e.Kind == Moved {
		return string(e.Move)
	}
	s := "!" + string(e.Kind) + ":" + e.Seat.digit()
	if e.What != "" {
		s += ":" + e.What
	}
	return s
}

// readEvent reads what Event.String wrote; Apply checks whether the event is
// legal.
func (m Match) readEvent(f string) (Event, error) {
	if !strings.HasPrefix(f, "!") {
		return Event{Kind: Moved, Seat: m.ToMove(), Move: Move(f)}, nil
	}
	parts := strings.SplitN(f[1:], ":", 3)
	if len(parts) < 2 || parts[1] != "0" && parts[1] != "1" {
		return Event{}, refuse("match.bad-event", Args{"event": f})
	}
	e := Event{Kind: EventKind(parts[0]), Seat: Seat(parts[1][0] - '0')}
	if len(parts) == 3 {
		e.What = parts[2]
	}
	return e, nil
}
