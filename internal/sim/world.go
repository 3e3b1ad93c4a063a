package sim

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat"
	"nimbot/game/words"
	"nimbot/store"
)

// Options are the size of a run.
type Options struct {
	Copies int           // of the program; one if File
	File   bool          // the store is an embedded file, not a server
	Socket bool          // Slack delivers over Socket Mode, not over HTTP
	People int           // who play, at least two
	For    time.Duration // simulated time in which people do something
	// Faults says which faults happen.
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
	Platform float64       // that the platform refuses a request of the bot for a moment, or that Slack's answer is lost
	Late     float64       // that the platform does only seconds later what it is asked
	Kill     time.Duration // about how often a copy is stopped, 0: never
	Gently   float64       // the share of these stops that are SIGTERM, not SIGKILL
	Down     time.Duration // for how long a stopped copy is away
	Stalls   bool          // that a delivery may also meet a store that doesn't answer for a while, or refuses
	Clocks   time.Duration // how far the clock of a copy's machine may be off, ahead or behind
}

// world is one run.
type world struct {
	t       *testing.T
	o       Options
	random  *rand.Rand // of the world; each person has an own one
	network *network
	store   backend
	gateway []time.Time // when it was connected to
	discord *discordtest.Server
	slack   *slacktest.Server
	words   *words.Catalogue
	copies  []*instance
	people  []*person
	trace   *trace
	model   *model

	closers []func()

	began, ending time.Time
	shown         []discordtest.Message // every showing and edit on Discord, since the run has ended
	seen          []showing             // those of both platforms

	mu        sync.Mutex
	read      store.Archive   // for the checks
	boards    *chat.Handler   // on read
	faultAt   []time.Time     // when faults happened, in order
	asks      []ask           // of the copies, in order
	losing    map[string]bool // the places whose next answer is lost
	replacing bool            // a copy is away
	faults    sync.WaitGroup  // that deliveries meet
}

// The hosts of the network, and where they listen.
const (
	discordAt   = "discord.test:80"
	discordHost = "discord"
	slackAt     = "slack.test:80"
	slackHost   = "slack"
	storeHost   = "redis"
	guild       = "100000000000000001"
)

// newWorld makes the store, the platform and the copies, and starts them.
func newWorld(t *testing.T, seed uint64, o Options) *world {
	w := &world{t: t, o: o, random: rand.New(rand.NewPCG(seed, 0)), trace: &trace{}, began: time.Now(), losing: map[string]bool{}}
	w.network = newNetwork()
	w.store = w.newStore()
	var err error
	if w.words, err = words.Load(); err != nil {
		t.Fatal(err)
	}
	w.servesDiscord()
	w.servesSlack()
	w.model = newModel(w)
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
	for _, m := range w.shown {
		w.seen = append(w.seen, onDiscord(m))
	}
	for _, m := range w.slack.Shown() {
		w.seen = append(w.seen, onSlack(m.Message, m.At))
	}
	var all []event
	for _, m := range w.seen {
		how, last := "is shown", ""
		if m.edits > 0 {
			how = fmt.Sprintf("is edited for the %d. time", m.edits)
		}
		if n := len(m.commands); n > 0 {
			last = m.commands[n-1]
		}
		all = append(all, event{m.at, fmt.Sprintf("message %s in %s %s (to %q, %d buttons, the last %q): %.150q", m.id, m.channel, how, m.to, len(m.commands), last, m.text)})
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

// servesDiscord makes Discord, with two servers.
func (w *world) servesDiscord() {
	w.discord = discordtest.Unserved()
	w.discord.URL = "http://" + discordAt
	w.discord.Also = openAPI()
	w.discord.Endpoint = "http://bot.test/discord/interactions"
	w.serve(discordHost, discordAt, http.HandlerFunc(w.serveDiscord))
	w.discord.Gateway.Expect(discordtest.Guilds | discordtest.GuildMessages | discordtest.DirectMessages)
	w.discord.SetServers(guild, otherGuild)
	w.discord.Client = w.balanced(discordHost)
	w.discord.SetIntercept(w.hinders(3))
}

// serveDiscord serves Discord, and notes connections to its gateway.
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

// balanced returns a platform's client, which is connected with a copy that runs, as by a load balancer.
func (w *world) balanced(platform string) *http.Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		w.mu.Lock()
		n := w.random.IntN(len(w.copies))
		w.mu.Unlock()
		for i := range w.copies {
			c := w.copies[(n+i)%len(w.copies)]
			if conn, err := w.network.dial(ctx, platform, c.listen()); err == nil {
				return conn, nil
			}
		}
		return nil, errors.New("no copy runs")
	}
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: dial}}
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
	w.slack.Close()
	w.store.close()
	time.Sleep(time.Second) // what is under way arrives nowhere
}
