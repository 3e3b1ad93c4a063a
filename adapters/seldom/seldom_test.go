package seldom_test

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/adapters/seldom"
)

// output is what was logged, also by timers.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func TestWhatRepeatsIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out output
		log := slog.New(seldom.New(slog.NewTextHandler(&out, nil)))
		for n := range 10_000 {
			log.With("place", n).Warn("an answer was not shown")
			if n == 20 {
				log.Warn("something else")
			}
		}
		if got := strings.Count(out.String(), "\n"); got != 6 {
			t.Errorf("%d lines at once, want five and one:\n%s", got, out.String())
		}
		time.Sleep(61 * time.Second)
		synctest.Wait()
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if last := lines[len(lines)-1]; len(lines) != 7 || !strings.Contains(last, "place=9999") || !strings.Contains(last, "times=9995") {
			t.Errorf("after a minute there are %d lines, the last %q; want 7 and the count", len(lines), last)
		}
		log.Warn("an answer was not shown")
		if got := strings.Count(out.String(), "\n"); got != 8 {
			t.Errorf("a minute later the line isn't logged again:\n%s", out.String())
		}
		time.Sleep(61 * time.Second)
		synctest.Wait()
	})
}
