package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"nimbot/game/words"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// discordURL is Discord's REST interface, unless another address is configured.
const (
	discordURL = "https://discord.com"
	apiPath    = "/api/v10"
)

// userAgentOf returns the bot's User-Agent, in the form that Discord demands: an address about the
// bot, and its version.
func userAgentOf(site, version, app string) string {
	tidy := strings.NewReplacer(" ", "-", ",", "-", "(", "-", ")", "-").Replace
	return "DiscordBot (" + tidy(cmp.Or(site, discordURL+"/application-directory/"+app)) + ", " + tidy(cmp.Or(version, "development")) + ")"
}

// rest is a client of Discord's REST interface. Its transport keeps Discord's limits.
type rest struct {
	transport *transport
	token     string // with "Bot " in front; "" without one
	agent     string // the User-Agent
}

// callWithin bounds a request with all its tries.
const callWithin = time.Minute

func newREST(address, token string, base http.RoundTripper, log *slog.Logger) (*rest, error) {
	if base == nil { // connections of its own: whoever closes the shared idle ones would break requests
		base = http.DefaultTransport.(*http.Transport).Clone()
	}
	address = cmp.Or(address, discordURL)
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("discord: the API address is no web address; write one such as https://proxy.internal")
	}
	if token != "" {
		token = "Bot " + strings.TrimPrefix(token, "Bot ")
	}
	return &rest{transport: newTransport(u, base, log), token: token}, nil
}

// call is a request.
type call struct {
	method, path string
	body         body
	by           credential
}

// do sends c and decodes the answer into out, if that isn't nil. If Discord
// refuses, the error is a *refusal. No error contains a token.
func (r *rest) do(ctx context.Context, c call, out any) error {
	ctx, cancel := context.WithTimeout(ctx, callWithin)
	defer cancel()
	answer, err := r.send(ctx, c)
	if err == nil && out != nil && len(answer) > 0 {
		err = json.Unmarshal(answer, out)
	}
	return r.conceal(err, c.by.secret)
}

// send sends c and returns the body of the answer.
func (r *rest) send(ctx context.Context, c call) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, c.method, discordURL+apiPath+c.path, bytes.NewReader(c.body.data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", r.agent)
	if len(c.body.data) > 0 {
		req.Header.Set("Content-Type", c.body.kind)
	}
	switch {
	case c.by.kind == personToken:
		req.Header.Set("Authorization", "Bearer "+c.by.secret)
	case c.by.kind == botToken && r.token != "": // with it, other requests would count as the bot's
		req.Header.Set("Authorization", r.token)
	}
	resp, err := r.transport.send(req, c.by)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // the body was only read
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch refused := resp.StatusCode == http.StatusUnauthorized; {
	case err != nil:
		return nil, err
	case refused && c.by.kind == botToken:
		return nil, errTokenRefused
	case refused && c.by.kind == clientSecret:
		return nil, errSecretRefused
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return nil, refusalOf(resp.StatusCode, answer)
	}
	return answer, nil
}

// conceal removes the address, the bot's token and other secrets from an error.
func (r *rest) conceal(err error, secrets ...string) error {
	if err == nil {
		return nil
	}
	for _, secret := range append(secrets, strings.TrimPrefix(r.token, "Bot ")) {
		if secret != "" && strings.Contains(err.Error(), secret) {
			err = errors.New(strings.ReplaceAll(err.Error(), secret, "[token]"))
		}
	}
	return err
}

// refusal is an error response of Discord.
type refusal struct {
	status  int
	Code    int             `json:"code"` // Discord's, 0 for none
	Message string          `json:"message"`
	Errors  json.RawMessage `json:"errors"` // what is wrong with which field
	// RetryAfter is when the request is accepted again, in seconds; 0 if that isn't said.
	RetryAfter float64 `json:"retry_after"`
}

// maxDetails bounds how much of Discord's details an error repeats.
const maxDetails = 300

func refusalOf(status int, answer []byte) *refusal {
	r := &refusal{}
	if json.Unmarshal(answer, r) != nil {
		r = &refusal{} // the response isn't Discord's own and says no more
	}
	r.status = status
	return r
}

func (r *refusal) Error() string {
	text := fmt.Sprintf("discord: refused with %d %s", r.status, http.StatusText(r.status))
	if r.Code != 0 || r.Message != "" {
		text += fmt.Sprintf(", code %d: %s", r.Code, r.Message)
	}
	if len(r.Errors) > 0 {
		text += " " + words.Clip(string(r.Errors), maxDetails)
	}
	return text
}

// restCode returns Discord's error code, 0 if err isn't a refusal.
func restCode(err error) int {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return 0
}

// restStatus returns the HTTP status of a refusal, 0 if err isn't one.
func restStatus(err error) int {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.status
	}
	return 0
}

// postMessage sends a message by c.
func (r *rest) postMessage(ctx context.Context, c call, m message, out any) (err error) {
	if c.body, err = m.body(); err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	return r.do(ctx, c, out)
}

// callback delivers the first response to an interaction.
func (r *rest) callback(ctx context.Context, id, token string, answer body) error {
	path := "/interactions/" + url.PathEscape(id) + "/" + url.PathEscape(token) + "/callback"
	return r.do(ctx, call{method: http.MethodPost, path: path, body: answer, by: credential{interactionToken, token}}, nil)
}

// idAnswer is an answer of which only the id matters.
type idAnswer struct {
	ID string `json:"id"`
}

// followUp shows a message after the response to the interaction that token
// belongs to. It may be called a moment before Discord has processed that
// response.
func (r *rest) followUp(ctx context.Context, app, token string, m message) (id string, err error) {
	var sent idAnswer
	c := call{method: http.MethodPost, path: "/webhooks/" + app + "/" + url.PathEscape(token), by: credential{interactionToken, token}}
	for wait := 250 * time.Millisecond; ; wait *= 2 {
		err = r.postMessage(ctx, c, m, &sent)
		if err == nil || !isTooEarly(err) || wait > 2*time.Second {
			return sent.ID, err
		}
		if err := sleep(ctx, wait); err != nil {
			return "", err
		}
	}
}

// isTooEarly reports whether a follow-up arrived before its response. Discord
// then answers as if the token were unknown.
func isTooEarly(err error) bool {
	return restCode(err) == discordgo.ErrCodeUnknownWebhook || restStatus(err) == http.StatusNotFound
}

// editByToken edits a message of the interaction that token belongs to.
func (r *rest) editByToken(ctx context.Context, app, token, id string, m message) error {
	path := "/webhooks/" + app + "/" + url.PathEscape(token) + "/messages/" + id
	return r.postMessage(ctx, call{method: http.MethodPatch, path: path, by: credential{interactionToken, token}}, m, nil)
}

func (r *rest) createMessage(ctx context.Context, channel string, m message) (id string, err error) {
	var sent idAnswer
	err = r.postMessage(ctx, call{method: http.MethodPost, path: "/channels/" + url.PathEscape(channel) + "/messages"}, m, &sent)
	return sent.ID, err
}

func (r *rest) editMessage(ctx context.Context, channel, id string, m message) error {
	path := "/channels/" + url.PathEscape(channel) + "/messages/" + url.PathEscape(id)
	return r.postMessage(ctx, call{method: http.MethodPatch, path: path}, m, nil)
}

// gatewayBot says where the gateway is and how many sessions may be begun.
func (r *rest) gatewayBot(ctx context.Context) (g discordgo.GatewayBotResponse, err error) {
	err = r.do(ctx, call{method: http.MethodGet, path: "/gateway/bot"}, &g)
	return g, err
}

// putCommands replaces the application's commands, everywhere or in one guild.
func (r *rest) putCommands(ctx context.Context, app, guild string, commands json.RawMessage) error {
	path := "/applications/" + app + "/commands"
	if guild != "" {
		path = "/applications/" + app + "/guilds/" + guild + "/commands"
	}
	b, err := jsonBody(commands)
	if err != nil {
		return fmt.Errorf("encode the commands: %w", err)
	}
	return r.do(ctx, call{method: http.MethodPut, path: path, body: b}, nil)
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
