package store

import (
	"errors"
	"testing"
	"time"
)

// fakeMachine is a machine whose clock can be set, and that can sleep.
type fakeMachine struct {
	wall    time.Time
	elapsed time.Duration
}

func (m *fakeMachine) clock() *Clock {
	return &Clock{wall: func() time.Time { return m.wall }, elapsed: func() time.Duration { return m.elapsed }, base: m.wall, at: m.elapsed}
}

// pass lets the machine run.
func (m *fakeMachine) pass(d time.Duration) { m.wall, m.elapsed = m.wall.Add(d), m.elapsed+d }

func TestClockCountsMonotonically(t *testing.T) {
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	m := &fakeMachine{wall: noon, elapsed: time.Hour}
	c := m.clock()
	shared := func(at time.Time) func() (time.Time, error) { return func() (time.Time, error) { return at, nil } }
	alone := shared(time.Time{})
	errAway := errors.New("away")
	for _, step := range []struct {
		what      string
		do        func()
		ask       func() (time.Time, error)
		want      time.Duration // after noon
		wantAhead time.Duration
		wantErr   error
	}{
		{what: "a minute passes", do: func() { m.pass(time.Minute) }, want: time.Minute},
		{what: "the machine's clock is set back by an hour", do: func() { m.wall = m.wall.Add(-time.Hour) }, ask: alone, want: time.Minute},
		{what: "and goes on", do: func() { m.pass(time.Minute) }, want: 2 * time.Minute},
		{what: "it is set right by NTP", do: func() { m.wall = noon.Add(2*time.Minute + time.Second) }, ask: alone, want: 2 * time.Minute},
		{what: "the machine sleeps for an hour", do: func() { m.wall = noon.Add(time.Hour) }, ask: alone, want: time.Hour, wantAhead: -58 * time.Minute},
		{what: "the store is 70 s behind", ask: shared(noon.Add(time.Hour - 70*time.Second)), want: time.Hour - 70*time.Second, wantAhead: 70 * time.Second},
		{what: "the machine's clock is set", do: func() { m.wall = noon.Add(9 * time.Hour) }, want: time.Hour - 70*time.Second},
		{what: "the store's answer takes long", ask: func() (time.Time, error) { m.pass(400 * time.Millisecond); return noon.Add(2 * time.Hour), nil }, want: 2*time.Hour + 200*time.Millisecond, wantAhead: -time.Hour - 70*time.Second + 200*time.Millisecond},
		{what: "the next answer seems a little early", ask: shared(noon.Add(2 * time.Hour)), want: 2*time.Hour + 200*time.Millisecond, wantAhead: 200 * time.Millisecond},
		{what: "the clock catches up", do: func() { m.pass(time.Second) }, want: 2*time.Hour + time.Second},
		{what: "the store is away", do: func() { m.pass(time.Second) }, ask: func() (time.Time, error) { return time.Time{}, errAway }, want: 2*time.Hour + 2*time.Second, wantErr: errAway},
	} {
		if step.do != nil {
			step.do()
		}
		if step.ask != nil {
			if ahead, err := c.Agree(step.ask); ahead != step.wantAhead || !errors.Is(err, step.wantErr) {
				t.Errorf("%s: Agree = %v, %v, want %v, %v", step.what, ahead, err, step.wantAhead, step.wantErr)
			}
		}
		if got := c.Now().Sub(noon); got != step.want {
			t.Errorf("%s: Now = noon + %v, want + %v", step.what, got, step.want)
		}
	}
}
