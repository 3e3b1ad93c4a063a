package slack

import (
	"io"
	"net/http"
	"strconv"
	"time"

	slackapi "github.com/slack-go/slack"
)

// The bounds of a wait from Retry-After. A shorter one, or an unreadable one, would be
// no wait; a longer one would outlast every waiting message (maxAge).
const (
	defaultRetry = time.Second
	maxRetry     = maxAge
)

// limited is the error of a 429 with its Retry-After.
func limited(retryAfter string) error {
	sec, err := strconv.ParseInt(retryAfter, 10, 64)
	if err != nil {
		sec = 0
	}
	// Compared in seconds: as a Duration a large number would overflow.
	sec = min(max(sec, int64(defaultRetry/time.Second)), int64(maxRetry/time.Second))
	return &slackapi.RateLimitedError{RetryAfter: time.Duration(sec) * time.Second}
}

// patience obeys Retry-After. Slack limits each method for each token, so after a
// refusal nobody calls that method with that token before the time that Slack named.
type patience struct {
	client *http.Client
	until  *memory[string, time.Time] // by token and method
}

func newPatience(client *http.Client) *patience {
	return &patience{client, newMemory[string, time.Time](remembered, maxRetry, time.Now)}
}

// with is the client of the library's for calls with a token.
func (p *patience) with(token string) patiently { return patiently{p, token} }

type patiently struct {
	*patience
	token string
}

// Do makes the call, or returns a slackapi.RateLimitedError with the time that is
// left.
func (p patiently) Do(r *http.Request) (*http.Response, error) {
	key := p.token + " " + r.URL.Path
	if until, ok := p.until.get(key); ok {
		if left := time.Until(until); left > 0 {
			return nil, &slackapi.RateLimitedError{RetryAfter: left}
		}
	}
	resp, err := p.client.Do(r)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests {
		return resp, err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096)) // so that the connection serves again
	_ = resp.Body.Close()
	err = limited(resp.Header.Get("Retry-After"))
	_, wait := diagnose(err)
	p.until.put(key, time.Now().Add(wait))
	return nil, err
}
