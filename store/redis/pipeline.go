package redis

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// pipelines lets calls share round trips. A call to a server with few calls in
// flight is sent at once. While maxInFlight are in flight, further calls
// gather, and are sent as one pipeline when one returns. So a single caller
// never waits, and the busier the bot, the more calls share a round trip.
//
// A pipeline is tried once. Calls that it leaves unanswered are then retried one by one,
// so that no call suffers from a broken connection or another call's error.
//
// (The client's own AutoPipeline is experimental. As measured, it slows a single caller
// by a fifth, and a command can't be withdrawn from it.)
type pipelines struct {
	timeout time.Duration // of a call
	mu      sync.Mutex
	servers map[*redis.Client]*inflight // servers with a call in flight
	closing bool
	idle    chan struct{} // closed when closing and nothing is in flight
}

// inflight has a server's calls in flight and its waiting calls.
type inflight struct {
	count int       // calls and pipelines in flight
	next  *pipeline // gathers waiting calls; nil: none waits
}

// pipeline is some calls that share a round trip.
type pipeline struct {
	cmds  []redis.Cmder
	bytes int           // of their arguments
	since time.Time     // when the first one was added
	late  *time.Timer   // sends it after inFlightTimeout
	done  chan struct{} // closed when all commands have returned
}

const (
	// maxInFlight is how many calls and pipelines may be in flight to a server
	// before further calls gather. With one, the server and the bot wait for
	// each other in turns, which costs a quarter of the throughput at 16
	// callers; with four, pipelines get short.
	maxInFlight = 3
	// inFlightTimeout bounds how long calls wait for those in flight, so that
	// one lost packet doesn't delay everybody.
	inFlightTimeout = 10 * time.Millisecond
	// maxBytes is the size at which a pipeline is sent without waiting: that of its
	// connection's buffer.
	maxBytes = redis.DefaultPipelineBufferSize
)

// noRetry is a command that the client doesn't retry, because Store.ask does.
type noRetry struct{ *redis.Cmd }

// NoRetry implements redis.Cmder.
func (noRetry) NoRetry() bool { return true }

func newPipelines(timeout time.Duration) *pipelines {
	return &pipelines{timeout: timeout, servers: map[*redis.Client]*inflight{}, idle: make(chan struct{})}
}

// join adds a command to the pipeline that is gathering. It returns nil, nil if
// the server isn't busy: then the caller sends the command itself and calls
// returned afterwards.
func (p *pipelines) join(server *redis.Client, cmd *redis.Cmd, now time.Time) (*pipeline, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing {
		return nil, redis.ErrClosed
	}
	t := p.servers[server]
	if t == nil {
		t = &inflight{}
		p.servers[server] = t
	}
	if t.count < maxInFlight {
		t.count++
		return nil, nil
	}
	if t.next == nil {
		next := &pipeline{since: now, done: make(chan struct{})}
		next.late = time.AfterFunc(inFlightTimeout, func() { p.flushEarly(server, next) })
		t.next = next
	}
	joined := t.next
	joined.cmds = append(joined.cmds, noRetry{cmd})
	if joined.bytes += size(cmd); joined.bytes >= maxBytes {
		t.flush()
		go p.run(server, joined)
	}
	return joined, nil
}

// size is the number of bytes of a command's text arguments.
func size(cmd *redis.Cmd) (bytes int) {
	for _, arg := range cmd.Args() {
		if text, ok := arg.(string); ok {
			bytes += len(text)
		}
	}
	return bytes
}

// flush ends the gathering; the caller sends the pipeline that it returns.
func (t *inflight) flush() *pipeline {
	leaving := t.next
	leaving.late.Stop() // flushEarly checks whether it was sent
	t.next = nil
	t.count++
	return leaving
}

// flushEarly sends a pipeline that is still gathering, without waiting for the
// calls in flight.
func (p *pipelines) flushEarly(server *redis.Client, waiting *pipeline) {
	if p.ifPending(server, waiting, func(t *inflight) { t.flush() }) {
		p.run(server, waiting)
	}
}

// withdraw removes a command from a pipeline that isn't sent yet.
func (p *pipelines) withdraw(server *redis.Client, from *pipeline, cmd *redis.Cmd) {
	p.ifPending(server, from, func(*inflight) {
		from.cmds = slices.DeleteFunc(from.cmds, func(c redis.Cmder) bool { return c == noRetry{cmd} })
	})
}

// ifPending calls do if waiting is still gathering, and reports whether it is.
func (p *pipelines) ifPending(server *redis.Client, waiting *pipeline, do func(*inflight)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.servers[server]
	if t == nil || t.next != waiting {
		return false
	}
	do(t)
	return true
}

// run sends a pipeline, and after it the calls that have gathered meanwhile.
func (p *pipelines) run(server *redis.Client, next *pipeline) {
	for ; next != nil; next = p.nextAfter(server) {
		p.send(server, next)
		runtime.Gosched() // callers that got their result may be about to send another command
	}
}

// send sends a pipeline and reads its results.
func (p *pipelines) send(server *redis.Client, leaving *pipeline) {
	defer close(leaving.done)
	// No call in it is older than since, so none waits longer than a timeout.
	ctx, cancel := context.WithDeadline(context.Background(), leaving.since.Add(p.timeout))
	defer cancel()
	pipe := server.Pipeline()
	_ = pipe.BatchProcess(ctx, leaving.cmds...) // sends nothing yet
	_, _ = pipe.Exec(ctx)                       // each command has its own error
}

// returned must be called after a command that its caller sent itself.
func (p *pipelines) returned(server *redis.Client) {
	if next := p.nextAfter(server); next != nil {
		go p.run(server, next)
	}
}

// nextAfter records that a call or a pipeline has returned, and returns the
// pipeline to send next; nil if none waits.
func (p *pipelines) nextAfter(server *redis.Client) *pipeline {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.servers[server]
	t.count--
	if t.next != nil {
		return t.flush()
	}
	if t.count == 0 {
		delete(p.servers, server)
		if p.closing && len(p.servers) == 0 {
			close(p.idle)
		}
	}
	return nil
}

// close refuses new commands and waits for those in flight, at most for one timeout.
func (p *pipelines) close() {
	p.mu.Lock()
	p.closing = true
	if len(p.servers) == 0 {
		close(p.idle)
	}
	p.mu.Unlock()
	<-p.idle
}
