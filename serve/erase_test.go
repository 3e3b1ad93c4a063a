package serve

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/store"
)

// eraser counts what it's asked.
type eraser struct {
	store.Archive
	asked int
	err   error
}

func (e *eraser) Erase(context.Context) error {
	e.asked++
	return e.err
}

func TestEraseRegularly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := &eraser{err: errors.New("no luck")}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			eraseRegularly(ctx, s, slog.New(slog.NewTextHandler(&log, nil)))
		}()
		synctest.Wait()
		if s.asked != 1 {
			t.Errorf("at the start it was erased %d times, want once", s.asked)
		}
		time.Sleep(24*time.Hour - eraseWithin)
		synctest.Wait()
		if s.asked < 3 {
			t.Errorf("a day later it was erased %d times, want twice more: what's deleted meanwhile waits for the next", s.asked)
		}
		stop()
		<-done
		if n := strings.Count(log.String(), "can still be read"); n != s.asked {
			t.Errorf("of %d failures, %d were told:\n%s", s.asked, n, log.String())
		}
	})
}
