package discord

import (
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
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

// send sends n requests through a new transport to where answers come from,
// and says how many were sent.
func send(t *testing.T, a *answering, path string, n int) int {
	t.Helper()
	tr := newTransport(&url.URL{Scheme: "http", Host: "discord.test"}, a, slog.New(slog.NewTextHandler(io.Discard, nil)))
	for range n {
		req, err := http.NewRequest(http.MethodGet, discordURL+apiPath+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := tr.RoundTrip(req)
		if err == nil {
			drain(resp)
		}
	}
	return a.n
}

// TestRefusalsAreCounted holds that the bot stops asking before Discord bans
// its address.
func TestRefusalsAreCounted(t *testing.T) {
	if n := send(t, &answering{status: http.StatusForbidden}, "/webhooks/1/token", maxInvalid+50); n != maxInvalid {
		t.Errorf("%d refused requests were sent, want %d", n, maxInvalid)
	}
	if n := send(t, &answering{status: http.StatusNotFound}, "/webhooks/1/token", maxInvalid+50); n != maxInvalid+50 {
		t.Errorf("%d requests were sent where nothing was refused, want all", n)
	}
}

// TestTheGlobalPace holds what carries the token to Discord's rate, and not
// what an interaction's own token opens.
func TestTheGlobalPace(t *testing.T) {
	const more = 20
	least := more * time.Second / globalPerSecond
	for path, held := range map[string]bool{"/gateway/bot": true, "/webhooks/1/token": false, "/interactions/1/token/callback": false} {
		begin := time.Now()
		send(t, &answering{status: http.StatusOK}, path, globalPerSecond+more)
		if d := time.Since(begin); (d >= least-20*time.Millisecond) != held {
			t.Errorf("%d requests to %s took %s, held back: want %v", globalPerSecond+more, path, d, held)
		}
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
