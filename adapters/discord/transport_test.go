package discord

import (
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// answering answers every request with one status, and counts them.
type answering struct {
	status int
	n      int
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a.n++
	return &http.Response{StatusCode: a.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
}

// send sends n requests by a credential through a new transport to where answers come from,
// and says how many were sent.
func send(t *testing.T, a *answering, path string, by credential, n int) int {
	t.Helper()
	tr := newTransport(&url.URL{Scheme: "http", Host: "discord.test"}, a, slog.New(slog.NewTextHandler(io.Discard, nil)))
	for range n {
		req, err := http.NewRequest(http.MethodGet, discordURL+apiPath+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := tr.send(req, by)
		if err == nil {
			drain(resp)
		}
	}
	return a.n
}

// TestRefusalsAreCounted checks that the bot stops sending before Discord bans its
// address.
func TestRefusalsAreCounted(t *testing.T) {
	all := 0
	for kind := range credentialKinds {
		most := maxInvalid[kind]
		all += most
		synctest.Test(t, func(t *testing.T) {
			if n := send(t, &answering{status: http.StatusForbidden}, "/webhooks/1/token", credential{kind: kind}, most+50); n != most {
				t.Errorf("%d refused requests were sent by %s, want %d", n, kind, most)
			}
		})
	}
	if all >= 10_000 {
		t.Errorf("%d requests may be refused in all, want less than the 10,000 for which Discord bans an address", all)
	}
	by := credential{interactionToken, "token"}
	if most := maxInvalid[by.kind] + 50; send(t, &answering{status: http.StatusNotFound}, "/webhooks/1/token", by, most) != most {
		t.Error("requests were held back where nothing was refused")
	}
}

// A limit of sign-ins, which strangers can reach, ends nobody's sign-in; a wrong secret does.
func TestLimitsOfSignInsAreNoRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := 2 * maxInvalid[clientSecret]
		tr := transportTo(func(*http.Request) (int, string, http.Header) {
			if limited--; limited >= 0 {
				return http.StatusTooManyRequests, `{"retry_after":0.5}`, http.Header{"X-Ratelimit-Scope": {"user"}}
			}
			return http.StatusOK, "{}", nil
		})
		for range limited {
			_ = ask(t, tr, credential{clientSecret, "s"})
		}
		if err := ask(t, tr, credential{clientSecret, "s"}); err != nil {
			t.Errorf("after the limit, a sign-in ends with %v", err)
		}
	})
}

// Requests with the bot's token keep the global rate; requests with an interaction's
// token are exempt.
func TestGlobalRateLimit(t *testing.T) {
	const more = 20
	least := more * time.Second / globalPerSecond
	for by, held := range map[credential]bool{{}: true, {interactionToken, "token"}: false, {personToken, "token"}: false, {clientSecret, "secret"}: false} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			send(t, &answering{status: http.StatusOK}, "/path", by, globalPerSecond+more)
			if d := time.Since(begin); (d >= least) != held {
				t.Errorf("%d requests by %s took %s, held back: want %v", globalPerSecond+more, by.kind, d, held)
			}
		})
	}
}

// BenchmarkCall measures what one request costs beside the network, and how
// many objects it takes:
//
//	go test ./adapters/discord -run - -bench Call -benchmem
func BenchmarkCall(b *testing.B) {
	r, err := newREST("http://discord.test", "token", &answering{status: http.StatusOK}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.editByToken(b.Context(), "1", "token", originalMessage, message{}); err != nil {
			b.Fatal(err)
		}
	}
}

// scripted answers with what is next, and then with 200.
type scripted struct {
	next []*http.Response
	sent int
}

func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	s.sent++
	resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody}
	if len(s.next) > 0 {
		resp, s.next = s.next[0], s.next[1:]
	}
	resp.Request = r
	return resp, nil
}

// tooMany is a 429 with a body and a header.
func tooMany(body, header string) *http.Response {
	return &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {header}}, Body: io.NopCloser(strings.NewReader(body))}
}

// Retry-After values that overflow or are missing are clamped.
func TestRetryAfterIsClamped(t *testing.T) {
	for _, tt := range []struct {
		body, header string
		want         time.Duration
	}{
		{`{"retry_after":2.5}`, "3", 2500 * time.Millisecond},
		{`{"retry_after":1e12}`, "", maxWait},
		{`{"retry_after":1e300}`, "", maxWait},
		{`{"retry_after":1e-12}`, "", minWait},
		{`{}`, "1e12", maxWait},
		{`{}`, "1e999", maxWait},
		{`{}`, "86401", maxWait},
		{`{}`, "0", minWait},
		{`{}`, "-1", 5 * time.Second},
		{`{}`, "NaN", 5 * time.Second},
		{`<html>`, "7", 7 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &scripted{next: []*http.Response{tooMany(tt.body, tt.header)}}
			tr := newTransport(&url.URL{Scheme: "http", Host: "discord.test"}, s, slog.New(slog.DiscardHandler))
			begun := time.Now()
			req, err := http.NewRequest(http.MethodGet, discordURL+apiPath+"/webhooks/1/token", nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tr.send(req, credential{interactionToken, "token"}); err != nil {
				t.Fatal(err)
			}
			if got := time.Since(begun); got != tt.want || s.sent != 2 {
				t.Errorf("a 429 with %s and Retry-After %q: %d requests, the second after %s; want 2 and %s", tt.body, tt.header, s.sent, got, tt.want)
			}
		})
	}
}

// Many refusals are logged while the bot still sends, and once more when it stops.
func TestManyRefusalsAreLogged(t *testing.T) {
	var log strings.Builder
	a := &answering{status: http.StatusForbidden}
	tr := newTransport(&url.URL{Scheme: "http", Host: "discord.test"}, a, slog.New(slog.NewTextHandler(&log, nil)))
	ask := func(n int) {
		for range n {
			req, err := http.NewRequest(http.MethodGet, discordURL+apiPath+"/webhooks/1/token", nil)
			if err != nil {
				t.Fatal(err)
			}
			if resp, err := tr.send(req, credential{interactionToken, "token"}); err == nil {
				drain(resp)
			}
		}
	}
	most := maxInvalid[interactionToken]
	ask(most/8 - 1)
	if log.Len() > 0 {
		t.Errorf("after few refusals the log has %q, want nothing yet", log.String())
	}
	ask(2)
	if n := strings.Count(log.String(), "\n"); n != 1 || !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "refused=125") || a.n != most/8+1 {
		t.Errorf("after an eighth of the bound %d requests were sent and the log has %q, want all, and one warning", a.n, log.String())
	}
	ask(most)
	if n := strings.Count(log.String(), "\n"); n != 2 || !strings.Contains(log.String(), "level=ERROR") || a.n != most {
		t.Errorf("in the end %d requests were sent and the log has %q, want %d and one more line", a.n, log.String(), most)
	}
}
