package discordtest

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

func (g *Gateway) identify(c *conn, data []byte) {
	var d struct {
		Token      string            `json:"token"`
		Intents    *int              `json:"intents"`
		Shard      []int             `json:"shard"`
		Properties map[string]string `json:"properties"`
	}
	if err := json.Unmarshal(data, &d); err != nil || d.Intents == nil || len(d.Shard) != 2 || d.Properties["os"] == "" {
		g.server.fault("an incomplete IDENTIFY: %s", data)
		c.close(4002)
		return
	}
	g.mu.Lock()
	want := g.intents
	g.mu.Unlock()
	if *d.Intents != want {
		g.server.fault("the intents %d, want %d", *d.Intents, want)
	}
	if !g.admitted(d.Shard[0]) {
		_ = c.send(payload{Op: opInvalidSession, Data: json.RawMessage("false")}) // then reading fails
		return
	}
	if d.Token != Token {
		c.close(4004)
		return
	}
	if g.early(c) {
		return
	}
	g.mu.Lock()
	g.nextID++
	s := &session{id: "session-" + strconv.Itoa(g.nextID), number: g.nextID, shard: d.Shard[0], intents: *d.Intents, conn: c}
	g.sessions[s.id] = s
	said := map[string]any{
		"v": 10, "session_id": s.id, "resume_gateway_url": g.url(),
		"user": map[string]any{"id": cmp.Or(g.server.User, Application), "username": "nim", "bot": true}, "guilds": []any{}, "shard": d.Shard,
		"application": map[string]any{"id": cmp.Or(g.OtherApplication, Application), "flags": 0},
	}
	if g.NoResumeURL {
		delete(said, "resume_gateway_url")
	}
	ready, err := json.Marshal(said)
	if err != nil {
		panic(err) // our own data
	}
	_ = c.send(s.next("READY", ready)) // then reading fails; no event comes before it
	g.mu.Unlock()
	g.late(c)
}

// admitted notes that a shard identifies itself, and reports whether it may: not
// too soon after the last one, all shards being in one bucket, nor beyond the
// day's budget.
func (g *Gateway) admitted(shard int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, gap := time.Now(), g.Pace
	if n := len(g.identified); n > 0 {
		gap = now.Sub(g.identified[n-1])
	}
	g.identified, g.shards = append(g.identified, now), append(g.shards, shard)
	if g.left() == 0 {
		g.server.fault("shard %d identified itself when the day's budget was used up: the token would be reset", shard)
		return false
	}
	g.Remaining--
	if gap < g.Pace {
		g.server.fault("shard %d identified itself %s after another, want %s", shard, gap, g.Pace)
		return false
	}
	return true
}

// early acts out the faults before READY.
func (g *Gateway) early(c *conn) bool {
	switch c.fault {
	case EarlyOp7:
		_ = c.send(payload{Op: opReconnect}) // then reading fails
	case Op9:
		_ = c.send(payload{Op: opInvalidSession, Data: json.RawMessage("false")})
	case Op9Resumable:
		_ = c.send(payload{Op: opInvalidSession, Data: json.RawMessage("true")})
	default:
		code, err := strconv.Atoi(string(c.fault))
		if err != nil {
			return false
		}
		c.close(code)
	}
	return true
}

// late acts out the faults after READY; without one the bot is ready.
func (g *Gateway) late(c *conn) {
	switch c.fault {
	case Op7:
		_ = c.send(payload{Op: opReconnect}) // then reading fails
	case TCPReset:
		c.reset()
	case Garbage:
		c.mu.Lock()
		_ = c.ws.WriteMessage(websocket.TextMessage, []byte("{")) // then reading fails
		c.mu.Unlock()
	default:
		select {
		case g.ready <- struct{}{}:
		default: // nobody waits
		}
	}
}

func (g *Gateway) resume(c *conn, data []byte) {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	_ = json.Unmarshal(data, &d) // what is missing is refused below
	if d.Token != Token {
		c.close(4004)
		return
	}
	g.mu.Lock()
	g.resumed++
	g.mu.Unlock()
	if c.fault == NoResumed {
		return
	}
	if g.early(c) {
		if c.fault == Op9 {
			g.mu.Lock()
			delete(g.sessions, d.Session)
			g.mu.Unlock()
		}
		return
	}
	g.mu.Lock()
	s := g.sessions[d.Session]
	if s == nil || d.Seq > s.seq {
		g.mu.Unlock()
		_ = c.send(payload{Op: opInvalidSession, Data: json.RawMessage("false")}) // then reading fails
		return
	}
	if s.conn != nil && s.conn != c {
		_ = s.conn.ws.Close() // a session has one connection
	}
	missed := append([]payload(nil), s.sent[d.Seq:]...)
	s.conn = c
	missed = append(missed, s.next("RESUMED", []byte("{}")))
	c.mu.Lock() // what is new comes after what was missed
	g.mu.Unlock()
	for _, m := range missed {
		_ = c.ws.WriteJSON(m) // then reading fails
	}
	c.mu.Unlock()
	g.late(c)
}
