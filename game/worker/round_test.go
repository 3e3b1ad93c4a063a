package worker_test

import (
	"slices"
	"testing"
	"time"

	"nimbot/game/router/routertest"
	"nimbot/game/worker"
)

// The worker shows a question that nobody has shown, and what time decides in the round. Only
// that can be late.
func TestTheWorkerSettlesRounds(t *testing.T) {
	c, b := routertest.NewRoom(t), &billboard{}
	w := newWorker(c, b)
	w.Rounds = c.Responder().(*routertest.Bot).Config.Rounds
	var late []time.Duration
	w.Observer = worker.Observer{Settled: func(_ string, d time.Duration) { late = append(late, d) }}
	c.Says("hal", "race 3 4 5 seconds:30")
	for _, tt := range []struct {
		after time.Duration
		shown string
		late  []time.Duration
	}{
		{11 * time.Second, "Question 1 of 1", nil},
		{22 * time.Second, "Nobody answered", []time.Duration{3 * time.Second}},
	} {
		c.Now, b.shown, late = c.Now.Add(tt.after), nil, nil
		step(t, w)
		c.Expect(b.only(t), "[all]", tt.shown)
		if !slices.Equal(late, tt.late) {
			t.Errorf("%q is late by %v, want %v", tt.shown, late, tt.late)
		}
	}
	c.Now, b.shown = c.Now.Add(time.Hour), nil
	if step(t, w); len(b.shown) > 0 {
		t.Errorf("an hour later %d messages are shown again, want none", len(b.shown))
	}
}
