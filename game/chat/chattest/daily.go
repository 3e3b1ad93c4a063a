package chattest

import (
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// ScheduleDaily makes the day's post due in a place now, and returns the date
// there, which doesn't end within the next hour.
func ScheduleDaily(t testing.TB, h *chat.Handler, p dialog.Place, now time.Time) (date string) {
	t.Helper()
	zone, local := "UTC", now.UTC()
	if h := local.Hour(); h == 0 || h >= 22 {
		zone, local = "Asia/Tokyo", local.Add(9*time.Hour)
	}
	_, err := h.Amend(t.Context(), p, func(d *channel.Document, _ store.Unix) bool {
		d.Settings.Zone = zone
		d.Daily = channel.Daily{At: "00:00", Days: "mon-sun", After: store.UnixOf(now.Add(-24 * time.Hour))}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return local.Format(time.DateOnly)
}

// SolveDaily stores a daily result for user: the second position missed, the others
// solved, with a streak of two.
func SolveDaily(t testing.TB, s store.Store, realm, user, date string) {
	t.Helper()
	practices := person.NewPractices(s, time.Now, 0)
	_, err := practices.Change(t.Context(), person.PracticeKey(realm, user), func(doc *person.Practice) (bool, error) {
		*doc.Day(date) = person.Day{Date: date, Answers: "101"}
		doc.Streak = person.Streak{Last: date, Days: 2, Longest: 2}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
