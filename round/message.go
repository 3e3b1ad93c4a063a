package round

import (
	"strconv"
	"time"
)

// redrawn records that the message must show something else now.
func (r *Round) redrawn() { r.Changed, r.unshown = r.Version, true }

// EditBegins records that an edit of the message begins. The next edit is due only when this one
// should have ended.
func (r *Round) EditBegins(now Milli) { r.RedrawAt = now + milli(drawWithin) }

// PostName returns the name under which the message is posted (exchange.Message.Post).
func (r *Round) PostName() string {
	name := "race " + r.ID + " " + strconv.Itoa(r.Number)
	if r.Phase == Over && r.Terms.Questions > 1 {
		name = "race " + r.ID + " end"
	}
	if r.Gone > 0 {
		name += " " + strconv.Itoa(r.Gone)
	}
	return name
}

// Posted records that the message with this name was posted or edited and shows the given version,
// and its id. A question's time begins with its first post.
func (r *Round) Posted(name, message string, version uint64, now Milli, every time.Duration) (changed bool) {
	if r.PostName() != name {
		return false
	}
	if r.Message == "" && message != "" && r.Phase == Asked && r.Answers == "" {
		r.Ends += now - r.At
		r.At = now
	}
	r.Message, r.DrawnAt, r.RedrawAt = message, now, 0
	if r.Changed >= version {
		r.RedrawAt = now + milli(every)
	}
	return true
}

// Lost records that the message with this name was deleted, so that it is posted again.
func (r *Round) Lost(name string) (changed bool) {
	if r.PostName() != name || r.Message == "" {
		return false
	}
	r.Message, r.RedrawAt = "", 0
	r.Gone++
	r.redrawn()
	return true
}
