package redis_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

func TestCheckComparesClocks(t *testing.T) {
	for ahead, want := range map[time.Duration]string{
		0: "", 4 * time.Second: "", -4 * time.Second: "",
		5 * time.Second: "5s ahead of that of db:6379", -70 * time.Second: "1m10s behind that of db:6379",
	} {
		notes := redis.ClockNotes(ahead)
		if want == "" && len(notes) > 0 || want != "" && (len(notes) != 1 || !notes[0].Risk || !strings.Contains(notes[0].Text, want)) {
			t.Errorf("Check of a clock that is %v ahead says %v, want %q", ahead, notes, want)
		}
	}
}

// TestTimeIsTheServers compares the time of a server with this machine's, which it shares.
func TestTimeIsTheServers(t *testing.T) {
	for name, url := range map[string]string{"one server": redistest.Start(t).URL(), "a cluster": redistest.StartCluster(t).URL()} {
		s := openAt(t, url, "time")
		begun := time.Now()
		at, err := s.Time(t.Context())
		if err != nil || at.Before(begun.Truncate(time.Microsecond)) || at.After(time.Now()) {
			t.Errorf("%s: Time = %v, %v, want now", name, at, err)
		}
	}
}
