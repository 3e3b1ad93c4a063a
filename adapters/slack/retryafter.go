package slack

import (
	"io"
	"net/http"
	"strconv"
	"time"

	slackapi "github.com/slack-go/slack"
)

// The bounds of a wait that Retry-After names. A shorter or unreadable one counts as
// defaultRetry. A longer one would outlast every waiting message (maxAge).
const (
	defaultRetry = time.Second
	maxRetry     = maxAge
)

// limited returns the error of a 429 with its Retry-After.
func limited(retryAfter string) error {
	sec, err := strconv.ParseInt(retryAfter, 10, 64)
	if err != nil {
		sec = 0
	}
	// The bounds are applied in seconds, because a large number overflows a Duration.
	sec = min(max(sec, int64(defaultRetry/time.Second)), int64(maxRetry/time.Second))
	return &slackapi.RateLimitedError{RetryAfter: time.Duration(sec) * time.Second}
}

// retryAfterGate obeys Retry-After. Slack limits each method for each token, so after a
// refusal nobody calls that method with that token before the time that Slack named.
type retryAfterGate struct {
	client *http.Client
	until  *ttlCache[string, time.Time] // by token and method
}

func newRetryAfterGate(client *http.Client) *retryAfterGate {
	return &retryAfterGate{client, newTTLCache[string, time.Time](remembered, maxRetry, time.Now)}
}

// clientFor returns an HTTP client for the library's calls with token.
func (p *retryAfterGate) clientFor(token string) gatedClient { return gatedClient{p, token} }

type gatedClient struct {
	*retryAfterGate
	token string
}

// Do makes the call. While Retry-After forbids it, Do returns a slackapi.RateLimitedError
// with the time that is left.
func (p gatedClient) Do(r *http.Request) (*http.Response, error) {
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
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096)) // so that the connection can be reused
	_ = resp.Body.Close()
	err = limited(resp.Header.Get("Retry-After"))
	_, wait := diagnose(err)
	p.until.put(key, time.Now().Add(wait))
	return nil, err
}
