package round

import (
	"strconv"
	"time"
)

// redrawn records that the message shows something else now.
func (r *Round) redrawn() { r.Changed, r.unshown = r.Version, true }

// Begins records that an edit of the message begins. The next edit isn't due before this one
// should have ended.
func (r *Round) Begins(now Milli) { r.Draw = now + milli(drawWithin) }

// Name is the name of the message as a post.
func (r *Round) Name() string {
	name := "race " + r.ID + " " + strconv.Itoa(r.Number)
	if r.Phase == Over && r.Terms.Questions > 1 {
		name = "race " + r.ID + " end"
	}
	if r.Gone > 0 {
		name += " " + strconv.Itoa(r.Gone)
	}
	return name
}

// Posted records that the message of a name was posted or edited as of a version, and its id.
// The time of a question begins with its first post.
func (r *Round) Posted(name, message string, version uint64, now Milli, every time.Duration) (changed bool) {
	if r.Name() != name {
		return false
	}
	if r.Message == "" && message != "" && r.Phase == Asked && r.Answers == "" {
		r.Ends += now - r.At
		r.At = now
	}
	r.Message, r.Drawn, r.Draw = message, now, 0
	if r.Changed >= version {
		r.Draw = now + milli(every)
	}
	return true
}

// Lost records that the message of a name is gone, so that it is posted anew.
func (r *Round) Lost(name string) (changed bool) {
	if r.Name() != name || r.Message == "" {
		return false
	}
	r.Message, r.Draw = "", 0
	r.Gone++
	r.redrawn()
	return true
}
