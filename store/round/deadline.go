package round

import "time"

// Step is what time has decided.
type Step int

// The steps.
const (
	Nothing Step = iota
	Reveals
	GoesOn // the next question, or the end after the last
	Ends   // the round was left alone
)

// StepDue returns what time has decided by now.
func (r *Round) StepDue(now Milli) Step {
	switch {
	case r.Phase == Over || r.Phase == "":
		return Nothing
	case r.Phase == Asked && now >= r.Ends:
		return Reveals
	case !r.isUntimed() && now >= r.Touched+milli(idleAfter):
		return Ends
	case r.Phase == Shown && r.Ends > 0 && now >= r.Ends:
		return GoesOn
	}
	return Nothing
}

// isUntimed reports whether the question stays open until somebody reveals the answers. Such a
// round never ends as idle.
func (r *Round) isUntimed() bool { return r.Phase == Asked && r.Terms.Seconds == 0 }

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
		if !r.isUntimed() {
			add(r.Touched + milli(idleAfter))
		}
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
