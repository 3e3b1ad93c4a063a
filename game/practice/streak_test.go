package practice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
)

// does has ana do the daily of a date, at noon of that date.
func (r *room) does(day string) {
	r.t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		r.t.Fatal(err)
	}
	r.Now = at.Add(12 * time.Hour)
	r.solveDay("ana", "111")
}

// A streak follows from its dates, in whatever order they were done. Dates that were done
// while the clock was wrong are ignored once it is right.
func TestAStreakFollowsFromItsDates(t *testing.T) {
	for _, c := range []struct {
		what   string
		dates  []string
		days   int
		last   string
		before person.Streak
	}{
		{"in order", []string{"2026-11-20", "2026-11-21", "2026-11-22"}, 3, "2026-11-22", person.Streak{}},
		{"the middle last", []string{"2026-11-20", "2026-11-22", "2026-11-21"}, 3, "2026-11-22", person.Streak{}},
		{"backwards", []string{"2026-11-22", "2026-11-21", "2026-11-20"}, 3, "2026-11-22", person.Streak{}},
		{"joined to an older one", []string{"2026-11-22", "2026-11-21"}, 7, "2026-11-22", person.Streak{Last: "2026-11-20", Days: 5, Longest: 5}},
		{"a date within it", []string{"2026-11-20"}, 5, "2026-11-22", person.Streak{Last: "2026-11-22", Days: 5, Longest: 5}},
		{"its first date", []string{"2026-11-18"}, 5, "2026-11-22", person.Streak{Last: "2026-11-22", Days: 5, Longest: 5}},
		{"a gap", []string{"2026-11-19", "2026-11-20", "2026-11-22"}, 1, "2026-11-22", person.Streak{}},
		{"the clock ran ahead", []string{"2026-11-20", "2030-01-01", "2026-11-21"}, 2, "2026-11-21", person.Streak{}},
		{"the clock ran behind", []string{"2026-11-20", "2020-01-01", "2026-11-21"}, 2, "2026-11-21", person.Streak{}},
		{"the clock ran ahead twice", []string{"2026-11-20", "2030-01-01", "2031-06-01", "2026-11-21"}, 2, "2026-11-21", person.Streak{}},
	} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) { doc.Streak = c.before })
		for _, day := range c.dates {
			r.does(day)
		}
		if k := r.doc("ana").Streak; k.Days != c.days || k.Last != c.last || k.Longest < k.Days {
			t.Errorf("%s: after %v the streak is %+v, want %d days up to %s", c.what, c.dates, k, c.days, c.last)
		}
		if done := c.dates[len(c.dates)-1]; done == c.last {
			r.expect("ana", "daily", fmt.Sprintf("· %d day", c.days))
		}
	}
}

// The date is that of the place's zone, also where it begins first and ends last: it's what is
// asked, what counts for the streak, and what others are told.
func TestDatesOfZones(t *testing.T) {
	for _, c := range []struct {
		zone, now, date string // now in UTC
	}{
		{"Pacific/Kiritimati", "2026-11-20T10:00:00Z", "2026-11-21"}, // UTC+14, at 00:00
		{"Pacific/Kiritimati", "2026-11-21T09:59:59Z", "2026-11-21"},
		{"Europe/Berlin", "2026-11-20T23:00:00Z", "2026-11-21"},
		{"America/New_York", "2026-11-22T04:59:59Z", "2026-11-21"},
		{"Etc/GMT+12", "2026-11-21T12:00:00Z", "2026-11-21"}, // UTC-12
		{"Etc/GMT+12", "2026-11-22T11:59:59Z", "2026-11-21"},
	} {
		r := newRoom(t)
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		r.Now = now
		zone := r.Request("mod", "settings zone:"+c.zone)
		zone.User.Moderator = true
		r.router.Handle(t.Context(), zone)
		r.edit("ana", func(doc *person.Practice) {
			doc.Streak = person.Streak{Last: "2026-11-20", Days: 2, Longest: 9, Earlier: []person.Run{{Last: "2026-11-10", Days: 9}}}
		})
		before, err := r.exercises.DailyProgress(t.Context(), r.Place, "ana")
		if err != nil || before.Answers != "" || before.Streak != 2 || before.Ends.Sub(now) > 24*time.Hour || !before.Ends.After(now) {
			t.Errorf("in %s at %s the day is %+v, %v; want none answered, a streak of 2, and an end within a day", c.zone, c.now, before, err)
		}
		r.solveDay("ana", "111")
		after, err := r.exercises.DailyProgress(t.Context(), r.Place, "ana")
		if k := r.doc("ana").Streak; k.Last != c.date || k.Days != 3 || k.Longest != 9 || after.Answers != "111" || after.Streak != 3 || err != nil {
			t.Errorf("in %s at %s the streak is %+v, the day %+v, %v; want 3 days up to %s, of 9 once", c.zone, c.now, k, after, err, c.date)
		}
		r.expect("ana", "daily share", "21 Nov", "3 days")
		r.expect("ana", "daily share", "shared this one already")
		for _, m := range r.says("ana", "daily").Messages {
			if slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return strings.HasPrefix(b.Command, "daily share") }) || !slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return b.Command == "puzzle" }) {
				t.Errorf("a result that was shared has the buttons %+v, want more puzzles, and no way to share it again", m.Buttons)
			}
		}
		// After a gap the streak begins anew.
		r.Now = now.Add(3 * 24 * time.Hour)
		r.solveDay("ana", "111")
		if k := r.doc("ana").Streak; k.Days != 1 || k.Last != "2026-11-24" || k.Longest != 9 {
			t.Errorf("in %s, three days later, the streak is %+v, want 1 day, of 9 once", c.zone, k)
		}
	}
}

// A date's positions can be answered and shared until it is over everywhere on earth.
func TestHowLongADateLasts(t *testing.T) {
	for _, c := range []struct {
		now  string // in UTC; the place's zone is UTC
		want bool
	}{{"2026-11-21T23:59:00Z", true}, {"2026-11-22T11:59:59Z", true}, {"2026-11-22T12:00:00Z", false}} {
		r := newRoom(t)
		r.Now = time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
		r.solveDay("ana", "111")
		r.solveDay("bob", "11")
		r.says("bob", "daily")
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		r.Now = now
		if text := r.Text(r.says("ana", "daily share")); strings.Contains(text, "21 Nov") != c.want {
			t.Errorf("at %s sharing gives %q, want the line of 21 Nov: %v", c.now, text, c.want)
		}
		if text := r.Text(r.says("bob", "daily")); strings.Contains(text, "21 Nov, position 3 of 3") != c.want {
			t.Errorf("at %s the daily gives %q, want the last position of 21 Nov: %v", c.now, text, c.want)
		}
	}
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	r.solveDay("bob", "11")
	r.Now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	right, _ := r.answers("bob")
	r.says("bob", "answer "+right)
	if k := r.doc("bob").Streak; k.Days != 0 || r.doc("bob").Daily[0].Answers != "11" {
		t.Errorf("after the date was over everywhere the streak is %+v, the day %+v; want neither to change", k, r.doc("bob").Daily[0])
	}
}

// A daily that was begun while the clock ran ahead doesn't block the present one.
func TestADailyOfTheFutureIsIgnored(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	r.expect("ana", "daily", "1 Jan, position 1 of 3")
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.expect("ana", "daily", "21 Nov, position 1 of 3")
}

// A mistake is asked a day after it was made, and one that was put aside while the clock ran
// ahead at once.
func TestMistakesAreAskedAfterADay(t *testing.T) {
	r := newRoom(t)
	made := []person.Mistake{{Game: "nim", Ending: "normal", Position: "3 4 5", Date: "2026-11-21"}}
	if err := r.collector().Keep(t.Context(), "test", "ana", store.UnixOf(r.Now), made); err != nil {
		t.Fatal(err)
	}
	r.expect("ana", "puzzle mine", "resting")
	r.Pass(24*time.Hour - time.Minute)
	r.expect("ana", "puzzle mine", "resting")
	r.Pass(time.Minute)
	r.expect("ana", "puzzle mine", "Which move wins?")
	r = newRoom(t)
	r.edit("ana", func(doc *person.Practice) { doc.Mistakes = slices.Clone(made); doc.Mistakes[0].Due = 4_000_000_000 })
	r.expect("ana", "puzzle mine", "Which move wins?")
}

// A place keeps its zone as long as the daily is done there.
func TestAPlaceKeepsItsZone(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	zone := r.Request("mod", "settings zone:Asia/Tokyo")
	zone.User.Moderator = true
	r.router.Handle(t.Context(), zone)
	expires := func() (at time.Time) {
		for e, err := range r.Store.(store.Archive).All(t.Context()) {
			if err == nil && e.Key == r.Place.String() {
				at = e.Expires
			}
		}
		return at
	}
	for range 3 {
		r.Pass(20 * 24 * time.Hour)
		r.solveDay("ana", "111")
		if got, want := expires(), r.Now.Add(30*24*time.Hour); got.Before(want.Add(-time.Minute)) {
			t.Errorf("the place is kept until %v, want %v", got, want)
		}
	}
}
