package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// A response_url may be used five times within half an hour; some of the time
// is left for the way.
const (
	responseUses = 5
	responseFor  = 29 * time.Minute
)

// errSpent: the response_url's time or uses are over.
var errSpent = errors.New("the response_url is used up or expired")

// responseURL is where one command or click may be answered, whether the bot
// is a member of the channel or not.
type responseURL struct {
	url   string
	until time.Time

	mu   sync.Mutex
	left int
}

// newResponseURL is nil when there is none.
func newResponseURL(url string, now time.Time) *responseURL {
	if url == "" {
		return nil
	}
	return &responseURL{url: url, until: now.Add(responseFor), left: responseUses}
}

// usable reports whether it may still be used.
func (r *responseURL) usable(now time.Time) bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.left > 0 && now.Before(r.until)
}

func (r *responseURL) take(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left <= 0 || !now.Before(r.until) {
		return false
	}
	r.left--
	return true
}

// answer is the body that a slash command is answered with, and that a
// response_url takes.
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
func (a *Adapter) respond(ctx context.Context, r *responseURL, body answer) error {
	if r == nil || !r.take(a.now()) {
		return errSpent
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("response_url: %w", err)
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // everything was read
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
	return responseError(resp.StatusCode, resp.Header, text)
}

// responseError reads how a response_url answered: a status, and either a word
// or {"ok":false,"error":"…"}.
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
		return fmt.Errorf("response_url: %d %s", status, shorten(code, 80))
	case body.OK != nil:
		return fmt.Errorf("response_url: %s", shorten(code, 80))
	}
	return nil
}
