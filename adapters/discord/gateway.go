package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nimbot/store"
	"nimbot/store/backoff"
	"nimbot/store/lease"
)

// GatewayConfig is what the gateway needs besides the adapter.
type GatewayConfig struct {
	// Leases lets several processes share an application: each shard is served by one of
	// them at a time, and the others stand by. nil: this is the only process.
	Leases store.Store
	// Shards is how many connections there are; 0: as many as Discord
	// recommends. All processes of one application need the same.
	Shards int
	// Messages makes the bot also answer direct messages and messages that mention it.
	Messages bool
	// Times are for tests; see GatewayTimes for the defaults.
	Times GatewayTimes
}

// GatewayTimes are the gateway's timeouts and pauses. A field that is 0 has its default, which
// meets Discord's requirements; none may be negative.
type GatewayTimes struct {
	Hello    time.Duration // for connecting and the server's first message; 10 s
	Ready    time.Duration // for READY or RESUMED after identifying; 30 s
	Retry    time.Duration // before the second try of a series, at most; doubles; 1 s
	RetryMax time.Duration // bounds Retry; 1 min
	Identify time.Duration // between two identifications in one bucket; 5 s
	Beat     time.Duration // between two heartbeats, at least; 1 s
	Lease    time.Duration // of a shard; 30 s
	Answer   time.Duration // for the first response to an interaction; Discord takes none later; 3 s
	Drain    time.Duration // for running answers at shutdown; 5 s
}

func (t GatewayTimes) orDefaults() GatewayTimes {
	set := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	set(&t.Hello, 10*time.Second)
	set(&t.Ready, 30*time.Second)
	set(&t.Retry, time.Second)
	set(&t.RetryMax, time.Minute)
	set(&t.Identify, 5*time.Second)
	set(&t.Beat, time.Second)
	set(&t.Lease, 30*time.Second)
	set(&t.Answer, 3*time.Second)
	set(&t.Drain, 5*time.Second)
	return t
}

// RunGateway receives interactions, and messages if c says so, over the gateway until
// ctx ends, and then returns nil. If the application has an endpoint for interactions,
// Discord sends messages only. An error means that Discord forbids a retry, because the
// token or the sharding is wrong.
//
// The connection is our own rather than discordgo's session. That one hangs in Open on a
// silent server and on a reconnect before READY, ignores close codes that forbid a
// retry, and can't resume in a new session, so every break would lose the interactions
// that Discord held back.
func (a *Adapter) RunGateway(ctx context.Context, c GatewayConfig) error {
	if a.rest.token == "" {
		return errors.New("discord: the gateway needs the bot's token")
	}
	g := &gateway{
		adapter: a, messages: c.Messages, times: c.Times.orDefaults(), leases: c.Leases, holder: lease.NewHolder(),
		paced: map[int]*bucket{},
	}
	defer g.drain()
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	plan, err := g.plan(run)
	if err == nil {
		g.buckets = max(1, plan.SessionStartLimit.MaxConcurrency)
		var shards sync.WaitGroup
		of := min(max(1, cmp.Or(c.Shards, plan.Shards)), MaxShards)
		for n := range of {
			shards.Go(func() {
				if err := g.runShard(run, n, of); err != nil {
					cancel(err)
				}
			})
		}
		shards.Wait()
		err = context.Cause(run)
	}
	if ctx.Err() != nil {
		return nil // ctx has ended
	}
	return err
}

// gateway is the adapter's connections.
type gateway struct {
	adapter  *Adapter
	messages bool // answer messages, not only interactions
	times    GatewayTimes
	leases   store.Store
	holder   string // this process, in leases

	buckets int // Discord's max_concurrency: the number of identify buckets

	mu    sync.Mutex
	paced map[int]*bucket
}

// plan asks Discord for the gateway's address and limits until it answers. It returns an
// error only if the token is refused or ctx ends.
func (g *gateway) plan(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	g.adapter.reach.begin()
	defer g.adapter.reach.end()
	for try := 0; ; try++ {
		plan, err := g.adapter.rest.gatewayBot(ctx)
		if err == nil && plan.URL == "" {
			err = errNoAddress
		}
		if err == nil || errors.Is(err, errTokenRefused) {
			return plan, err
		}
		g.adapter.log.WarnContext(ctx, "discord: not connected to the gateway yet; trying again", "error", withRemedy(err))
		if err := sleep(ctx, g.pause(try)); err != nil {
			return plan, err
		}
	}
}

var errNoAddress = errors.New("no address was given")

// intents returns the event groups to subscribe to. Interactions need none.
func (g *gateway) intents() (all int) {
	if g.messages {
		all |= guildMessages | directMessages
	}
	if g.adapter.removed != nil {
		all |= guilds
	}
	return all
}

// pause returns a random wait before attempt n+1, so that many processes don't reconnect
// at the same moment.
func (g *gateway) pause(n int) time.Duration {
	return backoff.Backoff{First: g.times.Retry, Most: g.times.RetryMax}.Pause(n)
}

// runShard keeps one shard connected. If several processes serve, it does so while it holds
// the shard's lease, which passes the session from one to the next.
func (g *gateway) runShard(ctx context.Context, n, of int) error {
	begun := make(chan struct{}, 1)
	s := &session{shard: n, shards: of, begun: begun}
	if g.leases == nil {
		return g.supervise(ctx, s)
	}
	h := &handover{session: s, intents: g.intents()}
	l := lease.Lease{
		Store: g.leases, Key: fmt.Sprintf("lease:discord/%s/shard/%d-%d", g.adapter.app, n, of), Holder: g.holder, Length: g.times.Lease, Now: g.adapter.now,
		State: h.sessionForNext, Changed: begun,
	}
	return l.Run(ctx, g.adapter.log, func(ctx context.Context, found json.RawMessage) error {
		h.adoptSession(found)
		return g.supervise(ctx, s)
	})
}

// shutdownCloseCode returns the close code at shutdown. It keeps the session alive if
// another process may resume it.
func (g *gateway) shutdownCloseCode() int {
	if g.leases != nil {
		return closeToResume
	}
	return websocket.CloseNormalClosure
}

// supervise makes one connection after another until ctx ends or Discord forbids a
// retry.
func (g *gateway) supervise(ctx context.Context, s *session) error {
	g.adapter.reach.begin()
	defer g.adapter.reach.end()
	for try := 0; ; {
		began := time.Now()
		var end closeResult
		if err := g.adapter.guard(ctx, func(ctx context.Context) error { end = g.connect(ctx, s); return nil }); err != nil {
			end = closeResult{err: err}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		level, what := slog.LevelInfo, "discord: a gateway connection ended"
		if !end.wasReady {
			level, what = slog.LevelWarn, "discord: a gateway connection didn't come about"
		}
		g.adapter.log.Log(ctx, level, what, "shard", s.shard, "error", g.adapter.rest.conceal(end.err), "resume", end.next == retryResume)
		switch end.next {
		case retryNever:
			return g.adapter.rest.conceal(permanentError(end.err))
		case retryNewSession:
			s.forget()
		}
		g.adapter.onDisconnect()
		if end.wasReady {
			try = 0
		}
		if end.atOnce && time.Since(began) >= g.times.Retry {
			continue // Discord asked for a new connection right after the last one: wait as after an error
		}
		if err := sleep(ctx, max(g.pause(try), g.times.Retry-time.Since(began))); err != nil {
			return err // the wait spaces out failed connections
		}
		if try++; try%maxResumes == 0 {
			s.forget() // the session's server may be gone for good
		}
	}
}

// remedies are an operator's remedies for the close codes that forbid a retry.
var remedies = map[int]string{
	4010: "discord.shards: this shard doesn't exist; set discord.shards to 0, for as many as Discord recommends, in all copies of the bot",
	4011: "discord.shards: the bot is in too many servers for so few; set it to 0, for as many as Discord recommends, in all copies of the bot",
	4012: "Discord doesn't take this version of the gateway any more; update the bot",
	4013: "Discord doesn't know the intents that this version asks for; update the bot",
	4014: "discord.messages: Discord doesn't allow this application the intents for messages and servers; allow the bot on the application's Bot page, or set discord.messages to off and discord.mode to http",
}

// permanentError describes to the operator a close code that forbids a retry.
func permanentError(err error) error {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) { // an errOtherApplication
		return err
	}
	if closed.Code == 4004 {
		return fmt.Errorf("%w (close code %d)", errTokenRefused, closed.Code)
	}
	return fmt.Errorf("%s (the gateway refuses this bot for good, with the close code %d: %s)", remedies[closed.Code], closed.Code, closed.Text)
}

// MaxShards is the largest number of shards that can be configured. It is more than anyone needs,
// at up to 2500 servers per shard.
const MaxShards = 10_000

// maxResumes is how many connections in a row may break before their session is given
// up.
const maxResumes = 4

// drain waits for running answers.
func (g *gateway) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), g.times.Drain)
	defer cancel()
	if err := g.adapter.tasks.wait(ctx); err != nil {
		g.adapter.log.Warn("discord: stopped while interactions were being answered")
	}
}
