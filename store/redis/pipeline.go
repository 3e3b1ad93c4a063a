package redis

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// pipelines lets calls travel together. A call to a server that few are asking
// leaves at once and by itself. Those that come while maxAway are on their way
// gather, and leave in one pipeline when one is back. So a lone caller waits for
// nobody, and the busier the bot, the more calls share a round trip.
//
// A pipeline is tried once. Calls that it leaves unanswered are then retried one
// by one, so that no call suffers from a broken connection or from another call's
// error.
//
// (The client's own AutoPipeline is still experimental. Measured, it cost a lone
// caller a fifth more, and a command can't be withdrawn from it.)
type pipelines struct {
	timeout time.Duration // of a call
	mu      sync.Mutex
	servers map[*redis.Client]*traffic // those with something on its way
	closing bool
	idle    chan struct{} // closed when closing and nothing is on its way
}

// traffic is what is on its way to a server and what is to follow.
type traffic struct {
	away int       // calls and pipelines on their way
	next *pipeline // gathers; nil: nobody waits
}

// pipeline is some calls that share a round trip.
type pipeline struct {
	cmds  []redis.Cmder
	bytes int           // of their arguments
	since time.Time     // when the first one came
	late  *time.Timer   // ends the waiting
	done  chan struct{} // closed when all are back
}

const (
	// maxAway is how many calls and pipelines may be under way to a server
	// before further calls gather. With one, the server and the bot take turns
	// waiting for each other, which cost a quarter of the throughput at 16
	// callers; with four, the pipelines get short.
	maxAway = 3
	// patience is how long calls wait for those before them, which are usually
	// back in a fraction of that: a lost packet must not hold up everybody.
	patience = 10 * time.Millisecond
	// maxBytes is what a pipeline gathers before it leaves without waiting: as
	// much as the buffer of its connection holds.
	maxBytes = redis.DefaultPipelineBufferSize
)

// once is a command in a pipeline that is tried once.
type once struct{ *redis.Cmd }

// NoRetry implements redis.Cmder.
func (once) NoRetry() bool { return true }

func newPipelines(timeout time.Duration) *pipelines {
	return &pipelines{timeout: timeout, servers: map[*redis.Client]*traffic{}, idle: make(chan struct{})}
}

// join adds a command to the pipeline that is gathering. It returns nil if the
// server isn't busy: then the caller sends the command itself and calls back
// afterwards.
func (p *pipelines) join(server *redis.Client, cmd *redis.Cmd, now time.Time) (*pipeline, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing {
		return nil, redis.ErrClosed
	}
	t := p.servers[server]
	if t == nil {
		t = &traffic{}
		p.servers[server] = t
	}
	if t.away < maxAway {
		t.away++
		return nil, nil
	}
	if t.next == nil {
		next := &pipeline{since: now, done: make(chan struct{})}
		next.late = time.AfterFunc(patience, func() { p.overtake(server, next) })
		t.next = next
	}
	joined := t.next
	joined.cmds = append(joined.cmds, once{cmd})
	if joined.bytes += size(cmd); joined.bytes >= maxBytes {
		t.leave()
		go p.run(server, joined)
	}
	return joined, nil
}

// size is how many bytes the texts among a command's arguments have.
func size(cmd *redis.Cmd) (bytes int) {
	for _, arg := range cmd.Args() {
		if text, ok := arg.(string); ok {
			bytes += len(text)
		}
	}
	return bytes
}

// leave sends off the pipeline that is gathering.
func (t *traffic) leave() *pipeline {
	leaving := t.next
	leaving.late.Stop() // too late is fine: overtake looks whether it has left
	t.next = nil
	t.away++
	return leaving
}

// overtake sends a pipeline off, if it hasn't left yet, without waiting for those
// ahead of it.
func (p *pipelines) overtake(server *redis.Client, waiting *pipeline) {
	if p.gathers(server, waiting, func(t *traffic) { t.leave() }) {
		p.run(server, waiting)
	}
}

// withdraw takes a command out of a pipeline, if it has not left yet.
func (p *pipelines) withdraw(server *redis.Client, from *pipeline, cmd *redis.Cmd) {
	p.gathers(server, from, func(*traffic) {
		from.cmds = slices.DeleteFunc(from.cmds, func(c redis.Cmder) bool { return c == once{cmd} })
	})
}

// gathers calls do if waiting is still gathering, and reports whether it was.
func (p *pipelines) gathers(server *redis.Client, waiting *pipeline, do func(*traffic)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.servers[server]
	if t == nil || t.next != waiting {
		return false
	}
	do(t)
	return true
}

// run sends a pipeline, and after it what has gathered meanwhile.
func (p *pipelines) run(server *redis.Client, next *pipeline) {
	for ; next != nil; next = p.follow(server) {
		p.send(server, next)
		runtime.Gosched() // who has an answer may be about to ask again
	}
}

// send sends a pipeline and waits for its answers.
func (p *pipelines) send(server *redis.Client, leaving *pipeline) {
	defer close(leaving.done)
	// No call in it is older than since, so none waits longer than a timeout.
	ctx, cancel := context.WithDeadline(context.Background(), leaving.since.Add(p.timeout))
	defer cancel()
	pipe := server.Pipeline()
	_ = pipe.BatchProcess(ctx, leaving.cmds...) // sends nothing yet
	_, _ = pipe.Exec(ctx)                       // each command has its own error
}

// back is called after a command that its caller sent itself.
func (p *pipelines) back(server *redis.Client) {
	if next := p.follow(server); next != nil {
		go p.run(server, next)
	}
}

// follow records that a call or a pipeline is back, and returns the pipeline that
// may leave in its place; nil if nobody waits.
func (p *pipelines) follow(server *redis.Client) *pipeline {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.servers[server]
	t.away--
	if t.next != nil {
		return t.leave()
	}
	if t.away == 0 {
		delete(p.servers, server)
		if p.closing && len(p.servers) == 0 {
			close(p.idle)
		}
	}
	return nil
}

// close refuses new commands and waits for those under way, at most for a
// timeout.
func (p *pipelines) close() {
	p.mu.Lock()
	p.closing = true
	if len(p.servers) == 0 {
		close(p.idle)
	}
	p.mu.Unlock()
	<-p.idle
}
