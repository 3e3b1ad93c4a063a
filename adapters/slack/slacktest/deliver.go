package slacktest

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Delivery is something that Slack sends to the app. It may be sent several times, as Slack
// does after a lost acknowledgement.
type Delivery struct {
	// Payload holds the fields of a command, or the JSON of anything else.
	Payload map[string]any
	// hook is the response_url; an answer in the acknowledgement is shown as if posted to it.
	hook *hook

	server *Server
	kind   string // "commands", "interactions", "events"
	sent   int
}

// Ack is how the app answered.
type Ack struct {
	Status int
	Body   []byte
	Took   time.Duration
}

func (s *Server) trigger() string {
	id := fmt.Sprint("t", s.next())
	s.triggers[id] = s.now()
	return id
}

// Command returns a slash command. text is as Slack sends it: escaped, with
// mentions as <@U1|name>.
func (s *Server) Command(user, channel, command, text string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := hook{channel: channel, user: user, team: Team}
	return &Delivery{server: s, kind: "commands", hook: &h, Payload: map[string]any{
		"team_id": Team, "team_domain": "nim", "channel_id": channel, "channel_name": "somewhere", "user_id": user,
		"user_name": strings.ToLower(s.users[user].Name), "command": command, "text": text, "api_app_id": "A0NIM",
		"is_enterprise_install": "false", "response_url": s.newHook(h), "trigger_id": s.trigger(),
	}}
}

// Click returns the delivery of a press of the element with the action id on a message,
// or of the choice of value in it.
func (s *Server) Click(user string, m Message, actionID, value string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := hook{channel: m.Channel, thread: m.Thread, user: user, team: Team, message: m.TS}
	block, kind := findAction(m.Blocks, actionID)
	act := map[string]any{"type": kind, "action_id": actionID, "block_id": block, "action_ts": s.newTS()}
	if kind == "static_select" {
		act["selected_option"] = map[string]any{"value": value, "text": map[string]any{"type": "plain_text", "text": value}}
	} else if kind == "users_select" {
		act["selected_user"] = value
	} else {
		act["value"] = value
	}
	container := map[string]any{"type": "message", "message_ts": m.TS, "channel_id": m.Channel, "is_ephemeral": m.To != ""}
	if m.Thread != "" {
		container["thread_ts"] = m.Thread
	}
	p := s.interaction(user, "block_actions")
	p["container"], p["channel"], p["actions"] = container, map[string]any{"id": m.Channel, "name": "somewhere"}, []any{act}
	p["response_url"] = s.newHook(h)
	if m.To == "" {
		p["message"] = map[string]any{"type": "message", "ts": m.TS, "text": m.Text, "blocks": m.Blocks}
	}
	return &Delivery{server: s, kind: "interactions", hook: &h, Payload: p}
}

// findAction returns the id of an element's block, and the element's type.
func findAction(blocks []any, actionID string) (block, kind string) {
	for _, b := range blocks {
		m, _ := b.(map[string]any)
		for _, e := range fields(m).list("elements") {
			if el, _ := e.(map[string]any); el["action_id"] == actionID {
				return fields(m).str("block_id"), fields(el).str("type")
			}
		}
	}
	return "", "button"
}

func (s *Server) interaction(user, kind string) map[string]any {
	return map[string]any{
		"type": kind, "team": map[string]any{"id": Team, "domain": "nim"}, "enterprise": nil, "is_enterprise_install": false,
		"user":       map[string]any{"id": user, "name": strings.ToLower(s.users[user].Name), "team_id": Team},
		"api_app_id": "A0NIM", "trigger_id": s.trigger(),
	}
}

// ClickHome returns a press of a button of the App Home.
func (s *Server) ClickHome(user, actionID, value string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.interaction(user, "block_actions")
	p["container"] = map[string]any{"type": "view", "view_id": "V1"}
	p["actions"] = []any{map[string]any{"type": "button", "action_id": actionID, "value": value, "action_ts": s.newTS()}}
	return &Delivery{server: s, kind: "interactions", Payload: p}
}

// Shortcut returns the use of a global shortcut.
func (s *Server) Shortcut(user, callbackID string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.interaction(user, "shortcut")
	p["callback_id"] = callbackID
	return &Delivery{server: s, kind: "interactions", Payload: p}
}

// Submit returns the delivery of a filled-in modal. values has the state of each block's one
// field. The channel gets a response_url, like a field with response_url_enabled. The modal
// is the last one that was opened.
func (s *Server) Submit(user, callbackID, channel string, values map[string]map[string]any) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := map[string]any{}
	for block, field := range values {
		state[block] = map[string]any{block: field}
	}
	p := s.interaction(user, "view_submission")
	p["view"] = map[string]any{
		"id": fmt.Sprint("V", s.next()), "type": "modal", "callback_id": callbackID, "hash": fmt.Sprint("hash", s.next()),
		"state": map[string]any{"values": state}, "private_metadata": s.modal.str("private_metadata"), "app_installed_team_id": Team,
	}
	p["response_urls"] = []any{map[string]any{
		"channel_id": channel, "response_url": s.newHook(hook{channel: channel, user: user, team: Team}),
	}}
	return &Delivery{server: s, kind: "interactions", Payload: p}
}

// Event returns an event of the Events API with these fields.
func (s *Server) Event(event map[string]any) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Delivery{server: s, kind: "events", Payload: map[string]any{
		"type": "event_callback", "team_id": Team, "api_app_id": "A0NIM", "event": event,
		"event_id": fmt.Sprint("Ev", s.next()), "event_time": s.now().Unix(),
		"authorizations": []any{map[string]any{"team_id": Team, "user_id": BotUser, "is_bot": true, "is_enterprise_install": false}},
	}}
}

// Mention returns a message that mentions the bot. thread is the id of the thread's
// first message, "" outside of threads.
func (s *Server) Mention(user, channel, thread, text string) *Delivery {
	return s.Event(s.spoken("app_mention", user, channel, thread, "<@"+BotUser+"> "+text))
}

// Direct returns a message in the direct messages of a user and the bot.
func (s *Server) Direct(user, channel, text string) *Delivery {
	e := s.spoken("message", user, channel, "", text)
	e["channel_type"] = "im"
	return s.Event(e)
}

func (s *Server) spoken(kind, user, channel, thread, text string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := map[string]any{"type": kind, "user": user, "channel": channel, "text": text, "ts": s.newTS()}
	if thread != "" {
		e["thread_ts"] = thread
	}
	return e
}

// Send sends d: over Socket Mode if the app is connected, else signed over HTTP. An
// acknowledgement that takes longer than Server.AckWithin is recorded as a problem. The error
// says that the app didn't answer.
func (d *Delivery) Send() (Ack, error) {
	d.sent++
	if k := d.server.socket(); k != nil {
		return d.server.sendSocket(d)
	}
	return d.SendHTTP(time.Now(), "")
}

// SendHTTP sends d over HTTP, signed at a time with secret, or with the app's secret if it
// is "". The error says that the app didn't answer.
func (d *Delivery) SendHTTP(at time.Time, secret string) (Ack, error) {
	d.server.mu.Lock()
	a := d.server.app
	d.server.mu.Unlock()
	if secret == "" {
		secret = a.secret
	}
	body, contentType := d.encode()
	stamp := strconv.FormatInt(at.Unix(), 10)
	req, err := http.NewRequest(http.MethodPost, a.url+"/slack/"+d.kind, bytes.NewReader(body))
	if err != nil {
		return Ack{}, err
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("X-Slack-Request-Timestamp", stamp)
	req.Header.Set("X-Slack-Signature", Sign(secret, stamp, body))
	if d.sent > 1 && d.kind == "events" {
		req.Header.Set("X-Slack-Retry-Num", strconv.Itoa(d.sent-1))
		req.Header.Set("X-Slack-Retry-Reason", "http_timeout")
	}
	begun := time.Now()
	resp, err := cmp.Or(d.server.Client, http.DefaultClient).Do(req)
	if err != nil {
		return Ack{}, err
	}
	defer resp.Body.Close() //nolint:errcheck // everything is read
	answer, err := io.ReadAll(resp.Body)
	ack := Ack{resp.StatusCode, answer, time.Since(begun)}
	d.acknowledged(ack)
	return ack, err
}

func (d *Delivery) acknowledged(a Ack) {
	if a.Took > d.server.AckWithin {
		d.server.mu.Lock()
		d.server.problem("%s: acknowledged after %v", d.kind, a.Took)
		d.server.mu.Unlock()
	}
	if d.kind == "commands" && a.Status == http.StatusOK {
		d.server.answered(*d.hook, a.Body)
	}
}

func (d *Delivery) encode() (body []byte, contentType string) {
	payload, err := json.Marshal(d.Payload)
	if err != nil {
		panic(err) // it holds only values that JSON can encode
	}
	const form = "application/x-www-form-urlencoded"
	switch d.kind {
	case "commands":
		v := url.Values{}
		for k, x := range d.Payload {
			v.Set(k, fmt.Sprint(x))
		}
		return []byte(v.Encode()), form
	case "interactions":
		return []byte(url.Values{"payload": {string(payload)}}.Encode()), form
	}
	return payload, "application/json"
}

// Sign returns the signature of a request's body.
func Sign(secret, stamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("v0:" + stamp + ":"))
	mac.Write(body)
	return "v0=" + hex.EncodeToString(mac.Sum(nil))
}

// Escape returns text as Slack sends what people typed.
func Escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
