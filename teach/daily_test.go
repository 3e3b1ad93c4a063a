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
	for day, want := range map[string]string{"2026-01-01": "6 3 4 1 | 2 6 7 6 | 4 4 4 4", "2026-11-21": "4 2 2 4 | 4 7 5 6 | 13 4 12 5"} {
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
