package slack

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sendLog records what an outbox sends, in order.
type sendLog struct {
	mu   sync.Mutex
	sent []string
}

func (s *sendLog) job(name, what string, takes time.Duration) job {
	return job{name: name, send: func(context.Context) time.Duration {
		time.Sleep(takes)
		s.note(what)
		return 0
	}}
}

func (s *sendLog) note(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, what)
}

func (s *sendLog) want(t *testing.T, want ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.sent, want) {
		t.Errorf("sent %q, want %q", s.sent, want)
	}
}

func quietOutbox() *outbox { return newOutbox(slog.New(slog.NewTextHandler(io.Discard, nil))) }

func closeOutbox(t *testing.T, o *outbox) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if left := o.close(ctx); left > 0 {
		t.Errorf("close() = %d, want everything sent", left)
	}
}

func TestOutboxSendsTheLatestOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", s.job("board", "1", 2*time.Second)) // it is being sent, so it isn't replaced
		synctest.Wait()
		for i := 2; i < 40; i++ {
			o.add("c", s.job("board", fmt.Sprint(i), 0))
		}
		o.add("c", s.job("", "word", 0))
		closeOutbox(t, o)
		s.want(t, "1", "39", "word")
	})
}

// Channels don't wait for each other, and each keeps its own order.
func TestOutboxOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("slow", s.job("", "slow 1", time.Second))
		o.add("slow", s.job("", "slow 2", 0))
		o.add("quick", s.job("", "quick", 0))
		closeOutbox(t, o)
		s.want(t, "quick", "slow 1", "slow 2")
	})
}

func TestOutboxWaitsUntilReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o, at := quietOutbox(), time.Now().Add(time.Second)
		j := s.job("board", "1", 0)
		j.ready = func() time.Duration { return time.Until(at) }
		o.add("c", j)
		time.Sleep(500 * time.Millisecond)
		later := s.job("board", "2", 0)
		later.ready = j.ready
		o.add("c", later)
		time.Sleep(400 * time.Millisecond)
		s.want(t)
		closeOutbox(t, o)
		s.want(t, "2")
	})
}

func TestOutboxTriesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		tries := 0
		o.add("c", job{name: "board", send: func(context.Context) time.Duration {
			if tries++; tries < 3 {
				return time.Second
			}
			s.note("sent")
			return 0
		}})
		closeOutbox(t, o)
		if s.want(t, "sent"); tries != 3 {
			t.Errorf("tried %d times, want 3", tries)
		}
	})
}

func TestOutboxGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, tries := quietOutbox(), 0
		o.add("c", job{send: func(context.Context) time.Duration { tries++; return time.Second }})
		closeOutbox(t, o)
		if tries != maxAttempts {
			t.Errorf("tried %d times, want %d", tries, maxAttempts)
		}
	})
}

// A later job replaces one that waits for its retry.
func TestNewerJobReplacesRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", job{name: "board", send: func(context.Context) time.Duration {
			s.note("old")
			time.Sleep(time.Second)
			return time.Minute
		}})
		synctest.Wait()
		o.add("c", s.job("board", "new", 0))
		begun := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		if left := o.close(ctx); left > 0 {
			t.Errorf("close() = %d, want everything sent", left)
		}
		s.want(t, "old", "new")
		if took := time.Since(begun); took < time.Minute {
			t.Errorf("the later one was sent after %v, want it to keep the wait that Slack asked for", took)
		}
	})
}

func TestOutboxIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", s.job("", "first", time.Second))
		synctest.Wait()
		for i := range 3 * maxJobs {
			o.add("c", s.job("", fmt.Sprint(i), 0))
		}
		o.mu.Lock()
		n := len(o.queues["c"].jobs)
		o.mu.Unlock()
		if n != maxJobs {
			t.Errorf("%d jobs wait, want %d", n, maxJobs)
		}
		closeOutbox(t, o)
	})
}

// A full queue drops its oldest job without a name to make room for a board.
func TestOutboxKeepsTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", s.job("", "first", time.Second))
		synctest.Wait()
		for range maxJobs {
			o.add("c", job{send: func(context.Context) time.Duration { return 0 }})
		}
		o.add("c", s.job("board", "board", 0))
		closeOutbox(t, o)
		s.want(t, "first", "board")
	})
}

// A job that has waited for longer than maxAge isn't sent any more.
func TestOutboxForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", job{name: "slow", send: func(context.Context) time.Duration {
			time.Sleep(maxAge - time.Second)
			return 2 * time.Second
		}})
		o.add("c", s.job("", "old", 0))
		time.Sleep(maxAge - 30*time.Second)
		o.add("c", s.job("", "new", 0))
		closeOutbox(t, o)
		s.want(t, "new")
	})
}

// Workers and memory stay bounded for any number of channels.
func TestOutboxIsBoundedInAll(t *testing.T) {
	hanging, end := quietOutbox(), make(chan struct{})
	hanging.add("c", job{send: func(context.Context) time.Duration { <-end; return 0 }})
	defer closeOutbox(t, hanging)
	defer close(end)
	synctest.Test(t, func(t *testing.T) {
		o := quietOutbox()
		release := make(chan struct{})
		for i := range 2 * maxAllJobs {
			o.add(fmt.Sprint(i), job{send: func(context.Context) time.Duration { <-release; return 0 }})
		}
		synctest.Wait()
		o.mu.Lock()
		workers, jobs := o.workers, o.jobs
		o.mu.Unlock()
		if n := inBubble(); n != maxAtOnce || workers != maxAtOnce || jobs != maxAllJobs {
			t.Errorf("%d goroutines and %d workers work, %d jobs wait; want %d, %d and %d", n, workers, jobs, maxAtOnce, maxAtOnce, maxAllJobs)
		}
		close(release)
		closeOutbox(t, o)
	})
}

// inOutbox counts the goroutines of outboxes.
func inOutbox() int { return len(outboxes()) }

// inBubble counts the outboxes' goroutines in the test's own synctest bubble: an outbox of
// another test may still be ending.
func inBubble() (n int) {
	for _, stack := range outboxes() {
		if state, _, _ := strings.Cut(stack, "\n"); strings.Contains(state, "synctest bubble") {
			n++
		}
	}
	return n
}

// outboxes returns the stacks of the goroutines of outboxes.
func outboxes() []string {
	var all bytes.Buffer
	_ = pprof.Lookup("goroutine").WriteTo(&all, 2)
	return slices.DeleteFunc(strings.Split(all.String(), "\n\n"), func(stack string) bool {
		return !strings.Contains(stack, "(*outbox).work(")
	})
}

func TestOutboxSurvivesAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", job{send: func(context.Context) time.Duration { panic("oops") }})
		o.add("c", s.job("", "after", 0))
		closeOutbox(t, o)
		s.want(t, "after")
	})
}

func TestOutboxEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o := quietOutbox()
		o.add("c", job{send: func(ctx context.Context) time.Duration { <-ctx.Done(); return time.Minute }})
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		o.add("c", s.job("", "next", 0))
		o.add("later", job{ready: func() time.Duration { return time.Hour }, send: func(context.Context) time.Duration { return 0 }})
		synctest.Wait()
		if left := o.close(ctx); left != 3 {
			t.Errorf("close() = %d, want 3: one that never ends, one after it, and one whose time has not come", left)
		}
		s.want(t)
		o.add("c", job{send: func(context.Context) time.Duration { t.Error("sent after the end"); return 0 }})
		synctest.Wait()
	})
}

// TestOutboxClosesWithoutTime checks that close of an empty outbox reports nothing left, even
// if ctx has ended.
func TestOutboxClosesWithoutTime(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 { // select may see either event first
		o := quietOutbox()
		if left := o.close(ended); left != 0 {
			t.Errorf("close() = %d, want 0", left)
		}
	}
}

// A job that waits for its time delays no other line, and each line keeps its order.
func TestOutboxLinesDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o, at := quietOutbox(), time.Now().Add(time.Second)
		add := func(line, what string, waits bool) {
			j := s.job(what, what, 0)
			j.line = line
			if waits {
				j.ready = func() time.Duration { return time.Until(at) }
			}
			o.add("c", j)
		}
		add("1", "post 1", true)
		add("1", "edit 1", false)
		synctest.Wait()
		add("2", "edit 2", false)
		add("2", "post 2", true)
		add("3", "edit 3", false)
		synctest.Wait()
		s.want(t, "edit 2", "edit 3")
		closeOutbox(t, o)
		s.want(t, "edit 2", "edit 3", "post 1", "edit 1", "post 2")
	})
}

// A job that is to be tried again stays in front of its line, and lets other lines pass.
func TestOutboxTriesAgainInItsLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sendLog
		o, tries := quietOutbox(), 0
		o.add("c", job{line: "1", send: func(context.Context) time.Duration {
			if tries++; tries == 1 {
				return time.Minute
			}
			s.note("first of 1")
			return 0
		}})
		for _, line := range []string{"1", "2"} {
			j := s.job("", "second of "+line, 0)
			j.line = line
			o.add("c", j)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if left := o.close(ctx); left > 0 {
			t.Errorf("close() = %d, want everything sent", left)
		}
		s.want(t, "second of 2", "first of 1", "second of 1")
	})
}
