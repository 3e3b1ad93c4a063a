package serve

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"strings"
	"time"

	"nimbot/people"
	"nimbot/store"
)

// A running server keeps a record in its store, so that a migration can tell.
// (A file is also locked.)
const (
	attendancePrefix = "serving/"
	attendFor        = 30 * time.Second
	attendEvery      = 10 * time.Second
)

// Attend records that this process serves from s, until ctx ends.
func Attend(ctx context.Context, s store.Store, log *slog.Logger) {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	key := fmt.Sprintf("%s%s-%d", attendancePrefix, host, os.Getpid())
	tick := time.NewTicker(attendEvery)
	defer tick.Stop()
	for {
		if err := sign(ctx, s, key, time.Now().Add(attendFor)); err != nil && ctx.Err() == nil {
			log.Debug("the store does not know that it is served from", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			// Remove the record now; if that fails, it expires.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			_ = sign(last, s, key, time.Now().Add(-time.Second))
			cancel()
			return
		}
	}
}

func sign(ctx context.Context, s store.Store, key string, until time.Time) error {
	old, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	next := store.NextVersion(old.Version, time.Now())
	_, err = s.Commit(ctx, key, store.Write{Expect: old.Version, Data: append(store.AppendHeader(nil, next), '}'), Expires: until})
	return err
}

// Attending names a process that serves from s, "" when there is none.
func Attending(ctx context.Context, s store.Archive) (string, error) {
	for e, err := range s.All(ctx) {
		if err != nil && e.Key == "" {
			return "", err
		}
		if who, ok := strings.CutPrefix(e.Key, attendancePrefix); ok && time.Now().Before(e.Expires) {
			return who, nil
		}
	}
	return "", nil
}

// Lasting is what people left in a store, without what servers note for themselves:
// that they serve from it, and that they brought it up to date.
type Lasting struct{ store.Source }

// All implements store.Source.
func (l Lasting) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range l.Source.All(ctx) {
			if !strings.HasPrefix(e.Key, attendancePrefix) && e.Key != people.MovedKey && !yield(e, err) {
				return
			}
		}
	}
}
