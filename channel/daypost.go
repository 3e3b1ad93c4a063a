package channel

import (
	"slices"
	"strconv"
	"time"

	"nimbot/store"
)

// DayPost is the post of a date's positions as it stands in the channel, with
// what people shared of them.
type DayPost struct {
	Date string `json:"date"`
	// Message is the platform's id of the post, "" while it has to be posted anew.
	Message string `json:"message,omitempty"`
	// At is when it was posted, and Drawn when it was last edited.
	At    store.Unix `json:"at,omitempty"`
	Drawn store.Unix `json:"drawn,omitempty"`
	// Lines are the first that were shared, at most MaxLines, and More counts the
	// others.
	Lines []Line `json:"lines,omitempty"`
	More  int    `json:"more,omitempty"`
	// Changed is the document's version before Lines or More last changed: an
	// edit made of a later one shows them all.
	Changed uint64 `json:"changed,omitempty"`
	// Due is when the post is to be drawn anew, 0 while it shows what stands here.
	Due store.Unix `json:"due,omitempty"`
	// News: somebody's line isn't drawn yet, so that a post that is gone is worth a
	// new one.
	News bool `json:"news,omitempty"`
	// Gone counts the posts of the date that were deleted or took no more edits.
	Gone    int           `json:"gone,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Line is how the day's positions went for somebody who shared that.
type Line struct {
	Who Player `json:"who"`
	// Answers has "1" or "0" for each position that was answered rightly, or was
	// not.
	Answers string        `json:"answers"`
	Streak  int           `json:"streak"` // dates in a row, this one included
	At      store.Unix    `json:"at"`     // when it was shared
	Unknown store.Unknown `json:",embed"`
}

// MaxLines is how many lines a post shows.
const MaxLines = 40

// How often a post is edited: Discord takes few edits of a message that is older
// than an hour.
const (
	drawEvery    = 15 * time.Second
	drawOldEvery = 10 * time.Minute
	oldAfter     = time.Hour
)

// Share adds a line to the post of a date. taken reports whether such a post
// stands, which then holds the line; changed, whether it's a new one.
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
	next.News = true
	c.redraw(&next, l.At)
	return true, true
}

// redraw replaces the post by one with other lines, which is drawn as soon as that
// may be, if it stands.
func (c *Document) redraw(next *DayPost, now store.Unix) {
	next.Changed = c.Version
	if next.Due == 0 && next.Message != "" {
		next.Due = next.after(now)
	}
	c.DayPost = next
}

// after is when the post may be edited again.
func (p *DayPost) after(now store.Unix) store.Unix {
	every := drawEvery
	if now > p.At+store.Unix(oldAfter.Seconds()) {
		every = drawOldEvery
	}
	return max(now, p.Drawn+store.Unix(every.Seconds()))
}

// Name names the post; each that has to be posted anew has another name.
func (p *DayPost) Name() string {
	if p.Gone == 0 {
		return "daily " + p.Date
	}
	return "daily " + p.Date + " " + strconv.Itoa(p.Gone+1)
}

// NotePosted notes that a post of this name was posted, or edited, as it was in a
// version of the document, and which message it is. It reports whether that's the
// post of the last date.
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
		next.Drawn = now
	}
	next.Due = 0
	if next.Changed < version {
		next.News = false
	} else {
		next.Due = next.after(now)
	}
	c.DayPost = &next
	return true
}

// NoteGone notes that a message, which was the post, can't be edited any more. The
// post is forgotten, unless somebody's line waits for it: then a new one is due.
func (c *Document) NoteGone(message string, now store.Unix) (changed bool) {
	p := c.DayPost
	switch {
	case p == nil || p.Message != message:
		return false
	case !p.News:
		c.DayPost = nil
		return true
	}
	next := *p
	next.Message, next.Due = "", now
	next.Gone++
	c.DayPost = &next
	return true
}

// EndDrawing notes that the post, which there has to be, isn't due any more.
func (c *Document) EndDrawing() {
	next := *c.DayPost
	next.Due = 0
	c.DayPost = &next
}

// without is a copy of the post without somebody's line, nil when they have none
// or it's from after a time.
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

// StopPosting ends the schedule of posts, and forgets the post that stands.
func (c *Document) StopPosting() (changed bool) {
	changed = c.Daily.At != "" || c.DayPost != nil
	c.Daily, c.DayPost = Daily{Unknown: c.Daily.Unknown}, nil
	return changed
}
