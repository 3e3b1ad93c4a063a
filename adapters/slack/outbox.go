package slack

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// The bounds of the outbox.
const (
	maxJobs      = 32   // waiting in one channel
	maxChannels  = 5000 // with something waiting
	maxAtOnce    = 256  // calls to Slack at the same time
	maxAttempts  = 5    // of one job
	callTimeout  = 10 * time.Second
	firstBackoff = 500 * time.Millisecond
)

// job is one thing to be sent.
type job struct {
	// name: a job takes the place of a waiting one with the same name, so
	// that only the latest state is sent; "" replaces nothing.
	name string
	// ready is how long to wait before sending, 0 for now; nil: now. Waiting
	// jobs can still be replaced.
	ready func(now time.Time) time.Duration
	// send sends it. A positive wait asks to be called again after it; it
	// is asked for only where sending twice does no harm.
	send func(ctx context.Context) (again time.Duration)

	attempts  int
	notBefore time.Time
}

// outbox sends jobs: one at a time and in order in each channel, many channels
// at the same time.
type outbox struct {
	log     *slog.Logger
	slots   chan struct{} // one for every call under way
	ctx     context.Context
	cancel  context.CancelFunc
	workers sync.WaitGroup

	mu     sync.Mutex
	queues map[string]*queue
	closed bool
}

// queue is what waits in one channel. It exists while something does.
type queue struct {
	jobs  []*job
	woken chan struct{} // holds one token after a change
}

func newOutbox(log *slog.Logger) *outbox {
	ctx, cancel := context.WithCancel(context.Background())
	return &outbox{log: log, slots: make(chan struct{}, maxAtOnce), ctx: ctx, cancel: cancel, queues: map[string]*queue{}}
}

// add puts a job into a channel's queue. It never waits; what does not fit is
// dropped and logged: the state is in the store, and the next board shows it.
func (o *outbox) add(channel string, j job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q := o.queues[channel]
	switch {
	case o.closed:
		o.log.Warn("shutting down, so a message to Slack was not sent", "channel", channel)
		return
	case q == nil && len(o.queues) >= maxChannels, q != nil && len(q.jobs) >= maxJobs && !q.has(j.name):
		o.log.Warn("too many messages wait for Slack, so one was dropped; Slack is slow or refuses them", "channel", channel)
		return
	}
	if q == nil {
		q = &queue{woken: make(chan struct{}, 1)}
		o.queues[channel] = q
		o.workers.Go(func() { o.work(channel, q) })
	}
	q.add(&j)
	select {
	case q.woken <- struct{}{}:
	default:
	}
}

func (q *queue) has(name string) bool {
	for _, j := range q.jobs {
		if name != "" && j.name == name {
			return true
		}
	}
	return false
}

// add replaces the waiting job of the same name, which keeps its place and the
// time before which it may not be sent.
func (q *queue) add(j *job) {
	for i, old := range q.jobs {
		if j.name != "" && old.name == j.name {
			j.notBefore = old.notBefore
			q.jobs[i] = j
			return
		}
	}
	q.jobs = append(q.jobs, j)
}

// work sends what waits in one channel until nothing does.
func (o *outbox) work(channel string, q *queue) {
	for {
		j, wait := o.next(channel, q)
		switch {
		case j == nil && wait == 0:
			return
		case j == nil:
			timer := time.NewTimer(wait)
			select {
			case <-timer.C:
			case <-q.woken:
			case <-o.ctx.Done():
			}
			timer.Stop()
			continue
		}
		if again := o.send(channel, j); again > 0 {
			o.retry(channel, q, j, again)
		}
	}
}

// next takes the first job that is ready. Without one it says how long to
// wait; 0 means that the queue is gone.
func (o *outbox) next(channel string, q *queue) (*job, time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(q.jobs) == 0 || o.ctx.Err() != nil {
		delete(o.queues, channel)
		return nil, 0
	}
	j, now := q.jobs[0], time.Now()
	wait := j.notBefore.Sub(now)
	if wait <= 0 && j.ready != nil {
		wait = j.ready(now)
	}
	if wait > 0 {
		return nil, wait
	}
	q.jobs = q.jobs[1:]
	return j, 0
}

func (o *outbox) send(channel string, j *job) (again time.Duration) {
	select {
	case o.slots <- struct{}{}:
	case <-o.ctx.Done():
		return 0
	}
	defer func() { <-o.slots }()
	defer func() {
		if p := recover(); p != nil {
			o.log.Error("sending to Slack panicked", "channel", channel, "panic", panicText(p), "stack", string(debug.Stack()))
			again = 0
		}
	}()
	ctx, cancel := context.WithTimeout(o.ctx, callTimeout)
	defer cancel()
	return j.send(ctx)
}

// retry puts j back to the front, unless a later one has taken its place.
func (o *outbox) retry(channel string, q *queue, j *job, after time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	notBefore := time.Now().Add(after)
	for _, later := range q.jobs {
		if j.name != "" && later.name == j.name {
			later.notBefore = notBefore
			return
		}
	}
	if j.attempts++; j.attempts >= maxAttempts {
		o.log.Error("gave up sending a message to Slack; the game is safe, and the next board will show it", "channel", channel, "attempts", j.attempts)
		return
	}
	j.notBefore = notBefore
	q.jobs = append([]*job{j}, q.jobs...)
}

// close waits until everything was sent, as long as ctx allows; what is left
// then is dropped.
func (o *outbox) close(ctx context.Context) error {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	done := make(chan struct{})
	go func() { o.workers.Wait(); close(done) }()
	select {
	case <-done:
		o.cancel()
		return nil
	case <-ctx.Done():
		o.cancel()
		<-done
		return errors.Join(errors.New("slack: not everything could be sent before the end"), ctx.Err())
	}
}
