package serve

import (
	"context"
	"errors"
	"slices"

	"nimbot/adapters/console"
	"nimbot/adapters/discord"
	"nimbot/adapters/slack"
	"nimbot/adapters/web"
	"nimbot/cmd/bot/config"
	"nimbot/game/people"
)

// platformSpec is a platform that the bot can serve. CONTRIBUTING.md lists what a new one needs.
type platformSpec struct {
	name       string
	configured func(config.Config) bool // nil: it's never connected
	connect    func(context.Context, *App) (platform, error)
	// check asks the platform whether the configuration is good, and returns notes
	// about it; nil: there is nothing to ask.
	check func(context.Context, config.Config) (notes []string, err error)
	// forget and serverOf are for the documents that its adapter keeps, as in
	// people.Config; nil: it keeps none.
	forget   people.ForgetFunc
	serverOf func(key string) (platform, guild string, ok bool)
}

// specs are the platforms, in the order in which they are connected.
var specs = []platformSpec{
	{name: discord.Platform, configured: wantsDiscord, connect: connectDiscord, check: checkDiscord},
	{name: slack.Platform, configured: wantsSlack, connect: connectSlack, check: checkSlack, forget: slack.Forget, serverOf: slack.ServerOf},
	{name: web.Platform, configured: config.Config.ServesPage, connect: connectPage, forget: web.Forget},
	{name: console.Platform},
}

func wantsDiscord(c config.Config) bool { return c.Discord.Configured() }
func wantsSlack(c config.Config) bool   { return c.Slack.Configured() }

// connected reports whether c asks for the platform.
func (k platformSpec) connected(c config.Config) bool { return k.configured != nil && k.configured(c) }

// Platforms are the names of all platforms.
func Platforms() (names []string) {
	for _, k := range specs {
		names = append(names, k.name)
	}
	return names
}

// Check asks the store and every platform whether the configuration is good. It
// calls tell with the notes and the error of the store and of each platform,
// and returns the joined errors that tell returns.
func Check(ctx context.Context, c config.Config, tell func(notes []string, err error) error) error {
	wrong := []error{tell(checkStore(ctx, c))}
	for _, k := range specs {
		if k.check != nil {
			wrong = append(wrong, tell(k.check(ctx, c)))
		}
	}
	return errors.Join(wrong...)
}

// Forget erases people who left from a document that an adapter keeps; it's a people.ForgetFunc.
// changed is false if the document is no adapter's, or names none of them.
func Forget(key string, data []byte, next uint64, left func(realm, user string) bool) (kept []byte, changed bool) {
	for _, k := range specs {
		if k.forget == nil {
			continue
		}
		if kept, changed = k.forget(key, data, next, left); changed {
			break
		}
	}
	return kept, changed
}

// ServerOf returns the platform and the server to which a document of an adapter belongs. ok is
// false for a key that isn't one of those.
func ServerOf(key string) (platform, guild string, ok bool) {
	for _, k := range specs {
		if k.serverOf == nil {
			continue
		}
		if platform, guild, ok = k.serverOf(key); ok {
			break
		}
	}
	return platform, guild, ok
}

// connect connects every platform that is configured.
func (app *App) connect(ctx context.Context) ([]platform, error) {
	var all []platform
	for _, k := range specs {
		if !k.connected(app.config) {
			continue
		}
		x, err := k.connect(ctx, app)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// Serve serves every platform that is configured until ctx ends or none of them can be
// served. Where none is, and the page is turned off, it serves operators while local
// runs. The error says why nothing can be served any more.
func (app *App) Serve(ctx context.Context, local func(context.Context) error) error {
	if !app.config.MCP.Enabled && !slices.ContainsFunc(specs, func(k platformSpec) bool { return k.connected(app.config) }) {
		return app.serveLocally(ctx, local)
	}
	if app.config.IsLocalPage() {
		app.config = app.withFreePorts(app.config)
	}
	return app.servePlatforms(ctx)
}
