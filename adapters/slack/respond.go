package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// A response_url may be used five times within half an hour. A margin is left for the
// network.
const (
	responseUses = 5
	responseFor  = 29 * time.Minute
)

// errSpent means that the response_url has expired or has no uses left.
var errSpent = errors.New("the response_url is used up or expired")

// origins are the allowed origins of response_urls.
type origins []string

// hookOrigins returns Slack's own origin, and that of apiURL, the operator's replacement for
// Slack ("" for none).
func hookOrigins(apiURL string) origins {
	all := origins{"https://hooks.slack.com"}
	if u, err := url.Parse(apiURL); err == nil && u.Host != "" {
		all = append(all, u.Scheme+"://"+strings.ToLower(u.Host))
	}
	return all
}

func (o origins) allow(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.User == nil && slices.Contains(o, u.Scheme+"://"+strings.ToLower(u.Host))
}

// verifyHook returns a responseURL if the delivery's address is one of Slack's, else nil;
// then the bot posts as itself. It is the only constructor, because a forged delivery must
// not make the bot post to another address.
func (web *webAPI) verifyHook(c call) *responseURL {
	switch {
	case c.hook == "":
		return nil
	case !web.hooks.allow(c.hook):
		web.log.Warn("a delivery named a response_url that is not Slack's; it was not used", "kind", c.kind, "workspace", c.workspace.id(),
			"remedy", "if Slack is reached through another address, set slack.api_url")
		return nil
	}
	r := &responseURL{url: c.hook, until: web.now().Add(responseFor)}
	r.left.Store(responseUses)
	return r
}

// responseURL can answer one command or click, even where the bot is no member. Its
// address is as secret as a password.
type responseURL struct {
	url   string
	until time.Time
	left  atomic.Int32 // uses
}

// usable reports whether r may still be used. A nil one never may.
func (r *responseURL) usable(now time.Time) bool {
	return r != nil && r.left.Load() > 0 && now.Before(r.until)
}

// take uses up one use, and reports whether there was one.
func (r *responseURL) take(now time.Time) bool { return r.usable(now) && r.left.Add(-1) >= 0 }

// answer is the body of the answer to a slash command, and of a post to a response_url.
type answer struct {
	ResponseType    string `json:"response_type,omitempty"`
	ReplaceOriginal *bool  `json:"replace_original,omitempty"`
	ThreadTS        string `json:"thread_ts,omitempty"`
	message
}

// The response types: for the person alone, or for the channel.
const (
	toPerson  = "ephemeral"
	toChannel = "in_channel"
)

// respond posts an answer to a response_url.
func (web *webAPI) respond(ctx context.Context, r *responseURL, body answer) error {
	if !r.take(web.now()) {
		return errSpent
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, bytes.NewReader(data))
	if err != nil {
		return redact(err)
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	resp, err := web.client.Do(req)
	if err != nil {
		return redact(err)
	}
	defer resp.Body.Close() //nolint:errcheck // everything was read
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
	err = responseError(resp.StatusCode, resp.Header, text)
	if errors.Is(err, errSpent) {
		r.left.Store(0) // Slack doesn't take it any more
	}
	return err
}

// responseError reads a response_url's answer: a status, and either a word or
// {"ok":false,"error":"…"}. It returns nil for success.
func responseError(status int, h http.Header, text []byte) error {
	var body struct {
		OK    *bool  `json:"ok"`
		Error string `json:"error"`
	}
	code := strings.TrimSpace(string(text))
	if json.Unmarshal(text, &body) == nil && body.OK != nil {
		if *body.OK {
			return nil
		}
		code = body.Error
	}
	switch {
	case status == http.StatusTooManyRequests:
		return limited(h.Get("Retry-After"))
	case status == http.StatusNotFound, code == "used_url", code == "expired_url":
		return errSpent
	case status != http.StatusOK:
		return fmt.Errorf("response_url: HTTP status %d, %s", status, errorCode(code))
	case body.OK != nil:
		return fmt.Errorf("response_url: %s", errorCode(code))
	}
	return nil
}
