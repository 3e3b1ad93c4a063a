package calendar_test

import (
	"testing"
	"time"

	"nimbot/game/chat/calendar"
)

func TestAt(t *testing.T) {
	for _, c := range []struct{ zone, clock, on, want string }{
		{"UTC", "09:00", "2026-11-21", "2026-11-21T09:00:00Z"},
		{"Europe/Berlin", "09:00", "2026-11-21", "2026-11-21T08:00:00Z"},
		{"Europe/Berlin", "02:30", "2026-03-29", "2026-03-29T01:00:00Z"},       // skipped: 03:00
		{"Europe/Berlin", "02:30", "2026-10-25", "2026-10-25T00:30:00Z"},       // twice: the first
		{"America/New_York", "02:00", "2026-03-08", "2026-03-08T07:00:00Z"},    // skipped: 03:00
		{"America/New_York", "01:59", "2026-11-01", "2026-11-01T05:59:00Z"},    // twice: the first
		{"Australia/Lord_Howe", "02:10", "2026-10-04", "2026-10-03T15:30:00Z"}, // half an hour is skipped
		{"Australia/Lord_Howe", "01:45", "2026-04-05", "2026-04-04T14:45:00Z"}, // and repeated
		{"America/Havana", "00:15", "2026-03-08", "2026-03-08T05:00:00Z"},      // midnight is skipped
		{"Asia/Kathmandu", "00:00", "2026-11-21", "2026-11-20T18:15:00Z"},
	} {
		minute, ok := calendar.ReadTime(c.clock)
		if !ok {
			t.Fatalf("ReadTime(%q) failed", c.clock)
		}
		zone := calendar.Zone(c.zone)
		noon, err := time.ParseInLocation("2006-01-02 15", c.on+" 12", zone)
		if err != nil {
			t.Fatal(err)
		}
		s := calendar.Schedule{Minute: minute, Days: calendar.EveryDay, Zone: zone}
		at, ok := s.At(noon)
		if got := at.UTC().Format(time.RFC3339); got != c.want || !ok {
			t.Errorf("At(%s %s %s) = %s, %v, want %s", c.zone, c.on, c.clock, got, ok, c.want)
		}
		if next := s.Next(at.Add(-time.Minute)); !next.Equal(at) {
			t.Errorf("Next(a minute before %s) = %s", c.want, next.UTC().Format(time.RFC3339))
		}
	}
}

// Every date of a schedule's days has exactly one moment, on that date, in zones with
// different clock changes.
func TestEveryDayHasOneMoment(t *testing.T) {
	for _, name := range calendar.Zones() {
		canonical, ok := calendar.ZoneName(name)
		if _, err := time.LoadLocation(canonical); !ok || err != nil {
			t.Errorf("ZoneName(%q) = %q, %v: %v", name, canonical, ok, err)
		}
	}
	days, _ := calendar.ReadDays("mon-fri")
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"} {
		for _, minute := range []int{0, 90, 150, 540, 1439} {
			s := calendar.Schedule{Minute: minute, Days: days, Zone: calendar.Zone(name)}
			seen := map[string]bool{}
			for at := s.Next(time.Date(2025, 12, 31, 12, 0, 0, 0, time.UTC)); at.Year() < 2027; at = s.Next(at) {
				local := at.In(s.Zone)
				date := calendar.Date(local)
				if seen[date] || local.Weekday() == time.Saturday || local.Weekday() == time.Sunday {
					t.Errorf("%s at %s: %s comes again, or is no weekday", name, calendar.WriteTime(minute), date)
				}
				seen[date] = true
			}
			if len(seen) < 260 || len(seen) > 262 {
				t.Errorf("%s at %s: %d weekdays in 2026, want 261", name, calendar.WriteTime(minute), len(seen))
			}
		}
	}
}

func TestReadDays(t *testing.T) {
	for text, want := range map[string]string{
		"mon-fri": "mon-fri", "sat,sun": "sat-sun", "daily": "mon-sun", "fri-mon": "mon,fri-sun", "monday": "mon", "tue,thu": "tue,thu", "wed-wed": "wed",
	} {
		if d, ok := calendar.ReadDays(text); !ok || d.String() != want {
			t.Errorf("ReadDays(%q) = %s, %v, want %s", text, d, ok, want)
		}
	}
	for _, text := range []string{"", "mo", "xyz", "mon-", "mon,,tue", "1-5"} {
		if d, ok := calendar.ReadDays(text); ok {
			t.Errorf("ReadDays(%q) = %s, want none", text, d)
		}
	}
	for _, text := range []string{"", "9", "24:00", "9:5", "09:60", "-1:00", "nine"} {
		if m, ok := calendar.ReadTime(text); ok {
			t.Errorf("ReadTime(%q) = %d, want none", text, m)
		}
	}
	if _, ok := calendar.ZoneName("Mars/Olympus"); ok {
		t.Error("ZoneName(Mars/Olympus) is a zone")
	}
}
