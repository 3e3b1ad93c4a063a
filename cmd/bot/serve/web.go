package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"nimbot/adapters/clientip"
	"nimbot/adapters/web"
	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
	"nimbot/game/rules"
)

// connectPage serves the web page.
func connectPage(_ context.Context, app *App) (platform, error) {
	c := app.config
	proxies, err := clientip.ParseProxies(c.HTTP.TrustedProxy)
	if err != nil {
		return platform{}, err
	}
	page, err := web.New(web.Options{
		Bot:            app.public,
		Boards:         app.public.Boards,
		Completer:      app.public,
		Store:          app.store,
		Words:          app.Words,
		LessonProgress: app.lessons(web.Platform),
		DailyProgress:  app.today,
		RecordHelp:     app.tell,
		Log:            app.log,
		Now:            app.Clock.Now,
		PerMinute:      c.Limits.CommandsPerMinute,
		// Only an automatic page is local: an explicitly enabled one may be
		// behind a proxy.
		Local:     c.Web.Enabled == config.PageAuto && clientip.IsLocalName(c.HTTP.Listen),
		Proxies:   proxies,
		PublicURL: c.HTTP.PublicURL,
		Bounds:    rules.Size{Parts: c.Limits.Piles, Largest: c.Limits.Heap},
	})
	if err != nil {
		return platform{}, err
	}
	return platform{
		name:   web.Platform,
		routes: map[string]http.Handler{"/": page},
		called: true,
		run: func(ctx context.Context) error {
			app.printURL()
			<-ctx.Done()
			page.Close() // ends the streams, which would delay shutdown
			return nil
		},
		publisher: page,
		close:     func(context.Context) error { return nil },
	}, nil
}

// lessons returns a function that lists the lessons with a person's progress. platform is the
// platform of the page.
func (app *App) lessons(platform string) func(context.Context, string) ([]web.LessonProgress, error) {
	return func(ctx context.Context, userID string) ([]web.LessonProgress, error) {
		path, err := app.practice.LessonProgress(ctx, platform, userID)
		all := make([]web.LessonProgress, len(path))
		for i, m := range path {
			all[i] = web.LessonProgress(m)
		}
		return all, err
	}
}

// today is somebody's progress with the day's positions.
func (app *App) today(ctx context.Context, p dialog.Place, userID string) (web.DailyProgress, error) {
	t, err := app.practice.DailyProgress(ctx, p, userID)
	return web.DailyProgress(t), err
}

// tell checks whether somebody on the page may be told about a position, and records it as help.
func (app *App) tell(ctx context.Context, userID string, of rules.Situation) error {
	return app.practice.RecordHelp(ctx, dialog.Place{Platform: web.Platform}, dialog.User{ID: userID}, of)
}

// printURL says where the page is.
func (app *App) printURL() {
	_, _ = fmt.Fprintf(app.options.Say, "Nim Bot is ready. Open http://%s in a browser and play.\n", dialable(app.config.HTTP.Listen))
	if app.config.Web.Enabled == config.PageAuto {
		_, _ = fmt.Fprintln(app.options.Say, "Press Ctrl-C to stop. To play in this terminal, run bot play. To connect Discord or Slack, see docs/discord.md and docs/slack.md.")
	}
}

// withFreePorts replaces default ports that are taken, so that the program
// starts anyway. Configured addresses aren't changed, because health checks and
// proxies use them.
func (app *App) withFreePorts(c config.Config) config.Config {
	for _, l := range []struct {
		key     string
		address *string
	}{{"http.listen", &c.HTTP.Listen}, {"http.admin", &c.HTTP.Admin}} {
		wanted := *l.address
		if c.Named(l.key) {
			continue
		}
		free, why, err := freeNear(wanted)
		if err != nil || free == wanted {
			continue // listening returns the error
		}
		*l.address = free
		_, _ = fmt.Fprintf(app.options.Say, "%s = %q: %s; listening on %s instead\n", l.key, wanted, config.Reason(why), free)
	}
	return c
}

// freeNear is address if one can listen there, else a free address on the same host, and the
// reason.
func freeNear(address string) (free string, why, err error) {
	l, why := net.Listen("tcp", address)
	if why != nil {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return "", why, err
		}
		if l, err = net.Listen("tcp", net.JoinHostPort(host, "0")); err != nil {
			return "", why, err
		}
		address = l.Addr().String()
	}
	return address, why, l.Close()
}
