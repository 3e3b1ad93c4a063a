package round

import "time"

// Step is what has to happen to a round because its time is over.
type Step int

// The steps.
const (
	Nothing Step = iota
	Reveals      // the question's time is over: its answers are revealed
	GoesOn       // the next question is asked, or the round ends after the last one
	Ends         // nobody has pressed anything for long: the round ends
)

// StepDue returns the step that is due at now, Nothing if no time is over.
func (r *Round) StepDue(now Milli) Step {
	switch {
	case r.Phase == Over || r.Phase == "":
		return Nothing
	case r.Phase == Asked && now >= r.Ends:
		return Reveals
	case now >= r.leftAlone():
		return Ends
	case r.GoesOnAlone() && now >= r.Ends:
		return GoesOn
	}
	return Nothing
}

// leftAlone returns when the round ends because nobody has pressed anything. A question without a time
// limit stays open until it ends itself; after a reveal that waits, a class may talk about it for a lesson.
func (r *Round) leftAlone() Milli {
	switch {
	case r.Terms.Seconds > 0 && !r.IsHeld():
		return r.Touched + milli(idleAfter)
	case r.Phase == Asked:
		return r.Ends
	}
	return r.Touched + milli(untimedIdleAfter)
}

// MayLead reports whether a person may reveal the answers or go on: the host and moderators may,
// and anybody if there is no host any more or some time has passed since the reveal.
func (r *Round) MayLead(id string, moderator bool, now Milli) bool {
	return moderator || r.Host.ID == "" || id == r.Host.ID || r.Phase == Shown && now >= r.At+milli(anybodyAfter)
}

// Due returns when a worker must process the round, the zero Time for never.
func (r *Round) Due() (due time.Time) {
	add := func(m Milli) {
		if at := time.UnixMilli(int64(m)); m > 0 && (due.IsZero() || at.Before(due)) {
			due = at
		}
	}
	switch {
	case r.Phase == Over && !r.Counted:
		add(r.At)
	case r.Phase != Over:
		add(r.Ends)
		add(r.leftAlone())
	}
	add(r.RedrawAt)
	return due
}

// Expires returns when the document may be deleted.
func (r *Round) Expires(now time.Time) time.Time {
	if r.Phase == Over {
		return now.Add(keptFor)
	}
	return now.Add(openFor + keptFor)
}
