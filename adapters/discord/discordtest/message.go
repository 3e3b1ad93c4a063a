package discordtest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Message is a message as people see it.
type Message struct {
	ID      string
	Channel string
	To      string   // the id of the only person who sees it; "" for everybody
	Pinged  []string // the ids of the people whom it notified when it was created
	Answers string   // the id of the message that it refers to
	Edits   int
	Text    string // without markup, mentions as "@ID"
	Buttons []Button
	Files   []File          // that are attached
	Body    json.RawMessage // as the bot sent it last
	At      time.Time       // when it was shown, or edited last
}

// Button is a button, or one option of a menu.
type Button struct {
	Label    string
	CustomID string // of the button or the menu
	Value    string // of the option; "" for a button
}

const ephemeral = 64

// wireMessage has the members of a message's body that the fake reads.
type wireMessage struct {
	Flags           int             `json:"flags"`
	Components      []wireComponent `json:"components"`
	AllowedMentions struct {
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
	Attachments []struct {
		ID          string `json:"id"`
		Description string `json:"description"`
	} `json:"attachments"`
}

type wireComponent struct {
	Type       int             `json:"type"`
	Content    string          `json:"content"`
	Label      string          `json:"label"`
	CustomID   string          `json:"custom_id"`
	Disabled   bool            `json:"disabled"`
	Components []wireComponent `json:"components"`
	Component  *wireComponent  `json:"component"`
	Options    []struct {
		Label string `json:"label"`
		Value string `json:"value"`
	} `json:"options"`
}

// create shows a new message; who alone sees it if it is ephemeral. mu is held.
func (s *Server) create(channel string, who Person, body content) *Message {
	m := &Message{ID: s.newID(), Channel: channel, At: s.Now()}
	w := m.read(body)
	if w.Flags&ephemeral != 0 {
		m.To = who.ID
	}
	named := mentioned(w.Components)
	for _, u := range w.AllowedMentions.Users {
		if named[u] {
			m.Pinged = append(m.Pinged, u)
		}
	}
	s.messages[m.ID] = m
	s.channels[channel] = append(s.channels[channel], m)
	s.log = append(s.log, *m)
	return m
}

// edit changes a message; nobody is notified. mu is held.
func (s *Server) edit(m *Message, body content) {
	m.Edits++
	m.At = s.Now()
	m.read(body)
	s.log = append(s.log, *m)
}

// read fills the message in from a body.
func (m *Message) read(body content) wireMessage {
	var w wireMessage
	_ = json.Unmarshal(body.json, &w) // the body was validated before
	m.Body = append(json.RawMessage(nil), body.json...)
	m.Files = body.attached(w) // an edit keeps none that it does not list
	var text []string
	m.Buttons = nil
	var walk func([]wireComponent)
	walk = func(all []wireComponent) {
		for _, c := range all {
			if c.Content != "" {
				text = append(text, plain(c.Content))
			}
			if c.CustomID != "" && !c.Disabled && len(c.Options) == 0 {
				m.Buttons = append(m.Buttons, Button{Label: c.Label, CustomID: c.CustomID})
			}
			for _, o := range c.Options {
				m.Buttons = append(m.Buttons, Button{Label: o.Label, CustomID: c.CustomID, Value: o.Value})
			}
			walk(c.Components)
		}
	}
	walk(w.Components)
	m.Text = strings.Join(text, "\n")
	return w
}

// find returns a message that was shown. mu is held.
func (s *Server) find(id string) *Message { return s.messages[id] }

// Messages returns the present messages of a channel, in order.
func (s *Server) Messages(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	for _, m := range s.channels[channel] {
		all = append(all, *m)
	}
	return all
}

// Shown returns every post and edit of a message from number n on, in order, and the
// number from which to continue.
func (s *Server) Shown(n int) ([]Message, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.log[n:]...), len(s.log)
}

var (
	escaped = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
	mention = regexp.MustCompile(`<@(\d+)>`)
)

var bold = regexp.MustCompile(`\*\*([^*]+)\*\*`)

// plain removes the markup from a text; escaped characters stay.
func plain(s string) string {
	s = mention.ReplaceAllString(s, "@$1")
	s = bold.ReplaceAllString(s, "$1")
	s = strings.ReplaceAll(s, "```\n", "")
	s = strings.ReplaceAll(s, "\n```", "")
	return escaped.ReplaceAllString(s, "$1")
}

// mentioned returns the ids that the texts mention.
func mentioned(all []wireComponent) map[string]bool {
	ids := map[string]bool{}
	for _, c := range all {
		for _, m := range mention.FindAllStringSubmatch(c.Content, -1) {
			ids[m[1]] = true
		}
		for id := range mentioned(c.Components) {
			ids[id] = true
		}
	}
	return ids
}

// Find returns the first button of m whose label begins with label. If there is none, the error
// lists the labels.
func (m Message) Find(label string) (Button, error) {
	var labels []string
	for _, b := range m.Buttons {
		if strings.HasPrefix(b.Label, label) {
			return b, nil
		}
		labels = append(labels, b.Label)
	}
	return Button{}, fmt.Errorf("no button %q among %q", label, labels)
}
