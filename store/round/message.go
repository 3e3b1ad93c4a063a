package round

import (
	"strconv"
	"time"
)

// markRedraw records that the message must show something else now.
func (r *Round) markRedraw() { r.Changed, r.unshown = r.Version, true }

// BeginEdit records that an edit of the message begins. The next edit is due only when this one
// should have ended.
func (r *Round) BeginEdit(now Milli) { r.RedrawAt = now + milli(editWithin) }

// PostName returns the name under which the message is posted (dialog.Message.Post).
func (r *Round) PostName() string {
	name := "race " + r.ID + " " + strconv.Itoa(r.Number)
	if r.Phase == Over && r.Terms.Questions > 1 {
		name = "race " + r.ID + " end"
	}
	if r.LostMessages > 0 {
		name += " " + strconv.Itoa(r.LostMessages)
	}
	return name
}

// RecordPost records that the message with this name was posted or edited and shows the given
// version, and its id. The time of a question, or of a reveal by a worker, begins when it is first
// shown.
func (r *Round) RecordPost(name, message string, version uint64, now Milli, every time.Duration) (changed bool) {
	if r.PostName() != name {
		return false
	}
	if r.Message == "" && message != "" && r.Phase == Asked && r.Answers == "" {
		r.Ends += now - r.At
		r.At = now
	}
	r.Message, r.DrawnAt, r.RedrawAt = message, now, 0
	switch {
	case r.Changed >= version:
		r.RedrawAt = now + milli(every)
	case r.GoesOnAlone():
		r.Ends = min(r.Ends, now+milli(NextAfter))
	}
	return true
}

// RecordLost records that the message with this name was deleted, so that it is posted again.
func (r *Round) RecordLost(name string) (changed bool) {
	if r.PostName() != name || r.Message == "" {
		return false
	}
	r.Message, r.RedrawAt = "", 0
	r.LostMessages++
	r.markRedraw()
	return true
}
