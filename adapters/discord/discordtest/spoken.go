package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The intents of messages.
const (
	GuildMessages  = 1 << 9
	DirectMessages = 1 << 12
)

// Spoken is a message that somebody writes. Send it with [Server.Say]; ID is
// filled in where it is empty.
type Spoken struct {
	ID       string
	Who      Person
	Channel  string
	Guild    string // "" in direct messages
	Content  string
	Mentions []Person // with whoever is replied to
	Kind     int      // 19: a reply
	Webhook  string
	Files    int // that come with it
}

// JSON returns the message as Discord sends it to a bot without the privileged
// intent: with its content only if it mentions the bot or is a direct message.
func (m Spoken) JSON() []byte {
	content := m.Content
	if m.Guild != "" && !slices.ContainsFunc(m.Mentions, func(p Person) bool { return p.ID == Application }) {
		content = ""
	}
	named := []map[string]any{}
	for _, p := range m.Mentions {
		u := userJSON(p)
		if m.Guild != "" {
			u["member"] = map[string]any{"nick": nullable(p.Nick), "roles": []any{}}
		}
		named = append(named, u)
	}
	files := []map[string]any{}
	for n := range m.Files {
		files = append(files, map[string]any{"id": fmt.Sprint(n), "filename": "photo.png", "size": 1000, "url": "https://cdn.discordapp.com/photo.png", "proxy_url": "https://media.discordapp.net/photo.png"})
	}
	out := map[string]any{
		"id": m.ID, "type": m.Kind, "channel_id": m.Channel, "author": userJSON(m.Who), "content": content, "mentions": named,
		"mention_everyone": false, "mention_roles": []any{}, "tts": false, "embeds": []any{}, "attachments": files, "components": []any{}, "pinned": false,
	}
	if m.Guild != "" {
		out["guild_id"], out["member"] = m.Guild, map[string]any{"nick": nullable(m.Who.Nick), "roles": []any{}}
	}
	if m.Webhook != "" {
		out["webhook_id"] = m.Webhook
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // a test's own data
	}
	return raw
}

// Say makes somebody write a message, and sends it to every session with the intent, also to those
// that are resumed later. The error says that a session couldn't be told.
func (s *Server) Say(m Spoken) (id string, err error) {
	s.mu.Lock()
	if m.ID == "" {
		m.ID = s.newID()
	}
	s.spoken[m.ID] = m.Channel
	s.mu.Unlock()
	intent := GuildMessages
	if m.Guild == "" {
		intent = DirectMessages
	}
	return m.ID, s.Gateway.tell("MESSAGE_CREATE", intent, m.JSON())
}

// Edit makes the author of a message replace its text, and reports it as Say does. The error says
// that a session couldn't be told.
func (s *Server) Edit(m Spoken) error {
	intent := GuildMessages
	if m.Guild == "" {
		intent = DirectMessages
	}
	return s.Gateway.tell("MESSAGE_UPDATE", intent, m.JSON())
}

// tell sends an event to every session of shard 0 that has the intent.
func (g *Gateway) tell(event string, intent int, data []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock() // events are sent in the order of their numbers
	told := false
	for _, s := range g.sessions {
		if s.shard == 0 && s.intents&intent != 0 {
			told = true
			p := s.next(event, data)
			if s.conn != nil {
				_ = s.conn.send(p) // if it is lost, RESUME sends it again
			}
		}
	}
	if !told {
		return errors.New("nobody at the gateway wants such messages")
	}
	return nil
}
