package discord

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"nimbot/store/backoff"
)

const (
	globalPerSecond = 50 // requests that carry the bot's token
	maxAttempts     = 5
	invalidWindow   = 10 * time.Minute
	maxAnswer       = 1 << 20 // bytes of an error that are read
)

// maxInvalid is how many refused requests within ten minutes a kind of credential may have; then
// no more are sent by it. Discord bans an address for 10,000 by all together.
var maxInvalid = [credentialKinds]int{botToken: 8000, interactionToken: 1000, personToken: 250, clientSecret: 250}

// transport sends requests to Discord's REST interface, or its configured replacement,
// and keeps Discord's rules for clients: the global limit and those of routes, the waiting
// times of 429s, and which responses are about which credential. It retries only requests
// that are safe to repeat.
type transport struct {
	address *url.URL
	base    http.RoundTripper
	log     *slog.Logger
	global  *rate.Limiter
	// tokenChanged is called when Discord begins or ceases to refuse the bot's token; may be nil.
	// Calls are in the order of the changes.
	tokenChanged func(refused bool)
	telling      sync.Mutex // held while tokenChanged is called
	told         bool       // what it was told last

	mu           sync.Mutex
	blockedUntil time.Time // no request is sent before
	bans         int       // of the address since the last good answer
	banEnds      time.Time
	limits       map[limit]time.Time // no request before
	token        tokenState
	invalid      [credentialKinds]refusalCount
}

// limit is what a rate limit holds back.
type limit struct {
	by    credential
	route string // "": everything by the credential
}

// refusalCount counts the refused requests of ten minutes.
type refusalCount struct {
	n     int
	since time.Time
}

// within returns how many there are in the ten minutes that include now.
func (c refusalCount) within(now time.Time) int {
	if now.Sub(c.since) >= invalidWindow {
		return 0
	}
	return c.n
}

func newTransport(address *url.URL, base http.RoundTripper, log *slog.Logger) *transport {
	return &transport{
		address: address, base: base, log: log,
		global: rate.NewLimiter(globalPerSecond, globalPerSecond),
		limits: map[limit]time.Time{},
	}
}

// send sends a request that a credential allows.
func (t *transport) send(original *http.Request, by credential) (*http.Response, error) {
	of := limit{by, routeOf(original.Method, original.URL.Path)}
	for attempt := 1; ; attempt++ {
		if err := t.wait(original, of); err != nil {
			closeBody(original)
			return nil, err
		}
		req, err := t.rewrite(original)
		if err != nil {
			return nil, err
		}
		sent := time.Now()
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
		if !t.handleResponse(resp, original, of, sent) || last {
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

// handleResponse records what the response to a request that was sent at a time says about limits and
// about the credential, and reports whether to retry the request.
func (t *transport) handleResponse(resp *http.Response, req *http.Request, of limit, sent time.Time) (again bool) {
	t.countRefusal(resp, of.by.kind)
	if of.by.kind == botToken {
		t.noteToken(resp.StatusCode, sent)
	}
	d, whole := time.Duration(0), scope("")
	if resp.StatusCode == http.StatusTooManyRequests {
		d, whole = retryAfter(resp)
	}
	switch whole {
	case ofRequest: // says nothing about other requests
		return false
	case "":
		t.recordHeaders(resp, of)
		return resp.StatusCode >= 500 && isRepeatable(req)
	}
	d = t.block(of, d, whole)
	route := of.route
	if of.by.kind == interactionToken {
		route = req.Method + " by " + of.by.kind.String() // the path contains the token, which must not be logged
	}
	t.log.WarnContext(req.Context(), "discord: asked to wait", "route", route, "wait", d, "for", whole)
	return true
}

// The errors of requests that aren't sent.
var (
	// errLimited is returned instead of waiting longer than the request may take, because a
	// late answer is useless.
	errLimited = errors.New("discord: the limit lasts for longer than this request can wait")
	errStopped = errors.New("discord: too many refused requests in ten minutes; nothing is sent until they are over")
)

// wait holds a request back until its limits allow it.
func (t *transport) wait(req *http.Request, of limit) error {
	for {
		until, err := t.heldUntil(of, time.Now())
		switch {
		case err != nil:
			return err
		case !until.IsZero():
			if end, ok := req.Context().Deadline(); ok && end.Before(until) {
				return errLimited
			}
			if err := sleepReleasingSlot(req.Context(), time.Until(until)); err != nil {
				return err
			}
			continue
		case of.by.kind != botToken:
			return nil
		}
		return t.global.Wait(req.Context())
	}
}

// heldUntil returns until when a request must wait, zero if it may be sent now. An error says that
// it must not be sent.
func (t *transport) heldUntil(of limit, now time.Time) (until time.Time, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.invalid[of.by.kind].within(now) >= maxInvalid[of.by.kind] {
		return time.Time{}, errStopped
	}
	until = laterOf(t.blockedUntil, laterOf(t.limits[of], t.limits[limit{by: of.by}]))
	if until.After(now) {
		return until, nil
	}
	if of.by.kind == botToken && !t.mayTryToken(now) {
		return time.Time{}, errTokenRefused
	}
	if t.bans > 0 { // this request shows whether the address is still refused
		t.blockedUntil = now.Add(banProbe)
	}
	return time.Time{}, nil
}

// countRefusal counts a refused request, except a limit that Discord says is shared with others, and
// one of the client secret: strangers reach that by signing in with made-up codes, it holds all but
// the few that are being sent back anyway, and counted it would end the sign-ins of everybody.
func (t *transport) countRefusal(resp *http.Response, by credentialKind) {
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
	case http.StatusTooManyRequests:
		if by == clientSecret || resp.Header.Get("X-RateLimit-Scope") == "shared" {
			return
		}
	default:
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	count, now := &t.invalid[by], time.Now()
	if count.within(now) == 0 {
		*count = refusalCount{since: now}
	}
	count.n++
	switch most := maxInvalid[by]; count.n {
	case most / 8:
		t.log.Warn("discord: many requests were refused in ten minutes; Discord bans an address for 10,000, and the bot stops before", "by", by, "refused", count.n, "status", resp.StatusCode, "stops at", most)
	case most:
		t.log.Error("discord: so many requests were refused that no more are sent until ten minutes are over; look for what is refused above", "by", by, "refused", count.n, "until", count.since.Add(invalidWindow))
	}
}

// spares reports whether so many requests with the bot's token were refused that the rest is kept
// for what people ask for.
func (t *transport) spares() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.invalid[botToken].within(time.Now()) >= maxInvalid[botToken]/2
}

// recordHeaders records what the headers of a response say about its route.
func (t *transport) recordHeaders(resp *http.Response, of limit) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bans, t.banEnds = 0, time.Time{}
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if d, ok := parseSeconds(resp.Header.Get("X-RateLimit-Reset-After"), 0); ok {
			t.hold(of, time.Now().Add(d))
		}
	}
}

// banProbe is how long the first request after a ban of the address goes alone.
const banProbe = time.Second

// block holds back the requests that a 429 is about, and returns for how long. A ban of the
// address doubles if it's still there when it should be over.
func (t *transport) block(of limit, d time.Duration, whole scope) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if whole == ofAddress {
		if now.Before(t.banEnds) {
			return t.banEnds.Sub(now) // the answer to a request from before the ban
		}
		d = min(maxWait, d<<min(t.bans, 12))
		t.bans++
		t.banEnds = now.Add(d)
		t.blockedUntil = t.banEnds
		return d
	}
	t.bans, t.banEnds = 0, time.Time{}
	if whole == ofCredential {
		of.route = ""
	}
	t.hold(of, laterOf(t.limits[of], now.Add(d)))
	return d
}

// hold records a waiting time, and drops expired ones: routes and credentials contain
// tokens, so there are always new ones. mu is held.
func (t *transport) hold(of limit, until time.Time) {
	const many = 1000
	if now := time.Now(); len(t.limits) >= many {
		for k, u := range t.limits {
			if !u.After(now) {
				delete(t.limits, k)
			}
		}
	}
	t.limits[of] = until
}

// laterOf returns the later of two times.
func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// rewrite returns the request that is sent: to the configured address, with its
// own copy of the body.
func (t *transport) rewrite(original *http.Request) (*http.Request, error) {
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
	return req, nil
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

// retryPause returns how long to wait before the next try.
func retryPause(attempt int) time.Duration {
	return backoff.Backoff{First: 250 * time.Millisecond, Most: time.Second}.Pause(attempt - 1)
}

func drain(resp *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)) // only to reuse the connection
	_ = resp.Body.Close()
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}
