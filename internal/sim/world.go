package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"nimbot/adapters/discord/discordtest"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/game/chat"
	"nimbot/game/words"
	"nimbot/store/redis"
)

// Options are the size of a run.
type Options struct {
	Copies int           // of the program
	People int           // who play, at least two
	For    time.Duration // simulated time in which people do something
	// Plan says which faults happen.
	Faults Faults
}

// Faults are chances and pauses; the zero value is a world without faults.
type Faults struct {
	Twice    float64       // that a delivery comes again, perhaps to another copy
	Amid     float64       // that a delivery meets a fault: a broken connection, or a killed copy
	Platform float64       // that the platform refuses a request of the bot for a moment
	Kill     time.Duration // about how often a copy is stopped, 0: never
	Gently   float64       // the share of these stops that are SIGTERM, not SIGKILL
	Down     time.Duration // for how long a stopped copy is away
}

// world is one run.
type world struct {
	t       *testing.T
	o       Options
	random  *rand.Rand // of the world; each person has an own one
	network *network
	server  *miniredis.Miniredis
	discord *discordtest.Server
	words   *words.Catalogue
	copies  []*instance
	people  []*person
	trace   *trace
	model   *model

	closers []func()

	mu        sync.Mutex
	fault     time.Time      // when the last fault happened
	replacing bool           // a copy is away
	faults    sync.WaitGroup // that deliveries meet
}

// The hosts of the network, and where they listen.
const (
	platformAt = "discord.test:80"
	storeHost  = "redis"
	guild      = "100000000000000001"
)

// newWorld makes the store, the platform and the copies, and starts them.
func newWorld(t *testing.T, seed uint64, o Options) *world {
	w := &world{t: t, o: o, random: rand.New(rand.NewPCG(seed, 0)), trace: &trace{}}
	w.network = newNetwork()
	w.server = miniredis.NewMiniRedis()
	w.server.ClockTTL(true)
	var err error
	if w.words, err = words.Load(); err != nil {
		t.Fatal(err)
	}
	w.discord = discordtest.Unserved()
	w.discord.URL = "http://" + platformAt
	w.discord.Endpoint = "http://bot.test/discord/interactions"
	w.serve("discord", platformAt, w.discord)
	w.discord.Client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: w.balance}}
	w.model = newModel(w)
	w.refuses()
	for i := range o.Copies {
		c := &instance{world: w, number: i + 1}
		w.copies = append(w.copies, c)
		if err := c.start(); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// serve serves an outside server inside the process.
func (w *world) serve(host, address string, h http.Handler) {
	l, err := w.network.listen(host, address)
	if err != nil {
		w.t.Fatal(err)
	}
	s := &http.Server{Handler: h, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(l) // until it is closed
	}()
	w.closers = append(w.closers, func() {
		_ = s.Close()
		<-done
	})
}

// balance connects the platform with a copy that runs, as a load balancer does.
func (w *world) balance(ctx context.Context, _, _ string) (net.Conn, error) {
	w.mu.Lock()
	n := w.random.IntN(len(w.copies))
	w.mu.Unlock()
	for i := range w.copies {
		c := w.copies[(n+i)%len(w.copies)]
		if conn, err := w.network.dial(ctx, "discord", c.listen()); err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("no copy runs")
}

// instance is one copy of the program, in its successive lives.
type instance struct {
	world  *world
	number int

	mu    sync.Mutex
	app   *serve.App
	end   context.CancelCauseFunc
	ended chan struct{}
}

func (c *instance) host() string   { return fmt.Sprint("copy", c.number) }
func (c *instance) listen() string { return fmt.Sprintf("127.0.0.1:%d", 8000+c.number) }

// start starts the program. The error is the one with which it can't.
func (c *instance) start() error {
	w := c.world
	settings := config.Default()
	settings.Store = "redis://redis.test"
	settings.HTTP.Listen, settings.HTTP.Admin = c.listen(), fmt.Sprintf("127.0.0.1:%d", 9000+c.number)
	settings.Discord = config.Discord{
		Mode: "http", ApplicationID: discordtest.Application, PublicKey: w.discord.PublicKey,
		Token: discordtest.Token, APIURL: w.discord.URL, Messages: "off", Activity: "off",
	}
	backend, err := redis.Open(settings.Store.Reveal(), redis.Options{Dial: c.dialStore})
	if err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(context.Background())
	app, err := serve.Assemble(ctx, settings, serve.Options{
		Log: slog.New(slog.NewTextHandler(w.trace.log(c.host()), nil)), Say: io.Discard, Store: backend,
		Network: serve.Network{
			Dial: func(ctx context.Context, _, address string) (net.Conn, error) {
				return w.network.dial(ctx, c.host(), address)
			},
			Listen: func(_, address string) (net.Listener, error) { return w.network.listen(c.host(), address) },
		},
	})
	if err != nil {
		end(err)
		return err
	}
	ended := make(chan struct{})
	c.mu.Lock()
	c.app, c.end, c.ended = app, end, ended
	c.mu.Unlock()
	go func() {
		defer close(ended)
		err := errors.Join(app.Serve(ctx, nil), app.Close())
		w.trace.note("%s ended: %v", c.host(), err)
	}()
	return nil
}

// dialStore opens a connection to the store.
func (c *instance) dialStore(context.Context, string, string) (net.Conn, error) {
	conn, err := c.world.server.Dial()
	if err != nil {
		return nil, err
	}
	return c.world.network.wrap(conn, c.host(), storeHost), nil
}

// kill ends the copy as SIGKILL does, as far as anybody outside can tell: its connections break,
// and nothing that it still does reaches anybody.
func (c *instance) kill() {
	c.stop(errKilled, func() { c.world.network.cut(c.host()) })
}

// drain ends the copy as SIGTERM does.
func (c *instance) drain() { c.stop(errTerminated, func() {}) }

var errKilled, errTerminated = errors.New("killed"), fmt.Errorf("terminated: %w", context.Canceled)

func (c *instance) stop(cause error, first func()) {
	c.mu.Lock()
	end, ended := c.end, c.ended
	c.mu.Unlock()
	c.world.faulty()
	first()
	end(cause)
	<-ended
	c.world.faulty()
}

// chaos stops copies and starts them again until ctx ends.
func (w *world) chaos(ctx context.Context) {
	if w.o.Faults.Kill == 0 {
		return
	}
	r := rand.New(rand.NewPCG(w.random.Uint64(), 1))
	for sleep(ctx, w.o.Faults.Kill/2+time.Duration(r.Int64N(int64(w.o.Faults.Kill)))) {
		w.copies[r.IntN(len(w.copies))].replace(r.Float64() < w.o.Faults.Gently, w.o.Faults.Down)
	}
}

// replace stops a copy and starts it again, unless another one is away: one always runs.
func (c *instance) replace(gently bool, away time.Duration) {
	w := c.world
	w.mu.Lock()
	busy := w.replacing
	w.replacing = true
	w.mu.Unlock()
	if busy {
		return
	}
	if gently {
		w.trace.note("%s is told to stop", c.host())
		c.drain()
	} else {
		w.trace.note("%s is killed", c.host())
		c.kill()
	}
	time.Sleep(away)
	w.trace.note("%s starts again", c.host())
	if err := c.start(); err != nil {
		w.model.breaks("%s can't start again: %v", c.host(), err)
	}
	w.mu.Lock()
	w.replacing = false
	w.mu.Unlock()
}

// faulty records that a fault happened just now.
func (w *world) faulty() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fault = time.Now()
}

// afterFault is how long a fault may disturb what begins after it.
const afterFault = 3 * time.Second

// disturbed reports whether a fault excuses that something went wrong that began then.
func (w *world) disturbed(began time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.fault.IsZero() && w.fault.Add(afterFault).After(began)
}

// amid lets a fault happen while a delivery is under way: the connections of a copy to the store
// break, so that what they carried may be done and its answer is lost, or the copy is killed.
func (w *world) amid(r *rand.Rand) {
	time.Sleep(time.Duration(r.Int64N(int64(3 * time.Millisecond))))
	c := w.copies[r.IntN(len(w.copies))]
	switch r.IntN(4) {
	case 0:
		c.replace(false, w.o.Faults.Down)
	case 1:
		w.trace.note("the connections of %s to the platform break", c.host())
		w.faulty()
		w.network.part(c.host(), "discord")
	default:
		w.trace.note("the connections of %s to the store break", c.host())
		w.faulty()
		w.network.part(c.host(), storeHost)
	}
}

// refuses lets the platform refuse some requests, as it does when it is busy.
func (w *world) refuses() {
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(w.random.Uint64(), 3))
	w.discord.SetIntercept(func(out http.ResponseWriter, in *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if r.Float64() >= w.o.Faults.Platform {
			w.trace.note("the platform is asked %s %s", in.Method, in.URL.Path)
			return false
		}
		w.trace.note("the platform refuses %s %s", in.Method, in.URL.Path)
		if r.IntN(2) == 0 {
			out.WriteHeader(http.StatusBadGateway)
			return true
		}
		out.Header().Set("Retry-After", "1")
		out.Header().Set("Content-Type", "application/json")
		out.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(out, `{"message":"You are being rate limited.","retry_after":1.0,"global":false}`) // the bot hung up
		return true
	})
}

// sleep sleeps, and reports whether ctx still lasts.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// end stops everything.
func (w *world) end() {
	for _, c := range w.copies {
		c.drain()
	}
	for _, f := range w.closers {
		f()
	}
	w.discord.Close()
	w.server.Close()
	w.network.cut(storeHost)
}

// reader returns a handler that reads what is stored, as a fresh copy would.
func (w *world) reader() (*chat.Handler, func()) {
	s, err := redis.Open("redis://redis.test", redis.Options{Dial: func(context.Context, string, string) (net.Conn, error) {
		conn, err := w.server.Dial()
		if err != nil {
			return nil, err
		}
		return w.network.wrap(conn, "reader", storeHost), nil
	}})
	if err != nil {
		w.t.Fatal(err)
	}
	return chat.New(chat.Config{Store: s, Words: w.words, Now: time.Now, Log: slog.New(slog.DiscardHandler)}), func() { _ = s.Close() }
}
