package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nimbot/store"
)

// GatewayConfig is what the gateway needs beside the adapter.
type GatewayConfig struct {
	// Leases, when several processes serve one application, keeps every shard
	// with one of them at a time; the others stand by. nil: this is the only
	// process.
	Leases store.Store
	// Shards is how many connections there are; 0: as many as Discord
	// recommends. All processes of one application need the same.
	Shards int
	// Messages: the bot also answers messages that mention it, and direct ones.
	Messages bool
	// Times are for tests; zero fields are what Discord asks for.
	Times GatewayTimes
}

// GatewayTimes are how long the gateway waits for things.
type GatewayTimes struct {
	Hello    time.Duration // the server's first word, and connecting
	Ready    time.Duration // READY or RESUMED after identifying
	Retry    time.Duration // before the second try of a series; doubles
	RetryMax time.Duration
	Identify time.Duration // between two identifications of one bucket
	Lease    time.Duration // of a shard
	Answer   time.Duration // an interaction's first response; Discord takes none later
	Drain    time.Duration // for interactions that are being answered at the end
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
	set(&t.Lease, 30*time.Second)
	set(&t.Answer, 3*time.Second)
	set(&t.Drain, 5*time.Second)
	return t
}

// RunGateway receives interactions, and messages if c says so, over the gateway
// until ctx ends, and returns nil then. Beside an endpoint for interactions,
// Discord sends messages only. An error tells that Discord does not want this
// bot to try again: its token or its sharding is wrong.
//
// The connection is our own rather than discordgo's session: that one hangs in
// Open on a silent server and on a reconnect before READY, goes on for ever
// after close codes that forbid it, and cannot resume on a fresh session, so
// that every break would lose the interactions that Discord held back.
func (a *Adapter) RunGateway(ctx context.Context, c GatewayConfig) error {
	if a.rest.token == "" {
		return errors.New("discord: the gateway needs the bot's token")
	}
	g := &gateway{
		adapter: a, messages: c.Messages, times: c.Times.orDefaults(), leases: c.Leases, holder: newHolder(),
		paced: map[int]*bucket{},
	}
	defer g.drain()
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	plan, err := g.plan(run)
	if err == nil {
		g.buckets = max(1, plan.SessionStartLimit.MaxConcurrency)
		var shards sync.WaitGroup
		of := max(1, cmp.Or(c.Shards, plan.Shards))
		for n := range of {
			shards.Go(func() {
				if err := g.shard(run, n, of); err != nil {
					cancel(err)
				}
			})
		}
		shards.Wait()
		err = context.Cause(run)
	}
	if ctx.Err() != nil {
		return nil // told to stop
	}
	return err
}

// gateway is the adapter's connections.
type gateway struct {
	adapter  *Adapter
	messages bool // are answered, too
	times    GatewayTimes
	leases   store.Store
	holder   string // this process, in leases

	buckets int // of shards that identify themselves at one pace

	mu    sync.Mutex
	paced map[int]*bucket
}

// bucket is what Discord's pace of identifications counts together.
type bucket struct {
	turn chan struct{} // holds one while a connection has the turn
	next time.Time     // nobody identifies before; whoever has the turn may touch it
}

// plan asks Discord where the gateway is and what may be done there, as often
// as it takes. Only a refused token is an error, beside the end of ctx.
func (g *gateway) plan(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	for try := 0; ; try++ {
		plan, err := g.adapter.rest.gatewayBot(ctx)
		if err == nil && plan.URL == "" {
			err = errNoAddress
		}
		if err == nil || errors.Is(err, errTokenRefused) {
			return plan, err
		}
		g.adapter.log.WarnContext(ctx, "discord: the gateway's address is not known yet", "error", err)
		if err := sleep(ctx, g.pause(try)); err != nil {
			return plan, err
		}
	}
}

var errNoAddress = errors.New("no address was given")

// intents are the kinds of events that Discord is asked for. Interactions need
// none.
func (g *gateway) intents() (all int) {
	if g.messages {
		all |= guildMessages | directMessages
	}
	if g.adapter.removed != nil {
		all |= guilds
	}
	return all
}

// pause is how long to wait before try number n+1 of a series, at random, so
// that many processes do not come back at once.
func (g *gateway) pause(n int) time.Duration {
	d := g.times.RetryMax
	if n < 20 {
		d = min(d, g.times.Retry<<n)
	}
	return d/2 + rand.N(d/2+1)
}

// shard keeps one shard connected. Where several processes serve, it does so
// while it holds the shard's lease.
func (g *gateway) shard(ctx context.Context, n, of int) error {
	if g.leases == nil {
		return g.supervise(ctx, n, of)
	}
	l := lease{store: g.leases, key: fmt.Sprintf("lease:discord/%s/shard/%d-%d", g.adapter.app, n, of), holder: g.holder, length: g.times.Lease}
	return l.hold(ctx, g.adapter.log, func(ctx context.Context) error { return g.supervise(ctx, n, of) })
}

// supervise makes one connection after another, each of them new, until ctx
// ends or Discord forbids another try.
func (g *gateway) supervise(ctx context.Context, n, of int) error {
	s := &session{shard: n, shards: of}
	for try := 0; ; {
		began := time.Now()
		end := g.connect(ctx, s)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.adapter.log.InfoContext(ctx, "discord: a gateway connection ended", "shard", n, "error", g.adapter.rest.conceal(end.err), "resume", end.next == resume)
		switch end.next {
		case never:
			return g.adapter.rest.conceal(forGood(end.err))
		case afresh:
			s.forget()
		}
		g.adapter.ended()
		if end.wasReady {
			try = 0
		}
		if end.atOnce && time.Since(began) >= g.times.Retry {
			continue // whoever is asked again and again waits in between
		}
		if err := sleep(ctx, g.pause(try)); err != nil {
			return err
		}
		if try++; try%maxResumes == 0 {
			s.forget() // its server may be gone for good
		}
	}
}

// forGood words for an operator that Discord does not want another try.
func forGood(err error) error {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return err
	}
	if closed.Code == 4004 {
		return fmt.Errorf("%w (close code %d)", errTokenRefused, closed.Code)
	}
	return fmt.Errorf("discord: the gateway refuses this bot for good, with the close code %d: %s", closed.Code, closed.Text)
}

// maxResumes is how many connections in a row may end, that which broke
// included, before their session is given up.
const maxResumes = 4

// admit waits until one more identification is allowed: by the pace of the
// shard's bucket, in this process and in all others, and by the day's budget.
// On success the caller must call over once.
func (g *gateway) admit(ctx context.Context, shard int) (url string, over func(sent bool), err error) {
	for try := 0; ; try++ {
		over, err := g.turn(ctx, shard%g.buckets)
		if err != nil {
			return "", nil, err
		}
		wait := g.pause(try)
		url, reset, err := g.budget(ctx)
		switch {
		case err == nil && url != "":
			return url, over, nil
		case errors.Is(err, errTokenRefused):
			over(false)
			return "", nil, err
		case err != nil:
			g.adapter.log.WarnContext(ctx, "discord: the gateway's address is not known yet", "error", err)
		default:
			wait = max(reset, g.times.Retry)
			g.adapter.log.WarnContext(ctx, "discord: the day's identifications are used up", "wait", wait)
		}
		over(false)
		if err := sleep(ctx, wait); err != nil {
			return "", nil, err
		}
	}
}

// budget asks Discord once for the gateway's address; that is "" while the
// day's identifications are used up, which they are until reset has passed.
func (g *gateway) budget(ctx context.Context) (url string, reset time.Duration, err error) {
	ask, cancel := context.WithTimeout(ctx, g.times.Hello)
	defer cancel()
	plan, err := g.adapter.rest.gatewayBot(ask)
	limit := plan.SessionStartLimit
	switch {
	case err != nil:
		return "", 0, err
	case limit.Total > 0 && limit.Remaining <= 0:
		return "", time.Duration(limit.ResetAfter) * time.Millisecond, nil
	case plan.URL == "":
		return "", 0, errNoAddress
	}
	return plan.URL, 0, nil
}

// turn waits for a turn of the bucket, which one connection has at a time. The
// caller must call over once Discord has answered the IDENTIFY, or once it's
// clear that none will be sent. The pace counts from that answer, because the
// time to connect and to reach Discord varies.
func (g *gateway) turn(ctx context.Context, bucket int) (over func(sent bool), err error) {
	b := g.bucket(bucket)
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := sleep(ctx, time.Until(b.next)); err != nil {
		<-b.turn
		return nil, err
	}
	l := lease{store: g.leases, key: fmt.Sprintf("lease:discord/%s/identify/%d", g.adapter.app, bucket), holder: newHolder()}
	if err := g.alone(ctx, l); err != nil {
		<-b.turn
		return nil, err
	}
	return func(sent bool) {
		pace := time.Duration(0)
		if sent {
			pace = g.times.Identify + time.Millisecond // leases are cut to whole ones
		}
		b.next = time.Now().Add(pace)
		if g.leases != nil {
			short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if _, err := l.put(short, b.next); err != nil {
				g.adapter.log.InfoContext(ctx, "discord: a lease ends by itself", "lease", l.key, "error", err)
			}
		}
		<-b.turn
	}, nil
}

// alone waits until no other process has a turn. The lease is for as long as a
// turn can last, since a process that has one may die.
func (g *gateway) alone(ctx context.Context, l lease) error {
	if g.leases == nil {
		return nil
	}
	l.length = 3*g.times.Hello + g.times.Ready + g.times.Identify // asked, connected, greeted, ready
	for {
		ok, err := l.take(ctx)
		if ok || ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			g.adapter.log.WarnContext(ctx, "discord: identifying waits for the store", "error", err)
		}
		if err := sleep(ctx, g.times.Identify/4); err != nil {
			return err
		}
	}
}

// bucket is the bucket with this number.
func (g *gateway) bucket(n int) *bucket {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.paced[n] == nil {
		g.paced[n] = &bucket{turn: make(chan struct{}, 1)}
	}
	return g.paced[n]
}

// drain waits for the interactions that are being answered.
func (g *gateway) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), g.times.Drain)
	defer cancel()
	if err := g.adapter.tasks.wait(ctx); err != nil {
		g.adapter.log.Warn("discord: stopped while interactions were being answered")
	}
}
