package slack

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Of many lines with one text the first are logged, and once the number of the
// others; other texts, and the next minute's, aren't held back by them.
func TestSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		log := slog.New(newSeldom(slog.NewTextHandler(&out, nil), seldomEvery)).With("adapter", "slack")
		for i := range 1000 {
			log.Warn("it ended", "n", i)
		}
		log.Warn("another thing")
		if n := strings.Count(out.String(), "it ended"); n != seldomFirst {
			t.Errorf("%d of 1000 lines were logged at once, want %d", n, seldomFirst)
		}
		time.Sleep(seldomEvery)
		synctest.Wait()
		if s := out.String(); !strings.Contains(s, `msg="it ended" adapter=slack n=999 times=997`) || !strings.Contains(s, "another thing") || strings.Count(s, "times=") != 1 {
			t.Errorf("after %v the log is\n%s", seldomEvery, s)
		}
		out.Reset()
		log.Warn("it ended", "n", 1000)
		if !strings.Contains(out.String(), "n=1000") {
			t.Error("the next minute's line was left out")
		}
	})
}
