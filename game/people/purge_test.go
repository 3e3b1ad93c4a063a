package people_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/people"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// TestPurgeBesideARunningServer purges a server in a process of its own, as `bot purge`
// does on Redis, while other processes hold that server's channels in memory. These no
// longer show the purged data, don't write it back, and people can start again.
func TestPurgeBesideARunningServer(t *testing.T) {
	server := redistest.Start(t)
	running, err := redis.Open(server.URL(), redis.Options{})
	w := newCluster(t, closedAtEnd(t, running, err))
	w.store.off.Store(true)
	beside, err := redis.Open(server.URL(), redis.Options{})
	purging := closedAtEnd(t, beside, err)

	ratedPair := func() {
		w.talkIn("c", "ana", "challenge @bob rated")
		w.talkIn("c", "bob", "accept")
		w.talkIn("c", "ana", "resign")
		w.talkIn("c", "ana", "resign")
		w.settle()
	}
	ratedPair()
	w.talkIn("d", "ana", "start 3 4 5")
	for range 2 {
		if got := w.talkIn("c", "cleo", "leaders"); !strings.Contains(got, "1. bob") || !strings.Contains(got, "2. ana") {
			t.Fatalf("leaders = %q, want bob and ana", got)
		}
		if n, err := people.Purge(t.Context(), purging, nil, "test", "g", time.Now(), false); n.Deleted < 3 || err != nil {
			t.Fatalf("Purge = %+v, %v, want channels and members", n, err)
		}
		w.settle() // what was due
		for _, board := range []string{"rating", "month"} {
			if got := w.talkIn("c", "cleo", "leaders "+board); !strings.Contains(got, "Nobody here") {
				t.Errorf("after the purge leaders %s = %q, want nobody", board, got)
			}
		}
		if got := w.talkIn("c", "ana", "profile"); !strings.Contains(got, "haven't finished a game") {
			t.Errorf("after the purge ana's profile = %q, want none", got)
		}
		if got := w.talkIn("d", "ana", "A1"); !strings.Contains(got, "no game") && !strings.Contains(got, "No game") {
			t.Errorf("after the purge a move in a game that was on = %q, want that there is none", got)
		}
		ratedPair()
		w.counted("g", "id-ana", 2)
		w.counted("g", "id-bob", 2)
	}
}
