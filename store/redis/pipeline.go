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
// A pipeline is tried once. A call that it brings no answer goes by itself
// then: neither a broken connection nor an answer to a neighbour is anybody
// else's affair.
//
// (The client's own AutoPipeline is still an experiment. It was measured to
// cost a lone caller a fifth more, and what it has taken cannot be withdrawn.)
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
	// maxAway is how many calls and pipelines are on their way to a server
	// before others gather. With one, the server and the bot wait for each other
	// by turns: at 16 callers that took a quarter of the moves; with four, the
	// pipelines get short.
	maxAway = 3
	// patience is how long calls wait for those before them, which usually are
	// back in a fraction of it: a lost packet is not to hold up everybody.
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

// join puts a command into the pipeline that gathers. It returns nil when none
// needs to: then the caller sends the command, and says back afterwards.
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

// leave has the pipeline that gathers leave.
func (t *traffic) leave() *pipeline {
	leaving := t.next
	leaving.late.Stop() // too late is fine: overtake looks whether it has left
	t.next = nil
	t.away++
	return leaving
}

// overtake has a pipeline leave, if it has not yet, before those ahead of it
// are back.
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

// gathers does something if a pipeline is still the one that gathers.
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
	// Nobody in it came before since, so nobody waits for longer than a timeout.
	ctx, cancel := context.WithDeadline(context.Background(), leaving.since.Add(p.timeout))
	defer cancel()
	pipe := server.Pipeline()
	_ = pipe.BatchProcess(ctx, leaving.cmds...) // sends nothing yet
	_, _ = pipe.Exec(ctx)                       // each command has its own error
}

// back is said by a call that went by itself.
func (p *pipelines) back(server *redis.Client) {
	if next := p.follow(server); next != nil {
		go p.run(server, next)
	}
}

// follow notes that something is back, and has what has gathered leave in its
// place. It returns nil when nobody waits.
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

// close refuses what comes and waits for what is on its way, which is no longer
// than a timeout.
func (p *pipelines) close() {
	p.mu.Lock()
	p.closing = true
	if len(p.servers) == 0 {
		close(p.idle)
	}
	p.mu.Unlock()
	<-p.idle
}
