package game

import (
	"iter"
	"slices"
	"strings"
)

// Seat is one of the two players of a match: 0 moves first, 1 second.
type Seat int8

// Nobody is the seat of no player.
const Nobody Seat = -1

// Other is the opponent's seat.
func (s Seat) Other() Seat { return 1 - s }

func (s Seat) digit() string { return string('0' + rune(s)) }

// Setup is how a match begins. With the events it is the whole truth.
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

// Result is how a match stands.
type Result struct {
	Over   bool
	Winner Seat // Nobody while it is not over, and without a winner
	Reason Reason
}

// MaxPlies caps the moves of one match, taken-back ones included, so that a
// replay stays short; the match is then drawn.
const MaxPlies = 2000

// maxEvents caps everything that can happen in one match.
const maxEvents = 3 * MaxPlies

// Match is a refereed game between two seats. It is a value: every action
// returns a new Match and leaves the old one as it was. The zero Match is
// not usable; see NewMatch and Replay.
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
// Start is rewritten to the position's own notation.
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

// Replay rebuilds a match from its setup and its events, in the form of
// Events. Any event that was not possible is an error. The bounds on new
// matches do not apply: they may have changed since.
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

// Setup is how the match began.
func (m Match) Setup() Setup { return m.setup }

// Position is the present position.
func (m Match) Position() Position { return m.history[len(m.history)-1] }

// Positions are all positions from the start to the present one, taken-back
// ones left out. The caller must not change the slice.
func (m Match) Positions() []Position { return m.history }

// Moves are the moves that stand, in order. The caller must not change them.
func (m Match) Moves() []Move { return m.moves }

// ToMove is the seat whose turn it is; in a finished match, would be.
func (m Match) ToMove() Seat { return Seat((len(m.history) - 1) % 2) }

// Turn is a number that grows exactly when the position, the mover, the
// pending question or the result changes. Buttons carry it, to be known as
// stale.
func (m Match) Turn() int { return m.turn }

// Result is how the match stands.
func (m Match) Result() Result { return m.result }

// Pending is the question that waits for the other seat's consent, or nil.
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

// Count is how often the seat did what kind says.
func (m Match) Count(kind EventKind, s Seat) int {
	n := 0
	for _, e := range m.events {
		if e.Kind == kind && e.Seat == s {
			n++
		}
	}
	return n
}

// Moved reports how many moves of the seat stand.
func (m Match) Moved(s Seat) int { return (len(m.moves) + 1 - int(s)) / 2 }

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

// Apply plays an event. What is not possible is refused with an *Error: an
// illegal move with ErrIllegal, anything else with ErrMatch; the match that is
// returned then is m itself.
func (m Match) Apply(e Event) (Match, error) {
	next := m
	// What is appended from here on must not show in m, nor in another match
	// that was derived from it.
	next.events, next.history = roomier(m.events), roomier(m.history)
	next.texts, next.moves = roomier(m.texts), roomier(m.moves)
	if err := next.apply(e); err != nil {
		return m, err
	}
	return next, nil
}

// roomier copies s with room for just one more, where append would double it.
func roomier[T any](s []T) []T {
	if s == nil {
		return nil
	}
	return append(make([]T, 0, len(s)+1), s...)
}

// apply is Apply in place. A refusal leaves the match as it was.
func (m *Match) apply(e Event) error {
	if m.result.Over {
		return refuse("match.over", nil)
	}
	if err := m.checkForm(e); err != nil {
		return err
	}
	var err error
	switch e.Kind {
	case Moved:
		err = m.move(e)
	case Hinted:
	case Asked:
		err = m.asked(e)
	case Refused:
		err = m.refused()
	case TookBack:
		err = m.takeBack(e.Seat)
	case Resigned:
		m.end(e.Seat.Other(), ByResignation)
	case TimedOut:
		m.end(e.Seat.Other(), ByTime)
	case Stopped:
		m.end(Nobody, ByAgreement)
	default:
		err = refuse("match.bad-event", Args{"event": e.String()})
	}
	if err == nil {
		m.events = append(m.events, e)
	}
	return err
}

// checkForm refuses events that could not be written and read back, and idle
// ones without end. A match can always be moved in and be ended.
func (m *Match) checkForm(e Event) error {
	switch {
	case e.Seat != 0 && e.Seat != 1,
		e.Kind != Moved && e.Move != "",
		e.Kind != Asked && e.What != "":
		return refuse("match.bad-event", Args{"event": e.String()})
	case len(m.events) < maxEvents:
		return nil
	}
	switch e.Kind {
	case Hinted, Asked, Refused, TookBack:
		return refuse("match.too-long", nil)
	}
	return nil
}

// Play is Apply for a move of the seat.
func (m Match) Play(s Seat, mv Move) (Match, error) {
	return m.Apply(Event{Kind: Moved, Seat: s, Move: mv})
}

func (m *Match) move(e Event) error {
	if e.Seat != m.ToMove() {
		return refuse("match.not-your-turn", nil)
	}
	p, err := m.Position().Play(e.Move)
	if err != nil {
		return err
	}
	m.history = append(m.history, p)
	m.moves = append(m.moves, e.Move)
	if m.loopy {
		m.texts = append(m.texts, p.String())
	}
	m.plies++
	m.turn++
	m.ask = nil // a move answers every question with no
	switch {
	case Over(p):
		// Who cannot move loses in normal play and wins in misère play.
		winner := e.Seat
		if m.setup.Ending == Misere {
			winner = e.Seat.Other()
		}
		m.end(winner, ByLastMove)
	case m.loopy && m.stood() >= 3:
		m.end(Nobody, ByRepetition)
	case m.plies >= MaxPlies:
		m.end(Nobody, ByLength)
	}
	return nil
}

// stood counts how often the present position of a loopy game has stood on
// the board, this time included.
func (m *Match) stood() int {
	n := 0
	for _, text := range m.texts {
		if text == m.texts[len(m.texts)-1] {
			n++
		}
	}
	return n
}

func (m *Match) asked(e Event) error {
	switch {
	case m.ask != nil:
		return refuse("match.already-asked", Args{"what": m.ask.What})
	case e.What != AskUndo && e.What != AskStop:
		return refuse("match.bad-event", Args{"event": e.String()})
	case e.What == AskUndo && !m.CanTakeBack(e.Seat):
		return refuse("match.nothing-to-undo", nil)
	}
	m.ask = &e
	m.turn++
	return nil
}

func (m *Match) refused() error {
	if m.ask == nil {
		return refuse("match.nothing-asked", nil)
	}
	m.ask = nil
	m.turn++
	return nil
}

// CanTakeBack reports whether the seat has a move that can be taken back.
func (m Match) CanTakeBack(s Seat) bool { return m.Moved(s) > 0 }

func (m *Match) takeBack(s Seat) error {
	if !m.CanTakeBack(s) {
		return refuse("match.nothing-to-undo", nil)
	}
	n := 1 // the seat's own move
	if m.ToMove() == s {
		n = 2 // and the answer to it
	}
	m.history = m.history[:len(m.history)-n]
	m.moves = m.moves[:len(m.moves)-n]
	if m.loopy {
		m.texts = m.texts[:len(m.texts)-n]
	}
	m.ask = nil
	m.turn++
	return nil
}

func (m *Match) end(winner Seat, why Reason) {
	m.result = Result{Over: true, Winner: winner, Reason: why}
	m.ask = nil
	m.turn++
}

func refuse(code string, args Args) error {
	return &Error{Kind: ErrMatch, Code: code, Args: args}
}
