// Package lane runs jobs on the same key one after another, and waiting jobs as one batch.
//
// A lane belongs to one key, such as a channel or a person. The first caller of
// [Lanes.Do] leads: it runs its own job. Jobs that arrive meanwhile wait. One of their
// callers then leads, and runs up to [Work.MaxBatch] of them as one batch, so that they can
// share a write. The lane keeps for the next batch what a batch learns about its key, such
// as a decoded document. Jobs on different keys run at the same time.
//
// The package doesn't know what a job is or what is kept: [Work] defines both.
package lane

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Errors of Do if the context ends before the job is done.
var (
	// ErrNotBegun means that the job was still waiting, and will not be run.
	ErrNotBegun = errors.New("lane: timed out in the queue; nothing was done")
	// ErrUnknown means that the job had begun, and its outcome isn't known.
	ErrUnknown = errors.New("lane: timed out; the outcome is unknown")
)

// Work defines the work of lanes. K is what a lane keeps from one batch to the next, at
// first its zero value; J is a job.
type Work[K, J any] struct {
	// Batch does jobs on a key, in order. Only one call at a time runs for a key, and
	// only that call may use kept. The error is the outcome of every job.
	Batch func(ctx context.Context, key string, kept *K, jobs []J) error
	// Abandoned is called for a job that was done although its caller had given up,
	// after its batch.
	Abandoned func(kept *K, job J)
	// MaxBatch is the largest number of jobs in a batch.
	MaxBatch int
	// MaxIdle is how many empty lanes are kept. Beyond that, the least recently used are
	// dropped with what they keep.
	MaxIdle int
}

// Lanes holds all lanes of one kind. It is safe for concurrent use.
type Lanes[K, J any] struct {
	work Work[K, J]

	mu   sync.Mutex
	busy map[string]*lane[K, J]
	idle *simplelru.LRU[string, *lane[K, J]] // lanes without a job
}

// New returns the lanes for a kind of work. MaxBatch and MaxIdle must be positive; New
// panics if MaxIdle isn't.
func New[K, J any](work Work[K, J]) *Lanes[K, J] {
	idle, err := simplelru.NewLRU[string, *lane[K, J]](work.MaxIdle, nil)
	if err != nil {
		panic(err) // the size is not positive
	}
	return &Lanes[K, J]{work: work, busy: map[string]*lane[K, J]{}, idle: idle}
}

// lane is the lane of one key.
type lane[K, J any] struct {
	queue []*entry[J] // waiting jobs, oldest first
	kept  K           // as in Work; only the leader may use kept and jobs
	jobs  []J         // buffer for a batch
}

// entry is one job on its way through a lane.
type entry[J any] struct {
	job  J
	ctx  context.Context // the caller's
	turn chan bool       // wakes a waiting caller: true, it leads now; false, its job is done
	gone bool            // the caller has given up
	err  error
}

// Do runs a job in the lane of a key, perhaps in a batch with others, and returns when the job
// is finished or, if the caller doesn't lead, when ctx ends. The leader runs the waiting jobs
// together with its own. The error is the batch's, ErrNotBegun or ErrUnknown.
func (l *Lanes[K, J]) Do(ctx context.Context, key string, job J) error {
	own := &entry[J]{job: job, ctx: ctx}
	ln, leads := l.enter(key, own)
	if !leads {
		var err error
		if leads, err = l.wait(ctx, ln, own); err != nil {
			return err
		}
		if leads && ctx.Err() != nil {
			// Too late to lead: the batch would end before it begins.
			l.handOver(key, ln, own)
			return ErrNotBegun
		}
	}
	if !leads {
		return own.err
	}
	batch := l.nextBatch(ln)
	defer l.leave(key, ln, own, batch)
	if len(batch) > 1 {
		// The leader's cancellation must not cancel the jobs of others.
		var cancel context.CancelFunc
		ctx, cancel = untilDeadline(ctx)
		defer cancel()
	}
	for _, e := range batch {
		ln.jobs = append(ln.jobs, e.job)
	}
	// If the batch panics, the outcome of its jobs is unknown, and kept is discarded.
	err, ended := ErrUnknown, false
	defer func() {
		if !ended {
			ln.kept = *new(K)
		}
		for _, e := range batch {
			e.err = err
		}
		clear(ln.jobs)
		ln.jobs = ln.jobs[:0]
	}()
	err = l.work.Batch(ctx, key, &ln.kept, ln.jobs)
	ended = true
	return err
}

// Waiting returns the number of jobs that wait in the lane of a key.
func (l *Lanes[K, J]) Waiting(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ln := l.busy[key]; ln != nil {
		return len(ln.queue)
	}
	return 0
}

// Load returns the number of busy lanes, and of all waiting jobs.
func (l *Lanes[K, J]) Load() (busy, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, ln := range l.busy {
		waiting += len(ln.queue)
	}
	return len(l.busy), waiting
}

// enter adds a job to a lane. The job leads if the lane was empty; otherwise
// e.turn signals when it leads or is done.
func (l *Lanes[K, J]) enter(key string, e *entry[J]) (ln *lane[K, J], leads bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ln, led := l.busy[key]
	if !led {
		if ln, _ = l.idle.Peek(key); ln == nil {
			ln = &lane[K, J]{}
		}
		l.idle.Remove(key)
		l.busy[key] = ln
	} else {
		e.turn = make(chan bool, 1)
	}
	ln.queue = append(ln.queue, e)
	return ln, !led
}

// wait waits until the job is done or leads.
func (l *Lanes[K, J]) wait(ctx context.Context, ln *lane[K, J], e *entry[J]) (leads bool, err error) {
	select {
	case leads = <-e.turn:
		return leads, nil
	case <-ctx.Done():
		return l.quit(ln, e)
	}
}

// quit removes a waiting job, unless its turn came at the last moment.
func (l *Lanes[K, J]) quit(ln *lane[K, J], e *entry[J]) (leads bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case leads = <-e.turn:
		return leads, nil
	default:
	}
	if i := slices.Index(ln.queue, e); i >= 0 {
		ln.queue = slices.Delete(ln.queue, i, i+1)
		return false, ErrNotBegun
	}
	e.gone = true
	return false, ErrUnknown
}

// untilDeadline returns a context with ctx's deadline that ctx's cancellation
// doesn't cancel.
func untilDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	alone := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(alone, deadline)
	}
	return alone, func() {}
}

// nextBatch returns the jobs of the next batch, the leader's among them.
func (l *Lanes[K, J]) nextBatch(ln *lane[K, J]) []*entry[J] {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(ln.queue), l.work.MaxBatch)
	batch := ln.queue[:n:n]
	ln.queue = ln.queue[n:]
	return batch
}

// leave wakes the callers of done jobs, and makes one of the waiting callers the leader.
func (l *Lanes[K, J]) leave(key string, ln *lane[K, J], leader *entry[J], batch []*entry[J]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range batch {
		if e == leader {
			continue
		}
		if e.gone {
			l.work.Abandoned(&ln.kept, e.job)
		}
		e.turn <- false
	}
	l.promote(key, ln)
}

// handOver removes a leader's job from its lane and lets another caller lead.
func (l *Lanes[K, J]) handOver(key string, ln *lane[K, J], leader *entry[J]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(ln.queue, leader); i >= 0 {
		ln.queue = slices.Delete(ln.queue, i, i+1)
	}
	l.promote(key, ln)
}

// promote chooses the leader of the next batch: the caller with the latest
// deadline, because the batch ends at the leader's deadline; if several have
// the same deadline, the last of them. A lane without waiting jobs becomes
// idle. The caller holds the lock.
func (l *Lanes[K, J]) promote(key string, ln *lane[K, J]) {
	n := min(len(ln.queue), l.work.MaxBatch)
	if n == 0 {
		ln.queue = nil
		delete(l.busy, key)
		l.idle.Add(key, ln)
		return
	}
	leader := ln.queue[0]
	for _, e := range ln.queue[1:n] {
		if !leader.outlasts(e) {
			leader = e
		}
	}
	leader.turn <- true
}

// outlasts reports whether e's deadline is later than other's. No deadline is later than
// every deadline.
func (e *entry[J]) outlasts(other *entry[J]) bool {
	deadline, bounded := other.ctx.Deadline()
	if !bounded {
		return false
	}
	own, ownBounded := e.ctx.Deadline()
	return !ownBounded || own.After(deadline)
}
