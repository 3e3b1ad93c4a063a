package discordtest

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Fault is what goes wrong with one connection to the gateway.
type Fault string

// The faults. A close code is written "4004": it comes after the bot has
// identified itself or resumed.
const (
	None           Fault = ""
	Silent         Fault = "silent"        // not even a hello
	OnlyHello      Fault = "mute"          // a hello and nothing else
	EarlyOp7       Fault = "early-op7"     // told to reconnect before READY
	Op7            Fault = "op7"           // told to reconnect after READY
	Op9            Fault = "op9"           // the session is invalid
	Op9Resumable   Fault = "op9-resumable" // the connection is invalid, the session isn't
	TCPReset       Fault = "reset"         // the TCP connection breaks after READY
	NoHeartbeatAck Fault = "deaf"          // heartbeats are not acknowledged
	Garbage        Fault = "garbage"       // a frame that is no JSON, after READY
	LateHello      Fault = "tardy"         // the hello comes late
	NoResumed      Fault = "unresumed"     // RESUME is never answered, heartbeats are
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
	opAck            = 11
)

// Gateway is the websocket part. Set its fields before the bot connects.
type Gateway struct {
	Heartbeat   time.Duration // between beats; 0 is Discord's usual 41.25 s
	Shards      int           // to recommend; 0 is 1
	Remaining   int           // identifications left of the day's
	Reset       time.Duration // after the first question without any left, all are back
	Pace        time.Duration // between identifications; 0: as fast as they come
	Late        time.Duration // how late a LateHello comes
	Hello       string        // what a hello says instead of the interval, as JSON
	NoResumeURL bool          // READY has no resume_gateway_url
	// OtherApplication is the application in READY, if it isn't that of the Server.
	OtherApplication string
	Always           Fault // of every connection without another fault

	server *Server

	mu         sync.Mutex
	intents    int     // that the bot must request
	faults     []Fault // of the next connections, in order
	sessions   map[string]*session
	conns      map[*conn]bool
	nextID     int
	identified []time.Time
	shards     []int // that identified themselves, in order
	resumed    int
	beats      int
	connected  int
	closed     bool
	renewed    time.Time     // when all identifications are back; zero: nobody asked yet
	ready      chan struct{} // one token per READY or RESUMED
	stopped    sync.WaitGroup
}

// session is the state that RESUME continues.
type session struct {
	id      string
	number  int // counts the sessions
	shard   int
	intents int
	seq     int
	sent    []payload // every dispatch, by seq - 1
	conn    *conn     // nil while disconnected
}

type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int             `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// conn is one websocket connection.
type conn struct {
	ws    *websocket.Conn
	mu    sync.Mutex // of writing
	fault Fault
}

func newGateway(s *Server) *Gateway {
	return &Gateway{server: s, Remaining: identifications, Reset: 300 * time.Millisecond, sessions: map[string]*session{}, conns: map[*conn]bool{}, ready: make(chan struct{}, 1000)}
}

// Fail makes the next connections go wrong, one after another.
func (g *Gateway) Fail(faults ...Fault) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = append(g.faults, faults...)
}

// Counts returns how often the bot connected, identified itself and resumed.
func (g *Gateway) Counts() (connected, identified, resumed int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.connected, len(g.identified), g.resumed
}

// Beats returns the number of heartbeats received.
func (g *Gateway) Beats() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.beats
}

// Identified returns the shards as which the bot identified itself, in order.
func (g *Gateway) Identified() []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]int(nil), g.shards...)
}

// Expect sets the intents that the bot must request; any others are a fault. Before that,
// it must request none.
func (g *Gateway) Expect(intents int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.intents = intents
}

// AwaitReady waits until the bot is connected and ready once more. The error says that it wasn't
// within that time.
func (g *Gateway) AwaitReady(within time.Duration) error {
	select {
	case <-g.ready:
		return nil
	case <-time.After(within):
		return errors.New("the bot was not ready in time")
	}
}

// Dispatch sends an event to shard 0, or keeps it until the session is resumed. It fails
// if there is no session.
func (g *Gateway) Dispatch(event string, data []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock() // events are sent in the order of their numbers
	var s *session
	for _, x := range g.sessions {
		if x.shard == 0 && (s == nil || x.number > s.number) {
			s = x // the newest: an older one may not have noticed its end yet
		}
	}
	if s == nil {
		return errors.New("nobody is connected to the gateway")
	}
	p := s.next(event, data)
	if s.conn != nil {
		_ = s.conn.send(p) // if it is lost, RESUME sends it again
	}
	return nil
}

// Break ends every connection with a close code, or with a TCP reset for 0.
func (g *Gateway) Break(code int) {
	g.mu.Lock()
	var all []*conn
	for c := range g.conns {
		all = append(all, c)
	}
	g.mu.Unlock()
	for _, c := range all {
		if code == 0 {
			c.reset()
		} else {
			c.close(code)
		}
	}
}

// next returns the session's next dispatch. The gateway's mu is held.
func (s *session) next(event string, data []byte) payload {
	s.seq++
	p := payload{Op: opDispatch, Type: event, Seq: s.seq, Data: data}
	s.sent = append(s.sent, p)
	return p
}

func (c *conn) send(p payload) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(5 * time.Second)) // it always succeeds
	return c.ws.WriteJSON(p)
}

// close ends the connection. The reason contains the token, which the bot must not log.
func (c *conn) close(code int) {
	deadline := time.Now().Add(time.Second)
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "not with "+Token), deadline) // the connection may be closed already
	_ = c.ws.Close()
}

func (c *conn) reset() {
	if tcp, ok := c.ws.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // so that closing sends RST
	}
	_ = c.ws.NetConn().Close()
}

// describe answers GET /gateway/bot.
func (g *Gateway) describe(w http.ResponseWriter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	wait := time.Duration(0)
	if left := g.left(); left == 0 {
		if g.renewed.IsZero() {
			g.renewed = time.Now().Add(g.Reset)
		}
		wait = time.Until(g.renewed) + time.Millisecond // reset_after is in whole milliseconds
	}
	answer(w, map[string]any{
		"url": g.url(), "shards": max(1, g.Shards),
		"session_start_limit": map[string]int{"total": identifications, "remaining": g.Remaining, "reset_after": int(wait.Milliseconds()), "max_concurrency": 1},
	})
}

// identifications is Discord's daily limit.
const identifications = 1000

// left returns how many identifications are left. mu is held.
func (g *Gateway) left() int {
	if g.Remaining == 0 && !g.renewed.IsZero() && !time.Now().Before(g.renewed) {
		g.Remaining, g.renewed = identifications, time.Time{}
	}
	return g.Remaining
}

func (g *Gateway) url() string { return "ws" + strings.TrimPrefix(g.server.URL, "http") + "/gateway" }

var upgrader = websocket.Upgrader{}

func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	if q := r.URL.Query(); q.Get("v") != "10" || q.Get("encoding") != "json" {
		g.server.fault("a gateway connection with the query %q", r.URL.RawQuery)
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered with an error
	}
	c := &conn{ws: ws}
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		_ = ws.Close()
		return
	}
	c.fault = g.Always
	if len(g.faults) > 0 {
		c.fault, g.faults = g.faults[0], g.faults[1:]
	}
	g.connected++
	g.conns[c] = true
	g.stopped.Add(1)
	g.mu.Unlock()
	defer g.stopped.Done()
	defer g.forget(c)
	if c.fault == LateHello {
		time.Sleep(g.Late)
	}
	if c.fault != Silent {
		beat := g.Heartbeat
		if beat == 0 {
			beat = 41250 * time.Millisecond
		}
		hello := number("heartbeat_interval", int(beat/time.Millisecond))
		if g.Hello != "" {
			hello = json.RawMessage(g.Hello)
		}
		_ = c.send(payload{Op: opHello, Data: hello}) // then reading fails
	}
	for {
		var p payload
		if err := ws.ReadJSON(&p); err != nil {
			if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
				g.end(c)
			}
			return
		}
		if c.fault != OnlyHello && c.fault != Silent {
			g.take(c, p)
		}
	}
}

// end ends the session of a connection that the bot closed for good. After any other end
// it can be resumed.
func (g *Gateway) end(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, s := range g.sessions {
		if s.conn == c {
			delete(g.sessions, id)
		}
	}
}

func (g *Gateway) forget(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, c)
	for _, s := range g.sessions {
		if s.conn == c {
			s.conn = nil
		}
	}
	_ = c.ws.Close()
}

// take handles one payload of the bot.
func (g *Gateway) take(c *conn, p payload) {
	switch p.Op {
	case opHeartbeat:
		g.mu.Lock()
		g.beats++
		g.mu.Unlock()
		if c.fault != NoHeartbeatAck {
			_ = c.send(payload{Op: opAck}) // then reading fails
		}
	case opIdentify:
		g.identify(c, p.Data)
	case opResume:
		g.resume(c, p.Data)
	default:
		g.server.fault("the bot sent op %d", p.Op)
		c.close(4001)
	}
}

// close ends every connection and waits for them.
func (g *Gateway) close() {
	g.mu.Lock()
	g.closed = true
	for c := range g.conns {
		_ = c.ws.Close()
	}
	g.mu.Unlock()
	g.stopped.Wait()
}

func number(key string, n int) json.RawMessage {
	return json.RawMessage(`{"` + key + `":` + strconv.Itoa(n) + `}`)
}
