package store_test

import (
	"testing"
	"time"

	"nimbot/store"
)

func TestNextVersion(t *testing.T) {
	now := time.UnixMicro(1_800_000_000_123_456)
	const second = 1 << 20
	for _, c := range []struct {
		n        uint64
		now      time.Time
		from, to uint64
	}{
		{0, now, 1_800_000_000_123_456, 1_800_000_000_123_456},
		{12, now, 1_800_000_000_123_456, 1_800_000_000_123_456},
		{1_800_000_000_123_455, now, 1_800_000_000_123_456, 1_800_000_000_123_456},
		{1_800_000_000_123_456, now, 1_800_000_000_123_457, 1_800_000_000_123_456 + second},
		{1_900_000_000_000_000, now, 1_900_000_000_000_001, 1_900_000_000_000_000 + second},
		{0, time.Time{}, 1, second},
		{7, time.UnixMicro(-5), 8, 7 + second},
	} {
		for range 100 {
			if got := store.NextVersion(c.n, c.now); got < c.from || got > c.to {
				t.Errorf("NextVersion(%d, %v) = %d, want %d to %d", c.n, c.now, got, c.from, c.to)
				break
			}
		}
	}
}

// TestNextVersionDoesNotRepeat takes two steps from the same version, which is
// ahead of the clock.
func TestNextVersionDoesNotRepeat(t *testing.T) {
	now := time.UnixMicro(5)
	seen, again := map[uint64]bool{}, 0
	for range 1000 {
		n := store.NextVersion(1_800_000_000_000_000, now)
		if seen[n] {
			again++
		}
		seen[n] = true
	}
	if again > 20 { // one repeat in 1000 draws from a million is usual
		t.Errorf("%d of 1000 steps from the same version led to the same one", again)
	}
}
