package slack

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"nimbot/adapters/slack/slacktest"
)

func overSocket(c *Config) { c.AppToken, c.SigningSecret = slacktest.AppToken, "" }

// The connections are opened as the configuration says.
func TestSocketDials(t *testing.T) {
	var dialled atomic.Int64
	w := newWorld(t, overSocket, func(c *Config) {
		c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled.Add(1)
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}
	})
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantBoard("ana's move")
	if n := dialled.Load(); n < socketConnections {
		t.Errorf("%d connections were opened with Dial, want %d", n, socketConnections)
	}
}

// Slack announces the end of a connection. Deliveries that are still on it aren't lost,
// and a new connection replaces it.
func TestSocketReplacesEndingConnection(t *testing.T) {
	w := newWorld(t, overSocket)
	for i := range 3 {
		d := w.slack.Command(userID("ana"), channelID("general"), "/nim", "predict 3 4 5")
		w.wait(fmt.Sprint("hand-over ", i), func() bool { return w.slack.EndSocket(200*time.Millisecond, d) == nil })
		w.wait("the next connection", func() bool { return w.slack.Sockets() >= socketConnections })
		w.wait("the answer", func() bool { return w.handled.Load() == int64(i+1) })
	}
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantBoard("ana's move")
}

// If Slack ends each connection at once, the bot waits before it opens the next.
func TestSocketBacksOffWhenClosedAtOnce(t *testing.T) {
	w := newWorld(t, overSocket)
	begun := time.Now()
	for time.Since(begun) < 400*time.Millisecond {
		_ = w.slack.EndSocket(0, nil) // there may be no connection at the moment
		time.Sleep(2 * time.Millisecond)
	}
	n := len(w.slack.Calls("apps.connections.open"))
	took := time.Since(begun)
	if most := (2 + int(took/backoffMin)) * socketConnections; n > most {
		t.Errorf("%d connections were opened within %v, want at most %d", n, took, most)
	}
	w.wantLog("announced the connection's end at once")
}

func TestSocketReconnects(t *testing.T) {
	var ended atomic.Int64
	w := newWorld(t, overSocket, func(c *Config) { c.Reconnected = func() { ended.Add(1) } })
	w.slack.BreakSockets()
	w.wait("the connections' end", func() bool { return strings.Contains(w.logs.String(), "connecting again") })
	w.wait("new connections", func() bool { return w.slack.Sockets() == socketConnections })
	if n := ended.Load(); n != socketConnections {
		t.Errorf("Reconnected was called %d times, want %d", n, socketConnections)
	}
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantBoard("ana's move")
}

// An unreadable delivery is acknowledged, otherwise Slack would send it for ever, and the
// connection stays open.
func TestSocketSurvivesNonsense(t *testing.T) {
	w := newWorld(t, overSocket)
	for _, text := range []string{"{", `"x"`, `{"type":"tea"}`, `{"type":"slash_commands","envelope_id":"e1","payload":7}`, `{"type":"interactive","envelope_id":"e2","payload":"x"}`, `{"type":"events_api","envelope_id":"e3"}`, `{"type":"tea","envelope_id":"e4","payload":{}}`} {
		w.slack.SendRaw(text)
	}
	w.wait("the acknowledgements", func() bool { return w.slack.Acknowledged() == 4 })
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantBoard("ana's move")
	w.wantLog("could not be read")
}

// Deliveries of one channel are handled in the order in which they came, on whatever
// connection.
func TestSocketKeepsTheOrder(t *testing.T) {
	w := newWorld(t, overSocket)
	w.typeCommand("ana", "general", "challenge @bob 40")
	w.press("bob", "general", "Accept")
	for i := range 20 {
		d := w.slack.Command(userID([]string{"ana", "bob"}[i%2]), channelID("general"), "/nim", "A1")
		if _, err := d.Send(); err != nil {
			t.Fatal(err)
		}
	}
	w.wait("twenty moves", func() bool { return w.handled.Load() == 22 })
	w.settle()
	w.wantBoard("Pile: A 20")
}

// A form's errors travel in the acknowledgement.
func TestFormOverSocketMode(t *testing.T) {
	w := newWorld(t, overSocket)
	ack := w.send(w.slack.Submit(userID("ana"), formID, channelID("general"), filled("", "nim", "3 vier", "normal", "me", "easy")))
	if !strings.Contains(string(ack.Body), `"response_action":"errors"`) {
		t.Errorf("the acknowledgement is %s, want errors", ack.Body)
	}
}

// If Slack refuses the app for good, the error names the remedy, and the bot doesn't
// connect again.
func TestSocketEndsWhenSlackRefusesTheApp(t *testing.T) {
	t.Parallel()
	for code, remedy := range map[string]string{
		"invalid_auth": "slack.app_token was refused; make one", "token_revoked": "slack.app_token was refused", "account_inactive": "restore it",
		"forbidden_team": "have its owners or administrators approve the app", "link_disabled": "turn it on in the app's settings",
	} {
		w := newWorld(t)
		var ended atomic.Int64
		w.config.AppToken, w.config.Reconnected = slacktest.AppToken, func() { ended.Add(1) }
		a, err := New(w.config)
		if err != nil {
			t.Fatal(err)
		}
		w.slack.Fail("apps.connections.open", append([]string{"internal_error"}, slices.Repeat([]string{code}, 10)...)...)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		wantRefusal(t, a.RunSocket(ctx), code, remedy)
		if n := len(w.slack.Calls("apps.connections.open")); n > socketConnections+1 {
			t.Errorf("%s: Slack was asked %d times, want at most %d", code, n, socketConnections+1)
		}
		if n := ended.Load(); n != 0 {
			t.Errorf("%s: Reconnected was called %d times although no connection was opened", code, n)
		}
	}
}

func wantRefusal(t *testing.T, err error, code, remedy string) {
	t.Helper()
	var refusal *RefusedError
	if !errors.As(err, &refusal) || refusal.Code != code || !strings.Contains(err.Error(), remedy) || !strings.Contains(err.Error(), code) {
		t.Errorf("RunSocket() = %v, want a RefusedError of %s that says %q", err, code, remedy)
	}
}

// If Socket Mode is turned off under an open connection, the error names the remedy; once
// it is on again, the same adapter connects.
func TestSocketIsTurnedOff(t *testing.T) {
	w := newWorld(t)
	w.config.AppToken = slacktest.AppToken
	var off atomic.Bool
	off.Store(true)
	w.slack.OnSocket = func(k *slacktest.Socket) {
		if off.Load() {
			k.Send(map[string]any{"type": "disconnect", "reason": "link_disabled"})
		}
	}
	a, err := New(w.config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	wantRefusal(t, a.RunSocket(ctx), "link_disabled", "turn it on in the app's settings")
	w.wait("the end of the refused connections", func() bool { return w.slack.Sockets() == 0 })
	off.Store(false)
	ended := make(chan error, 1)
	go func() { ended <- a.RunSocket(ctx) }()
	w.wait("the connections", func() bool { return w.slack.Sockets() == socketConnections })
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wait("the board", func() bool { return len(w.slack.Messages(channelID("general"))) > 0 })
	w.wantBoard("ana's move")
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("RunSocket() = %v, want nil after its context's end", err)
	}
}

// However often Slack announces the end of connections, there is at most one old
// connection beside the new one.
func TestSocketKeepsOneOldConnection(t *testing.T) {
	var clock atomic.Int64
	w := newWorld(t, overSocket, func(c *Config) {
		c.Now = func() time.Time { return time.Unix(1_800_000_000, clock.Load()) }
	})
	w.slack.OnSocket = func(k *slacktest.Socket) {
		clock.Add(int64(2 * socketServed))
		k.Send(ends)
	}
	for range socketConnections {
		if err := w.slack.EndSocket(time.Minute, nil); err != nil {
			t.Fatal(err)
		}
	}
	most := 0
	w.wait("50 connections", func() bool {
		most = max(most, w.slack.Sockets())
		return len(w.slack.Calls("apps.connections.open")) >= 50
	})
	if want := 2*socketConnections + 2; most > want { // and two that are closing
		t.Errorf("%d connections were open at once, want at most %d", most, want)
	}
}

// Both connections obey Retry-After, and so does every other call.
func TestRetryAfterIsObeyed(t *testing.T) {
	t.Parallel()
	// The second connection is opened so late that its call doesn't cross the answer to
	// the first one's.
	w := newWorld(t, overSocket, func(c *Config) { c.Rates.Open = 700 * time.Millisecond })
	w.slack.Fail("apps.connections.open", "429 2")
	before := len(w.slack.Calls("apps.connections.open"))
	asked := func() int { return len(w.slack.Calls("apps.connections.open")) - before }
	broken := time.Now()
	w.slack.BreakSockets()
	w.wait("a call", func() bool { return asked() > 0 })
	time.Sleep(time.Second)
	if n := asked(); n != 1 && time.Since(broken) < 2*time.Second {
		t.Errorf("Slack was asked %d times within the 2 s of Retry-After, want once", n)
	}
	w.wait("new connections", func() bool { return w.slack.Sockets() == socketConnections })
	for i := range 5 {
		w.slack.AddChannel(slacktest.Channel{ID: fmt.Sprint("C", i), Member: true})
	}
	w.slack.Fail("chat.postMessage", "429 1")
	for i := range 5 {
		w.send(w.slack.Command(userID("ana"), fmt.Sprint("C", i), "/nim", "start 3 4 5"))
	}
	for i := range 5 {
		if n := len(w.slack.Messages(fmt.Sprint("C", i))); n != 1 {
			t.Errorf("%d boards are in channel %d, want 1", n, i)
		}
	}
} // the fake records a problem for each call that comes too early

// What Retry-After says is bounded both ways.
func TestRetryAfterIsBounded(t *testing.T) {
	for header, want := range map[string]time.Duration{
		"30": 30 * time.Second, "0": defaultRetry, "-5": defaultRetry, "": defaultRetry, "soon": defaultRetry, "1e12": defaultRetry,
		"1000000000000": maxRetry, "9223372036854775807": maxRetry,
	} {
		if got, wait := diagnose(limited(header)); got != busy || wait != want {
			t.Errorf("Retry-After: %q is a wait of %v, want %v", header, wait, want)
		}
	}
}

// Close leaks no goroutines, even in the middle of work.
func TestCloseLeaksNoGoroutines(t *testing.T) {
	before := goleak.IgnoreCurrent()
	t.Run("work", func(t *testing.T) {
		w := newWorld(t, overSocket)
		var wg sync.WaitGroup
		for i := range 20 {
			channel := fmt.Sprint("C", i)
			w.slack.AddChannel(slacktest.Channel{ID: channel, Member: true})
			wg.Go(func() {
				if _, err := w.slack.Command(userID("ana"), channel, "/nim", "start 3 4 5").Send(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if err := w.slack.EndSocket(20*time.Millisecond, nil); err != nil {
			t.Error(err)
		}
	})
	goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
}
