package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The kinds of interactions.
const (
	Ping         = 1
	Command      = 2
	Component    = 3
	Autocomplete = 4
	Form         = 5
)

// Person is somebody on Discord.
type Person struct {
	ID, Name, Nick string
	Permissions    uint64 // in the channel
	Bot            bool
	Locale         string // "" is en-US
}

// Interaction is what one person does in one channel. Send it with
// [Server.Deliver]; ID and Token are filled in where they are empty.
type Interaction struct {
	ID, Token string
	Kind      int
	Who       Person
	Channel   string
	Guild     string            // "" in direct messages
	Context   *int              // nil: of a server, or of direct messages with the bot
	Owners    map[string]string // authorizing_integration_owners; nil: installed where it is used
	Language  string            // of the server; "" is en-US
	InThread  bool              // the channel is a thread
	// Message is the pressed message.
	Message *Message
	// Data is the interaction's own content, as JSON.
	Data map[string]any
}

// Option is one option of a subcommand.
type Option struct {
	Name    string
	Value   any
	Focused bool
}

// Typed returns the content of a used subcommand, "GROUP NAME" where it stands in a
// group. Persons are named by their id as the option's value and listed in
// resolved.
func Typed(command, sub string, resolved []Person, options ...Option) map[string]any {
	list := []map[string]any{}
	for _, o := range options {
		kind := 3
		switch o.Value.(type) {
		case bool:
			kind = 5
		case int:
			kind = 4
		}
		for _, p := range resolved {
			if p.ID == o.Value {
				kind = 6
			}
		}
		entry := map[string]any{"name": o.Name, "type": kind, "value": o.Value}
		if o.Focused {
			entry["focused"] = true
		}
		list = append(list, entry)
	}
	users, members := map[string]any{}, map[string]any{}
	for _, p := range resolved {
		users[p.ID] = userJSON(p)
		members[p.ID] = map[string]any{"nick": nullable(p.Nick), "permissions": strconv.FormatUint(p.Permissions, 10)}
	}
	group, name, grouped := strings.Cut(sub, " ")
	if !grouped {
		name = sub
	}
	used := map[string]any{"name": name, "type": subcommand, "options": list}
	if grouped {
		used = map[string]any{"name": group, "type": subcommandGroup, "options": []any{used}}
	}
	return map[string]any{
		"id": "1300000000000000001", "name": command, "type": 1,
		"options":  []any{used},
		"resolved": map[string]any{"users": users, "members": members},
	}
}

// OnPerson returns the content of a command chosen in a person's context menu.
func OnPerson(command string, p Person) map[string]any {
	return map[string]any{
		"id": "1300000000000000002", "name": command, "type": 2, "target_id": p.ID,
		"resolved": map[string]any{"users": map[string]any{p.ID: userJSON(p)}, "members": map[string]any{}},
	}
}

// OnMessage returns the content of a command chosen in the context menu of a message.
func OnMessage(command, content string) map[string]any {
	const id = "1300000000000000009"
	return map[string]any{
		"id": "1300000000000000003", "name": command, "type": 3, "target_id": id,
		"resolved": map[string]any{"messages": map[string]any{id: map[string]any{"id": id, "content": content}}},
	}
}

// Pressed returns the content of a press on b.
func Pressed(b Button) map[string]any {
	if b.Value != "" {
		return map[string]any{"custom_id": b.CustomID, "component_type": 3, "values": []string{b.Value}}
	}
	return map[string]any{"custom_id": b.CustomID, "component_type": 2}
}

// Chosen returns the content of a choice in a menu of people.
func Chosen(customID string, p Person) map[string]any {
	return map[string]any{
		"custom_id": customID, "component_type": 5, "values": []string{p.ID},
		"resolved": map[string]any{"users": map[string]any{p.ID: userJSON(p)}, "members": map[string]any{}},
	}
}

// Filled returns the content of a form that was sent: values by the fields' ids.
// A list is a choice from a menu.
func Filled(customID string, values map[string]any) map[string]any {
	var parts []any
	for id, v := range values {
		field := map[string]any{"type": 4, "custom_id": id, "value": v}
		if list, ok := v.([]string); ok {
			field = map[string]any{"type": 3, "custom_id": id, "values": list}
		}
		parts = append(parts, map[string]any{"type": 18, "component": field})
	}
	return map[string]any{"custom_id": customID, "components": parts}
}

func userJSON(p Person) map[string]any {
	return map[string]any{"id": p.ID, "username": strings.ToLower(p.Name), "global_name": nullable(p.Name), "bot": p.Bot, "avatar": nil, "discriminator": "0"}
}

func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// owners maps the kinds of installation to who installed the bot: "0" is the server, or
// the bot's own direct messages.
func (i Interaction) owners() map[string]string {
	switch {
	case i.Owners != nil:
		return i.Owners
	case i.Guild == "":
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": i.Guild}
}

// JSON returns the interaction as Discord sends it.
func (i Interaction) JSON() []byte {
	locale := i.Who.Locale
	if locale == "" {
		locale = "en-US"
	}
	place := 0
	if i.Guild == "" {
		place = 1
	}
	if i.Context != nil {
		place = *i.Context
	}
	owners, kind := i.owners(), 0
	switch {
	case i.InThread:
		kind = 11
	case i.Guild == "":
		kind = 1
	}
	out := map[string]any{
		"id": i.ID, "application_id": Application, "type": i.Kind, "version": 1, "token": i.Token,
		"channel_id": i.Channel, "channel": map[string]any{"id": i.Channel, "type": kind},
		"locale": locale, "context": place, "authorizing_integration_owners": owners,
		"app_permissions": "2147483647", "entitlements": []any{},
	}
	if i.Guild == "" {
		out["user"] = userJSON(i.Who)
	} else {
		language := i.Language
		if language == "" {
			language = "en-US"
		}
		out["guild_id"], out["guild_locale"] = i.Guild, language
		out["member"] = map[string]any{"user": userJSON(i.Who), "nick": nullable(i.Who.Nick), "permissions": strconv.FormatUint(i.Who.Permissions, 10), "roles": []any{}}
	}
	if i.Data != nil {
		out["data"] = i.Data
	}
	if m := i.Message; m != nil {
		var body map[string]any
		_ = json.Unmarshal(m.Body, &body) // the bot's own message, which was validated before
		flags := 1 << 15
		if m.To != "" {
			flags |= ephemeral
		}
		out["message"] = map[string]any{"id": m.ID, "channel_id": m.Channel, "flags": flags, "components": body["components"], "author": map[string]any{"id": Application, "bot": true}}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // a test's own data
	}
	return raw
}

// Outcome is how the bot answered an interaction.
type Outcome struct {
	Status  int // of HTTP; 0 over the gateway
	Kind    int // of the response, 0 for none
	Message *Message
	Form    json.RawMessage
	Choices []string // values
	Body    []byte
}

// prepare fills in what Discord adds to an interaction, and records it.
func (s *Server) prepare(i *Interaction) *pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.ID == "" {
		i.ID = s.newID()
	}
	if i.Token == "" {
		i.Token = "token-" + i.ID
	}
	p := s.interactions[i.Token]
	if p == nil || p.kind != 0 {
		p = &pending{in: *i, answered: make(chan struct{})}
		s.interactions[i.Token] = p
	}
	p.at, p.given = time.Now(), s.Now()
	return p
}

// Deliver sends an interaction to the bot and returns its first response, once
// that has been judged and shown. The error says that the bot couldn't be reached or didn't
// respond within ResponseTime, or is that of ctx.
func (s *Server) Deliver(ctx context.Context, i Interaction) (Outcome, error) {
	p := s.prepare(&i)
	if s.Endpoint != "" {
		return s.post(ctx, p, i.JSON())
	}
	if err := s.Gateway.Dispatch("INTERACTION_CREATE", i.JSON()); err != nil {
		return Outcome{}, err
	}
	select {
	case <-p.answered:
		return s.outcome(p, 0), nil
	case <-time.After(s.ResponseTime):
		return Outcome{}, fmt.Errorf("the bot did not respond within %s", s.ResponseTime)
	case <-ctx.Done():
		return Outcome{}, ctx.Err()
	}
}

func (s *Server) post(ctx context.Context, p *pending, raw []byte) (Outcome, error) {
	resp, body, err := s.send(ctx, raw, s.Sign(raw, s.Now()))
	if err != nil || resp.StatusCode != http.StatusOK {
		return Outcome{Status: statusOf(resp), Body: body}, err
	}
	status := resp.StatusCode
	path := "/interactions/" + p.in.ID + "/" + p.in.Token + "/callback"
	c, problems := s.judge(http.MethodPost, path, resp.Header.Get("Content-Type"), body)
	if len(body) > maxResponse {
		problems = append(problems, fmt.Sprintf("a response of %d bytes, want at most %d", len(body), maxResponse))
	}
	if time.Since(p.at) > s.ResponseTime {
		problems = append(problems, "later than three seconds")
	}
	if len(problems) > 0 {
		s.fault("response: %s: %.600q", strings.Join(problems, "; "), body)
		return Outcome{Status: status, Body: body}, fmt.Errorf("refused: %s", strings.Join(problems, "; "))
	}
	if err := s.respond(p, c); err != nil {
		return Outcome{}, err
	}
	return s.outcome(p, status), nil
}

// Sign makes the headers of a request.
func (s *Server) Sign(raw []byte, at time.Time) http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	stamp := strconv.FormatInt(at.Unix(), 10)
	h.Set("X-Signature-Timestamp", stamp)
	h.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(s.key, append([]byte(stamp), raw...))))
	return h
}

// Post sends a request to the bot's endpoint unchanged. The body is the bot's answer, in
// JSON or as a form. The error says that the endpoint didn't answer.
func (s *Server) Post(ctx context.Context, raw []byte, h http.Header) (status int, body []byte, err error) {
	resp, body, err := s.send(ctx, raw, h)
	if err == nil && resp.StatusCode == http.StatusOK {
		if _, problems := open(resp.Header.Get("Content-Type"), body); len(problems) > 0 {
			s.fault("response: %s", strings.Join(problems, "; "))
		}
	}
	return statusOf(resp), body, err
}

func (s *Server) send(ctx context.Context, raw []byte, h http.Header) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Endpoint, bytes.NewReader(raw))
	if err != nil {
		return nil, nil, err
	}
	req.Header = h
	resp, err := cmp.Or(s.Client, http.DefaultClient).Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = resp.Body.Close() }() // the body was fully read; Close can't lose data
	body, err := io.ReadAll(resp.Body)
	return resp, body, err
}

func statusOf(r *http.Response) int {
	if r == nil {
		return 0
	}
	return r.StatusCode
}

// answers maps each kind of interaction to the types of responses that it accepts.
var answers = map[int][]int{
	Ping: {1}, Command: {4, 5, 9, 12}, Component: {4, 5, 6, 7, 9, 12}, Autocomplete: {8}, Form: {4, 5, 6, 7, 12},
}

// respond records and shows the first response to an interaction.
func (s *Server) respond(p *pending, body content) error {
	var r struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body.json, &r); err != nil {
		return err
	}
	m := content{json: r.Data, files: body.files}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.kind != 0 {
		return fmt.Errorf("interaction has already been acknowledged")
	}
	if !slices.Contains(answers[p.in.Kind], r.Type) {
		s.faults = append(s.faults, fmt.Sprintf("a response of type %d to an interaction of type %d", r.Type, p.in.Kind))
		return fmt.Errorf("a response of the wrong type")
	}
	p.kind, p.body = r.Type, body.json
	switch r.Type {
	case 4:
		p.original = s.create(p.in.Channel, p.in.Who, m)
	case 7:
		if p.in.Message == nil {
			return fmt.Errorf("type 7 answers a press only")
		}
		p.original = s.find(p.in.Message.ID)
		if p.original == nil {
			return fmt.Errorf("unknown message")
		}
		s.edit(p.original, m)
	case 8:
		p.choices = r.Data
	case 9:
		p.form = r.Data
	}
	close(p.answered)
	return nil
}

func (s *Server) outcome(p *pending, status int) Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := Outcome{Status: status, Kind: p.kind, Form: p.form, Body: p.body}
	if p.original != nil {
		m := *p.original
		o.Message = &m
	}
	var list struct {
		Choices []struct {
			Value string `json:"value"`
		} `json:"choices"`
	}
	_ = json.Unmarshal(p.choices, &list) // the body was validated before
	for _, c := range list.Choices {
		o.Choices = append(o.Choices, c.Value)
	}
	return o
}
