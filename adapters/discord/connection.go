package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// The operations of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

const (
	gatewayQuery = "?v=10&encoding=json"
	writeWithin  = 10 * time.Second
	maxFrame     = 16 << 20 // bytes; a READY of a large bot is a few hundred kB
	// closeToResume keeps the session: 1000 and 1001 would end it.
	closeToResume = 4000
)

// session is what a broken connection is resumed with.
type session struct {
	shard, shards int
	id, url       string
	seq           atomic.Int64
}

func (s *session) forget() {
	s.id, s.url = "", ""
	s.seq.Store(0)
}

// next is what follows the end of a connection.
type next int

const (
	resume next = iota // another connection, the same session
	afresh             // another connection and a new session
	never              // nothing: Discord does not want another try
)

// ending is how a connection ended.
type ending struct {
	next     next
	err      error
	wasReady bool
	atOnce   bool // Discord asked for another connection
}

// frame is one message of the gateway.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// connection is one websocket.
type connection struct {
	ws       *websocket.Conn
	writing  sync.Mutex
	interval time.Duration
	acked    atomic.Bool // the last heartbeat was
	gateway  *gateway
	session  *session
	ready    bool
	over     func(sent bool) // ends the turn to identify; nil: there is none
	sent     bool            // IDENTIFY was, or may have been
}

// connect makes one connection and serves it until it ends. Only goroutines that
// answer interactions may outlive it.
func (g *gateway) connect(ctx context.Context, s *session) ending {
	c := &connection{gateway: g, session: s}
	address := s.url
	if s.id == "" {
		var err error
		if address, c.over, err = g.admit(ctx, s.shard); err != nil {
			return ending{next: nextAfter(err), err: err}
		}
	}
	defer c.endTurn()
	dialer := websocket.Dialer{HandshakeTimeout: g.times.Hello}
	ws, _, err := dialer.DialContext(ctx, strings.TrimSuffix(address, "/")+gatewayQuery, nil)
	if err != nil {
		return ending{err: fmt.Errorf("connect: %w", err)}
	}
	ws.SetReadLimit(maxFrame)
	c.ws = ws
	c.acked.Store(true)
	stop := context.AfterFunc(ctx, func() { c.close(websocket.CloseNormalClosure) })
	defer stop()
	defer c.close(closeToResume)
	end := c.serve(ctx)
	end.wasReady = c.ready
	return end
}

// endTurn lets the next connection of the bucket identify itself, after the pace.
func (c *connection) endTurn() {
	if c.over != nil {
		c.over(c.sent)
		c.over = nil
	}
}

// close ends the connection; reading it then fails.
func (c *connection) close(code int) {
	deadline := time.Now().Add(time.Second)
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), deadline) // it may be gone already
	_ = c.ws.Close()
}

// serve greets the server and handles what it sends.
func (c *connection) serve(ctx context.Context) ending {
	c.within(c.gateway.times.Hello)
	hello, err := c.read()
	if err != nil {
		return ending{next: nextAfter(err), err: fmt.Errorf("before hello: %w", err)}
	}
	var said struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(hello.Data, &said); err != nil || hello.Op != opHello || said.Interval <= 0 {
		return ending{err: fmt.Errorf("op %d in place of hello", hello.Op)}
	}
	c.interval = time.Duration(said.Interval) * time.Millisecond
	if err := c.introduce(); err != nil {
		return ending{err: err}
	}
	beating, stop := context.WithCancel(ctx)
	var heart sync.WaitGroup
	heart.Go(func() { c.beat(beating) })
	defer heart.Wait()
	defer stop()
	c.within(c.gateway.times.Ready)
	for {
		f, err := c.read()
		if err != nil {
			return ending{next: nextAfter(err), err: err}
		}
		if end, over := c.take(f); over {
			return end
		}
	}
}

// introduce resumes the session, or begins a new one.
func (c *connection) introduce() error {
	s := c.session
	token := strings.TrimPrefix(c.gateway.adapter.rest.token, "Bot ")
	if s.id != "" {
		return c.send(opResume, map[string]any{"token": token, "session_id": s.id, "seq": s.seq.Load()})
	}
	c.sent = true
	return c.send(opIdentify, map[string]any{
		"token": token, "intents": c.gateway.intents(), "shard": [2]int{s.shard, s.shards},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "nimbot", "device": "nimbot"},
	})
}

// take handles one frame; over tells that the connection is to end.
func (c *connection) take(f frame) (end ending, over bool) {
	switch f.Op {
	case opDispatch:
		return c.dispatch(f)
	case opHeartbeat:
		if err := c.heartbeat(); err != nil {
			return ending{err: err}, true
		}
	case opHeartbeatAck:
		c.acked.Store(true)
	case opReconnect:
		return ending{err: errors.New("asked to reconnect"), atOnce: c.ready}, true
	case opInvalidSession:
		end := ending{next: afresh, err: errors.New("the session is invalid")}
		if string(f.Data) == "true" {
			end.next = resume
		}
		return end, true
	}
	if c.ready {
		c.within(2 * c.interval) // a heartbeat's answer comes at least
	}
	return ending{}, false
}

// dispatch handles an event.
func (c *connection) dispatch(f frame) (end ending, over bool) {
	s := c.session
	switch f.Type {
	case "READY":
		var said struct {
			Session string `json:"session_id"`
			URL     string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(f.Data, &said); err != nil || said.Session == "" {
			return ending{next: afresh, err: errors.New("a READY without a session")}, true
		}
		s.id, s.url = said.Session, said.URL
		c.ready = true
		c.endTurn()
		c.gateway.adapter.began()
	case "RESUMED":
		c.ready = true
		c.gateway.adapter.began()
	case "INTERACTION_CREATE":
		c.gateway.interact(f.Data)
	case "MESSAGE_CREATE":
		c.gateway.converse(f.Data)
	case "GUILD_DELETE":
		c.gateway.leave(f.Data)
	}
	s.seq.Store(f.Seq)
	if c.ready {
		c.within(2 * c.interval)
	}
	return ending{}, false
}

// beat sends heartbeats until ctx ends. It gives the connection up when a
// heartbeat wasn't answered before the next one.
func (c *connection) beat(ctx context.Context) {
	wait := rand.N(c.interval + 1) // so that not all clients beat at once
	for {
		if sleep(ctx, wait) != nil {
			return
		}
		if !c.acked.Swap(false) {
			c.close(closeToResume)
			return
		}
		if c.heartbeat() != nil {
			return // reading fails, too
		}
		wait = c.interval
	}
}

func (c *connection) heartbeat() error {
	if seq := c.session.seq.Load(); seq > 0 {
		return c.send(opHeartbeat, seq)
	}
	return c.send(opHeartbeat, nil)
}

// within bounds how long the next read may take.
func (c *connection) within(d time.Duration) { _ = c.ws.SetReadDeadline(time.Now().Add(d)) } // it always succeeds

func (c *connection) read() (frame, error) {
	var f frame
	_, raw, err := c.ws.ReadMessage()
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return f, fmt.Errorf("a frame that cannot be read: %w", err)
	}
	return f, nil
}

func (c *connection) send(op int, data any) error {
	raw, err := json.Marshal(map[string]any{"op": op, "d": data})
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeWithin)) // it always succeeds
	return c.ws.WriteMessage(websocket.TextMessage, raw)
}

// nextAfter is what follows an error, by Discord's table of close codes.
func nextAfter(err error) next {
	if errors.Is(err, errTokenRefused) {
		return never
	}
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return resume
	}
	switch closed.Code {
	case 4004, 4010, 4011, 4012, 4013, 4014:
		return never // wrong token, shard, sharding required, version, intents
	case 4003, 4005, 4007, 4009:
		return afresh // out of step with the session
	}
	return resume
}
