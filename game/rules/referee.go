package rules

// Apply plays an event. If the event is not possible, Apply returns m and an *Error: an
// illegal move is ErrIllegal, everything else ErrMatch. Apply doesn't know who sends an event: that
// the opponent has consented to TookBack or Stopped, and that a clock has run out, is for the caller
// to check.
func (m Match) Apply(e Event) (Match, error) {
	next := m
	// Clone, so that appending doesn't change m or other matches derived from
	// it.
	next.events, next.history = cloneForAppend(m.events), cloneForAppend(m.history)
	next.texts, next.moves = cloneForAppend(m.texts), cloneForAppend(m.moves)
	if err := next.apply(e); err != nil {
		return m, err
	}
	return next, nil
}

// cloneForAppend copies s with room for just one more element, where append
// would double it.
func cloneForAppend[T any](s []T) []T {
	if s == nil {
		return nil
	}
	return append(make([]T, 0, len(s)+1), s...)
}

// apply is Apply in place. A refusal leaves the match unchanged.
func (m *Match) apply(e Event) error {
	if m.result.Over {
		return refuse("match.over", nil)
	}
	if err := m.checkForm(e); err != nil {
		return err
	}
	if err := m.checkLength(e); err != nil {
		return err
	}
	var err error
	switch e.Kind {
	case Moved:
		err = m.move(e)
	case Hinted: // only recorded
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

// checkForm refuses events that can't be encoded.
func (m *Match) checkForm(e Event) error {
	if e.Seat != 0 && e.Seat != 1 || e.Kind != Moved && e.Move != "" || e.Kind != Asked && e.What != "" {
		return refuse("match.bad-event", Args{"event": e.String()})
	}
	return nil
}

// checkLength refuses hints, questions, refusals and moves taken back once a match has maxEvents. Moves,
// which MaxPlies bounds, and events that end the match are always possible.
func (m *Match) checkLength(e Event) error {
	if len(m.events) < maxEvents {
		return nil
	}
	switch e.Kind {
	case Hinted, Asked, Refused, TookBack:
		return refuse("match.too-long", nil)
	}
	return nil
}

// Play is Apply for a move of the seat. It has the same errors.
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
		// The player who cannot move loses in normal play and wins in misère play.
		winner := e.Seat
		if m.setup.Ending == Misere {
			winner = e.Seat.Other()
		}
		m.end(winner, ByLastMove)
	case m.loopy && m.repetitions() >= 3:
		m.end(Nobody, ByRepetition)
	case m.plies >= MaxPlies:
		m.end(Nobody, ByLength)
	}
	return nil
}

// repetitions counts the occurrences of the current position, including this
// one.
func (m *Match) repetitions() int {
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

// refused answers the open question with no, whoever says so: the seat that was asked, or the one that
// asked and withdraws.
func (m *Match) refused() error {
	if m.ask == nil {
		return refuse("match.nothing-asked", nil)
	}
	m.ask = nil
	m.turn++
	return nil
}

// CanTakeBack reports whether the seat has a move that can be taken back.
func (m Match) CanTakeBack(s Seat) bool { return m.MoveCount(s) > 0 }

// takeBack undoes the seat's last turn. It leaves plies as they are: they count the moves ever made.
func (m *Match) takeBack(s Seat) error {
	if !m.CanTakeBack(s) {
		return refuse("match.nothing-to-undo", nil)
	}
	n := 1 // the seat's own move
	if m.ToMove() == s {
		n = 2 // and the opponent's answer to it
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
