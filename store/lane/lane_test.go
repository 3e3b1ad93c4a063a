package lane_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"nimbot/store/lane"
)

// counted is the state of a lane that counts its finished jobs.
type counted struct{ done int }

// TestOneAtATime adds to a sum from many goroutines without a lock, which is correct only if
// a lane runs one batch at a time.
func TestOneAtATime(t *testing.T) {
	sums := map[string]*int{"a": new(int), "b": new(int), "c": new(int)}
	lanes := lane.New(lane.Work[counted, int]{
		Batch: func(_ context.Context, key string, kept *counted, jobs []int) error {
			for _, j := range jobs {
				*sums[key] += j
				kept.done++
			}
			if len(jobs) > 4 {
				t.Errorf("a batch of %d jobs, want at most 4", len(jobs))
			}
			return nil
		},
		MaxBatch: 4, MaxIdle: 1,
	})
	const each = 200
	var all sync.WaitGroup
	for key := range sums {
		for range 4 {
			all.Go(func() {
				for range each {
					if err := lanes.Do(t.Context(), key, 1); err != nil {
						t.Errorf("Do(%q) = %v, want nil", key, err)
					}
				}
			})
		}
	}
	all.Wait()
	for key, sum := range sums {
		if *sum != 4*each {
			t.Errorf("the sum of %q is %d, want %d", key, *sum, 4*each)
		}
	}
}

// TestKeptStateUntilEviction checks that a lane keeps its state until too many
// other lanes were used after it.
func TestKeptStateUntilEviction(t *testing.T) {
	var seen []string
	lanes := lane.New(lane.Work[counted, string]{
		Batch: func(_ context.Context, key string, kept *counted, jobs []string) error {
			kept.done += len(jobs)
			seen = append(seen, fmt.Sprint(key, kept.done))
			return nil
		},
		MaxBatch: 2, MaxIdle: 2,
	})
	for _, key := range []string{"a", "a", "b", "a", "c", "b", "a", "b"} {
		if err := lanes.Do(t.Context(), key, "job"); err != nil {
			t.Fatalf("Do(%q) = %v, want nil", key, err)
		}
	}
	// Each new lane evicts the least recently used one.
	if want := []string{"a1", "a2", "b1", "a3", "c1", "b1", "a1", "b2"}; !slices.Equal(seen, want) {
		t.Errorf("the lanes knew %v, want %v", seen, want)
	}
}

// held is a lane whose batches block until released.
type held struct {
	*lane.Lanes[counted, string]
	begun  chan []string
	pass   chan error
	missed []string
	ended  error // of the last batch's context
}

func newHeld() *held {
	h := &held{begun: make(chan []string), pass: make(chan error)}
	h.Lanes = lane.New(lane.Work[counted, string]{
		Batch: func(ctx context.Context, _ string, _ *counted, jobs []string) error {
			h.begun <- slices.Clone(jobs)
			err := <-h.pass
			h.ended = ctx.Err()
			return err
		},
		Abandoned: func(_ *counted, job string) { h.missed = append(h.missed, job) },
		MaxBatch:  3, MaxIdle: 1,
	})
	return h
}

// send starts a job without waiting for its end, and returns when this many jobs wait.
func (h *held) send(ctx context.Context, job string, waiting int) <-chan error {
	out := make(chan error, 1)
	go func() { out <- h.Do(ctx, "key", job) }()
	for h.Waiting("key") < waiting {
		runtime.Gosched()
	}
	return out
}

func TestQueuedJobsRunAsOneBatch(t *testing.T) {
	h := newHeld()
	failed := errors.New("failed")
	first := h.send(t.Context(), "first", 0)
	if got := <-h.begun; !slices.Equal(got, []string{"first"}) {
		t.Errorf("the first batch is %v", got)
	}
	var others []<-chan error
	for i, job := range []string{"a", "b", "c", "d"} {
		others = append(others, h.send(t.Context(), job, i+1))
	}
	if busy, waiting := h.Load(); busy != 1 || waiting != 4 {
		t.Errorf("Load() = %d, %d, want 1 lane and 4 that wait", busy, waiting)
	}
	h.pass <- nil
	if err := <-first; err != nil {
		t.Errorf("Do(first) = %v, want nil", err)
	}
	if got := <-h.begun; !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("the second batch is %v", got)
	}
	h.pass <- failed
	for _, other := range others[:3] {
		if err := <-other; !errors.Is(err, failed) {
			t.Errorf("Do = %v, want %v", err, failed)
		}
	}
	if got := <-h.begun; !slices.Equal(got, []string{"d"}) {
		t.Errorf("the third batch is %v", got)
	}
	h.pass <- nil
	if err := <-others[3]; err != nil {
		t.Errorf("Do(d) = %v, want nil", err)
	}
}

func TestCallerTimeout(t *testing.T) {
	h := newHeld()
	first := h.send(t.Context(), "first", 0)
	<-h.begun
	never, stopNever := context.WithCancel(t.Context())
	begun, stopBegun := context.WithCancel(t.Context())
	early := h.send(begun, "begun", 1)
	waiting := h.send(never, "never", 2)
	last := h.send(t.Context(), "last", 3)
	stopNever()
	if err := <-waiting; !errors.Is(err, lane.ErrNotBegun) {
		t.Errorf("Do(never) = %v, want %v", err, lane.ErrNotBegun)
	}
	h.pass <- nil
	<-first
	if got := <-h.begun; !slices.Equal(got, []string{"begun", "last"}) {
		t.Errorf("the second batch is %v", got)
	}
	stopBegun()
	if err := <-early; !errors.Is(err, lane.ErrUnknown) {
		t.Errorf("Do(begun) = %v, want %v", err, lane.ErrUnknown)
	}
	h.pass <- nil
	if err := <-last; err != nil {
		t.Errorf("Do(last) = %v, want nil", err)
	}
	if !slices.Equal(h.missed, []string{"begun"}) {
		t.Errorf("%v were missed, want begun", h.missed)
	}
}

// A caller who gives up at the head of the queue leaves it, too.
func TestNextLeaderTimesOut(t *testing.T) {
	h := newHeld()
	first := h.send(t.Context(), "first", 0)
	<-h.begun
	ctx, stop := context.WithCancel(t.Context())
	next := h.send(ctx, "next", 1)
	last := h.send(t.Context(), "last", 2)
	stop()
	if err := <-next; !errors.Is(err, lane.ErrNotBegun) {
		t.Errorf("Do(next) = %v, want %v", err, lane.ErrNotBegun)
	}
	if n := h.Waiting("key"); n != 1 {
		t.Errorf("%d jobs wait, want 1", n)
	}
	h.pass <- nil
	<-first
	if got := <-h.begun; !slices.Equal(got, []string{"last"}) {
		t.Errorf("the second batch is %v, want last alone", got)
	}
	h.pass <- nil
	<-last
}

// If a batch has a single job, cancelling its caller ends the batch.
func TestCancellingASingleJobEndsItsBatch(t *testing.T) {
	h := newHeld()
	ctx, stop := context.WithCancel(t.Context())
	alone := h.send(ctx, "alone", 0)
	<-h.begun
	stop()
	h.pass <- nil
	<-alone
	if !errors.Is(h.ended, context.Canceled) {
		t.Errorf("the batch's context ended with %v, want %v", h.ended, context.Canceled)
	}
}

// A leader that gives up doesn't cancel the other jobs of its batch.
func TestCancelledLeaderDoesNotCancelOthers(t *testing.T) {
	h := newHeld()
	first := h.send(t.Context(), "first", 0)
	<-h.begun
	ctx, stop := context.WithCancel(t.Context())
	other := h.send(t.Context(), "other", 1)
	leader := h.send(ctx, "leader", 2)
	h.pass <- nil
	<-first
	if got := <-h.begun; !slices.Equal(got, []string{"other", "leader"}) {
		t.Errorf("the second batch is %v", got)
	}
	stop()
	h.pass <- nil
	for _, done := range []<-chan error{other, leader} {
		if err := <-done; err != nil {
			t.Errorf("Do = %v, want nil", err)
		}
	}
	if h.ended != nil {
		t.Errorf("the batch's context ended with its leader's: %v", h.ended)
	}
}

// TestBatchThatPanics checks that the other callers of a batch that panics get ErrUnknown,
// that the kept state is dropped, and that the next batch has none of its jobs.
func TestBatchThatPanics(t *testing.T) {
	begun, goOn := make(chan bool), make(chan bool)
	lanes := lane.New(lane.Work[counted, string]{
		Batch: func(_ context.Context, _ string, kept *counted, jobs []string) error {
			kept.done++
			switch jobs[0] {
			case "first":
				begun <- true
				<-goOn
			case "bad":
				panic("a fault")
			default:
				if kept.done != 1 || len(jobs) != 1 {
					t.Errorf("after the panic, %d batches were remembered and the jobs are %q, want 1 and one", kept.done, jobs)
				}
			}
			return nil
		},
		MaxBatch: 4, MaxIdle: 4,
	})
	var all sync.WaitGroup
	do := func(job string) (err error) {
		defer func() {
			if recover() != nil {
				err = lane.ErrUnknown
			}
		}()
		return lanes.Do(t.Context(), "k", job)
	}
	all.Go(func() {
		if err := do("first"); err != nil {
			t.Errorf("Do(first) = %v, want nil", err)
		}
	})
	<-begun
	for range 2 { // both are in one batch
		all.Go(func() {
			if err := do("bad"); !errors.Is(err, lane.ErrUnknown) {
				t.Errorf("Do(bad) = %v, want ErrUnknown", err)
			}
		})
	}
	for lanes.Waiting("k") < 2 {
		runtime.Gosched()
	}
	goOn <- true
	all.Wait()
	if err := do("next"); err != nil {
		t.Errorf("Do(next) = %v, want nil", err)
	}
}
