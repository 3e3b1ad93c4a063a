package rules

import (
	"iter"
	"slices"
	"strings"
)

// Seat is one of the two players of a match: 0 moves first, 1 second.
type Seat int8

// Nobody is the seat of no player.
const Nobody Seat = -1

// Other returns the opponent's seat.
func (s Seat) Other() Seat { return 1 - s }

func (s Seat) digit() string { return string('0' + rune(s)) }

// Setup is how a match begins. Setup and events together determine a match.
type Setup struct {
	Game   string // the game's key
	Ending Ending
	Start  string // the first position, in the game's notation
}

// Reason is why a match is over.
type Reason string

// The reasons.
const (
	ByLastMove    Reason = "last-move"
	ByResignation Reason = "resignation"
	ByTime        Reason = "time"
	ByAgreement   Reason = "stopped"
	ByRepetition  Reason = "repetition" // drawn: a position stood for the third time
	ByLength      Reason = "length"     // drawn: MaxPlies moves were made
)

// Result is the result of a match so far.
type Result struct {
	Over   bool
	Winner Seat // Nobody while the match is not over, and if nobody won
	Reason Reason
}

// MaxPlies caps the moves of one match, taken-back ones included, so that a
// replay stays short; the match is then drawn.
const MaxPlies = 2000

// maxEvents caps everything that can happen in one match, but for moves and its end.
const maxEvents = 3 * MaxPlies

// Match is a refereed game between two seats. It is a value: every action
// returns a new Match and leaves the old one unchanged. The zero Match is not
// usable; see NewMatch and Replay.
type Match struct {
	setup   Setup
	loopy   bool
	events  []Event
	history []Position // the positions so far, start first; shrinks on undo
	texts   []string   // of a loopy game, the notation of each position in history
	moves   []Move     // the moves that stand, len(history)−1 of them
	plies   int        // moves ever made
	turn    int
	ask     *Event
	result  Result
}

// NewMatch starts a match. The setup must be one that Game.Begin accepts; its
// Start is rewritten to the position's own notation. The error is that of Lookup or Game.Begin.
func NewMatch(s Setup) (Match, error) {
	g, err := Lookup(s.Game)
	if err != nil {
		return Match{}, err
	}
	p, err := g.Begin(s.Start, s.Ending)
	if err != nil {
		return Match{}, err
	}
	return begin(s, g, p), nil
}

func begin(s Setup, g Game, p Position) Match {
	s.Game, s.Start = g.Key, p.String()
	m := Match{setup: s, loopy: g.Loopy, history: []Position{p}, result: Result{Winner: Nobody}}
	if m.loopy {
		m.texts = []string{s.Start}
	}
	return m
}

// Replay rebuilds a match from its setup and its events, as Events writes them. An
// event that was not possible is an error. The bounds on new matches do not apply,
// because the bounds may have changed since the match began.
func Replay(s Setup, events string) (Match, error) {
	g, err := Lookup(s.Game)
	if err != nil {
		return Match{}, err
	}
	if !g.Offers(s.Ending) {
		return Match{}, notOffered(g, s.Ending)
	}
	p, err := g.Parse(s.Start)
	if err != nil {
		return Match{}, err
	}
	if Over(p) {
		return Match{}, startIsOver(g, p)
	}
	m := begin(s, g, p)
	for _, f := range strings.Fields(events) {
		e, err := m.readEvent(f)
		if err != nil {
			return Match{}, err
		}
		if err := m.apply(e); err != nil {
			return Match{}, err
		}
	}
	return m, nil
}

// Setup returns how the match began.
func (m Match) Setup() Setup { return m.setup }

// Position returns the present position.
func (m Match) Position() Position { return m.history[len(m.history)-1] }

// Positions returns all positions from the start to the present one, taken-back
// ones left out. The caller must not change the slice.
func (m Match) Positions() []Position { return m.history }

// Moves returns the moves that were not taken back. The caller must not change the
// slice.
func (m Match) Moves() []Move { return m.moves }

// ToMove returns the seat whose turn it is; in a finished match, the seat whose turn
// it would be.
func (m Match) ToMove() Seat { return Seat((len(m.history) - 1) % 2) }

// Turn returns a number that grows exactly when the position, the player to move, the
// pending question or the result changes. Package chat compares it to see
// whether an event makes drawn boards stale.
func (m Match) Turn() int { return m.turn }

// Result returns the result of the match so far.
func (m Match) Result() Result { return m.result }

// Pending returns the question that waits for the other seat's consent, or nil.
func (m Match) Pending() *Event {
	if m.ask == nil {
		return nil
	}
	e := *m.ask
	return &e
}

// Events writes everything that happened, for Replay: moves in notation,
// other events as !kind:seat, with blanks between them.
func (m Match) Events() string {
	b := make([]byte, 0, 4*len(m.events))
	for i, e := range m.events {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, e.String()...)
	}
	return string(b)
}

// Log yields everything that happened, in order.
func (m Match) Log() iter.Seq[Event] { return slices.Values(m.events) }

// Count returns the number of events of this kind by seat s. Takebacks don't reduce it.
func (m Match) Count(kind EventKind, s Seat) int {
	n := 0
	for _, e := range m.events {
		if e.Kind == kind && e.Seat == s {
			n++
		}
	}
	return n
}

// MoveCount returns how many of the seat's moves were not taken back.
func (m Match) MoveCount(s Seat) int { return (len(m.moves) + 1 - int(s)) / 2 }

// MoveNumber returns which of its player's moves the n-th move of a match is. Both count from 1, and
// people count only their own.
func MoveNumber(n int) int { return (n + 1) / 2 }

// HintedThisTurn reports whether the seat was shown a hint since the position
// last changed.
func (m Match) HintedThisTurn(s Seat) bool {
	for _, e := range slices.Backward(m.events) {
		switch {
		case e.Kind == Moved || e.Kind == TookBack:
			return false
		case e.Kind == Hinted && e.Seat == s:
			return true
		}
	}
	return false
}
