package discord

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// errTokenRefused is returned without a request once Discord has refused the token: it
// bans addresses that go on asking.
var errTokenRefused = errors.New("discord.token: the token was refused; copy the present one from the application's Bot page, and restart the bot")

const (
	globalPerSecond = 50 // requests that carry the token
	maxAttempts     = 5
	// maxInvalid stays below the 10,000 refused requests in ten minutes for
	// which Discord bans an address.
	maxInvalid    = 8000
	manyInvalid   = 1000 // refused requests that are worth a line in the log
	invalidWindow = 10 * time.Minute
	maxAnswer     = 1 << 20 // bytes of an error that are read
)

// transport sends requests to Discord's REST interface, or its configured replacement,
// and keeps Discord's rules for clients: the global limit and those of routes, and the
// waiting times of both kinds of 429 (Discord's, in JSON, and its proxy's, in HTML). It
// retries only requests that are safe to repeat, and omits the bot's token where an
// interaction's token suffices.
type transport struct {
	address *url.URL
	base    http.RoundTripper
	log     *slog.Logger
	global  *rate.Limiter

	mu                sync.Mutex
	blockedUntil      time.Time            // no request is sent before
	tokenBlockedUntil time.Time            // no request with the bot's token is sent before
	routes            map[string]time.Time // no request to the route before
	refused           bool                 // the token was refused
	invalid           int                  // refused requests in the present window
	windowed          time.Time
}

func newTransport(address *url.URL, base http.RoundTripper, log *slog.Logger) *transport {
	return &transport{
		address: address, base: base, log: log,
		global: rate.NewLimiter(globalPerSecond, globalPerSecond),
		routes: map[string]time.Time{},
	}
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(original *http.Request) (*http.Response, error) {
	exempt := needsNoToken(original.URL.Path)
	route := routeOf(original.Method, original.URL.Path)
	for attempt := 1; ; attempt++ {
		if err := t.wait(original, route, exempt); err != nil {
			closeBody(original)
			return nil, err
		}
		req, err := t.rewrite(original, exempt)
		if err != nil {
			return nil, err
		}
		resp, err := t.base.RoundTrip(req)
		last := attempt == maxAttempts || original.GetBody == nil && original.Body != nil
		if err != nil {
			if last || !isRepeatable(original) || original.Context().Err() != nil {
				return nil, err
			}
			if err := sleepReleasingSlot(original.Context(), retryPause(attempt)); err != nil {
				return nil, err
			}
			continue
		}
		if !t.handleResponse(resp, original, route, exempt) || last {
			return resp, nil
		}
		drain(resp)
		if resp.StatusCode >= 500 {
			if err := sleepReleasingSlot(original.Context(), retryPause(attempt)); err != nil {
				return nil, err
			}
		}
	}
}

// handleResponse records what a response says about limits, and reports whether to retry
// the request.
func (t *transport) handleResponse(resp *http.Response, req *http.Request, route string, exempt bool) (again bool) {
	t.recordHeaders(resp, route)
	switch code := resp.StatusCode; {
	case code == http.StatusTooManyRequests:
		d, whole := retryAfter(resp)
		t.block(route, d, whole, exempt)
		if exempt {
			route = req.Method + " by an interaction's token" // the path contains the token, which must not be logged
		}
		t.log.WarnContext(req.Context(), "discord: asked to wait", "route", route, "wait", d, "for", whole)
		return true
	case code == http.StatusUnauthorized && !exempt:
		t.mu.Lock()
		first := !t.refused
		t.refused = true
		t.mu.Unlock()
		if first {
			t.log.ErrorContext(req.Context(), errTokenRefused.Error())
		}
		return false
	}
	return resp.StatusCode >= 500 && isRepeatable(req)
}

// errLimited is returned instead of waiting longer than the request may take, because a
// late answer is useless.
var errLimited = errors.New("discord: the limit lasts for longer than this request can wait")

// wait holds a request back until its limits allow it.
func (t *transport) wait(req *http.Request, route string, exempt bool) error {
	for {
		t.mu.Lock()
		now := time.Now()
		until := laterOf(t.routes[route], t.blockedUntil)
		if !exempt {
			until = laterOf(until, t.tokenBlockedUntil)
		}
		refused := t.refused && !exempt
		banned := t.invalid >= maxInvalid && now.Sub(t.windowed) < invalidWindow
		t.mu.Unlock()
		switch {
		case refused:
			return errTokenRefused
		case banned:
			return errors.New("discord: too many refused requests in ten minutes; nothing is sent until they are over")
		case until.After(now):
			if end, ok := req.Context().Deadline(); ok && end.Before(until) {
				return errLimited
			}
			if err := sleepReleasingSlot(req.Context(), until.Sub(now)); err != nil {
				return err
			}
			continue
		case exempt:
			return nil
		}
		return t.global.Wait(req.Context())
	}
}

// recordHeaders records a response's headers about the route, and counts refusals.
func (t *transport) recordHeaders(resp *http.Response, route string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		if now.Sub(t.windowed) >= invalidWindow {
			t.windowed, t.invalid = now, 0
		}
		t.invalid++
		switch t.invalid {
		case manyInvalid:
			t.log.Warn("discord: many requests were refused in ten minutes; Discord bans an address for 10,000, and the bot stops before", "refused", t.invalid, "status", resp.StatusCode, "stops at", maxInvalid)
		case maxInvalid:
			t.log.Error("discord: so many requests were refused that nothing is sent until ten minutes are over; look for what is refused above", "refused", t.invalid, "until", t.windowed.Add(invalidWindow))
		}
	}
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if d, ok := parseSeconds(resp.Header.Get("X-RateLimit-Reset-After"), 0); ok {
			t.blockRoute(route, now.Add(d), now)
		}
	}
}

// block holds back the requests that a 429 is about. Discord's global limit is about
// requests with the token.
func (t *transport) block(route string, d time.Duration, whole scope, exempt bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	until := now.Add(d)
	switch {
	case whole == ofAddress:
		t.blockedUntil = laterOf(t.blockedUntil, until)
	case whole == ofToken && !exempt:
		t.tokenBlockedUntil = laterOf(t.tokenBlockedUntil, until)
	default:
		t.blockRoute(route, until, now)
	}
}

// laterOf returns the later of two times.
func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// blockRoute records a route's waiting time, and drops expired ones: routes contain
// interaction tokens, so there are always new ones.
func (t *transport) blockRoute(route string, until, now time.Time) {
	const many = 1000
	if len(t.routes) >= many {
		for k, u := range t.routes {
			if !u.After(now) {
				delete(t.routes, k)
			}
		}
	}
	t.routes[route] = until
}

// rewrite returns the request that is sent: to the configured address, with its
// own copy of the body, and without the bot's token where an interaction's token
// suffices, so that it doesn't count against the global limit.
func (t *transport) rewrite(original *http.Request, exempt bool) (*http.Request, error) {
	req := original.Clone(original.Context())
	if original.GetBody != nil {
		body, err := original.GetBody()
		if err != nil {
			return nil, err
		}
		req.Body = body
	}
	req.URL.Scheme, req.URL.Host = t.address.Scheme, t.address.Host
	req.URL.Path = strings.TrimSuffix(t.address.Path, "/") + req.URL.Path
	req.URL.RawPath = ""
	req.Host = ""
	if exempt {
		req.Header.Del("Authorization")
	}
	return req, nil
}

// needsNoToken reports whether path contains an interaction's token, so that the bot's token
// isn't needed. Such a request is exempt from the global limit, unless the bot's token is
// sent along.
func needsNoToken(path string) bool {
	return strings.Contains(path, "/interactions/") || strings.Contains(path, "/webhooks/")
}

// isRepeatable reports whether a request may be sent twice: Discord refuses a second
// callback, and created messages carry a nonce. A follow-up isn't repeatable.
func isRepeatable(req *http.Request) bool {
	return req.Method != http.MethodPost || !strings.Contains(req.URL.Path, "/webhooks/")
}

// routeOf returns the bucket in which Discord counts a request: the method, the path up to its
// major parameter, and the kind of the rest.
func routeOf(method, path string) string {
	parts := strings.Split(strings.TrimPrefix(path, apiPath), "/")
	major := 3 // "", "channels", ID
	if len(parts) > 1 && (parts[1] == "webhooks" || parts[1] == "interactions") {
		major = 4
	}
	for i := major; i < len(parts); i++ {
		if snowflake.MatchString(parts[i]) {
			parts[i] = "{id}"
		}
	}
	return method + " " + strings.Join(parts, "/")
}

// scope says which requests a 429 holds back.
type scope string

const (
	ofRoute   scope = "the route"
	ofToken   scope = "everything with the token"
	ofAddress scope = "everything"
)

// retryAfter returns how long a 429 asks to wait, and its scope. It reads the response's
// body and replaces it by a copy.
func retryAfter(resp *http.Response) (d time.Duration, whole scope) {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // a part of the body is good enough
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var said struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	switch err := json.Unmarshal(body, &said); {
	case err != nil:
		// This response comes from a proxy in front of Discord, which limits this
		// address, with interactions' tokens as well as with the bot's.
		whole = ofAddress
	case said.Global, resp.Header.Get("X-RateLimit-Global") == "true":
		whole = ofToken
	default:
		whole = ofRoute
	}
	if said.RetryAfter > 0 {
		return clampSeconds(said.RetryAfter, minWait, maxWait), whole
	}
	if d, ok := parseSeconds(resp.Header.Get("Retry-After"), minWait); ok {
		return d, whole
	}
	return 5 * time.Second, whole
}

// The bounds of a wait from a 429. After the longest one, one more request shows whether
// the limit still holds.
const (
	minWait = 10 * time.Millisecond
	maxWait = time.Hour
)

// parseSeconds reads a time in a header, and bounds it.
func parseSeconds(s string, least time.Duration) (time.Duration, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(f) || f < 0 {
		return 0, false
	}
	return clampSeconds(f, least, maxWait), true
}

// retryPause returns how long to wait before the next try.
func retryPause(attempt int) time.Duration { return 250 * time.Millisecond << (attempt - 1) }

func drain(resp *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)) // only to reuse the connection
	_ = resp.Body.Close()
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}
