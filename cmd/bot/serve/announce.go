package serve

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"strings"
	"time"

	"nimbot/store"
)

// A running server keeps a record in its store, so that a migration can tell
// that the store is in use. (A file is also locked.)
const (
	attendancePrefix = "serving/"
	probePrefix      = "probe/" // of records that /readyz writes
	attendFor        = 30 * time.Second
	attendEvery      = 10*time.Second - 61*time.Microsecond // not at the instant at which a worker looks: a simulation's seed gives both an order
)

// Announce keeps a record in s that this process serves from it, for RunningServer, until ctx
// ends. After a crash the record expires within 30 s. That it can't be written is logged.
func Announce(ctx context.Context, s store.Store, now func() time.Time, log *slog.Logger) {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	key := fmt.Sprintf("%s%s-%d", attendancePrefix, host, os.Getpid())
	tick := time.NewTicker(attendEvery)
	defer tick.Stop()
	for {
		if err := writeRecord(ctx, s, key, now().Add(attendFor)); err != nil && ctx.Err() == nil {
			log.Debug("cannot record in the store that this server uses it", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			// Remove the record now; if that fails, it expires.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			_ = writeRecord(last, s, key, now().Add(-time.Second))
			cancel()
			return
		}
	}
}

func writeRecord(ctx context.Context, s store.Store, key string, until time.Time) error {
	old, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	_, err = s.Commit(ctx, key, store.Write{Expect: old.Version, Data: store.Empty(old.Version, time.Now()), Expires: until})
	return err
}

// RunningServer names a process that serves from s, "" if there is none. The error is the
// store's.
func RunningServer(ctx context.Context, s store.Archive) (string, error) {
	now, err := s.Time(ctx) // servers write by the store's time
	if err != nil {
		return "", err
	}
	if now.IsZero() {
		now = time.Now()
	}
	for e, err := range s.All(ctx) {
		if err != nil && e.Key == "" {
			return "", err
		}
		if who, ok := strings.CutPrefix(e.Key, attendancePrefix); ok && now.Before(e.Expires) {
			return who, nil
		}
	}
	return "", nil
}

// WithoutServerRecords is a store without the records that servers write about themselves: that
// they serve from it, and that it takes what they write.
type WithoutServerRecords struct{ store.Source }

// All implements store.Source.
func (l WithoutServerRecords) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range l.Source.All(ctx) {
			if !strings.HasPrefix(e.Key, attendancePrefix) && !strings.HasPrefix(e.Key, probePrefix) && !yield(e, err) {
				return
			}
		}
	}
}
