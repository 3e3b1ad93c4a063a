package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"nimbot/store/backoff"
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
	maxFrame     = 16 << 20        // bytes; a READY of a large bot is a few hundred kB
	maxBeat      = 2 * time.Minute // beating more often than asked is allowed
	// closeToResume keeps the session: 1000 and 1001 would end it.
	closeToResume = 4000
)

// retryMode is what follows the end of a connection.
type retryMode int

const (
	retryResume     retryMode = iota // another connection, the same session
	retryNewSession                  // another connection and a new session
	retryNever                       // nothing: Discord forbids a retry
)

// closeResult is how a connection ended.
type closeResult struct {
	next     retryMode
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
	ws            *websocket.Conn
	address       string
	writing       sync.Mutex
	interval      time.Duration
	acked         atomic.Bool // the last heartbeat was acknowledged
	heartbeatLost atomic.Bool // the connection was closed because a heartbeat wasn't acknowledged
	gateway       *gateway
	session       *session
	resuming      bool
	ready         bool
	endIdentify   func(sent bool) // releases the right to identify; nil if this connection has none
	sent          bool            // IDENTIFY was sent, or may have been
}

// connect makes one connection and serves it until it ends. Only goroutines that answer
// interactions may outlive it.
func (g *gateway) connect(ctx context.Context, s *session) closeResult {
	c := &connection{gateway: g, session: s}
	id, address, _ := s.get()
	if c.resuming = id != ""; !c.resuming {
		var err error
		if address, c.endIdentify, err = g.awaitIdentify(ctx, s.shard); err != nil {
			return closeResult{next: retryModeOf(err), err: err}
		}
	}
	c.address = address
	defer func() {
		if c.endTurn(); c.ready {
			g.adapter.reach.begin() // to connect again
		}
	}()
	dialer := websocket.Dialer{HandshakeTimeout: g.times.Hello, Proxy: http.ProxyFromEnvironment}
	if g.adapter.dial != nil {
		dialer.NetDialContext, dialer.Proxy = g.adapter.dial, nil
	}
	ws, _, err := dialer.DialContext(ctx, strings.TrimSuffix(address, "/")+gatewayQuery, http.Header{"User-Agent": {g.adapter.rest.agent}})
	if err != nil {
		return closeResult{err: fmt.Errorf("connect: %w", err)}
	}
	ws.SetReadLimit(maxFrame)
	c.ws = ws
	c.acked.Store(true)
	stop := context.AfterFunc(ctx, func() { c.close(g.shutdownCloseCode()) })
	defer stop()
	defer c.close(closeToResume)
	end := c.serve(ctx)
	end.wasReady = c.ready
	return end
}

// endTurn lets the next connection of the bucket identify after the required pause.
func (c *connection) endTurn() {
	if c.endIdentify != nil {
		c.endIdentify(c.sent)
		c.endIdentify = nil
	}
}

// close closes the connection, so that reading fails.
func (c *connection) close(code int) {
	deadline := time.Now().Add(time.Second)
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), deadline) // best effort: the connection may be closed already
	_ = c.ws.Close()
}

// serve completes the handshake and handles the server's frames.
func (c *connection) serve(ctx context.Context) closeResult {
	c.setReadTimeout(c.gateway.times.Hello)
	hello, err := c.read()
	if err != nil {
		return closeResult{next: retryModeOf(err), err: fmt.Errorf("before hello: %w", err)}
	}
	var said struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(hello.Data, &said); err != nil || hello.Op != opHello || said.Interval <= 0 {
		return closeResult{err: fmt.Errorf("op %d in place of hello", hello.Op)}
	}
	c.interval = clampSeconds(said.Interval/1000, c.gateway.times.Beat, maxBeat)
	if err := c.identifyOrResume(); err != nil {
		return closeResult{err: err}
	}
	beating, stop := context.WithCancel(ctx)
	var heart sync.WaitGroup
	heart.Go(func() {
		if c.gateway.adapter.guard(beating, c.beat) != nil {
			c.close(closeToResume)
		}
	})
	defer heart.Wait()
	defer stop()
	c.setReadTimeout(c.handshakeTimeout())
	for {
		f, err := c.read()
		if err != nil {
			return c.afterReadError(err)
		}
		if end, over := c.handleFrame(f); over {
			return end
		}
	}
}

// handshakeTimeout bounds the wait for the answer to IDENTIFY or RESUME, and for each
// event that is replayed before it.
func (c *connection) handshakeTimeout() time.Duration {
	if c.resuming {
		return c.gateway.times.Hello
	}
	return c.gateway.times.Ready
}

// afterReadError returns the result after a failed read.
func (c *connection) afterReadError(err error) closeResult {
	var failed net.Error
	late := errors.As(err, &failed) && failed.Timeout()
	switch {
	case c.heartbeatLost.Load() || late && c.ready:
		return closeResult{err: fmt.Errorf("a heartbeat wasn't acknowledged within %s", c.interval)}
	case late && c.resuming:
		return closeResult{next: retryNewSession, err: fmt.Errorf("the session wasn't resumed within %s", c.handshakeTimeout())}
	}
	return closeResult{next: retryModeOf(err), err: err}
}

// identifyOrResume resumes the session, or begins a new one.
func (c *connection) identifyOrResume() error {
	s := c.session
	token := strings.TrimPrefix(c.gateway.adapter.rest.token, "Bot ")
	if c.resuming {
		id, _, seq := s.get()
		return c.send(opResume, map[string]any{"token": token, "session_id": id, "seq": seq})
	}
	c.sent = true
	return c.send(opIdentify, map[string]any{
		"token": token, "intents": c.gateway.intents(), "shard": [2]int{s.shard, s.shards},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "nimbot", "device": "nimbot"},
	})
}

// handleFrame handles one frame; over means that the connection must end.
func (c *connection) handleFrame(f frame) (end closeResult, over bool) {
	switch f.Op {
	case opDispatch:
		return c.handleDispatch(f)
	case opHeartbeat:
		if err := c.heartbeat(); err != nil {
			return closeResult{err: err}, true
		}
	case opHeartbeatAck:
		c.acked.Store(true)
	case opReconnect:
		return closeResult{err: errors.New("asked to reconnect"), atOnce: c.ready}, true
	case opInvalidSession:
		end := closeResult{next: retryNewSession, err: errors.New("the session is invalid")}
		if string(f.Data) == "true" {
			end.next = retryResume
		}
		return end, true
	}
	if c.ready {
		c.setReadTimeout(2 * c.interval) // at the least, a heartbeat is acknowledged in this time
	}
	return closeResult{}, false
}

// handleDispatch handles an event. It records the sequence number first, so that an event
// that can't be handled isn't repeated endlessly.
func (c *connection) handleDispatch(f frame) (end closeResult, over bool) {
	c.session.setSeq(f.Seq)
	switch f.Type {
	case "READY":
		switch err := c.beginSession(f); {
		case errors.Is(err, errOtherApplication):
			return closeResult{next: retryNever, err: err}, true
		case err != nil:
			return closeResult{next: retryNewSession, err: err}, true
		}
	case "RESUMED":
		c.becomeReady()
	case "INTERACTION_CREATE":
		c.gateway.handleInteraction(f.Data)
	case "MESSAGE_CREATE":
		c.gateway.handleMessage(f.Data)
	case "GUILD_DELETE":
		c.gateway.handleGuildDelete(f.Data)
	}
	if c.ready {
		c.setReadTimeout(2 * c.interval)
	} else {
		c.setReadTimeout(c.handshakeTimeout())
	}
	return closeResult{}, false
}

// becomeReady notes that Discord has begun or resumed the session.
func (c *connection) becomeReady() {
	if !c.ready {
		c.ready = true
		c.gateway.adapter.log.Info("discord: connected to the gateway", "shard", c.session.shard)
		c.gateway.adapter.reach.end()
	}
	c.gateway.adapter.onConnect()
}

// beginSession records the new session of a READY, and the bot's identity.
func (c *connection) beginSession(f frame) error {
	var said struct {
		Session string `json:"session_id"`
		URL     string `json:"resume_gateway_url"`
		User    user   `json:"user"`
		App     struct {
			ID string `json:"id"`
		} `json:"application"`
	}
	if err := json.Unmarshal(f.Data, &said); err != nil || said.Session == "" {
		return errors.New("a READY without a session")
	}
	if own := c.gateway.adapter.app; said.App.ID != "" && said.App.ID != own {
		return otherApplication(own, said.App.ID)
	}
	c.session.set(said.Session, cmp.Or(said.URL, c.address), f.Seq)
	c.endTurn()
	c.becomeReady()
	if said.User.ID != "" {
		c.gateway.adapter.self.fromGateway.Store(&said.User.ID)
	}
	select {
	case c.session.begun <- struct{}{}:
	default: // nobody is waiting, or will check soon
	}
	return nil
}

// beat sends heartbeats until ctx ends. It closes the connection if a heartbeat wasn't
// acknowledged before the next. The error is always nil.
func (c *connection) beat(ctx context.Context) error {
	wait := backoff.UpTo(c.interval) // so that not all clients beat at once
	for {
		if sleep(ctx, wait) != nil {
			return nil
		}
		if !c.acked.Swap(false) {
			c.heartbeatLost.Store(true)
			c.close(closeToResume)
			return nil
		}
		if c.heartbeat() != nil {
			return nil // reading fails, too
		}
		wait = c.interval
	}
}

func (c *connection) heartbeat() error {
	if _, _, seq := c.session.get(); seq > 0 {
		return c.send(opHeartbeat, seq)
	}
	return c.send(opHeartbeat, nil)
}

// setReadTimeout bounds how long the next read may take.
func (c *connection) setReadTimeout(d time.Duration) { _ = c.ws.SetReadDeadline(time.Now().Add(d)) } // it always succeeds

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

// retryModeOf returns the next step after an error, by Discord's table of close codes.
func retryModeOf(err error) retryMode {
	if errors.Is(err, errTokenRefused) {
		return retryNever
	}
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return retryResume
	}
	switch closed.Code {
	case 4004, 4010, 4011, 4012, 4013, 4014:
		return retryNever // wrong token, shard, sharding required, version, intents
	case 4003, 4005, 4007, 4009:
		return retryNewSession // the session's state doesn't match ours
	}
	return retryResume
}
