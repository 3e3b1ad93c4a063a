package serve

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/store"
)

// eraser counts what it's asked.
type eraser struct {
	store.Archive
	asked atomic.Int64
	err   error
}

func (e *eraser) Erase(context.Context) error {
	e.asked.Add(1)
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
		if s.asked.Load() != 1 {
			t.Errorf("at the start it was erased %d times, want once", s.asked.Load())
		}
		time.Sleep(24*time.Hour - eraseWithin)
		synctest.Wait()
		if s.asked.Load() < 3 {
			t.Errorf("a day later it was erased %d times, want twice more: what's deleted meanwhile waits for the next", s.asked.Load())
		}
		stop()
		<-done
		if n := strings.Count(log.String(), "can still be read"); int64(n) != s.asked.Load() {
			t.Errorf("of %d failures, %d were told:\n%s", s.asked.Load(), n, log.String())
		}
	})
}
