package redis_test

import (
	"context"
	"errors"
	"testing"

	"nimbot/store"
	"nimbot/store/redis/redistest"
)

// TestLineWithInvalidVersion checks that a line whose version is not a number is
// an error: no version is made up, and the line isn't skipped.
func TestLineWithInvalidVersion(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	if err := s.SetLine(t.Context(), "b", store.Line{Member: "ana", Score: 3, Version: 2}); err != nil {
		t.Fatal(err)
	}
	if err := s.Client().HSet(t.Context(), s.VersionsKey("b"), "ana", "two").Err(); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(context.Context) error{
		"Lines": func(ctx context.Context) error { _, _, err := s.Lines(ctx, "b", 0, 9); return err },
		"AllLines": func(ctx context.Context) error {
			for _, err := range s.AllLines(ctx) {
				return err
			}
			return nil
		},
	} {
		if err := read(t.Context()); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s of a damaged line = %v, want %v", name, err, store.ErrCorrupt)
		}
	}
}
