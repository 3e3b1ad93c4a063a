package slack

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"
)

// Slack waits three seconds for an acknowledgement, so a delivery that takes longer than
// ackWithin is acknowledged before it is done. Only then can a crash lose an
// acknowledged delivery.
const (
	ackWithin = 2500 * time.Millisecond
	maxAck    = 20 << 10 // Slack drops longer acknowledgements
)

// socketConn is one connection.
type socketConn struct {
	socket  *socket
	conn    *websocket.Conn
	stopped atomic.Bool // stop reading
	greeted atomic.Bool // Slack said hello

	mu      sync.Mutex     // of writing
	pending sync.WaitGroup // deliveries that must be acknowledged here
}

// socketEnvelope is what arrives on a connection: one of Slack's envelopes, or a message
// about the connection.
type socketEnvelope struct {
	Type       string          `json:"type"`
	Reason     string          `json:"reason"` // of a disconnect
	EnvelopeID string          `json:"envelope_id"`
	Payload    json.RawMessage `json:"payload"`
}

// serve reads until the connection ends or stop is called. Then it closes the connection
// after everything is acknowledged.
func (c *socketConn) serve(announced chan<- struct{}) error {
	err := c.read(announced)
	if c.greeted.Load() {
		c.socket.reach.count(-1)
	}
	if c.stopped.Load() {
		c.pending.Wait() // ackWithin at most
	}
	_ = c.conn.Close()
	return err
}

// stop ends the reading.
func (c *socketConn) stop() {
	c.stopped.Store(true)
	_ = c.conn.NetConn().SetReadDeadline(time.Unix(1, 0))
}

// extendDeadline allows Slack another socketSilence before it must send something.
func (c *socketConn) extendDeadline() {
	_ = c.conn.NetConn().SetReadDeadline(time.Now().Add(socketSilence))
	if c.stopped.Load() {
		c.stop() // stop was called between the two statements
	}
}

// read takes what arrives until the connection ends. It closes announced when Slack
// announces the end.
func (c *socketConn) read(announced chan<- struct{}) error {
	c.conn.SetPingHandler(func(data string) error {
		c.extendDeadline()
		return c.conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(time.Second))
	})
	told := false
	for {
		c.extendDeadline()
		_, data, err := c.conn.ReadMessage()
		if err != nil {
			return redact(err)
		}
		var p socketEnvelope
		if err := json.Unmarshal(data, &p); err != nil {
			c.socket.log.Warn("something unreadable came from Slack", "error", redact(err))
			continue
		}
		switch {
		case p.Type == "hello":
			if !c.greeted.Swap(true) {
				c.socket.reach.count(1)
			}
			c.socket.onHello()
		case p.Type == "disconnect" && p.Reason == linkDisabled:
			return redact(slackapi.SlackErrorResponse{Err: linkDisabled})
		case p.Type == "disconnect" && !told:
			told = true
			close(announced)
		}
		if p.EnvelopeID != "" {
			c.receive(p)
		}
	}
}

// receive queues a delivery behind the others of its channel. The delivery is acknowledged
// when its effects are stored, so that they survive the process, or else after ackWithin.
func (c *socketConn) receive(p socketEnvelope) {
	log := c.socket.log
	asked, err := decodeSocketEnvelope(p)
	if err != nil {
		log.Warn("a delivery from Slack could not be read", "type", p.Type, "error", redact(err))
		c.ack(p.EnvelopeID, nil) // otherwise Slack would send it again and again
		return
	}
	d := &queuedEnvelope{conn: c, envelope: p.EnvelopeID, call: asked}
	c.pending.Add(1)
	d.ackTimer = time.AfterFunc(ackWithin, func() {
		if d.acknowledge(nil) {
			log.Warn("a delivery from Slack was acknowledged before it was done; the store is slow, or the channel is busy", "place", asked.place().String())
		}
	})
	if !c.socket.queues.enqueue(asked.place().String(), d) {
		d.abandon()
		log.Warn("too many deliveries from Slack are in line; it will send one again", "place", asked.place().String())
	}
}

// queuedEnvelope is one envelope in a socketQueue.
type queuedEnvelope struct {
	conn     *socketConn
	envelope string
	call     call
	ackTimer *time.Timer // acknowledges the delivery after ackWithin

	once  sync.Once
	acked atomic.Bool
}

// handle processes the delivery and acknowledges it.
func (d *queuedEnvelope) handle() {
	defer d.ackTimer.Stop()
	defer d.acknowledge(nil) // after a panic, too
	s := d.conn.socket
	body := s.receive(context.Background(), d.call)
	switch body := body.(type) {
	case *answer:
		d.acknowledge(nil)
		s.sender.sendPrivate(d.call, body.message, false)
	case *slackapi.ViewSubmissionResponse:
		if d.acknowledge(body) {
			return
		}
		for _, wrong := range body.Errors { // the form is closed already
			s.sender.sendPrivate(d.call, message{Text: wrong}, false)
		}
	}
}

// acknowledge acknowledges the delivery. It reports whether it was the first to do so.
func (d *queuedEnvelope) acknowledge(body any) (first bool) {
	d.once.Do(func() {
		first = true
		d.acked.Store(true)
		d.conn.ack(d.envelope, body)
		d.conn.pending.Done()
	})
	return first
}

// abandon leaves the delivery to Slack, which sends it again.
func (d *queuedEnvelope) abandon() {
	d.ackTimer.Stop()
	d.once.Do(d.conn.pending.Done)
}

// ack tells Slack that a delivery arrived, with an answer if there is one.
func (c *socketConn) ack(envelope string, body any) {
	data, err := json.Marshal(struct {
		EnvelopeID string `json:"envelope_id"`
		Payload    any    `json:"payload,omitempty"`
	}{envelope, body})
	if err != nil || len(data) >= maxAck {
		c.socket.log.Error("an answer to Slack is too long and was left out", "bytes", len(data), "error", err)
		data, _ = json.Marshal(map[string]string{"envelope_id": envelope})
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.conn.SetWriteDeadline(time.Now().Add(callTimeout))
	if err := c.conn.WriteMessage(websocket.TextMessage, data); err != nil {
		c.socket.log.Warn("a delivery could not be acknowledged, so Slack will send it again", "error", redact(err))
	}
}

// decodeSocketEnvelope converts an envelope to a call.
func decodeSocketEnvelope(p socketEnvelope) (call, error) {
	switch p.Type {
	case "slash_commands":
		var fields map[string]any
		if err := json.Unmarshal(p.Payload, &fields); err != nil {
			return call{}, err
		}
		values := url.Values{}
		for k, v := range fields {
			if v != nil {
				values.Set(k, fmt.Sprint(v))
			}
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
	return call{kind: kindIgnored}, nil
}
