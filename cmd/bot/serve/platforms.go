package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/legal"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/rules"
	"nimbot/game/words/command"
	"nimbot/game/worker"
)

// platform is a connected platform: what it serves, runs and shows.
type platform struct {
	name string // as in dialog.Place
	// routes are served on http.listen, by pattern.
	routes map[string]http.Handler
	// called reports that people's commands come by the routes.
	called bool
	// watch looks after the platform until ctx ends, besides run; nil: there is nothing to
	// look after.
	watch func(ctx context.Context)
	// run keeps its own connections open until ctx ends; nil: it has none. It
	// returns an error only if the platform refuses the bot permanently; the
	// error says what to do. It may be called again later.
	run func(ctx context.Context) error
	// publisher posts unasked.
	publisher dialog.Publisher
	// membership says in which servers the bot is; nil: unknown.
	membership people.Membership
	// close waits until everything is sent, or ctx ends.
	close func(ctx context.Context) error
}

// hooks returns the functions with which a platform's adapter sends requests,
// and reports connections and servers that removed the bot.
func (app *App) hooks(platform string) adapterHooks {
	w := app.metrics.hooks(platform)
	w.site, w.version = app.config.HTTP.PublicURL, app.options.Build.Release
	state := app.states.of(platform)
	w.connected, w.tokenRefused, w.reached = state.connected, state.noteToken, state.noteReach
	w.removed = func(ctx context.Context, guild string) error { return app.people.RecordRemoval(ctx, platform, guild) }
	w.leaving = func(ctx context.Context, guild, user string) (bool, error) {
		return app.people.Leaving(ctx, dialog.Place{Platform: platform, Guild: guild}, user)
	}
	w.uninstalled = func(ctx context.Context, user string) error { return app.people.RecordUninstall(ctx, platform, user) }
	return w
}

// Bounds of the public listener, and how long shutting it down may take: with
// http.drain at its default of 5 s, the program ends within 10 s.
const (
	readWithin  = 10 * time.Second
	writeWithin = 10 * time.Second
	idleFor     = 2 * time.Minute
	maxHeader   = 16 << 10
	stopWithin  = 3 * time.Second
)

// servePlatforms serves every platform that is configured, the admin listener and the
// worker that posts unasked, until ctx ends or none of them can be served.
func (app *App) servePlatforms(ctx context.Context) error {
	c := app.config
	platforms, err := app.connect(ctx)
	if err != nil {
		return err
	}
	proxies, err := clientip.ParseProxies(c.HTTP.TrustedProxy)
	if err != nil {
		return err
	}
	pictures, err := newBoardPictures(app.Words, proxies, app.base.Now, app.log)
	if err != nil {
		return err
	}
	pages, err := legal.Routes(facts(c))
	if err != nil {
		return err
	}
	if c.MCP.Enabled {
		if pages[agentsPath], err = app.agents(); err != nil {
			return err
		}
	}
	// Listen before /readyz reports ready, so that requests find the port open.
	listener, err := app.options.Network.listen("tcp", c.HTTP.Listen)
	if err != nil {
		return listenProblem("http.listen", c.HTTP.Listen, err)
	}
	defer func() { _ = listener.Close() }() // in case it was never served
	stopAdmin, err := startAdmin(c.HTTP.Admin, app)
	if err != nil {
		return listenProblem("http.admin", c.HTTP.Admin, err)
	}
	defer stopAdmin()
	server := publicServer(platforms, pictures, pages, app.log)
	ctx, cancel := draining(ctx, c.HTTP.Drain, func(cause error) {
		app.stopping.Store(true)
		app.log.Info("stopping; not ready any more", "reason", cause)
	})
	defer cancel(nil)
	var running sync.WaitGroup
	running.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			cancel(err)
		}
	})
	publishers := startPlatforms(ctx, platforms, app, listener.Addr(), func(run func(context.Context) error) {
		running.Go(func() {
			if err := run(ctx); err != nil {
				cancel(err)
			}
		})
	})
	running.Go(func() { Announce(ctx, app.store, app.base.Now, app.log) })
	running.Go(func() { keepTime(ctx, app.store, app.base, app.log) })
	defer app.Erase(ctx)()
	looker := worker.Worker{Chat: app.chat, Store: app.store, Now: app.Clock.Now, Publishers: publishers, Rounds: app.races, Due: app.people.Due, Log: app.log, Observer: app.metrics.watch()}
	running.Go(func() { looker.Run(ctx) })
	app.notifyStarted()

	<-ctx.Done()
	cause := context.Cause(ctx)
	if errors.Is(cause, context.Canceled) {
		app.log.Info("stopping; what was begun comes to its end")
	}
	err = stopPlatforms(server, platforms, app)
	running.Wait()
	app.log.Info("stopped")
	if !errors.Is(cause, context.Canceled) {
		return errors.Join(cause, err)
	}
	return err
}

// startPlatforms runs the platforms in the background and returns their
// publishers.
func startPlatforms(ctx context.Context, platforms []platform, app *App, at net.Addr, background func(run func(context.Context) error)) map[string]dialog.Publisher {
	publishers := map[string]dialog.Publisher{}
	var names []string
	for _, x := range platforms {
		publishers[x.name] = x.publisher
		if x.publisher != nil {
			app.chat.PostThrough(x.name, x.publisher)
		}
		app.metrics.initSeries(x.name)
		standing := app.states.of(x.name)
		standing.called.Store(x.called)
		if x.membership != nil {
			if err := app.people.Watch(ctx, x.name, x.membership); err != nil {
				app.log.Warn("servers that remove the bot unheard are not noticed until the next start", "platform", x.name, "error", err)
			}
		}
		if x.run != nil {
			background(func(ctx context.Context) error { return standing.run(ctx, x.run, len(platforms) == 1, app.log) })
		}
		if x.watch != nil {
			background(func(ctx context.Context) error { x.watch(ctx); return nil })
		}
		names = append(names, x.name)
	}
	app.log.Info("serving", "platforms", strings.Join(names, ", "), "listen", at.String())
	return publishers
}

// facts returns what the pages about the bot say about this installation.
func facts(c config.Config) legal.Facts {
	cmd := "/" + command.Name
	if c.Slack.Configured() && !c.Discord.Configured() {
		cmd = c.Slack.Command
	}
	return legal.Facts{
		Operator: config.Redact(c.Operator.Name), Contact: c.Operator.Contact, Address: config.Redact(c.Operator.Address),
		Command: cmd, Games: len(rules.Games()), Play: c.ServesPage(), PersonDays: c.Limits.PersonDays, BackupDays: c.Limits.BackupDays,
	}
}

// publicServer serves the platforms' routes, pictures of boards, and the pages
// about the bot.
func publicServer(platforms []platform, pictures *boardPictures, pages map[string]http.Handler, log *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.Handle(boardPath, pictures)
	for pattern, h := range pages {
		mux.Handle(pattern, h)
	}
	for _, x := range platforms {
		for pattern, h := range x.routes {
			mux.Handle(pattern, h)
		}
	}
	return &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       readWithin,
		WriteTimeout:      writeWithin,
		IdleTimeout:       idleFor,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// stopPlatforms finishes what has started: first the requests, then, on all
// platforms at once, what they still have to send. A timeout isn't an error,
// because the next process shows the rest.
func stopPlatforms(server *http.Server, platforms []platform, app *App) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	late := func(what string, err error) error {
		if errors.Is(err, context.DeadlineExceeded) {
			app.log.Warn("stopped before everything came to its end; the next process shows what was not shown", "waited", stopWithin, "for", what)
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	}
	errs := make([]error, len(platforms))
	stopped := late("requests", server.Shutdown(ctx))
	var closing sync.WaitGroup
	var idle error
	closing.Go(func() { idle = late("servers that removed the bot", app.people.WaitIdle(ctx)) })
	for i, x := range platforms {
		closing.Go(func() { errs[i] = late(x.name, x.close(ctx)) })
	}
	closing.Wait()
	return errors.Join(append(errs, stopped, idle)...)
}

// serveLocally serves operators while local runs. It's for a configuration without a
// platform and with the page turned off.
func (app *App) serveLocally(ctx context.Context, local func(context.Context) error) error {
	address := app.config.HTTP.Admin
	stop, err := startAdmin(address, app)
	switch {
	case err != nil && app.config.Named("http.admin"):
		return listenProblem("http.admin", address, err)
	case err != nil:
		// People who just want to play don't need it.
		_, _ = fmt.Fprintf(app.options.Say, "http.admin = %q: not listening (%s), so health, metrics and inspect are off; choose another port to turn them on\n", address, config.Reason(err))
	}
	defer stop()
	defer app.Erase(ctx)()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepTime(ctx, app.store, app.base, app.log)
	app.notifyReady()
	return local(ctx)
}
