// Package serve assembles the program and runs it: the configured platforms,
// the admin listener and the workers.
package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"nimbot/adapters/console"
	"nimbot/cmd/bot/config"
	"nimbot/game/chat"
	"nimbot/game/people"
	"nimbot/game/practice"
	"nimbot/game/rounds"
	"nimbot/game/router"
	"nimbot/game/router/limit"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/metered"
	"nimbot/store/person"
	"nimbot/store/redis"
)

// App is the assembled program.
type App struct {
	Words *words.Catalogue
	Clock *console.Clock
	// Own handles requests of the terminal, without rate limits: everybody there is the person at
	// the keyboard.
	Own *router.Router

	probe    string       // names this process's record of /readyz
	base     *store.Clock // the real time, which Clock advances
	config   config.Config
	options  Options
	store    store.Archive
	chat     *chat.Handler
	log      *slog.Logger
	metrics  *metrics
	key      *adminKey
	people   *people.Book
	practice *practice.Handler
	races    *rounds.Handler
	// public handles requests of all platforms, with rate limits for each person.
	public *router.Router
	limit  *limit.Limiter // the limiter of public
	states *platformStates
	// stopping reports that load balancers should send no more requests here.
	stopping atomic.Bool
}

// Options is what an App needs besides its configuration.
type Options struct {
	Log    *slog.Logger
	Build  Build
	Say    io.Writer // what people at the terminal read
	Notify string    // the service manager's socket, as in NOTIFY_SOCKET; "" for none
	// Started is called when everything is served; may be nil.
	Started func()
	// Wall is the machine's clock; nil: time.Now.
	Wall func() time.Time
	// Network opens and awaits connections; the zero value is the machine's.
	Network Network
	// Store is used instead of the one that the configuration names; nil: that one. It must answer.
	Store store.Archive
}

// Network opens and awaits connections. A nil function is the one of package net.
type Network struct {
	Dial   func(ctx context.Context, network, address string) (net.Conn, error)
	Listen func(network, address string) (net.Listener, error)
}

func (n Network) listen(network, address string) (net.Listener, error) {
	if n.Listen != nil {
		return n.Listen(network, address)
	}
	return net.Listen(network, address)
}

// Build describes how the program was built: Release is "v1.2.3", or "development"; Commit is the
// commit's full hash, or "".
type Build struct{ Release, Commit string }

// closeWithin bounds what is done when the program ends.
const closeWithin = time.Second

// Close adds the games that have just begun to their players' lists, for at most a second, and
// closes the store. The error is that of closing; what isn't listed yet, the next worker lists.
func (app *App) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	_ = app.chat.Close(ctx) // the next worker lists what is missing
	return app.store.Close()
}

// Assemble builds the program's parts from c. The caller must close it. The error is a Problem of
// the store, or says which part can't be built; then nothing is left open.
func Assemble(ctx context.Context, c config.Config, o Options) (*App, error) {
	log := o.Log
	lexicon, err := words.Load()
	if err != nil {
		return nil, fmt.Errorf("the catalogue of sentences: %w", err)
	}
	base := store.NewClock(o.Wall)
	clock := &console.Clock{Real: base.Now}
	backend, notes := o.Store, []redis.Note(nil)
	if backend == nil {
		if backend, notes, err = OpenStore(ctx, c.Store, clock.Now, Identity(c)); err != nil {
			return nil, err
		}
	}
	if _, err := agree(ctx, backend, base); err != nil {
		return nil, errors.Join(StoreProblem(err), backend.Close())
	}
	m := newMetrics(o.Build)
	m.network = o.Network
	s, err := metered.New(backend, metered.Options{Metrics: m.registry, Log: log})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	for _, note := range notes {
		level := slog.LevelInfo
		if note.Risk {
			level = slog.LevelWarn
		}
		log.Log(ctx, level, note.Text)
	}
	book := people.New(people.Config{Store: s, Now: clock.Now, Log: log, Keep: c.Limits.KeepPerson(), KeepMarks: c.Limits.KeepMarks(), Forget: Forget, ServerOf: ServerOf})
	practices := person.NewPractices(s, clock.Now, c.Limits.KeepPerson())
	handler := chat.New(chat.Config{
		Results:  practice.Results{Results: book, Practices: practices, Now: clock.Now, Log: log},
		Store:    s,
		Words:    lexicon,
		Now:      clock.Now,
		Log:      log,
		Happened: m.happened,
		Limits:   chat.Limits{Piles: c.Limits.Piles, Heap: c.Limits.Heap, Tables: c.Limits.Tables},
	})
	m.observeLanes(handler)
	practising := practice.New(practice.Config{
		Chat: handler, People: practices, Members: book, Words: lexicon, Now: clock.Now, Log: log,
	})
	book.SetChat(handler)
	races := rounds.New(rounds.Config{Chat: handler, Store: s, People: people.Rounds{Book: book}, Words: lexicon, Now: clock.Now, Log: log, Pieces: c.Limits.Piles, Happened: m.happened})
	in := router.Config{Chat: handler, Practice: practising, People: people.NewHandler(book, handler), Rounds: races, Log: log, Observe: m.observe}
	own := router.New(in)
	in.Limit = limit.New(c.Limits.CommandsPerMinute, clock.Now)
	return &App{
		Words:    lexicon,
		Clock:    clock,
		base:     base,
		probe:    rand.Text(),
		Own:      own,
		config:   c,
		options:  o,
		store:    s,
		chat:     handler,
		log:      log,
		metrics:  m,
		key:      newAdminKey(c.Store, c.HTTP.Profile),
		people:   book,
		practice: practising,
		races:    races,
		public:   router.New(in),
		limit:    in.Limit,
		states:   newPlatformStates(m),
	}, nil
}

// Identity returns an id that distinguishes two bots on one store: Discord's application id, ""
// if Discord isn't configured.
func Identity(c config.Config) string {
	if c.Discord.ApplicationID == "" {
		return ""
	}
	return "discord " + c.Discord.ApplicationID
}

// loadingPause is how long to wait before Redis is asked again whether it has
// loaded its data.
const loadingPause = time.Second

// AssembleLoaded is Assemble, but waits while Redis loads its data, as it does
// after a restart of the machine. Its error is redis.ErrLoading only if ctx ends
// meanwhile.
func AssembleLoaded(ctx context.Context, c config.Config, o Options) (*App, error) {
	for told := false; ; told = true {
		made, err := Assemble(ctx, c, o)
		if !errors.Is(err, redis.ErrLoading) {
			return made, err
		}
		if !told {
			o.Log.Warn("redis is still loading its data; the bot starts when that's done", "store", c.Store)
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(loadingPause):
		}
	}
}
