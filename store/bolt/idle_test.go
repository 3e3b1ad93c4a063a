package bolt_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// TestNoOpCallsDoNotWrite checks that a call which changes nothing causes no
// write to the disk.
func TestNoOpCallsDoNotWrite(t *testing.T) {
	now := time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)
	var look func() // what happens when the writer looks at the clock next
	s := open(t, bolt.Options{Now: func() time.Time {
		if do := look; do != nil {
			look = nil
			do()
		}
		return now
	}})
	commit := func(ctx context.Context, key string, w store.Write) error {
		_, err := s.Commit(ctx, key, w)
		return err
	}
	claim := func() error { _, err := s.Claim(t.Context(), now, time.Minute, 9); return err }
	line := store.Line{Member: "ana", Score: 1, Version: 1}
	for _, err := range []error{
		commit(t.Context(), "a", store.Write{Data: storetest.Doc(5, ""), Due: now}), claim(), s.SetLine(t.Context(), "b", line),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Plant(t, "damaged", []byte(`{"v":3,"n":5,"x}`))
	stale := store.Write{Data: storetest.Doc(1, "")}
	for _, tt := range []struct {
		name string
		call func() error
		want error
	}{
		{"a conflict", func() error { return commit(t.Context(), "a", stale) }, store.ErrConflict},
		{"a commit on a damaged record", func() error { return commit(t.Context(), "damaged", stale) }, store.ErrCorrupt},
		{"a claim of what is leased", claim, nil},
		{"a line that stands", func() error { return s.SetLine(t.Context(), "b", line) }, nil},
		{"removing no line", func() error { return s.RemoveLine(t.Context(), "b", "bob") }, nil},
		{"a caller who has gone", func() error {
			ctx, leave := context.WithCancel(t.Context())
			gone := make(chan error, 1)
			look = func() { // while the writer is at the conflict
				go func() { gone <- commit(ctx, "new", stale) }()
				for s.Waiting() == 0 {
					time.Sleep(time.Millisecond)
				}
				leave()
				gone <- <-gone
			}
			if err := commit(t.Context(), "a", stale); !errors.Is(err, store.ErrConflict) {
				return err
			}
			return <-gone
		}, context.Canceled},
	} {
		before := s.Transactions(t)
		if err := tt.call(); !errors.Is(err, tt.want) {
			t.Errorf("%s = %v, want %v", tt.name, err, tt.want)
		}
		if n := s.Transactions(t) - before; n != 0 {
			t.Errorf("%s took %d written transactions, want none", tt.name, n)
		}
	}
}
