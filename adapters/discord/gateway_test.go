package discord_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"nimbot/adapters/adaptertest"
	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/store"
	"nimbot/store/storetest"
)

// shortTimes are waiting times for tests.
var shortTimes = discord.GatewayTimes{
	Hello: 150 * time.Millisecond, Ready: 150 * time.Millisecond,
	Retry: 2 * time.Millisecond, RetryMax: 20 * time.Millisecond,
	Identify: 5 * time.Millisecond, Beat: 10 * time.Millisecond, Lease: 300 * time.Millisecond, Answer: time.Minute, Drain: 2 * time.Second,
}

// longTimes has timeouts that even a loaded machine doesn't hit; for tests without a
// silent server.
var longTimes = func() discord.GatewayTimes {
	t := shortTimes
	t.Hello, t.Ready = time.Minute, time.Minute
	return t
}()

// connect runs the bot on the gateway until it is stopped.
func (b *bot) connect() {
	b.t.Helper()
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		b.t.Fatalf("%v\n%s", err, b.logged)
	}
	b.stop = func() {
		stop()
		if err := <-done; err != nil {
			b.t.Errorf("RunGateway: %v", err)
		}
		b.settle()
	}
}

func (b *bot) runGateway(c discord.GatewayConfig) (stop func(), done chan error) {
	ctx, stop := context.WithCancel(context.Background())
	done = make(chan error, 1)
	go func() { done <- b.adapter.RunGateway(ctx, c) }()
	return stop, done
}

func TestConversationsOverTheGateway(t *testing.T) {
	adaptertest.Run(t, func(t testing.TB) adaptertest.Driver { return newDriver(t, true) })
}

// gatewayBot is a bot that is not connected yet.
func gatewayBot(t *testing.T) *bot {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		if err := goleak.Find(before); err != nil {
			t.Errorf("goroutines are left: %v", err)
		}
	})
	b := newBot(t, false)
	b.stop()
	b.server.Endpoint, b.server.Gateway.Pace = "", shortTimes.Identify
	b.stop = func() {}
	return b
}

func TestGatewayFaults(t *testing.T) {
	const beat = 40 * time.Millisecond
	for _, tt := range []struct {
		faults     []discordtest.Fault
		identified int // sessions begun until the bot is ready again
		resumed    int
	}{
		{[]discordtest.Fault{discordtest.None}, 1, 0},
		{[]discordtest.Fault{discordtest.Silent}, 1, 0},
		{[]discordtest.Fault{discordtest.OnlyHello}, 1, 0},
		{[]discordtest.Fault{discordtest.EarlyOp7}, 2, 0},
		{[]discordtest.Fault{discordtest.Op7}, 1, 1},
		{[]discordtest.Fault{discordtest.Op9}, 2, 0},
		{[]discordtest.Fault{discordtest.Op7, discordtest.Op9}, 2, 1},
		{[]discordtest.Fault{discordtest.Op7, discordtest.Op9Resumable}, 1, 2},
		{[]discordtest.Fault{discordtest.TCPReset}, 1, 1},
		{[]discordtest.Fault{discordtest.Garbage}, 1, 1},
		{[]discordtest.Fault{"4000"}, 2, 0},
		{[]discordtest.Fault{discordtest.Op7, "4000"}, 1, 2},
		{[]discordtest.Fault{discordtest.Op7, "4007"}, 2, 1},
		{[]discordtest.Fault{discordtest.Op7, "4009"}, 2, 1},
		{append([]discordtest.Fault{discordtest.TCPReset}, repeat("4000", 3)...), 2, 3}, // the session's server is gone
		{[]discordtest.Fault{discordtest.Op7, discordtest.Silent}, 1, 1},
		{[]discordtest.Fault{discordtest.Op7, discordtest.NoResumed}, 2, 1}, // RESUME is tried once
		{repeat(discordtest.TCPReset, 30), 1, 30},
		{repeat(discordtest.Op9, 30), 31, 0},
	} {
		t.Run(fmt.Sprint(len(tt.faults), tt.faults[0], tt.faults[len(tt.faults)-1]), func(t *testing.T) {
			b := gatewayBot(t)
			b.server.Gateway.Heartbeat = beat
			b.server.Gateway.Fail(tt.faults...)
			stop, done := b.runGateway(discord.GatewayConfig{Times: shortTimes})
			if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
				t.Fatalf("%v\n%s", err, b.logged)
			}
			if _, i, r := b.server.Gateway.Counts(); i != tt.identified || r != tt.resumed {
				t.Errorf("identified %d and resumed %d times, want %d and %d\n%s", i, r, tt.identified, tt.resumed, b.logged)
			}
			if o := b.deliver(types(somebody("ana"), "c", "start 3 4 5")); o.Kind != 4 {
				t.Errorf("afterwards a command gave %d, want 4", o.Kind)
			}
			stop()
			if err := <-done; err != nil {
				t.Errorf("RunGateway = %v, want nil when it is stopped", err)
			}
			b.settle()
		})
	}
}

func repeat(f discordtest.Fault, n int) []discordtest.Fault {
	all := make([]discordtest.Fault, n)
	for i := range all {
		all[i] = f
	}
	return all
}

// TestFatalCloseCodesStopGateway checks the close codes after which Discord forbids
// another try.
func TestFatalCloseCodesStopGateway(t *testing.T) {
	for _, code := range []discordtest.Fault{"4004", "4010", "4011", "4012", "4013", "4014"} {
		t.Run(string(code), func(t *testing.T) {
			b := gatewayBot(t)
			b.server.Gateway.Fail(code)
			_, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
			select {
			case err := <-done:
				if err == nil || !strings.Contains(err.Error(), string(code)) {
					t.Errorf("RunGateway = %v, want the close code %s", err, code)
				} else if text := err.Error(); !strings.HasPrefix(text, "discord.") && !strings.Contains(text, "update the bot") {
					t.Errorf("RunGateway = %v, want a key and what to do about it", err)
				}
			case <-time.After(time.Minute):
				t.Fatalf("RunGateway goes on after %s", code)
			}
			if n, _, _ := b.server.Gateway.Counts(); n != 1 {
				t.Errorf("connected %d times, want 1", n)
			}
		})
	}
}

// A token of another application ends the gateway, because Discord would take no answer.
func TestAnotherApplicationsToken(t *testing.T) {
	b := gatewayBot(t)
	b.server.Gateway.OtherApplication = "1100000000000000999"
	_, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	if err := <-done; err == nil || !strings.Contains(err.Error(), "the token belongs to the application 1100000000000000999; copy both from one application") {
		t.Errorf("RunGateway = %v, want whose token it is", err)
	}
}

func TestReconnectsWithoutHeartbeatAck(t *testing.T) {
	b := gatewayBot(t)
	b.server.Gateway.Heartbeat = 30 * time.Millisecond
	b.server.Gateway.Fail(discordtest.NoHeartbeatAck)
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	for range 2 { // ready on the deaf connection, then on the next
		if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
			t.Fatalf("%v\n%s", err, b.logged)
		}
	}
	if _, i, r := b.server.Gateway.Counts(); i != 1 || r != 1 {
		t.Errorf("identified %d and resumed %d times, want 1 and 1", i, r)
	}
	if log := b.logged.String(); !strings.Contains(log, "a heartbeat wasn't acknowledged within 30ms") || strings.Contains(log, "closed network") {
		t.Errorf("the log doesn't say what was wrong:\n%s", log)
	}
	stop()
	<-done
}

// TestResumeDeliversMissedInteractions breaks the connection while people click: the
// interactions that Discord held back come with the resumed session and are answered.
func TestResumeDeliversMissedInteractions(t *testing.T) {
	b := gatewayBot(t)
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatal(err)
	}
	const clicks = 60
	answers := make(chan error, clicks)
	for n := range clicks {
		if n%10 == 5 {
			b.server.Gateway.Break(0)
		}
		go func() {
			o, err := b.server.Deliver(context.Background(), types(somebody("ana"), fmt.Sprint("c", n), "start 3 4 5"))
			if err == nil && o.Kind != 4 {
				err = fmt.Errorf("a response of type %d", o.Kind)
			}
			answers <- err
		}()
		time.Sleep(2 * time.Millisecond)
	}
	for range clicks {
		if err := <-answers; err != nil {
			t.Errorf("a click was lost: %v", err)
		}
	}
	if _, i, _ := b.server.Gateway.Counts(); i != 1 {
		t.Errorf("identified %d times, want 1: the session can be resumed", i)
	}
	stop()
	<-done
	b.settle()
}

// Two processes share the shards. When the one that holds them stops, the other takes
// over. The lease has its own tests.
func TestShardMovesToOtherProcess(t *testing.T) {
	b := gatewayBot(t)
	b.server.Gateway.Shards = 2
	leases := storetest.NewMemory()
	times := longTimes
	times.Lease = 20 * time.Second // no machine is so slow that it loses one
	stopFirst, first := b.runGateway(discord.GatewayConfig{Times: times, Leases: leases})
	ready := func(n int) {
		t.Helper()
		for range n {
			if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
				t.Fatalf("%v\n%s", err, b.logged)
			}
		}
	}
	ready(2)
	asking := &leaseRecorder{Store: leases, keys: make(chan string, 100)}
	stopSecond, second := b.runGateway(discord.GatewayConfig{Times: times, Leases: asking})
	seen := map[string]bool{}
	for len(seen) < 2 {
		select {
		case key := <-asking.keys:
			seen[key] = true
		case <-time.After(time.Minute):
			t.Fatalf("the second process asked for %v only\n%s", seen, b.logged)
		}
	}
	for key := range seen { // Discord has sent READY; the first process has to read and store it
		for begun := time.Now(); ; time.Sleep(time.Millisecond) {
			rec, err := leases.Get(t.Context(), key)
			if err == nil && bytes.Contains(rec.Data, []byte(`"left":{`)) {
				break
			}
			if time.Since(begun) > time.Minute {
				t.Fatalf("the session of %s isn't stored: %s, %v", key, rec.Data, err)
			}
		}
	}
	stopFirst()
	<-first
	if _, i, _ := b.server.Gateway.Counts(); i != 2 {
		t.Errorf("identified %d times beside a process that holds both shards, want 2", i)
	}
	ready(2)
	if shards := b.server.Gateway.Identified(); len(shards) != 2 || shards[0] == shards[1] {
		t.Errorf("the shards %v identified, want each of them by the first process alone", shards)
	}
	if _, _, resumed := b.server.Gateway.Counts(); resumed != 2 {
		t.Errorf("%d sessions were resumed, want both by the second process", resumed)
	}
	stopSecond()
	<-second
}

// leaseRecorder is a store that records which shards' leases were read.
type leaseRecorder struct {
	store.Store
	keys chan string
}

func (a *leaseRecorder) Get(ctx context.Context, key string) (store.Record, error) {
	rec, err := a.Store.Get(ctx, key)
	if strings.Contains(key, "/shard/") {
		select {
		case a.keys <- key:
		default: // nobody waits any more
		}
	}
	return rec, err
}

// A slow connection must not make two shards identify at once; the fake server refuses
// that.
func TestShardsIdentifyAtPaceAfterSlowConnect(t *testing.T) {
	times := longTimes
	times.Identify = 40 * time.Millisecond
	for _, tt := range []struct {
		name   string
		leases store.Store
	}{{"alone", nil}, {"with leases", storetest.NewMemory()}} {
		t.Run(tt.name, func(t *testing.T) {
			b := gatewayBot(t)
			g := b.server.Gateway
			g.Shards, g.Pace, g.Late = 3, times.Identify, times.Identify
			g.Fail(discordtest.LateHello)
			stop, done := b.runGateway(discord.GatewayConfig{Times: times, Leases: tt.leases})
			for range g.Shards {
				if err := g.AwaitReady(time.Minute); err != nil {
					t.Fatalf("%v\n%s", err, b.logged)
				}
			}
			stop()
			<-done
		})
	}
}

// If the gateway asks for reconnects again and again, the bot waits between connections.
func TestRepeatedReconnectRequestsBackOff(t *testing.T) {
	const asked = 6
	b := gatewayBot(t)
	b.server.Gateway.Fail(repeat(discordtest.Op7, asked)...)
	times := longTimes
	times.Retry, times.RetryMax = 60*time.Millisecond, 60*time.Millisecond
	begin := time.Now()
	stop, done := b.runGateway(discord.GatewayConfig{Times: times})
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatalf("%v\n%s", err, b.logged)
	}
	if d := time.Since(begin); d < asked*times.Retry/2 {
		t.Errorf("%d connections took %s, want half of %s between them at least", asked+1, d, times.Retry)
	}
	if _, i, r := b.server.Gateway.Counts(); i != 1 || r != asked {
		t.Errorf("identified %d and resumed %d times, want 1 and %d", i, r, asked)
	}
	stop()
	<-done
	if n := b.ended.Load(); n != asked {
		t.Errorf("Reconnected was called %d times, want %d", n, asked)
	}
}

// A configured number of shards takes precedence over Discord's recommendation.
func TestConfiguredShardCountWins(t *testing.T) {
	for _, tt := range []struct{ own, recommended, want int }{{0, 2, 2}, {3, 1, 3}, {1, 2, 1}} {
		b := gatewayBot(t)
		b.server.Gateway.Shards = tt.recommended
		stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes, Shards: tt.own})
		for range tt.want {
			if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
				t.Fatalf("%v\n%s", err, b.logged)
			}
		}
		if err := b.server.Gateway.AwaitReady(50 * time.Millisecond); err == nil {
			t.Errorf("%d of its own and %d recommended: more than %d shards", tt.own, tt.recommended, tt.want)
		}
		shards := b.server.Gateway.Identified()
		slices.Sort(shards)
		for n, s := range shards {
			if n != s {
				t.Errorf("%d of its own and %d recommended: the shards %v", tt.own, tt.recommended, shards)
			}
		}
		stop()
		<-done
	}
}

// Two shards share the day's last identification; the other waits for the reset. The fake
// server records a fault if it doesn't.
func TestIdentifyWaitsForDailyBudget(t *testing.T) {
	b := gatewayBot(t)
	g := b.server.Gateway
	g.Shards, g.Remaining, g.Reset = 2, 1, 100*time.Millisecond
	begin := time.Now()
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	for range g.Shards {
		if err := g.AwaitReady(time.Minute); err != nil {
			t.Fatalf("%v\n%s", err, b.logged)
		}
	}
	if d := time.Since(begin); d < g.Reset {
		t.Errorf("both shards were ready after %s, want the second one after %s", d, g.Reset)
	}
	if n := strings.Count(b.logged.String(), "used up"); n != 1 {
		t.Errorf("that the budget is used up was logged %d times, want once:\n%s", n, b.logged)
	}
	stop()
	<-done
}

func TestARefusedToken(t *testing.T) {
	b := gatewayBot(t)
	a, err := discord.New(discord.Config{Chat: b.chat, Words: b.words, ApplicationID: discordtest.Application, Token: "wrong", APIURL: b.server.URL, Log: b.log})
	if err != nil {
		t.Fatal(err)
	}
	err = a.RunGateway(context.Background(), discord.GatewayConfig{Times: longTimes})
	if err == nil || !strings.Contains(err.Error(), "token was refused") {
		t.Errorf("RunGateway = %v, want that the token was refused", err)
	}
	if n := len(b.server.Requests()); n != 1 {
		t.Errorf("%d requests with a refused token, want 1", n)
	}
	if err := a.Register(context.Background(), ""); err == nil || len(b.server.Requests()) > 2 { // one more after a pause
		t.Errorf("Register with the refused token = %v after %d requests, want an error without asking", err, len(b.server.Requests()))
	}
}
