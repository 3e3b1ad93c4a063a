package channel

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/store"
)

// DayPost is the post of a date's positions in the channel, with the results that people
// shared.
type DayPost struct {
	Date string `json:"date"`
	// Message is the platform's id of the post, "" while it must be posted again.
	Message string `json:"message,omitempty"`
	// At is when it was posted, and EditedAt when it was last edited.
	At       store.Unix `json:"at,omitempty"`
	EditedAt store.Unix `json:"drawn,omitempty"`
	// Lines are the results shared first, at most MaxLines; More counts the others.
	Lines []Line `json:"lines,omitempty"`
	More  int    `json:"more,omitempty"`
	// Changed is the document's version just before Lines or More last changed. An edit
	// that was rendered from a later version shows every line.
	Changed uint64 `json:"changed,omitempty"`
	// Due is when the post must be edited, 0 while it is up to date.
	Due store.Unix `json:"due,omitempty"`
	// Unshown reports that some line isn't shown yet. Then, if the post was deleted, it is posted
	// again.
	Unshown bool `json:"news,omitempty"`
	// Gone counts the date's posts that were deleted or couldn't be edited any more.
	Gone    int           `json:"gone,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Line is one person's shared result of the day's positions.
type Line struct {
	Who Player `json:"who"`
	// Answers is that of person.Day.
	Answers string        `json:"answers"`
	Streak  int           `json:"streak"` // dates in a row, with this one
	At      store.Unix    `json:"at"`     // when it was shared
	Unknown store.Unknown `json:",embed"`
}

// MaxLines is how many lines a post shows.
const MaxLines = 40

// A post is edited at most every drawEvery, and after oldAfter at most every
// drawOldEvery, because Discord allows few edits of a message older than an hour.
const (
	drawEvery    = 15 * time.Second
	drawOldEvery = 10 * time.Minute
	oldAfter     = time.Hour
)

// Share adds a line to the post of a date. taken reports whether there is such a post,
// which now has the line; changed, whether the line is new.
func (c *Document) Share(date string, l Line) (taken, changed bool) {
	p := c.DayPost
	if p == nil || p.Date != date || p.Message == "" && p.Due == 0 {
		return false, false
	}
	if slices.ContainsFunc(p.Lines, func(o Line) bool { return o.Who.ID == l.Who.ID }) {
		return true, false
	}
	next := *p
	if len(p.Lines) < MaxLines {
		next.Lines = append(slices.Clip(p.Lines), l)
	} else {
		next.More++
	}
	next.Unshown = true
	c.setPost(&next, l.At)
	return true, true
}

// setPost replaces the post and schedules an edit for as soon as its rate allows.
func (c *Document) setPost(next *DayPost, now store.Unix) {
	next.Changed = c.Version
	if next.Due == 0 && next.Message != "" {
		next.Due = next.nextEdit(now)
	}
	c.DayPost = next
}

// nextEdit returns when the post may be edited next.
func (p *DayPost) nextEdit(now store.Unix) store.Unix {
	every := drawEvery
	if now > p.At+store.Unix(oldAfter.Seconds()) {
		every = drawOldEvery
	}
	return max(now, p.EditedAt+store.Unix(every.Seconds()))
}

// Name identifies the post. A post that replaces a deleted one has another name.
func (p *DayPost) Name() string {
	if p.Gone == 0 {
		return "daily " + p.Date
	}
	return "daily " + p.Date + " " + strconv.Itoa(p.Gone+1)
}

// IsDayPost reports whether a name belongs to a post of the day's positions.
func IsDayPost(name string) bool { return strings.HasPrefix(name, "daily ") }

// NotePosted records that the post with this name was posted, or edited to show the given
// version of the document, as message. It returns false, and changes nothing, if the
// channel's current post has another name.
func (c *Document) NotePosted(name, message string, version uint64, now store.Unix) (changed bool) {
	next := DayPost{Date: c.Daily.Date}
	switch p := c.DayPost; {
	case message != "" && p != nil && p.Name() == name:
		next = *p
	case message == "" || next.Date == "" || next.Name() != name || p != nil && p.Date == next.Date:
		return false
	}
	if next.Message != message {
		next.Message, next.At = message, now
	} else {
		next.EditedAt = now
	}
	next.Due = 0
	if next.Changed < version {
		next.Unshown = false
	} else {
		next.Due = next.nextEdit(now)
	}
	c.DayPost = &next
	return true
}

// NoteGone records that a message can't be edited any more. If it is the post, the post
// is forgotten, unless some line isn't shown yet: then a new post is due.
func (c *Document) NoteGone(message string, now store.Unix) (changed bool) {
	p := c.DayPost
	switch {
	case p == nil || p.Message != message:
		return false
	case !p.Unshown:
		c.DayPost = nil
		return true
	}
	next := *p
	next.Message, next.Due = "", now
	next.Gone++
	c.DayPost = &next
	return true
}

// EndEditing records that the post, which must exist, needs no edit.
func (c *Document) EndEditing() {
	next := *c.DayPost
	next.Due = 0
	c.DayPost = &next
}

// without returns a copy of the post without a person's line. It is nil if they have no line
// that was shared at or before until.
func (p *DayPost) without(id string, until store.Unix) *DayPost {
	if p == nil {
		return nil
	}
	i := slices.IndexFunc(p.Lines, func(l Line) bool { return l.Who.ID == id && l.At <= until })
	if i < 0 {
		return nil
	}
	next := *p
	next.Lines = slices.Concat(p.Lines[:i], p.Lines[i+1:])
	return &next
}

// StopPosting turns the schedule off and forgets the present post.
func (c *Document) StopPosting() (changed bool) {
	changed = c.Daily.At != "" || c.DayPost != nil
	c.Daily, c.DayPost = Daily{Unknown: c.Daily.Unknown}, nil
	return changed
}
