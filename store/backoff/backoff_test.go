package backoff_test

import (
	"testing"
	"time"

	"nimbot/store/backoff"
)

func TestPause(t *testing.T) {
	none := func(time.Duration) time.Duration { return 0 }
	all := func(most time.Duration) time.Duration { return most }
	for _, c := range []struct {
		n           int
		least, most time.Duration
	}{
		{-1, 250 * time.Millisecond, 500 * time.Millisecond}, {0, 250 * time.Millisecond, 500 * time.Millisecond}, {1, 500 * time.Millisecond, time.Second},
		{6, 16 * time.Second, 32 * time.Second}, {7, 30 * time.Second, time.Minute}, {1 << 40, 30 * time.Second, time.Minute},
	} {
		for random, want := range map[*func(time.Duration) time.Duration]time.Duration{&none: c.least, &all: c.most} {
			if got := (backoff.Backoff{First: 500 * time.Millisecond, Most: time.Minute, Random: *random}).Pause(c.n); got != want {
				t.Errorf("Pause(%d) = %v, want %v", c.n, got, want)
			}
		}
		for range 100 {
			if got := (backoff.Backoff{First: 500 * time.Millisecond, Most: time.Minute}).Pause(c.n); got < c.least || got > c.most {
				t.Fatalf("Pause(%d) = %v, want %v to %v", c.n, got, c.least, c.most)
			}
		}
	}
}
