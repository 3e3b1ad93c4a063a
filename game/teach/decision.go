package teach

import (
	"iter"
	"math"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// MaxLegal is the largest number of legal moves with which a decision is
// judged. Moves are counted up to one more.
const MaxLegal = 4096

// maxBetter is how many better moves a decision names.
const maxBetter = 3

// Decision is one turn of a player, whether or not the move still stands.
type Decision struct {
	Turn   int // both seats' moves counted, from 1
	Seat   rules.Seat
	Before rules.Position
	Move   rules.Move
	After  rules.Position

	Legal        int           // legal moves in Before, counted up to MaxLegal + 1
	Winning      int           // winning moves; if Legal is above MaxLegal, 1 means "at least one"
	OutcomeAfter rules.Outcome // of After: P when the opponent is lost

	Hinted bool // a hint was taken in this position, perhaps before a move was taken back
	Retry  bool // the same position was decided before, and taken back
	Undone bool // the move was taken back
	// Better are the first moves that would have kept the win, in the order of the position's
	// moves, if a judged decision gave the win away.
	Better []rules.Move
}

// Judged reports whether the decision says anything about its player.
func (d Decision) Judged() bool {
	return 0 < d.Winning && d.Winning < d.Legal && d.Legal <= MaxLegal
}

// Kept reports whether a judged decision kept the win.
func (d Decision) Kept() bool { return d.Judged() && d.OutcomeAfter == rules.P }

// GaveAway reports whether a judged decision gave the win away.
func (d Decision) GaveAway() bool { return d.Judged() && d.OutcomeAfter == rules.N }

// TurningPoint reports whether the move gave away a win and no hint was taken before
// it.
func (d Decision) TurningPoint() bool { return d.GaveAway() && !d.Hinted }

// Chance returns p, the probability with which a guesser keeps the win of a judged decision.
func (d Decision) Chance() float64 { return float64(d.Winning) / float64(d.Legal) }

// Credit returns k, the credit for a judged decision: 1 if the win was kept, else 0. With a hint it
// is p, as for a guess; otherwise a player could look perfect by taking a hint at every position
// they don't understand.
func (d Decision) Credit() float64 {
	switch {
	case d.Hinted:
		return d.Chance()
	case d.Kept():
		return 1
	}
	return 0
}

// Decisions lists every turn of a match in the order in which it was made,
// those that were taken back included. The error says that a position is too
// large to be decided; it is rules.ErrTooLarge.
func Decisions(m rules.Match) ([]Decision, error) {
	w, err := replayMatch(m, math.MaxInt)
	return w.decisions, err
}

// replayMatch replays a match and judges its decisions. It stops when it would have to list more
// than most legal moves.
func replayMatch(m rules.Match, most int) (replay, error) {
	w := replay{ending: m.Setup().Ending, budget: most}
	if m.Count(rules.TookBack, 0)+m.Count(rules.TookBack, 1) > 0 {
		w.tried = make(map[metPosition]bool)
	}
	if err := w.reach(m.Positions()[0]); err != nil {
		return w, err
	}
	for e := range m.Log() {
		if w.truncated = e.Kind == rules.Moved && w.budget <= 0; w.truncated {
			break
		}
		if err := w.apply(e); err != nil {
			return w, err
		}
	}
	return w, nil
}

// replay follows the events of a match.
type replay struct {
	ending    rules.Ending
	budget    int                  // moves that may still be listed
	truncated bool                 // budget ran out before the end of the match
	line      []solve.Analysis     // of the positions that stand, the start first
	hinted    map[metPosition]bool // positions in which a hint was taken; takebacks don't remove them
	tried     map[metPosition]bool // positions that were decided before; nil in a match without takebacks
	decisions []Decision
}

// metPosition is a position that a seat met, up to the order of its parts.
type metPosition struct {
	seat     rules.Seat
	position string
}

func (w *replay) apply(e rules.Event) error {
	switch e.Kind {
	case rules.Hinted:
		if w.hinted == nil {
			w.hinted = make(map[metPosition]bool)
		}
		w.hinted[w.asMet(e.Seat)] = true
	case rules.TookBack:
		w.takeBack(e.Seat)
	case rules.Moved:
		return w.decide(e)
	}
	return nil
}

// asMet returns the position that stands, as a seat meets it.
func (w *replay) asMet(s rules.Seat) metPosition {
	return metPosition{s, PositionKey(w.line[len(w.line)-1].Position)}
}

// toMove returns the seat whose turn it is.
func (w *replay) toMove() rules.Seat { return rules.Seat((len(w.line) - 1) % 2) }

// reach appends a position to the line.
func (w *replay) reach(p rules.Position) error {
	a, err := solve.Analyze(p, w.ending)
	w.line = append(w.line, a)
	return err
}

func (w *replay) decide(e rules.Event) error {
	a := w.line[len(w.line)-1]
	legal, work := countLegal(a.Position)
	w.budget -= work + a.Position.Size().Parts // each part is looked at, too
	d := Decision{
		Turn: len(w.line), Seat: e.Seat, Before: a.Position, Move: e.Move,
		Legal: legal, Hinted: w.hinted != nil && w.hinted[w.asMet(e.Seat)],
	}
	d.Winning, d.Retry = countWinning(a, d.Legal), w.noteTried(e.Seat)
	next, err := a.Position.Play(e.Move)
	if err != nil {
		return err
	}
	if err := w.reach(next); err != nil {
		return err
	}
	d.After, d.OutcomeAfter = next, w.line[len(w.line)-1].Outcome
	if d.GaveAway() {
		d.Better = firstMoves(a.Advancing(), maxBetter)
	}
	w.decisions = append(w.decisions, d)
	return nil
}

// noteTried records that a seat decides in the present position, and reports whether it did so
// before.
func (w *replay) noteTried(s rules.Seat) bool {
	if w.tried == nil {
		return false
	}
	t := w.asMet(s)
	before := w.tried[t]
	w.tried[t] = true
	return before
}

// takeBack goes back to the seat's last turn, as the referee does.
func (w *replay) takeBack(s rules.Seat) {
	moves := len(w.line) - 1
	back := 1
	if rules.Seat(moves%2) == s { // to move already: the answer goes, too
		back = 2
	}
	w.line = w.line[:len(w.line)-back]
	for i := range w.decisions {
		if w.decisions[i].Turn >= len(w.line) {
			w.decisions[i].Undone = true
		}
	}
}

// countsPerListing is how many moves can be counted in the time that listing one move takes.
const countsPerListing = 16

// countLegal counts the legal moves of a position up to MaxLegal + 1. work is the cost in
// listed moves.
func countLegal(p rules.Position) (legal, work int) {
	if c, ok := p.(rules.Countable); ok {
		legal = c.CountMoves(MaxLegal + 1)
		return legal, 1 + legal/countsPerListing
	}
	legal = CountMoves(p.Moves())
	return legal, legal
}

// countWinning counts the winning moves of a position that has legal legal moves. If legal
// exceeds MaxLegal, it returns 1 or 0, because finding all winning moves of large Moore
// positions takes long.
func countWinning(a solve.Analysis, legal int) int {
	switch {
	case legal <= MaxLegal:
		return CountMoves(a.Winning())
	case a.Outcome == rules.N:
		return 1
	}
	return 0
}

// CountMoves counts moves up to MaxLegal + 1.
func CountMoves(moves iter.Seq[rules.Move]) int {
	n := 0
	for range moves {
		if n++; n > MaxLegal {
			break
		}
	}
	return n
}

// firstMoves collects the first n moves.
func firstMoves(moves iter.Seq[rules.Move], n int) []rules.Move {
	var some []rules.Move
	for m := range moves {
		if some = append(some, m); len(some) == n {
			break
		}
	}
	return some
}
