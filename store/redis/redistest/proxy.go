package redistest

import (
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy stands between clients and a server, and now and then swallows an answer and breaks
// the connection: the server has executed the request, and the client does not know.
type Proxy struct {
	Addr string

	listener net.Listener
	target   string
	drop     atomic.Uint64 // of a million answers
	silent   atomic.Bool
	requests atomic.Int64
	dropped  atomic.Int64
	mu       sync.Mutex
	conns    map[net.Conn]bool
	wait     sync.WaitGroup
}

// NewProxy starts a proxy in front of an address and stops it at the end of
// the test.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Addr: l.Addr().String(), listener: l, target: target, conns: map[net.Conn]bool{}}
	p.wait.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close() // ends accept
		p.Break()
		p.wait.Wait()
	})
	return p
}

// Drop sets how many of a million answers are swallowed.
func (p *Proxy) Drop(ofAMillion int) { p.drop.Store(uint64(ofAMillion)) }

// Silence makes the proxy drop all answers without closing connections, like a
// hanging server.
func (p *Proxy) Silence(on bool) { p.silent.Store(on) }

// Dropped returns how many answers were swallowed.
func (p *Proxy) Dropped() int { return int(p.dropped.Load()) }

// Requests returns how many times a client sent something.
func (p *Proxy) Requests() int { return int(p.requests.Load()) }

// Break breaks all connections.
func (p *Proxy) Break() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close() // deliberately makes the copying fail
	}
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		p.wait.Go(func() { p.serve(client) })
	}
}

// serve carries one connection until either side ends it.
func (p *Proxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close() // as a dead server would
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	closeBoth := func() {
		_ = client.Close() // closed twice is fine
		_ = server.Close()
	}
	var both sync.WaitGroup
	both.Go(func() {
		defer closeBoth()
		p.carry(server, client, func() fate { p.requests.Add(1); return forward })
	})
	both.Go(func() {
		defer closeBoth()
		p.carry(client, server, p.answer)
	})
	both.Wait()
	p.mu.Lock()
	delete(p.conns, client)
	delete(p.conns, server)
	p.mu.Unlock()
}

// fate is what becomes of a piece of a connection.
type fate int

const (
	forward fate = iota
	swallow      // it is lost
	hangUp       // it is lost, and the connection with it
)

// answer decides about a piece of an answer.
func (p *Proxy) answer() fate {
	if p.silent.Load() {
		p.dropped.Add(1)
		return swallow
	}
	if rand.Uint64N(1_000_000) >= p.drop.Load() {
		return forward
	}
	p.dropped.Add(1)
	return hangUp
}

// carry copies data piece by piece, as decide says.
func (p *Proxy) carry(to io.Writer, from io.Reader, decide func() fate) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			switch decide() {
			case hangUp:
				return
			case forward:
				if _, err := to.Write(buf[:n]); err != nil {
					return
				}
			}
		}
		if err != nil {
			return
		}
	}
}
