package sim

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// network connects the copies, the store and the platform inside the process.
type network struct {
	mu        sync.Mutex
	listeners map[string]*listener // by address
	open      []*pipe
	made      map[string]int64     // connections, by the hosts at their ends
	dead      map[string]bool      // hosts that were killed
	ports     map[string]int       // from which hosts connect; each life of a host has an own one
	stalls    map[string]time.Time // until when nothing arrives, by the hosts at its ends
	deaths    map[string]time.Time // when hosts were killed, by the addresses from which they connected
}

func newNetwork() *network {
	return &network{listeners: map[string]*listener{}, dead: map[string]bool{}, made: map[string]int64{}, ports: map[string]int{}, stalls: map[string]time.Time{}, deaths: map[string]time.Time{}}
}

var errRefused = errors.New("connection refused")

// listen is net.Listen for host.
func (n *network) listen(host, address string) (net.Listener, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners[address] != nil {
		return nil, fmt.Errorf("listen %s: address already in use", address)
	}
	l := &listener{network: n, host: host, address: address, accepted: make(chan net.Conn, 64), closed: make(chan struct{})}
	n.listeners[address] = l
	return l, nil
}

// dial connects host with whoever listens at address.
func (n *network) dial(ctx context.Context, host, address string) (net.Conn, error) {
	n.mu.Lock()
	l := n.listeners[address]
	if n.dead[host] {
		l = nil
	}
	number := n.number(host + " to " + address)
	n.mu.Unlock()
	time.Sleep(delay(number, 0))
	if l == nil {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errRefused}
	}
	here, there := net.Pipe()
	client, server := n.wrap(here, host, l.host), n.wrap(there, l.host, host)
	select {
	case l.accepted <- server:
		l.refuseIfClosed()
		return client, nil
	case <-l.closed:
	case <-ctx.Done():
	}
	client.cut()
	server.cut()
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errRefused}
}

// wrap makes one end of a connection asynchronous: the first host's, which the second is connected with.
func (n *network) wrap(c net.Conn, hosts ...string) *pipe {
	p := &pipe{Conn: c, network: n, hosts: hosts, far: n.addressOf(hosts[1]), queue: make(chan []byte, 1024), closed: make(chan struct{})}
	n.mu.Lock()
	p.number = n.number(fmt.Sprint(hosts))
	n.open = append(slices.DeleteFunc(n.open, (*pipe).isClosed), p)
	n.mu.Unlock()
	go p.send()
	return p
}

// addressOf returns the address from which a host connects in its present life.
func (n *network) addressOf(host string) addr {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ports[host] == 0 {
		n.ports[host] = 1000 * (len(n.ports) + 1)
	}
	return addr(fmt.Sprint("127.0.0.1:", n.ports[host]))
}

// connects reports whether the host that had this address still lives.
func (n *network) connects(address string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for host, port := range n.ports {
		if address == fmt.Sprint("127.0.0.1:", port) {
			return !n.dead[host]
		}
	}
	return false
}

// number numbers a connection. What happens between other hosts at the same instant doesn't matter.
// mu is held.
func (n *network) number(between string) int64 {
	n.made[between]++
	h := fnv.New32a()
	_, _ = h.Write([]byte(between)) // it always succeeds
	return int64(h.Sum32()) + n.made[between]
}

// delay is how long a piece of data is under way: hardly two arrive at the same instant, so that
// the order of events doesn't depend on which goroutine the runtime prefers.
func delay(connection, piece int64) time.Duration {
	return 200*time.Microsecond + time.Duration((connection*7919+piece*104_729)%1_000_003)*time.Nanosecond/10
}

// kill cuts a host, and nothing that it does reaches anybody until it is revived.
func (n *network) kill(host string) {
	n.mu.Lock()
	n.dead[host] = true
	n.deaths[fmt.Sprint("127.0.0.1:", n.ports[host])] = time.Now()
	n.mu.Unlock()
	n.cut(host)
}

// died returns when the host was killed that had this address.
func (n *network) died(address string) (at time.Time, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	at, ok = n.deaths[address]
	return at, ok
}

func (n *network) revive(host string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.dead, host)
	n.ports[host]++
}

func (n *network) isDead(host string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.dead[host]
}

// cut ends all connections of a host at once, and its listeners: what is under way is lost.
func (n *network) cut(host string) {
	n.mu.Lock()
	var mine []*pipe
	for _, p := range n.open {
		if slices.Contains(p.hosts, host) {
			mine = append(mine, p)
		}
	}
	var deaf []*listener
	for _, l := range n.listeners {
		if l.host == host {
			deaf = append(deaf, l)
		}
	}
	n.mu.Unlock()
	for _, l := range deaf {
		_ = l.Close() // it never fails
	}
	for _, p := range mine {
		p.breaks()
	}
}

// part ends the connections between two hosts at once.
func (n *network) part(one, other string) {
	n.mu.Lock()
	var between []*pipe
	for _, p := range n.open {
		if slices.Contains(p.hosts, one) && slices.Contains(p.hosts, other) {
			between = append(between, p)
		}
	}
	n.mu.Unlock()
	for _, p := range between {
		p.breaks()
	}
}

// stall lets nothing that a host sends to another arrive for a while: it comes late, even if the host has given up
// meanwhile.
func (n *network) stall(from, to string, d time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stalls[from+" to "+to] = time.Now().Add(d)
}

// stalled returns until when nothing that the first host sends to the second arrives, the zero time if it does.
func (n *network) stalled(hosts ...string) time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.stalls[hosts[0]+" to "+hosts[1]]
}

// listener waits for connections to an address.
type listener struct {
	network  *network
	host     string
	address  string
	accepted chan net.Conn
	closing  sync.Once
	closed   chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.closing.Do(func() {
		l.network.mu.Lock()
		delete(l.network.listeners, l.address)
		l.network.mu.Unlock()
		close(l.closed)
		l.refuseIfClosed()
	})
	return nil
}

// refuseIfClosed cuts the connections that a closed listener will never accept.
func (l *listener) refuseIfClosed() {
	for {
		select {
		case <-l.closed:
		default:
			return
		}
		select {
		case c := <-l.accepted:
			c.(*pipe).cut()
		default:
			return
		}
	}
}

func (l *listener) Addr() net.Addr { return addr(l.address) }

type addr string

func (addr) Network() string  { return "tcp" }
func (a addr) String() string { return string(a) }

// pipe is one end of a connection. Writing never waits for the other side's reading, as with a
// socket whose buffers are large enough.
type pipe struct {
	net.Conn
	network *network
	number  int64 // of the connections
	sent    int64 // pieces of data
	hosts   []string
	far     addr // of the other side
	queue   chan []byte
	closing sync.Once
	closed  chan struct{} // by this side: what was written is still sent
	cutting sync.Once
}

func (p *pipe) LocalAddr() net.Addr  { return addr("127.0.0.1:1") }
func (p *pipe) RemoteAddr() net.Addr { return p.far }

func (p *pipe) isClosed() bool {
	select {
	case <-p.closed:
		return true
	default:
		return false
	}
}

// Read is a socket's: an end that the other side has closed is an end of file.
func (p *pipe) Read(data []byte) (int, error) {
	n, err := p.Conn.Read(data)
	if errors.Is(err, io.ErrClosedPipe) {
		err = io.EOF
	}
	return n, err
}

func (p *pipe) Write(data []byte) (int, error) {
	if p.isClosed() {
		return 0, net.ErrClosed
	}
	select {
	case p.queue <- slices.Clone(data):
		return len(data), nil
	case <-p.closed:
		return 0, net.ErrClosed
	}
}

// Close sends what was written, and then ends the connection.
func (p *pipe) Close() error {
	p.closing.Do(func() { close(p.closed) })
	_ = p.SetReadDeadline(time.Unix(1, 0)) // wakes a reader of this side
	return nil
}

// breaks ends the connection, as a process that dies does: to the platform still arrives what a copy
// has written before. A copy can't know of an answer that gets lost on its way, so nothing could be
// expected of it then.
func (p *pipe) breaks() {
	switch {
	case isPlatform(p.hosts[0]): // reads to the end
	case isPlatform(p.hosts[1]):
		_ = p.Close() // it never fails
	default:
		p.cut()
	}
}

func isPlatform(host string) bool { return host == discordHost || host == slackHost }

// cut ends the connection at once.
func (p *pipe) cut() {
	p.cutting.Do(func() { _ = p.Conn.Close() })
	_ = p.Close()
}

// send passes on what was written.
func (p *pipe) send() {
	defer p.cut()
	for {
		select {
		case data := <-p.queue:
			if !p.pass(data) {
				return
			}
		case <-p.closed:
			for {
				select {
				case data := <-p.queue:
					if !p.pass(data) {
						return
					}
				default:
					return
				}
			}
		}
	}
}

func (p *pipe) pass(data []byte) bool {
	p.sent++
	time.Sleep(delay(p.number, p.sent))
	if until := p.network.stalled(p.hosts...); !until.IsZero() {
		time.Sleep(time.Until(until) + delay(p.number, p.sent))
	}
	_, err := p.Conn.Write(data)
	return err == nil
}
