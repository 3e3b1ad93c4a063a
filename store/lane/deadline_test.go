package lane_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/store/lane"
)

// If a job becomes the leader exactly at its deadline, it isn't started, and
// the other jobs still run.
func TestATurnToLeadAtTheDeadline(t *testing.T) {
	for range 300 {
		synctest.Test(t, func(t *testing.T) {
			lanes := lane.New(lane.Work[counted, string]{
				Batch: func(ctx context.Context, _ string, _ *counted, jobs []string) error {
					if jobs[0] == "first" {
						time.Sleep(time.Second)
					}
					return ctx.Err()
				},
				Abandoned: func(*counted, string) {},
				MaxBatch:  3, MaxIdle: 1,
			})
			do := func(job string, within time.Duration) <-chan error {
				ctx, cancel := context.WithTimeout(t.Context(), within)
				out := make(chan error, 1)
				go func() {
					defer cancel()
					out <- lanes.Do(ctx, "key", job)
				}()
				synctest.Wait()
				return out
			}
			first := do("first", time.Minute)
			patient := do("patient", time.Minute)
			hurried := do("hurried", time.Second)
			for _, done := range []<-chan error{first, patient} {
				if err := <-done; err != nil {
					t.Fatalf("Do of a job with time left = %v, want nil", err)
				}
			}
			if err := <-hurried; err != nil && !errors.Is(err, lane.ErrNotBegun) && !errors.Is(err, lane.ErrUnknown) {
				t.Fatalf("Do(hurried) = %v, want nil, %v or %v", err, lane.ErrNotBegun, lane.ErrUnknown)
			}
			if busy, waiting := lanes.Load(); busy != 0 || waiting != 0 {
				t.Fatalf("Load() = %d, %d after all came back, want an empty lane", busy, waiting)
			}
		})
	}
}

// Of the waiting jobs, the one with the latest deadline leads.
func TestLatestDeadlineLeads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lanes := lane.New(lane.Work[counted, string]{
			Batch: func(ctx context.Context, _ string, _ *counted, _ []string) error {
				select {
				case <-time.After(2 * time.Second):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			},
			Abandoned: func(*counted, string) {},
			MaxBatch:  3, MaxIdle: 1,
		})
		out := map[string]chan error{}
		for _, job := range []struct {
			name   string
			within time.Duration
		}{{"first", time.Minute}, {"patient", time.Minute}, {"hurried", 3 * time.Second}} {
			done := make(chan error, 1)
			out[job.name] = done
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), job.within)
				defer cancel()
				done <- lanes.Do(ctx, "key", job.name)
			}()
			synctest.Wait()
		}
		if err := <-out["patient"]; err != nil {
			t.Errorf("Do(patient) = %v, want nil: a job with less time left led it", err)
		}
		if err := <-out["hurried"]; !errors.Is(err, lane.ErrUnknown) {
			t.Errorf("Do(hurried) = %v, want %v", err, lane.ErrUnknown)
		}
		<-out["first"]
	})
}
