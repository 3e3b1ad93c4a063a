package command

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
)

// Needs returns what the line needs.
func (l Line) Needs() Needs {
	if l.Command == nil {
		return 0
	}
	needs := l.Command.Needs
	if l.Command.At == NewTable && l.Command.Sets() {
		if l.Rest != "" { // a position that is named isn't drawn
			needs &^= Wins
		}
		if l.Options.First == "" { // the person moves first, and the bot gives nothing away
			needs &^= Secrets
		}
	}
	return needs
}
