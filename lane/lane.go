// Package lane runs jobs on the same key one after another, and lets jobs that
// wait be done together.
//
// A lane belongs to one key, such as a channel or a person. The first caller of
// [Lanes.Do] leads: it does its own job. Jobs that arrive meanwhile wait. One of
// their callers then does all of them as one batch, so that they can share a write.
// What a batch learns about its key, say a decoded document, it keeps in the lane
// for the next one. Jobs on different keys run at the same time.
//
// The package knows neither what a job is nor what is kept: [Work] says both.
package lane

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Why Do returns before its job is done: the context ended.
var (
	// ErrNotBegun: the job was still waiting, and won't be done.
	ErrNotBegun = errors.New("others were in front, nothing was begun")
	// ErrUnknown: the job was begun, and its outcome isn't known yet.
	ErrUnknown = errors.New("no word of the outcome")
)

// Work is what is done in lanes. K is what a lane keeps from one batch to the
// next, at first its zero value; J is a job.
type Work[K, J any] struct {
	// Batch does jobs on a key, in order. Only one call runs at a time for a
	// key, and only that call may use kept. The error is every job's.
	Batch func(ctx context.Context, key string, kept *K, jobs []J) error
	// Missed is called for a job that was done after its caller had gone.
	Missed func(kept *K, job J)
	// MaxBatch is the largest number of jobs in a batch.
	MaxBatch int
	// MaxIdle is how many empty lanes are kept; beyond that, those used longest ago
	// are forgotten, with what they keep.
	MaxIdle int
}

// Lanes are all lanes of one kind. They are safe for concurrent use.
type Lanes[K, J any] struct {
	work Work[K, J]

	mu   sync.Mutex
	busy map[string]*lane[K, J]
	idle *simplelru.LRU[string, *lane[K, J]] // nobody is in them
}

// New makes lanes for a kind of work, whose bounds must be positive.
func New[K, J any](work Work[K, J]) *Lanes[K, J] {
	idle, err := simplelru.NewLRU[string, *lane[K, J]](work.MaxIdle, nil)
	if err != nil {
		panic(err) // the bound is not positive
	}
	return &Lanes[K, J]{work: work, busy: map[string]*lane[K, J]{}, idle: idle}
}

// lane is one key.
type lane[K, J any] struct {
	queue []*entry[J] // not begun, the first come first
	kept  K           // belongs to whoever leads, and so does jobs
	jobs  []J         // room for those of a batch
}

// entry is one job on its way through a lane.
type entry[J any] struct {
	job  J
	turn chan bool // of one that waits: true, it leads now; false, it is done
	gone bool      // its caller knows no outcome
	err  error
}

// Do does a job in the lane of a key, perhaps together with others, and
// returns when it is done or when ctx ends. Whoever leads does the jobs that wait
// in the same lane along with their own. The error is the batch's,
// ErrNotBegun or ErrUnknown.
func (l *Lanes[K, J]) Do(ctx context.Context, key string, job J) error {
	own := &entry[J]{job: job}
	ln, leads := l.enter(key, own)
	if !leads {
		var err error
		if leads, err = l.wait(ctx, ln, own); err != nil {
			return err
		}
	}
	if !leads {
		return own.err
	}
	batch := l.take(ln)
	defer l.leave(key, ln, own, batch)
	if len(batch) > 1 {
		// Whoever gives up on the leader's own job has no say in the others.
		var cancel context.CancelFunc
		ctx, cancel = untilDeadline(ctx)
		defer cancel()
	}
	for _, e := range batch {
		ln.jobs = append(ln.jobs, e.job)
	}
	// Where the batch panics, nobody knows what came of its jobs, and what's kept is
	// forgotten.
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

// Waiting is how many jobs wait in the lane of a key.
func (l *Lanes[K, J]) Waiting(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ln := l.busy[key]; ln != nil {
		return len(ln.queue)
	}
	return 0
}

// Load is how many lanes are busy, and how many jobs wait in all of them.
func (l *Lanes[K, J]) Load() (busy, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, ln := range l.busy {
		waiting += len(ln.queue)
	}
	return len(l.busy), waiting
}

// enter brings a job into a lane. It leads when nobody else is in there;
// otherwise its turn will tell.
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

// quit gives up waiting, unless the job's turn came at the last moment.
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

// untilDeadline is ctx without being cancelled before its deadline.
func untilDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	alone := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(alone, deadline)
	}
	return alone, func() {}
}

// take takes the jobs that are to be done now, the leader's among them.
func (l *Lanes[K, J]) take(ln *lane[K, J]) []*entry[J] {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(ln.queue), l.work.MaxBatch)
	batch := ln.queue[:n:n]
	ln.queue = ln.queue[n:]
	return batch
}

// leave tells the jobs that they are done, and lets the last of the next batch
// lead it: it has the most time left.
func (l *Lanes[K, J]) leave(key string, ln *lane[K, J], leader *entry[J], batch []*entry[J]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range batch {
		if e == leader {
			continue
		}
		if e.gone {
			l.work.Missed(&ln.kept, e.job)
		}
		e.turn <- false
	}
	if n := min(len(ln.queue), l.work.MaxBatch); n > 0 {
		ln.queue[n-1].turn <- true
		return
	}
	ln.queue = nil
	delete(l.busy, key)
	l.idle.Add(key, ln)
}
