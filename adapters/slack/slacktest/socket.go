package slacktest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// ErrNotConnected means that nothing can be delivered over Socket Mode, because the app has no connection
// that lasts.
var ErrNotConnected = errors.New("the app is not connected")

// Socket is a connection as [Server.OnSocket] sees it.
type Socket struct{ of *socket }

// Send writes v as JSON, and reports false if the connection has ended.
func (k *Socket) Send(v any) bool {
	k.of.writing.Lock()
	defer k.of.writing.Unlock()
	return k.of.conn.WriteJSON(v) == nil
}

// Close ends the connection without a warning.
func (k *Socket) Close() { _ = k.of.conn.Close() }

// socket is one of the app's connections in Socket Mode.
type socket struct {
	conn    *websocket.Conn
	ending  bool          // its end was announced
	gone    chan struct{} // closed once nothing more can be read
	writing sync.Mutex

	mu   sync.Mutex
	acks map[string]chan json.RawMessage
}

func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	k := &socket{conn: conn, gone: make(chan struct{}), acks: map[string]chan json.RawMessage{}}
	k.write(map[string]any{"type": "hello", "num_connections": 1})
	s.mu.Lock()
	s.sockets = append(s.sockets, k)
	hook := s.OnSocket
	s.mu.Unlock()
	if hook != nil {
		go hook(&Socket{k})
	}
	go k.pings()
	s.read(k)
	close(k.gone)
	s.mu.Lock()
	s.sockets = slices.DeleteFunc(s.sockets, func(x *socket) bool { return x == k })
	s.mu.Unlock()
}

// pingEvery is how often Slack pings: the app takes a connection that is silent for longer as broken.
const pingEvery = 30 * time.Second

// pings pings until the connection ends.
func (k *socket) pings() {
	for {
		select {
		case <-time.After(pingEvery):
			_ = k.conn.WriteControl(websocket.PingMessage, []byte("Ping from slacktest"), time.Now().Add(time.Second)) // if it fails, reading does, too
		case <-k.gone:
			return
		}
	}
}

func (k *socket) write(v any) {
	k.writing.Lock()
	defer k.writing.Unlock()
	_ = k.conn.WriteJSON(v)
}

func (s *Server) read(k *socket) {
	defer k.conn.Close() //nolint:errcheck // it ended
	for {
		var ack struct {
			EnvelopeID string          `json:"envelope_id"`
			Payload    json.RawMessage `json:"payload"`
		}
		if err := k.conn.ReadJSON(&ack); err != nil {
			return
		}
		s.mu.Lock()
		s.acked[ack.EnvelopeID] = true
		s.mu.Unlock()
		k.mu.Lock()
		if c := k.acks[ack.EnvelopeID]; c != nil {
			c <- ack.Payload
			delete(k.acks, ack.EnvelopeID)
		}
		k.mu.Unlock()
	}
}

// Acknowledged returns how many envelopes were acknowledged.
func (s *Server) Acknowledged() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.acked)
}

// Sockets returns how many connections the app has open.
func (s *Server) Sockets() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sockets)
}

// socket returns one of the connections for the next delivery, nil if there is none.
func (s *Server) socket() *socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sockets) == 0 {
		return nil
	}
	return s.sockets[s.next()%len(s.sockets)]
}

// EndSocket announces the end of the oldest connection, sends d on it 50 ms
// later if it is not nil, as Slack may, and closes it after grace. The error says that no
// connection is open, or that d wasn't acknowledged.
func (s *Server) EndSocket(grace time.Duration, d *Delivery) error {
	s.mu.Lock()
	var k *socket
	for _, x := range s.sockets {
		if k == nil && !x.ending {
			k = x
		}
	}
	if k == nil {
		s.mu.Unlock()
		return ErrNotConnected
	}
	k.ending = true
	s.mu.Unlock()
	k.write(map[string]any{"type": "disconnect", "reason": "warning"})
	time.AfterFunc(grace, func() { _ = k.conn.Close() })
	if d == nil {
		return nil
	}
	time.Sleep(50 * time.Millisecond)
	_, err := s.sendOn(k, d)
	return err
}

// BreakSockets ends all connections without a warning.
func (s *Server) BreakSockets() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.sockets {
		_ = k.conn.Close()
	}
	s.sockets = nil // so that nothing is delivered on them any more
}

// SendRaw writes text on a connection unchanged.
func (s *Server) SendRaw(text string) {
	if k := s.socket(); k != nil {
		k.writing.Lock()
		defer k.writing.Unlock()
		_ = k.conn.WriteMessage(websocket.TextMessage, []byte(text))
	}
}

// sendSocket sends d over one connection, and if no acknowledgement comes, over others: it
// tries three times.
func (s *Server) sendSocket(d *Delivery) (Ack, error) {
	var err error
	for range 3 {
		k := s.socket()
		if k == nil {
			time.Sleep(50 * time.Millisecond)
			err = ErrNotConnected
			continue
		}
		var ack Ack
		if ack, err = s.sendOn(k, d); err == nil {
			return ack, nil
		}
	}
	return Ack{}, err
}

func (s *Server) sendOn(k *socket, d *Delivery) (Ack, error) {
	s.mu.Lock()
	id := fmt.Sprint("e", s.next())
	s.mu.Unlock()
	answered := make(chan json.RawMessage, 1)
	k.mu.Lock()
	k.acks[id] = answered
	k.mu.Unlock()
	kind := map[string]string{"commands": "slash_commands", "interactions": "interactive", "events": "events_api"}[d.kind]
	begun := time.Now()
	k.write(map[string]any{
		"type": kind, "envelope_id": id, "payload": d.Payload, "accepts_response_payload": d.kind != "events",
	})
	select {
	case body := <-answered:
		ack := Ack{http.StatusOK, body, time.Since(begun)}
		d.acknowledged(ack)
		return ack, nil
	case <-k.gone:
		return Ack{}, fmt.Errorf("%s %s was sent on a connection that ended", kind, id)
	case <-time.After(s.AckWithin):
		return Ack{}, fmt.Errorf("%s %s was not acknowledged", kind, id)
	}
}
