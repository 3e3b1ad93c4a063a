package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Socket Mode: Slack delivers over websockets that the bot opens. The library's
// client closes a connection as soon as Slack announces its end, and what was
// on its way there is lost; it never acknowledges what it cannot parse; and it
// ends for good on invalid_auth. So the connections are our own, and only the
// call that opens one is the library's.
const (
	socketConnections = 2
	socketSilence     = 45 * time.Second // Slack pings every 30 s at most
	socketHandover    = 10 * time.Second // an announced end is read on to
	socketBackoffMin  = 500 * time.Millisecond
	socketBackoffMax  = time.Minute
	socketWriteBuffer = 32 << 10 // Slack does not put fragments together
	maxAck            = 20 << 10 // Slack drops longer acknowledgements
	maxReceiving      = 256      // deliveries handled at the same time
	maxWaiting        = 128      // deliveries in line in one channel
)

// RunSocket holds connections to Slack until ctx ends or the app token is
// refused for good; then the error says so. It is called once.
func (a *Adapter) RunSocket(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := a.socket
	var connections sync.WaitGroup
	for range socketConnections {
		connections.Go(func() {
			if err := s.supervise(ctx); err != nil {
				cancel(err)
			}
		})
	}
	connections.Wait()
	s.handling.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// socket is what the connections share.
type socket struct {
	adapter  *Adapter
	slots    chan struct{}
	handling sync.WaitGroup

	mu    sync.Mutex
	lanes map[string]*socketLane // by channel: deliveries are handled in order
}

func newSocket(a *Adapter) *socket {
	return &socket{adapter: a, slots: make(chan struct{}, maxReceiving), lanes: map[string]*socketLane{}}
}

// socketLane is what waits in one channel. It exists while something does.
type socketLane struct{ waiting []func() }

// errRefused: Slack does not take the app token.
var errRefused = errors.New("slack.app_token was refused; make one with the scope connections:write on the app's Basic Information page")

// errNoSocket: the address that Slack gave, which is not repeated, is none that
// the bot would send its ticket to.
var errNoSocket = errors.New("slack: apps.connections.open named no encrypted websocket")

// errShort: Slack announced a connection's end hardly after its beginning, as
// it does with one connection too many.
var errShort = errors.New("its end was announced at once; too many copies of the bot may be connected")

// supervise keeps one connection open.
func (s *socket) supervise(ctx context.Context) error {
	wait := socketBackoffMin
	for ctx.Err() == nil {
		opened := time.Now()
		err := s.connect(ctx)
		if t, _ := diagnose(err); t == revoked {
			return fmt.Errorf("%w (%w)", errRefused, err)
		}
		if time.Since(opened) > socketBackoffMax {
			wait = socketBackoffMin
			if err == nil {
				continue // an announced end: the next connection at once
			}
		}
		if err == nil {
			err = errShort
		}
		if ctx.Err() == nil {
			s.adapter.log.Warn("a connection to Slack ended; connecting again", "error", err, "in", wait)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
		wait = min(2*wait, socketBackoffMax)
	}
	return nil
}

// connect opens a connection and reads from it. It returns nil when Slack
// announced its end: the rest is then read in the background, while the caller
// opens the next one.
func (s *socket) connect(ctx context.Context) error {
	conn, err := s.dial(ctx)
	if err != nil {
		return err
	}
	l := &link{socket: s, conn: conn}
	announced, ended := make(chan struct{}), make(chan error, 1)
	s.handling.Go(func() {
		ended <- l.read(ctx, announced)
		_ = conn.Close()
	})
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	select {
	case <-announced:
		time.AfterFunc(socketHandover, func() { stop(); _ = conn.Close() })
		return nil
	case err := <-ended:
		stop()
		return err
	}
}

func (s *socket) dial(ctx context.Context) (*websocket.Conn, error) {
	api := newSocketAPI(s.adapter.appToken, s.adapter.client, s.adapter.apiURL)
	_, address, err := api.StartSocketModeContext(ctx)
	if err != nil {
		return nil, redact(err)
	}
	if !s.mayDial(address) {
		return nil, errNoSocket
	}
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: callTimeout, WriteBufferSize: socketWriteBuffer}
	conn, resp, err := d.DialContext(ctx, address, nil)
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, redact(err)
	}
	conn.SetReadLimit(maxBody)
	return conn, nil
}

// mayDial reports whether address is a websocket, encrypted where Slack's
// methods are: its ticket is a secret.
func (s *socket) mayDial(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	return u.Scheme == "wss" || u.Scheme == "ws" && strings.HasPrefix(s.adapter.apiURL, "http:")
}

// link is one connection.
type link struct {
	socket *socket
	conn   *websocket.Conn
	mu     sync.Mutex // of writing
}

// packet is what arrives on a connection.
type packet struct {
	Type       string          `json:"type"`
	EnvelopeID string          `json:"envelope_id"`
	Payload    json.RawMessage `json:"payload"`
	Reason     string          `json:"reason"`
	Accepts    bool            `json:"accepts_response_payload"`
}

// read handles what arrives until the connection ends, and closes announced
// when Slack says that it will.
func (l *link) read(ctx context.Context, announced chan<- struct{}) error {
	alive := func() { _ = l.conn.SetReadDeadline(time.Now().Add(socketSilence)) }
	l.conn.SetPingHandler(func(data string) error {
		alive()
		return l.conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(time.Second))
	})
	told := false
	for {
		alive()
		_, data, err := l.conn.ReadMessage()
		if err != nil {
			return redact(err)
		}
		var p packet
		if err := json.Unmarshal(data, &p); err != nil {
			l.socket.adapter.log.WarnContext(ctx, "something unreadable came from Slack", "error", redact(err))
			continue
		}
		if p.Type == "disconnect" && !told {
			told = true
			close(announced)
		}
		if p.EnvelopeID != "" {
			l.receive(ctx, p)
		}
	}
}

// receive puts a delivery in line with the others of its channel and
// acknowledges it at once. A submitted form is acknowledged when it was
// handled, since the acknowledgement tells what is wrong with it.
func (l *link) receive(ctx context.Context, p packet) {
	a := l.socket.adapter
	c, err := decodePacket(p)
	if err != nil {
		a.log.WarnContext(ctx, "a delivery from Slack could not be read", "type", p.Type, "error", redact(err))
	} else {
		// In line first: the next delivery may come as soon as this one is
		// acknowledged, over another connection.
		if !l.socket.enqueue(c.place().String(), func() { l.handle(ctx, p.EnvelopeID, c) }) {
			a.log.WarnContext(ctx, "too many deliveries from one channel; Slack will send one again", "place", c.place().String())
			return
		}
	}
	if c.kind != form {
		l.ack(p.EnvelopeID, nil)
	}
}

func (l *link) handle(ctx context.Context, envelope string, c call) {
	a := l.socket.adapter
	body := a.receive(ctx, c)
	if c.kind == form {
		l.ack(envelope, body)
	} else if answer, ok := body.(*answer); ok {
		a.whisper(c, answer.message, false)
	}
}

// decodePacket makes a call of a delivery.
func decodePacket(p packet) (call, error) {
	switch p.Type {
	case "slash_commands":
		var fields map[string]any
		if err := json.Unmarshal(p.Payload, &fields); err != nil {
			return call{}, err
		}
		values := url.Values{}
		for k, v := range fields {
			values.Set(k, fmt.Sprint(v))
		}
		return decodeCommand(values), nil
	case "interactive":
		return decodeInteraction(p.Payload)
	case "events_api":
		var e envelope
		if err := json.Unmarshal(p.Payload, &e); err != nil {
			return call{}, err
		}
		return decodeEvent(e), nil
	}
	return call{kind: nothing}, nil
}

// ack tells Slack that a delivery arrived, with an answer if there is one.
func (l *link) ack(envelope string, body any) {
	a := l.socket.adapter
	data, err := json.Marshal(struct {
		EnvelopeID string `json:"envelope_id"`
		Payload    any    `json:"payload,omitempty"`
	}{envelope, body})
	if err != nil || len(data) >= maxAck {
		a.log.Error("an answer to Slack is too long and was left out", "bytes", len(data), "error", err)
		data, _ = json.Marshal(map[string]string{"envelope_id": envelope})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.conn.SetWriteDeadline(time.Now().Add(callTimeout))
	if err := l.conn.WriteMessage(websocket.TextMessage, data); err != nil {
		a.log.Warn("a delivery could not be acknowledged, so Slack will send it again", "error", redact(err))
	}
}

// enqueue runs f after everything that came before in the same channel, unless
// too much waits there already.
func (s *socket) enqueue(channel string, f func()) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, busy := s.lanes[channel]; busy {
		if len(l.waiting) >= maxWaiting {
			return false
		}
		l.waiting = append(l.waiting, f)
		return true
	}
	l := &socketLane{waiting: []func(){f}}
	s.lanes[channel] = l
	s.handling.Go(func() {
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		for f := s.nextOf(channel, l); f != nil; f = s.nextOf(channel, l) {
			s.run(f)
		}
	})
	return true
}

func (s *socket) nextOf(channel string, l *socketLane) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(l.waiting) == 0 {
		delete(s.lanes, channel)
		return nil
	}
	f := l.waiting[0]
	l.waiting = l.waiting[1:]
	return f
}

func (s *socket) run(f func()) {
	defer func() {
		if p := recover(); p != nil {
			s.adapter.log.Error("handling a delivery from Slack panicked", "panic", panicText(p), "stack", string(debug.Stack()))
		}
	}()
	f()
}
