package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"nimbot/adapters/discord/discordtest"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/game/chat"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/redis"
)

// Options are the size of a run.
type Options struct {
	Copies int           // of the program
	People int           // who play, at least two
	For    time.Duration // simulated time in which people do something
	// Plan says which faults happen.
	Faults Faults
	// mover is the model's rule of who is to move after so many moves of a counted game.
	mover func(done int) int
	// bound is how long a run may take by the real clock, 0 for the usual time; then hung is called,
	// nil for hangs. Somebody waits until stuck is closed, if it isn't nil.
	bound time.Duration
	hung  func(*world)
	stuck <-chan struct{}
}

// alternate is that rule: the two take turns.
func alternate(done int) int { return done % 2 }

// Faults are chances and pauses; the zero value is a world without faults.
type Faults struct {
	Twice    float64       // that a delivery comes again, perhaps to another copy
	Amid     float64       // that a delivery meets a fault: a broken connection, or a killed copy
	Platform float64       // that the platform refuses a request of the bot for a moment
	Kill     time.Duration // about how often a copy is stopped, 0: never
	Gently   float64       // the share of these stops that are SIGTERM, not SIGKILL
	Down     time.Duration // for how long a stopped copy is away
	Clocks   time.Duration // how far the clock of a copy's machine may be off, ahead or behind
}

// world is one run.
type world struct {
	t       *testing.T
	o       Options
	random  *rand.Rand // of the world; each person has an own one
	network *network
	server  *miniredis.Miniredis
	gateway []time.Time // when it was connected to
	discord *discordtest.Server
	words   *words.Catalogue
	copies  []*instance
	people  []*person
	trace   *trace
	model   *model

	closers []func()

	began, ending time.Time
	reads         store.Archive         // as a copy would open it, for the checks
	fresh         *chat.Handler         // on reads
	shown         []discordtest.Message // every showing and edit, since the run has ended

	mu        sync.Mutex
	faultAt   []time.Time    // when faults happened, in order
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
	w := &world{t: t, o: o, random: rand.New(rand.NewPCG(seed, 0)), trace: &trace{}, began: time.Now()}
	w.network = newNetwork()
	w.server = miniredis.NewMiniRedis()
	var err error
	if w.words, err = words.Load(); err != nil {
		t.Fatal(err)
	}
	w.discord = discordtest.Unserved()
	w.discord.URL = "http://" + platformAt
	w.discord.Endpoint = "http://bot.test/discord/interactions"
	w.serve("discord", platformAt, http.HandlerFunc(w.serveDiscord))
	w.discord.Gateway.Expect(discordtest.Guilds | discordtest.GuildMessages | discordtest.DirectMessages)
	w.discord.SetServers(guild)
	w.discord.Client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: w.balance}}
	w.model = newModel(w)
	w.reader()
	w.refuses()
	for i := range o.Copies {
		c := &instance{world: w, number: i + 1}
		w.copies = append(w.copies, c)
		if err := c.start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(startsApart + time.Duration(i)*time.Microsecond) // what copies do each second isn't done at the same instant
	}
	return w
}

// collects adds to the trace what people saw.
func (w *world) collects() {
	w.shown, _ = w.discord.Shown(0)
	var all []event
	for _, m := range w.shown {
		how, buttons := "is shown", ""
		if m.Edits > 0 {
			how = fmt.Sprintf("is edited for the %d. time", m.Edits)
		}
		for _, b := range m.Buttons {
			buttons = strings.TrimPrefix(b.CustomID+" "+b.Value, "c:")
		}
		all = append(all, event{m.At, fmt.Sprintf("message %s in %s %s (to %q, %d buttons, the last %q): %.150q", m.ID, m.Channel, how, m.To, len(m.Buttons), buttons, m.Text)})
	}
	w.trace.add(all)
}

// shownIn returns every showing and edit in a channel, in order.
func (w *world) shownIn(channel string) (all []discordtest.Message) {
	for _, m := range w.shown {
		if m.Channel == channel && m.To == "" {
			all = append(all, m)
		}
	}
	return all
}

// serveDiscord serves the platform, and notes connections to its gateway.
func (w *world) serveDiscord(out http.ResponseWriter, in *http.Request) {
	if in.URL.Path == "/gateway" {
		w.mu.Lock()
		w.gateway = append(w.gateway, time.Now())
		w.mu.Unlock()
		w.trace.note("the gateway is connected to")
	}
	w.discord.ServeHTTP(out, in)
}

// startsApart is how long after another a copy starts.
const startsApart = 310 * time.Millisecond

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
	lives int // how often it was started
}

// lives returns how many processes there were.
func (w *world) lives() (n int) {
	for _, c := range w.copies {
		n += c.lives
	}
	return n
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
		Token: discordtest.Token, APIURL: w.discord.URL, Messages: "on", Activity: "off",
	}
	backend, err := redis.Open(settings.Store.Reveal(), redis.Options{Dial: c.dialStore})
	if err != nil {
		return err
	}
	ahead := time.Duration(0)
	if most := int64(w.o.Faults.Clocks); most > 0 {
		ahead = time.Duration(rand.New(rand.NewPCG(uint64(c.number), 5)).Int64N(2*most)) - w.o.Faults.Clocks
	}
	ctx, end := context.WithCancelCause(context.Background())
	app, err := serve.Assemble(ctx, settings, serve.Options{
		Log: slog.New(slog.NewTextHandler(w.trace.log(c.host()), nil)), Say: io.Discard, Store: quiet{backend, w.server},
		Wall: func() time.Time { return time.Now().Add(ahead) },
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
	c.lives++
	c.mu.Unlock()
	go func() {
		defer close(ended)
		if err := errors.Join(app.Serve(ctx, nil), app.Close()); err != nil && !errors.Is(err, context.Canceled) && !w.network.isDead(c.host()) {
			w.model.breaks("%s ended: %v", c.host(), err)
		}
	}()
	return nil
}

// dialStore opens a connection to the store.
func (c *instance) dialStore(context.Context, string, string) (net.Conn, error) {
	return c.world.dialStore(c.host())
}

func (w *world) dialStore(host string) (net.Conn, error) {
	if w.network.isDead(host) {
		return nil, errRefused
	}
	conn, err := w.server.Dial()
	if err != nil {
		return nil, err
	}
	return w.network.wrap(conn, host, storeHost), nil
}

// kill ends the copy as SIGKILL does, as far as anybody outside can tell: its connections break,
// and nothing that it still does reaches anybody.
func (c *instance) kill() {
	c.stop(errKilled, func() { c.world.network.kill(c.host()) })
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
	began := time.Now()
	if gently {
		w.trace.note("%s is told to stop", c.host())
		c.drain()
	} else {
		w.trace.note("%s is killed", c.host())
		c.kill()
	}
	time.Sleep(away - time.Since(began)) // net/http shuts down after a random pause, which must not matter
	w.network.revive(c.host())
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
	w.faultAt = append(w.faultAt, time.Now())
}

// afterFault is how long a fault may disturb what begins after it.
const afterFault = 3 * time.Second

// disturbed reports whether a fault excuses that something went wrong that began then and has
// ended now.
func (w *world) disturbed(began time.Time) bool {
	return w.disturbedWithin(began.Add(-afterFault), time.Now())
}

// disturbedWithin reports whether a fault happened between two times.
func (w *world) disturbedWithin(from, to time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, at := range slices.Backward(w.faultAt) {
		if at.Before(from) {
			break
		}
		if !at.After(to) {
			return true
		}
	}
	return false
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
			w.trace.note("the platform is asked %s %s%s", in.Method, in.URL.Path, nonceOf(in))
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

var nonces = regexp.MustCompile(`"nonce":"\w+"`)

// nonceOf returns the nonce of a request that posts a message, for the trace.
func nonceOf(in *http.Request) string {
	if in.Method != http.MethodPost || !strings.Contains(in.URL.Path, "/channels/") {
		return ""
	}
	raw, err := io.ReadAll(in.Body)
	in.Body = io.NopCloser(bytes.NewReader(raw))
	if err != nil {
		return "" // the connection broke
	}
	return " with " + nonces.FindString(string(raw))
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
	w.ending = time.Now()
	for _, c := range w.copies {
		c.drain()
	}
	for _, f := range w.closers {
		f()
	}
	w.discord.Close()
	w.server.Close()
	w.network.cut(storeHost)
	time.Sleep(time.Second) // what is under way arrives nowhere
}

// reader opens the store for the checks, as a copy would.
func (w *world) reader() {
	s, err := redis.Open("redis://redis.test", redis.Options{Dial: func(context.Context, string, string) (net.Conn, error) { return w.dialStore("reader") }})
	if err != nil {
		w.t.Fatal(err)
	}
	w.reads = s
	w.fresh = chat.New(chat.Config{Store: s, Words: w.words, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	w.closers = append(w.closers, func() { _ = s.Close() })
}

// quiet is a store whose workers don't ask the server each second what is due while nothing is:
// looking into the simulated server costs next to nothing, 64 questions by three copies a second are
// most of what an idle hour costs.
type quiet struct {
	store.Archive
	server *miniredis.Miniredis
}

func (q quiet) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	if !q.due(float64(now.UnixMilli())) {
		return nil, store.InTime(ctx)
	}
	return q.Archive.Claim(ctx, now, lease, limit)
}

func (q quiet) due(now float64) bool {
	for bucket := range 64 {
		tasks, err := q.server.SortedSet(fmt.Sprintf("nim:{%d}#tasks", bucket))
		if err != nil {
			continue // there are none
		}
		for _, at := range tasks {
			if at <= now {
				return true
			}
		}
	}
	return false
}

// expireEvery is how often the store drops what has expired. miniredis would do it at each command,
// which takes a tenth of a run.
const expireEvery = 5 * time.Second

func (w *world) expires(ctx context.Context) {
	for sleep(ctx, expireEvery) {
		w.server.FastForward(expireEvery)
	}
}

// The lulls: every ten minutes nobody does anything for a while, so that everything comes to rest.
const (
	lullEvery = 10 * time.Minute
	lullFor   = 110 * time.Second
)

// awaitLull waits until the present lull is over, if there is one.
func (w *world) awaitLull(r *rand.Rand) {
	since := time.Since(w.began) % lullEvery
	if since > lullEvery-lullFor {
		time.Sleep(lullEvery - since + time.Duration(r.Int64N(int64(5*time.Second))))
	}
}

// rests checks at the end of each lull what must hold at rest, until ctx ends.
func (w *world) rests(ctx context.Context) {
	for sleep(ctx, lullEvery-time.Since(w.began)%lullEvery-time.Second) {
		if now := time.Now(); !w.disturbedWithin(now.Add(-lullFor+20*time.Second), now) {
			w.model.checkRest(ctx, w.channels())
			w.model.checkGateway(now.Add(-lullFor+time.Minute), now)
		}
		time.Sleep(2 * time.Second)
	}
}
