package channel_test

import (
	"fmt"
	"reflect"
	"testing"

	"nimbot/store"
	"nimbot/store/channel"
)

// posted returns a document whose daily post was posted at a given time.
func posted(t *testing.T, at store.Unix) *channel.Document {
	t.Helper()
	c := &channel.Document{Version: 10, Daily: channel.Daily{Date: "2026-11-21"}}
	if !c.NotePosted("daily 2026-11-21", "m", 10, at) {
		t.Fatal("NotePosted(the last date's post) = false, want true")
	}
	c.Version++
	return c
}

func line(who string, at store.Unix) channel.Line {
	return channel.Line{Who: channel.Player{ID: who, Name: who}, Answers: "101", Streak: 1, At: at}
}

// share adds a person's line in a version of its own.
func share(t *testing.T, c *channel.Document, who string, at store.Unix) {
	t.Helper()
	if taken, changed := c.Share("2026-11-21", line(who, at)); !taken || !changed {
		t.Fatalf("Share(%s) = %v, %v, want it added", who, taken, changed)
	}
	c.Version++
}

func TestPostEditsAreRateLimited(t *testing.T) {
	const at = 1_800_000_000
	for _, tt := range []struct {
		name  string
		drawn store.Unix // when the first line was drawn
		next  store.Unix // when the second is shared
		want  store.Unix
	}{
		{"the first minutes", at + 60, at + 61, at + 75},
		{"long after the last edit", at + 60, at + 600, at + 600},
		{"an old post", at + 3600, at + 3660, at + 4200},
		{"an old post, long after", at + 3600, at + 9000, at + 9000},
	} {
		c := posted(t, at)
		share(t, c, "ana", tt.drawn)
		if got := c.DayPost.Due; got != tt.drawn {
			t.Errorf("%s: the first line is drawn at %d, want %d", tt.name, got, tt.drawn)
		}
		c.NotePosted("daily 2026-11-21", "m", c.Version, tt.drawn)
		if p := c.DayPost; p.Due != 0 || p.Unshown {
			t.Errorf("%s: %+v is due once it's drawn", tt.name, *p)
		}
		share(t, c, "bob", tt.next)
		share(t, c, "cleo", tt.next+1)
		if got := c.DayPost.Due; got != tt.want {
			t.Errorf("%s: both next lines are drawn at %d, want %d", tt.name, got, tt.want)
		}
	}
}

// An edit that was rendered from an older version leaves the post due.
func TestPostStaysDueIfALineArrivedDuringTheEdit(t *testing.T) {
	c := posted(t, 1000)
	share(t, c, "ana", 2000)
	drawing := c.Version
	share(t, c, "bob", 2001)
	c.NotePosted("daily 2026-11-21", "m", drawing, 2002)
	if p := c.DayPost; p.Due != 2017 || !p.Unshown {
		t.Errorf("after an edit without the last line the post is %+v, want it due at 2017", *p)
	}
	c.NotePosted("daily 2026-11-21", "m", c.Version, 2018)
	if p := c.DayPost; p.Due != 0 || p.Unshown || len(p.Lines) != 2 {
		t.Errorf("after the next edit the post is %+v, want both lines drawn", *p)
	}
}

func TestLinesAreBounded(t *testing.T) {
	c := posted(t, 1000)
	for i := range channel.MaxLines + 12 {
		share(t, c, fmt.Sprint("p", i), 2000)
	}
	if p := c.DayPost; len(p.Lines) != channel.MaxLines || p.More != 12 {
		t.Errorf("%d lines and %d more, want %d and 12", len(p.Lines), p.More, channel.MaxLines)
	}
	if taken, changed := c.Share("2026-11-21", line("p3", 2001)); !taken || changed {
		t.Errorf("Share(a line that's there) = %v, %v, want it taken and nothing changed", taken, changed)
	}
}

// The functions NotePosted and NoteGone identify the post by its name and message, and ignore all
// others.
func TestNotesAboutOtherPostsAreIgnored(t *testing.T) {
	c := posted(t, 1000)
	share(t, c, "ana", 2000)
	before := *c.DayPost
	for _, name := range []string{"daily 2026-11-20", "daily 2026-11-22", "daily 2026-11-21 2", ""} {
		if c.NotePosted(name, "other", 99, 2000) {
			t.Errorf("NotePosted(%q) = true, want it left alone", name)
		}
	}
	if c.NoteGone("other", 2000) || c.NotePosted("daily 2026-11-21", "", 99, 2000) {
		t.Error("a message that isn't the post, or none, was noted")
	}
	for _, date := range []string{"2026-11-20", "2026-11-22"} {
		if taken, changed := c.Share(date, line("bob", 2000)); taken || changed {
			t.Errorf("Share(%s) = %v, %v, want another date's line not taken", date, taken, changed)
		}
	}
	if !reflect.DeepEqual(*c.DayPost, before) {
		t.Errorf("the post is %+v, want %+v", *c.DayPost, before)
	}
	if c.DayPost = nil; c.NotePosted("daily 2026-11-20", "m", 99, 2000) {
		t.Error("NotePosted(the post of a date before the last) = true, want false")
	}
}

// A deleted post is posted again if a line wasn't shown yet; otherwise it is forgotten.
func TestDeletedPostIsRepostedOnlyForUnshownLines(t *testing.T) {
	c := posted(t, 1000)
	share(t, c, "ana", 2000)
	c.NoteGone("m", 2001)
	if p := c.DayPost; p == nil || p.Message != "" || p.Due != 2001 || p.Name() != "daily 2026-11-21 2" || len(p.Lines) != 1 {
		t.Fatalf("with a line to be drawn the post is %+v, want a new one due", p)
	}
	share(t, c, "bob", 2001)
	if !c.NotePosted("daily 2026-11-21 2", "n", c.Version, 2002) || c.DayPost.Message != "n" || c.DayPost.At != 2002 {
		t.Errorf("the new post is %+v, want message n of 2002", *c.DayPost)
	}
	if c.NotePosted("daily 2026-11-21", "m", c.Version, 2003) || c.DayPost.Message != "n" {
		t.Errorf("a late word of the old post makes it %+v", *c.DayPost)
	}
	if c.NoteGone("n", 2004); c.DayPost != nil {
		t.Errorf("without anything to draw the post is %+v, want it forgotten", *c.DayPost)
	}
	if taken, _ := c.Share("2026-11-21", line("cleo", 2005)); taken {
		t.Error("a post that was forgotten takes a line")
	}
}

func TestForgetTakesALineOutOfThePost(t *testing.T) {
	for _, tt := range []struct {
		name  string
		until store.Unix
		gone  bool // before
		lines int
		due   store.Unix
	}{
		{"at once", 3000, false, 1, 3000},
		{"as of a time before it", 1999, false, 2, 0},
		{"from a post that isn't known", 3000, true, 1, 0},
	} {
		c := posted(t, 1000)
		share(t, c, "ana", 2000)
		share(t, c, "bob", 2000)
		c.NotePosted("daily 2026-11-21", "m", c.Version, 2001)
		if tt.gone {
			c.DayPost.Message = ""
		}
		before := *c.DayPost
		forgot, seen := c.Forget("ana", tt.until, 3000, func(int) bool { return false })
		if p := c.DayPost; len(p.Lines) != tt.lines || p.Due != tt.due || forgot != (tt.lines == 1) || len(seen) > 0 {
			t.Errorf("%s: Forget = %v, %v with %+v, want %d lines, due at %d", tt.name, forgot, seen, *p, tt.lines, tt.due)
		}
		if len(before.Lines) != 2 || before.Lines[0].Who.ID != "ana" {
			t.Errorf("%s: what others may still read was changed: %+v", tt.name, before)
		}
	}
	c := posted(t, 1000)
	share(t, c, "ana", 2000)
	if got := c.People(); !reflect.DeepEqual(got, []string{"ana"}) {
		t.Errorf("People() = %v, want ana, whose line stands there", got)
	}
}
