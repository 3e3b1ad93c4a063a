package practice_test

import (
	"slices"
	"testing"
	"time"

	"nimbot/person"
	"nimbot/store"
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
	if err := r.collector().Keep(t.Context(), "test", "ana", made); err != nil {
		t.Fatal(err)
	}
	r.expect("ana", "puzzle mine", "resting")
	r.Now = r.Now.Add(24*time.Hour - time.Minute)
	r.expect("ana", "puzzle mine", "resting")
	r.Now = r.Now.Add(time.Minute)
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
	r.door.Handle(t.Context(), zone)
	expires := func() (at time.Time) {
		for e, err := range r.Store.(store.Archive).All(t.Context()) {
			if err == nil && e.Key == r.Place.String() {
				at = e.Expires
			}
		}
		return at
	}
	for range 3 {
		r.Now = r.Now.Add(20 * 24 * time.Hour)
		r.solveDay("ana", "111")
		if got, want := expires(), r.Now.Add(30*24*time.Hour); got.Before(want.Add(-time.Minute)) {
			t.Errorf("the place is kept until %v, want %v", got, want)
		}
	}
}
