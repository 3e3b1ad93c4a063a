package slack

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// The bounds of the outbox. Messages beyond them are dropped. A worker shows a dropped
// board, because the store doesn't know it as shown.
const (
	maxJobs      = 64               // waiting in one channel: two for each of chat.MaxTables
	maxAllJobs   = 8192             // waiting in all channels
	maxAtOnce    = 256              // calls to Slack at the same time
	maxAttempts  = 5                // of one job
	maxAge       = 5 * time.Minute  // of a waiting job
	callTimeout  = 10 * time.Second // of one call
	firstBackoff = 500 * time.Millisecond
	endWithin    = time.Second // for calls that were cut off at shutdown
)

// job is one thing to be sent.
type job struct {
	// name identifies the job's target: a job replaces a waiting one with the same name,
	// so that only the latest state is sent. A job named "" replaces nothing, and is
	// dropped first when there is no room.
	name string
	// line groups the jobs of a channel: those of one line are sent in the order in which
	// they were added. A job that isn't ready lets other lines pass.
	line string
	// ready returns how long to wait before sending, 0 for now; nil: now. A waiting job
	// can still be replaced.
	ready func() time.Duration
	// send sends the job. After a positive result it is called again when that time has
	// passed, so the result may be positive only if sending twice does no harm.
	send func(ctx context.Context) (again time.Duration)

	attempts  int
	notBefore time.Time
	expires   time.Time // after this the job is dropped
}

// outbox sends jobs: one at a time in each channel, in the order of each line, and many
// channels at the same time. Only a call that is under way takes a goroutine.
type outbox struct {
	log     *slog.Logger
	ctx     context.Context
	cancel  context.CancelFunc
	sending sync.WaitGroup

	mu      sync.Mutex
	queues  map[string]*queue
	due     []*queue // those in which a job may be ready, in the order in which they are checked
	jobs    int      // waiting in all queues
	workers int
	closed  bool
	empty   chan struct{} // closed, by emptied, when nothing is left after close
	emptied func()
}

func newOutbox(log *slog.Logger) *outbox {
	ctx, cancel := context.WithCancel(context.Background())
	empty := make(chan struct{})
	return &outbox{
		log: log, ctx: ctx, cancel: cancel, queues: map[string]*queue{},
		empty: empty, emptied: sync.OnceFunc(func() { close(empty) }),
	}
}

// add puts a job into a channel's queue. It never waits.
func (o *outbox) add(channel string, j job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		o.log.Warn("shutting down, so a message to Slack was not sent", "channel", channel)
		return
	}
	j.expires = time.Now().Add(maxAge)
	q := o.queues[channel]
	if q != nil && o.replace(q, &j) {
		return
	}
	if o.jobs >= maxAllJobs || q != nil && len(q.jobs) >= maxJobs && !o.makeRoom(q) {
		o.log.Warn("too many messages wait for Slack, so one was dropped; Slack is slow or refuses them", "channel", channel)
		return
	}
	o.jobs++
	if q != nil {
		q.jobs = append(q.jobs, &j)
		o.stir(q)
		return
	}
	q = &queue{channel: channel, jobs: []*job{&j}}
	o.queues[channel] = q
	o.wake(q)
}

// replace replaces the waiting job of the same name by j, which may not be sent earlier
// than that one. It reports whether there was one.
func (o *outbox) replace(q *queue, j *job) bool {
	i := q.find(j.name)
	if i < 0 {
		return false
	}
	j.notBefore = q.jobs[i].notBefore
	q.jobs[i] = j
	o.stir(q)
	return true
}

// stir checks q again if it waits for the time of a job.
func (o *outbox) stir(q *queue) {
	if q.timer != nil {
		o.wake(q)
	}
}

// makeRoom drops the oldest job without a name from a full queue, and reports whether there
// was one.
func (o *outbox) makeRoom(q *queue) bool {
	for i, j := range q.jobs {
		if j.name == "" {
			q.jobs = slices.Delete(q.jobs, i, i+1)
			o.jobs--
			o.log.Warn("too many messages wait for Slack, so the oldest of a channel was dropped", "channel", q.channel)
			return true
		}
	}
	return false
}

// waits reports whether a job of one of these names waits in a channel, or is
// being sent.
func (o *outbox) waits(channel string, names ...string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	q := o.queues[channel]
	return q != nil && slices.ContainsFunc(names, func(name string) bool {
		return q.find(name) >= 0 || q.sent != nil && q.sent.name == name
	})
}

// wake has a worker check q. It starts one if fewer than maxAtOnce run.
func (o *outbox) wake(q *queue) {
	if q.timer != nil {
		q.timer.Stop()
		q.timer = nil
	}
	o.due = append(o.due, q)
	if o.workers < maxAtOnce {
		o.workers++
		o.sending.Go(o.work)
	}
}

// sleep wakes q after wait.
func (o *outbox) sleep(q *queue, wait time.Duration) {
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if q.timer == timer {
			o.wake(q)
		}
	})
	q.timer = timer
}

// work sends jobs until none is due.
func (o *outbox) work() {
	for {
		q, j := o.take()
		if q == nil {
			return
		}
		o.finish(q, j, o.send(q.channel, j))
	}
}

// take removes and returns the next job that is ready, nil if there is none; then the
// calling worker ends.
func (o *outbox) take() (*queue, *job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.due) > 0 {
		q := o.due[0]
		o.due = o.due[1:]
		now := time.Now()
		o.dropExpired(q, now)
		if len(q.jobs) == 0 {
			o.remove(q)
			continue
		}
		j, wait := q.ready(now)
		if j == nil {
			o.sleep(q, wait)
			continue
		}
		q.sent = j
		o.jobs--
		return q, j
	}
	o.workers--
	return nil, nil
}

// dropExpired drops the jobs of q that have waited for longer than maxAge.
func (o *outbox) dropExpired(q *queue, now time.Time) {
	before := len(q.jobs)
	q.jobs = slices.DeleteFunc(q.jobs, func(j *job) bool { return now.After(j.expires) })
	if dropped := before - len(q.jobs); dropped > 0 {
		o.jobs -= dropped
		o.log.Warn("messages to Slack waited for too long and were dropped; boards are shown later", "channel", q.channel, "messages", dropped)
	}
}

func (o *outbox) remove(q *queue) {
	delete(o.queues, q.channel)
	if o.closed && len(o.queues) == 0 {
		o.emptied()
	}
}

func (o *outbox) send(channel string, j *job) (again time.Duration) {
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

// finish puts j back if it is to be sent again, and continues with q.
func (o *outbox) finish(q *queue, j *job, again time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q.sent = nil
	if again > 0 && o.ctx.Err() == nil {
		o.retry(q, j, time.Now().Add(again))
	}
	if len(q.jobs) == 0 {
		o.remove(q)
		return
	}
	o.due = append(o.due, q)
}

// retry puts j back at the front of q, unless a later job of the same name waits there.
func (o *outbox) retry(q *queue, j *job, notBefore time.Time) {
	if i := q.find(j.name); i >= 0 {
		q.jobs[i].notBefore = notBefore
		return
	}
	if j.attempts++; j.attempts >= maxAttempts {
		o.log.Error("gave up sending a message to Slack; the game is safe, and the next board will show it", "channel", q.channel, "attempts", j.attempts)
		return
	}
	j.notBefore = notBefore
	q.jobs = slices.Insert(q.jobs, 0, j)
	o.jobs++
}

// close sends what is waiting until ctx ends, then drops the rest and cuts off running
// calls. It returns how many messages were not sent.
func (o *outbox) close(ctx context.Context) (left int) {
	o.mu.Lock()
	if len(o.queues) == 0 {
		o.emptied()
	}
	o.closed = true
	o.mu.Unlock()
	select {
	case <-o.empty:
	case <-ctx.Done():
		left = o.drop()
	}
	o.cancel()
	ended, cancel := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer cancel()
	waitFor(ended, &o.sending)
	return left
}

// drop forgets everything that waits, and cuts off what is being sent. It returns the
// number of these jobs.
func (o *outbox) drop() (left int) {
	o.cancel()
	o.mu.Lock()
	defer o.mu.Unlock()
	left, o.jobs, o.due = o.jobs, 0, nil
	for channel, q := range o.queues {
		q.jobs = nil
		if q.timer != nil {
			q.timer.Stop()
			q.timer = nil
		}
		if q.sent != nil {
			left++
		} else {
			delete(o.queues, channel)
		}
	}
	if len(o.queues) == 0 {
		o.emptied()
	}
	return left
}

// waitFor waits for a group as long as ctx allows.
func waitFor(ctx context.Context, group *sync.WaitGroup) {
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
