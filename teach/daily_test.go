package teach_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/teach"
)

// The day's positions rise in difficulty, and don't change.
func TestDailyPositions(t *testing.T) {
	golden := map[string][]string{}
	seen := map[string]bool{}
	lost := 0
	for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2026; day = day.AddDate(0, 0, 1) {
		for _, p := range teach.Daily(day.Date()) {
			if p.Kind != teach.Outcome || len(p.Winning) == p.Legal {
				t.Errorf("Daily(%v) = %s, kind %q, %d of %d moves win; want an outcome in doubt", day, p.Position, p.Kind, len(p.Winning), p.Legal)
			}
			if len(p.Winning) == 0 {
				lost++
			}
			golden[day.Format(time.DateOnly)] = append(golden[day.Format(time.DateOnly)], p.Position.String())
			seen[p.Key()] = true
		}
	}
	for day, want := range map[string]string{"2026-01-01": "8 8 11 | 3 9 8 7 | 8 13 4 5", "2026-11-21": "4 5 4 7 2 | 4 3 5 2 | 4 9 9 9"} {
		if got := strings.Join(golden[day], " | "); got != want {
			t.Errorf("Daily(%s) = %s, want %s", day, got, want)
		}
	}
	if len(seen) < 365 {
		t.Errorf("%d of %d positions are different, want one for each day at least", len(seen), 3*365)
	}
	if lost < 365 || lost > 3*365*2/3 {
		t.Errorf("%d of %d positions are lost, want about half", lost, 3*365)
	}
}

// Until all first positions have been asked, none comes again, and none within a month
// at any time. At most one position in twenty shows two pairs of equal piles.
func TestTheDailyDoesNotRepeat(t *testing.T) {
	last := map[string]int{}
	soonest, equal, lost, n := 1<<30, 0, 0, 0
	days := 0
	for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); days < 879; day = day.AddDate(0, 0, 1) {
		all := teach.Daily(day.Date())
		key := all[0].Key()
		if before, seen := last[key]; seen {
			soonest = min(soonest, days-before)
		}
		last[key] = days
		for _, p := range all {
			if n++; hasTwoPairs(p.Position.String()) {
				equal++
			}
			if len(p.Winning) == 0 {
				lost++
			}
		}
		days++
	}
	t.Logf("%d first positions; the same came again after %d days at the soonest; %d of %d positions have two pairs, %d are lost", len(last), soonest, equal, n, lost)
	if soonest < len(last)/2 || soonest < 30 {
		t.Errorf("of %d first positions one came again after %d days, want at least half a round", len(last), soonest)
	}
	if equal*20 > n {
		t.Errorf("%d of %d positions have two pairs of equal piles, want at most one in twenty", equal, n)
	}
	if lost*10 < n*4 || lost*10 > n*6 {
		t.Errorf("%d of %d positions are lost, want about half", lost, n)
	}
}

func hasTwoPairs(position string) bool {
	piles := map[string]int{}
	n := 0
	for _, p := range strings.Fields(position) {
		if piles[p]++; piles[p]%2 == 0 {
			n++
		}
	}
	return n > 1
}
