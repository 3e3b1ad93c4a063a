package discord

import (
	"cmp"
	"context"
	"encoding/json"
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
	set(&t.Drain, 5*time.Second)
	return t
}

// RunGateway receives interactions over the gateway until ctx ends, and
// returns nil then. An error tells that Discord does not want this bot to try
// again: its token or its sharding is wrong.
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
		adapter: a, times: c.Times.orDefaults(), leases: c.Leases, holder: newHolder(),
		slots: make(chan struct{}, maxAnswering), identified: map[int]time.Time{},
	}
	defer g.drain()
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	plan, err := g.plan(run)
	if err == nil {
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
	adapter *Adapter
	times   GatewayTimes
	leases  store.Store
	holder  string        // this process, in leases
	slots   chan struct{} // one for each interaction that is being answered

	mu         sync.Mutex
	identified map[int]time.Time // the last time by bucket
}

// plan asks Discord where the gateway is and what may be done there, as often
// as it takes. Only a refused token is an error, beside the end of ctx.
func (g *gateway) plan(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	for try := 0; ; try++ {
		plan, err := g.adapter.rest.gatewayBot(ctx)
		if err == nil && plan.URL == "" {
			err = errors.New("no address was given")
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
		g.adapter.log.InfoContext(ctx, "discord: a gateway connection ended", "shard", n, "error", end.err, "resume", end.next == resume)
		switch end.next {
		case never:
			return forGood(end.err)
		case afresh:
			s.forget()
		}
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

// maxResumes is how often in a row a session is tried to be resumed.
const maxResumes = 4

// admit waits until one more identification is allowed: by the day's budget,
// by the pace of the shard's bucket in this process, and in all others.
func (g *gateway) admit(ctx context.Context, shard int) (url string, err error) {
	for {
		plan, err := g.plan(ctx)
		if err != nil {
			return "", err
		}
		limit := plan.SessionStartLimit
		if limit.Total > 0 && limit.Remaining <= 0 {
			wait := max(time.Duration(limit.ResetAfter)*time.Millisecond, g.times.Retry)
			g.adapter.log.WarnContext(ctx, "discord: the day's identifications are used up", "wait", wait)
			if err := sleep(ctx, wait); err != nil {
				return "", err
			}
			continue
		}
		bucket := shard % max(1, limit.MaxConcurrency)
		if err := g.pace(ctx, bucket); err != nil {
			return "", err
		}
		return plan.URL, nil
	}
}

// pace waits for the bucket's turn.
func (g *gateway) pace(ctx context.Context, bucket int) error {
	g.mu.Lock()
	at := time.Now()
	if last, ok := g.identified[bucket]; ok && last.Add(g.times.Identify).After(at) {
		at = last.Add(g.times.Identify)
	}
	g.identified[bucket] = at
	g.mu.Unlock()
	if err := sleep(ctx, time.Until(at)); err != nil || g.leases == nil {
		return err
	}
	// The lease is taken and never given back: it ends when the next may.
	l := lease{store: g.leases, key: fmt.Sprintf("lease:discord/%s/identify/%d", g.adapter.app, bucket), holder: newHolder(), length: g.times.Identify}
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

// maxAnswering is how many interactions are answered at once. Discord sends
// no more than people click; the bound is for a burst after a break.
const maxAnswering = 256

// interact answers an interaction of the gateway in the background.
func (g *gateway) interact(raw []byte) {
	a := g.adapter
	end := a.tasks.begin()
	go func() {
		defer end()
		g.slots <- struct{}{}
		defer func() { <-g.slots }()
		ctx, cancel := context.WithTimeout(context.Background(), followFor)
		defer cancel()
		a.guard(ctx, func() { a.answer(ctx, raw) })
	}()
}

// answer answers an interaction of the gateway.
func (a *Adapter) answer(ctx context.Context, raw []byte) {
	var i struct {
		ID    string `json:"id"`
		Token string `json:"token"`
	}
	if err := json.Unmarshal(raw, &i); err != nil {
		a.log.Warn("discord: the gateway sent what is no interaction", "error", err)
		return
	}
	answer, err := a.Interact(ctx, raw)
	if err != nil {
		a.log.Warn("discord: an interaction could not be answered", "interaction", i.ID, "error", err)
		return
	}
	err = a.rest.callback(ctx, i.ID, i.Token, body{answer.ContentType, answer.Body})
	if err != nil && restCode(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged {
		// What was done is done; chat's worker shows it.
		a.log.Warn("discord: an answer was not taken", "interaction", i.ID, "error", err)
		return
	}
	a.Follow(answer)
}

// drain waits for the interactions that are being answered.
func (g *gateway) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), g.times.Drain)
	defer cancel()
	if err := g.adapter.tasks.wait(ctx); err != nil {
		g.adapter.log.Warn("discord: stopped while interactions were being answered")
	}
}
