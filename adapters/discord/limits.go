package discord

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// scope says which requests a 429 holds back.
type scope string

const (
	ofRequest    scope = "nothing else" // no rate limit: the request itself is refused
	ofRoute      scope = "the route"
	ofCredential scope = "everything by the credential"
	ofAddress    scope = "everything"
)

// isMaximum reports whether a code says that there are already as many of something as there may
// be, such as edits of a message. Discord answers with such a code and the status 400 or 429: it's
// a refusal, and no limit to wait for.
func isMaximum(code int) bool { return code/1000 == 30 }

// isLimited reports whether a response's headers are about a limit. A 429 without them comes from in
// front of Discord, or bans the address.
func isLimited(h http.Header) bool {
	for name := range h {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			return true
		}
	}
	return false
}

// retryAfter returns how long a 429 asks to wait, and its scope. It reads the response's
// body and replaces it by a copy.
func retryAfter(resp *http.Response) (d time.Duration, whole scope) {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // a part of the body is good enough
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var said struct {
		Code       int     `json:"code"`
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	switch err := json.Unmarshal(body, &said); {
	case err == nil && isMaximum(said.Code):
		return 0, ofRequest
	case err == nil && (said.Global || resp.Header.Get("X-RateLimit-Global") == "true"):
		whole = ofCredential
	case err != nil || !isLimited(resp.Header):
		whole = ofAddress // whatever the credential
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
