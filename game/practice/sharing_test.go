package practice_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
)

// `share` shares the daily for people who solved it and didn't play in the place's last
// game, and the game for its players.
func TestWhatShareMeans(t *testing.T) {
	for _, c := range []struct {
		what    string
		who     string
		answers string
		shared  bool
		daily   bool
	}{
		{"a player of the last game", "bob", "111", false, false},
		{"somebody else", "ana", "111", false, true},
		{"who hasn't finished the day", "ana", "11", false, false},
		{"who has shared it", "ana", "111", true, false},
	} {
		r := newRoom(t)
		r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		r.says("bob", "start 1")
		r.says("bob", "A1")
		r.edit(c.who, func(doc *person.Practice) {
			doc.Daily = []person.Day{{Date: "2026-11-21", Answers: c.answers, Shared: c.shared}}
		})
		if text := r.Text(r.says(c.who, "share")); strings.Contains(text, "Nim daily") != c.daily {
			t.Errorf("%s says share: %q, want the day's positions: %v", c.what, text, c.daily)
		}
	}
}

// A date can be solved and shared while it is that date somewhere on earth.
func TestWhenADateCanBeShared(t *testing.T) {
	for _, c := range []struct {
		now  string
		done []person.Day
		want string // the date, "" for none
	}{
		{"2026-11-21T12:00:00Z", []person.Day{{Date: "2026-11-21", Answers: "111"}}, "21 Nov"},
		{"2026-11-22T11:59:59Z", []person.Day{{Date: "2026-11-21", Answers: "111"}}, "21 Nov"},
		{"2026-11-22T12:00:00Z", []person.Day{{Date: "2026-11-21", Answers: "111"}}, ""},
		{"2026-11-22T11:00:00Z", []person.Day{{Date: "2026-11-21", Answers: "11"}}, ""},
		{"2026-11-22T11:00:00Z", []person.Day{{Date: "2026-11-21", Answers: "111"}, {Date: "2026-11-22", Answers: "1"}}, "21 Nov"},
		{"2026-11-22T11:00:00Z", []person.Day{{Date: "2026-11-21", Answers: "111"}, {Date: "2026-11-22", Answers: "111"}}, "22 Nov"},
		{"2026-11-22T11:00:00Z", []person.Day{{Date: "2026-11-21", Answers: "111", Shared: true}}, ""},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		r := newRoom(t)
		r.Now = now
		r.edit("ana", func(doc *person.Practice) { doc.Daily = c.done })
		reply := r.says("ana", "daily share")
		if text := r.Text(reply); (reply.Result == dialog.Told) != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("at %s, with %+v, daily share gives %v %q; want %q", c.now, c.done, reply.Result, text, c.want)
		}
		// A result can't be shared twice.
		if reply := r.says("ana", "daily share"); reply.Result != dialog.Refused {
			t.Errorf("at %s daily share once more gives %v", c.now, reply.Result)
		}
	}
}

// A daily that was begun is finished first, as long as it is that date somewhere on earth. No
// date begins earlier than 14 hours ahead of UTC, or ends later than 12 hours behind it.
func TestWhichDateTheDailyIs(t *testing.T) {
	for _, c := range []struct{ now, begun, want string }{
		{"2026-11-21T12:00:00Z", "2026-11-21", "21 Nov"},
		{"2026-11-21T10:00:00Z", "2026-11-22", "22 Nov"},
		{"2026-11-21T09:59:59Z", "2026-11-22", "21 Nov"},
		{"2026-11-22T11:59:59Z", "2026-11-21", "21 Nov"},
		{"2026-11-22T12:00:00Z", "2026-11-21", "22 Nov"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		r := newRoom(t)
		r.Now = now
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "daily", Date: c.begun, Game: "nim", Ending: "normal", Position: "3 4 5", Asks: "outcome"}
		})
		r.expect("ana", "daily", c.want+", position 1 of 3")
	}
}

// A streak up to the latest date on earth counts. A later one is ignored until its date comes.
func TestStreakUpToTheLatestDate(t *testing.T) {
	for _, c := range []struct {
		before person.Streak
		days   int
		last   string
	}{
		{person.Streak{Last: "2026-11-22", Days: 2, Longest: 2}, 2, "2026-11-22"}, // which is today somewhere
		{person.Streak{Last: "2026-11-24", Days: 3, Longest: 3}, 1, "2026-11-20"},
	} {
		r := newRoom(t)
		r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		r.edit("ana", func(doc *person.Practice) {
			doc.Streak = c.before
			doc.Now = &person.Exercise{Kind: "daily", Date: "2026-11-20", Game: "nim", Ending: "normal", Position: "3 4 5", Asks: "outcome"}
			doc.Daily = []person.Day{{Date: "2026-11-20", Answers: "11"}}
		})
		r.Now = time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC)
		r.says("ana", "answer lost")
		if k := r.doc("ana").Streak; c.last == "2026-11-22" && (k.Days != 3 || k.Last != c.last) || c.last != "2026-11-22" && (k.Days != c.days || k.Last != c.last || len(k.Earlier) != 1) {
			t.Errorf("after the 20th, with %+v before, the streak is %+v; want it up to %s", c.before, k, c.last)
		}
	}
}

// A skipped mistake comes back the next day; the other mistake is asked at once.
func TestASkippedMistake(t *testing.T) {
	r := newRoom(t)
	due := store.UnixOf(r.Now)
	r.edit("ana", func(doc *person.Practice) {
		doc.Mistakes = []person.Mistake{
			{Game: "nim", Ending: "normal", Position: "3 4 5", Date: "2026-11-20", Due: due - 1, Box: 2},
			{Game: "nim", Ending: "normal", Position: "1 2 4", Date: "2026-11-20", Due: due - 1},
		}
	})
	r.expect("ana", "puzzle mine", "A 3, B 4, C 5") // of two that are due at once the older one
	r.expect("ana", "skip", "A 1, B 2, C 4")
	if m := r.doc("ana").Mistakes[0]; m.Due != due+24*60*60 || m.Box != 2 {
		t.Errorf("the mistake that was skipped is %+v, want it due tomorrow in its box", m)
	}
	r.expect("ana", "skip", "resting")
	r.says("ana", "puzzle")
	r.says("ana", "puzzle mine clear")
	if doc := r.doc("ana"); len(doc.Mistakes) != 0 || doc.Now == nil || doc.Now.Kind != "puzzle" {
		t.Errorf("cleared, there are %+v and %+v; want no mistakes and the puzzle", doc.Mistakes, doc.Now)
	}
}
