package command

import "time"

// Needs says what a command must know of the person beside the place's document. It is looked up
// before the command runs.
type Needs uint8

// The needs.
const (
	// Wins are the games that the person has won in the server, and the level at which they played
	// last.
	Wins Needs = 1 << iota
	// Secrets are the positions about which the person must not be told: those of their rated pairs
	// and of rounds.
	Secrets
	// Pings is whether the person wants to be notified of their turns.
	Pings
)

// SlowClock is the clock from which on players don't watch the board while they wait.
const SlowClock = time.Hour

// Needs returns what the line needs.
func (l Line) Needs() Needs {
	if l.Command == nil {
		return 0
	}
	needs, o := l.Command.Needs, l.Options
	if l.Command.Name != "rematch" && (o.First == "them" || o.Seats > 0 || !o.Rated && o.Clock < SlowClock) {
		needs &^= Pings // who accepts doesn't wait for the person, or the board stays before them
	}
	if l.Command.At == NewTable && l.Command.Sets() {
		if l.Rest != "" { // a position that is named isn't drawn
			needs &^= Wins
		}
		if o.First == "" { // the person moves first, and the bot gives nothing away
			needs &^= Secrets
		}
	}
	return needs
}
