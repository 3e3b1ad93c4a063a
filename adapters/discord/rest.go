package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// discordURL is where Discord's REST interface is; a configured address stands
// in its place.
const (
	discordURL = "https://discord.com"
	apiPath    = "/api/v10"
	userAgent  = "DiscordBot (https://github.com/bwmarrin/discordgo, 0.29)" // whose types these are
)

// rest speaks Discord's REST interface through discordgo. Every call has a
// discordgo session of its own, which is a few words of memory: a shared one
// keeps a rate-limit bucket for every interaction's token for ever, and lets
// only one edit at a time through. The limits are kept by the transport.
type rest struct {
	client *http.Client
	token  string // with "Bot " in front; "" without one
}

func newREST(address, token string, base http.RoundTripper, log *slog.Logger) (*rest, error) {
	if base == nil {
		base = http.DefaultTransport
	}
	if address == "" {
		address = discordURL
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("discord: the API address is no web address; write one such as https://proxy.internal")
	}
	if token != "" {
		token = "Bot " + strings.TrimPrefix(token, "Bot ")
	}
	return &rest{
		client: &http.Client{Transport: newTransport(u, base, log), Timeout: time.Minute},
		token:  token,
	}, nil
}

// call sends b and decodes the answer into out, if that is not nil. A refusal
// is a *discordgo.RESTError. The token is sent where authorized says so.
func (r *rest) call(ctx context.Context, authorized bool, method, path string, b body, out any) error {
	s := discordgo.Session{Client: r.client, Ratelimiter: discordgo.NewRatelimiter(), UserAgent: userAgent}
	if authorized {
		s.Token = r.token
	}
	answer, err := s.RequestRaw(method, discordURL+apiPath+path, b.kind, b.data, path, 0, discordgo.WithContext(ctx))
	switch {
	case authorized && restStatus(err) == http.StatusUnauthorized:
		return errTokenRefused
	case err != nil:
		return redact(err)
	}
	if out == nil || len(answer) == 0 {
		return nil
	}
	return json.Unmarshal(answer, out)
}

// say calls with a message.
func (r *rest) say(ctx context.Context, authorized bool, method, path string, m message, out any) error {
	b, err := m.body()
	if err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	return r.call(ctx, authorized, method, path, b, out)
}

// redact takes the address out of an error: interaction tokens stand in it.
func redact(err error) error {
	var failed *url.Error
	var limited *discordgo.RateLimitError
	switch {
	case errors.As(err, &failed):
		return fmt.Errorf("%s: %w", failed.Op, failed.Err)
	case errors.As(err, &limited):
		return fmt.Errorf("discord: limited for %s", limited.RetryAfter)
	}
	return err
}

// callback delivers the first response to an interaction.
func (r *rest) callback(ctx context.Context, id, token string, answer body) error {
	return r.call(ctx, false, http.MethodPost, "/interactions/"+url.PathEscape(id)+"/"+url.PathEscape(token)+"/callback", answer, nil)
}

// identified is an answer of which only the id matters.
type identified struct {
	ID string `json:"id"`
}

// followUp shows a message after the response of the interaction that token
// belongs to. It may be asked for a moment before Discord has taken that
// response in.
func (r *rest) followUp(ctx context.Context, app, token string, m message) (id string, err error) {
	var sent identified
	for wait := 250 * time.Millisecond; ; wait *= 2 {
		err = r.say(ctx, false, http.MethodPost, "/webhooks/"+app+"/"+url.PathEscape(token), m, &sent)
		if err == nil || !refusedLater(err) || wait > 2*time.Second {
			return sent.ID, err
		}
		if err := sleep(ctx, wait); err != nil {
			return "", err
		}
	}
}

// editByToken edits a message of the interaction that token belongs to.
func (r *rest) editByToken(ctx context.Context, app, token, id string, m message) error {
	return r.say(ctx, false, http.MethodPatch, "/webhooks/"+app+"/"+url.PathEscape(token)+"/messages/"+id, m, nil)
}

func (r *rest) createMessage(ctx context.Context, channel string, m message) (id string, err error) {
	var sent identified
	err = r.say(ctx, true, http.MethodPost, "/channels/"+url.PathEscape(channel)+"/messages", m, &sent)
	return sent.ID, err
}

func (r *rest) editMessage(ctx context.Context, channel, id string, m message) error {
	return r.say(ctx, true, http.MethodPatch, "/channels/"+url.PathEscape(channel)+"/messages/"+url.PathEscape(id), m, nil)
}

// gatewayBot says where the gateway is and how many sessions may be begun.
func (r *rest) gatewayBot(ctx context.Context) (g discordgo.GatewayBotResponse, err error) {
	err = r.call(ctx, true, http.MethodGet, "/gateway/bot", body{}, &g)
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
	return r.call(ctx, true, http.MethodPut, path, b, nil)
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
