package discord_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// nobody is a conversation that says nothing.
type nobody struct{}

func (nobody) Handle(context.Context, dialog.Request) dialog.Reply               { return dialog.Reply{} }
func (nobody) CompleteMove(context.Context, dialog.Request) []command.Completion { return nil }
func (nobody) Shown(context.Context, dialog.Place, uint64, []int) error          { return nil }

// behindProxy is set in a process that reaches Discord only through a proxy.
const behindProxy = "DISCORD_TEST_BEHIND_PROXY"

// TestTheGatewayUsesTheProxy connects a process that knows Discord only by a name that no
// resolver knows: requests and the gateway's websocket go through the proxy of HTTPS_PROXY.
func TestTheGatewayUsesTheProxy(t *testing.T) {
	if os.Getenv(behindProxy) != "" {
		connectBehindProxy(t)
		return
	}
	t.Parallel()
	fake := discordtest.New()
	defer fake.Close()
	target, err := url.Parse(fake.URL)
	if err != nil {
		t.Fatal(err)
	}
	var agent atomic.Value
	front := httputil.NewSingleHostReverseProxy(target)
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gateway" {
			agent.Store(r.UserAgent())
		}
		if r.URL.Path == "/api/v10/gateway/bot" {
			_, _ = fmt.Fprint(w, `{"url":"wss://example.com/gateway","shards":1,"session_start_limit":{"total":1000,"remaining":1000,"reset_after":0,"max_concurrency":1}}`) // the bot may hang up
			return
		}
		front.ServeHTTP(w, r)
	}))
	defer secure.Close()
	var tunnels atomic.Int32
	proxy := httptest.NewServer(tunnel(secure.Listener.Addr().String(), &tunnels))
	defer proxy.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestTheGatewayUsesTheProxy$") //nolint:gosec // this test's own binary
	child.Env = append(os.Environ(), behindProxy+"=1", "HTTPS_PROXY="+proxy.URL, "https_proxy=", "NO_PROXY=", "no_proxy=", "SSL_CERT_FILE="+ca)
	said, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("the process behind the proxy: %v\n%s", err, said)
	}
	if _, identified, _ := fake.Gateway.Counts(); identified != 1 || tunnels.Load() < 2 {
		t.Errorf("%d sessions begun through %d tunnels, want one, and tunnels for requests and the gateway", identified, tunnels.Load())
	}
	if want := "DiscordBot (https://nim.example.com, v1.2.3)"; agent.Load() != want {
		t.Errorf("the gateway's User-Agent is %q, want %q", agent.Load(), want)
	}
}

// tunnel is a proxy that knows example.com alone, and connects it with an address.
func tunnel(to string, count *atomic.Int32) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != "example.com:443" {
			http.Error(w, "unknown", http.StatusBadGateway)
			return
		}
		out, err := net.Dial("tcp", to)
		if err != nil {
			http.Error(w, "away", http.StatusBadGateway)
			return
		}
		defer func() { _ = out.Close() }()
		in, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer func() { _ = in.Close() }()
		count.Add(1)
		_, _ = fmt.Fprint(in, "HTTP/1.1 200 OK\r\n\r\n") // a failure ends the copying
		go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		_, _ = io.Copy(in, out)
	}
}

// connectBehindProxy begins a session on the gateway.
func connectBehindProxy(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	connected := false
	a, err := discord.New(discord.Config{
		Chat: nobody{}, Words: catalogue, ApplicationID: discordtest.Application, Token: discordtest.Token,
		Site: "https://nim.example.com", Version: "v1.2.3", APIURL: "https://example.com",
		Connected: func() { connected = true; cancel() },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.RunGateway(ctx, discord.GatewayConfig{}); err != nil || !connected {
		t.Errorf("RunGateway = %v, connected: %v; want a session", err, connected)
	}
}
