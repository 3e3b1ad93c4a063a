package practice_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// post puts the post of a date into the room.
func (r *room) post(date string) {
	r.t.Helper()
	_, err := r.Handler.Amend(r.t.Context(), r.Place, func(d *channel.Document, now store.Unix) bool {
		d.DayPost = &channel.DayPost{Date: date, Message: "m", At: now}
		return true
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

// lines returns the names of the people with a line in the room's post.
func (r *room) lines() string {
	var who []string
	for _, l := range r.Document().DayPost.Lines {
		who = append(who, l.Who.ID+" "+l.Answers)
	}
	return strings.Join(who, ", ")
}

// A shared result is added to the date's post, once.
func TestSharingIntoThePost(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.post("2026-11-21")
	r.expect("ana", "daily share", "Finish today's positions first")
	done := r.solveDay("ana", "101")
	reply := r.press("ana", done, "Share")
	r.Expect(reply, "[ana] Nim daily 21 Nov · 🟩❌🟩 · 2 of 3 right · 1 day in a row", "adding your line to the post for 21 Nov")
	if text := r.Text(reply); strings.Contains(text, "[all]") || !reply.Messages[0].Edit || len(reply.Messages[0].Buttons) > 0 {
		t.Errorf("the answer to Share is %+v, want one in place of what was pressed, without it", reply.Messages)
	}
	if reply.Found == reply.Version {
		t.Error("the reply doesn't tell that the place's document was changed")
	}
	r.expect("ana", "daily share", "shared this one already")
	// As after a crash, before the person's document said that it was shared.
	r.edit("ana", func(doc *person.Practice) { doc.Daily[0].Shared = false })
	r.expect("ana", "share", "adding your line")
	if got := r.lines(); got != "ana 101" {
		t.Errorf("the post has the lines %q, want ana's, once", got)
	}
	if doc := r.Document(); doc.DayPost.Unshown != true || doc.DayPost.Due != store.UnixOf(r.Now) {
		t.Errorf("the post is %+v, want it drawn at once", doc.DayPost)
	}
}

// No line is added if nothing was shared or the post is of another date.
func TestSharingBesideThePost(t *testing.T) {
	for _, tt := range []struct {
		name  string
		date  string // of the post
		share func(r *room, done dialog.Reply) dialog.Reply
		want  dialog.Result
		said  string
	}{
		{"another date's post", "2026-11-20", func(r *room, done dialog.Reply) dialog.Reply { return r.press("ana", done, "Share") }, dialog.Told, "[all] ana: Nim daily 21 Nov"},
		{"a button of before", "2026-11-21", func(r *room, done dialog.Reply) dialog.Reply {
			r.says("ana", "puzzle")
			return r.press("ana", done, "Share")
		}, dialog.Stale, ""},
		{"another place", "2026-11-21", func(r *room, done dialog.Reply) dialog.Reply {
			q := r.Request("ana", r.Button(done, "Share"))
			q.Place.Channel = "elsewhere"
			return r.router.Handle(context.Background(), q)
		}, dialog.Told, "[all] ana: Nim daily 21 Nov"},
		{"where the bot has no seat", "2026-11-21", func(r *room, done dialog.Reply) dialog.Reply {
			q := r.Request("ana", r.Button(done, "Share"))
			q.ReplyOnly = true
			return r.router.Handle(context.Background(), q)
		}, dialog.Told, "[all] ana: Nim daily 21 Nov"},
	} {
		r := newRoom(t)
		r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		r.post(tt.date)
		reply := tt.share(r, r.solveDay("ana", "111"))
		if text := r.Text(reply); reply.Result != tt.want || !strings.Contains(text, tt.said) {
			t.Errorf("%s: the answer is %v %q, want %v %q", tt.name, reply.Result, text, tt.want, tt.said)
		}
		if got := r.lines(); got != "" {
			t.Errorf("%s: the post has the lines %q, want none", tt.name, got)
		}
	}
}
