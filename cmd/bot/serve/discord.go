package serve

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/activity"
	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// discordAdapter returns the adapter that c describes. talk is silent for an
// adapter that only registers or checks.
func discordAdapter(c config.Discord, talk discord.Conversation, catalogue *words.Catalogue, log *slog.Logger, w adapterHooks) (*discord.Adapter, error) {
	settings := discord.Config{
		Removed: w.removed, Uninstalled: w.uninstalled,
		Chat: talk, Words: catalogue, Log: log,
		ApplicationID: c.ApplicationID,
		Token:         c.Token.Reveal(),
		ClientSecret:  activitySecret(c),
		Site:          w.site, Version: w.version,
		APIURL: c.APIURL,
		Base:   w.transport, Dial: w.dial, Reconnected: w.reconnected, Connected: w.connected, Reached: w.reached, TokenRefused: w.tokenRefused,
	}
	if c.Pictures {
		settings.Picture = discord.PNG
	}
	return discord.New(settings)
}

// connectDiscord connects Discord.
func connectDiscord(_ context.Context, app *App) (platform, error) {
	c := app.config
	presses := &activity.Notifier{Conversation: app.public}
	a, err := discordAdapter(c.Discord, presses, app.Words, app.log, app.hooks(discord.Platform))
	if err != nil {
		return platform{}, err
	}
	p := platform{name: discord.Platform, publisher: a, close: a.Close}
	if c.Discord.Token != "" {
		p.membership = a
	}
	messages := c.Discord.Messages == config.On
	if c.Discord.Mode == config.GatewayMode || messages {
		gateway := discord.GatewayConfig{Shards: c.Discord.Shards, Messages: messages}
		if _, file := c.Store.File(); !file {
			gateway.Leases = app.store // others may share it
		}
		p.run = func(ctx context.Context) error { return a.RunGateway(ctx, gateway) }
	} else if c.Discord.Token != "" {
		p.watch = a.WatchToken
	}
	p.routes = map[string]http.Handler{}
	if activitySecret(c.Discord) != "" {
		p.called = true // by its page
		if err := app.connectActivity(&p, a, presses); err != nil {
			return platform{}, err
		}
	}
	if c.Discord.PublicKey != "" {
		events, err := a.Events(c.Discord.PublicKey)
		if err != nil {
			return platform{}, err
		}
		p.routes["/discord/events"] = app.metrics.timed(discord.Platform, events)
	}
	if c.Discord.Mode == config.GatewayMode {
		return p, nil
	}
	endpoint, err := a.Endpoint(c.Discord.PublicKey)
	if err != nil {
		return platform{}, err
	}
	p.called = true
	p.routes[discord.InteractionsPath] = app.metrics.timed(discord.Platform, endpoint)
	return p, nil
}

// Discord returns an adapter that answers nobody, to register commands or to ask
// Discord something. The error is that of discord.New.
func Discord(c config.Discord, catalogue *words.Catalogue, transport http.RoundTripper) (*discord.Adapter, error) {
	return discordAdapter(c, silent{}, catalogue, unlogged, adapterHooks{transport: transport})
}

// silent is a conversation for an adapter that answers nobody.
type silent struct{}

// Handle implements dialog.Responder.
func (silent) Handle(context.Context, dialog.Request) dialog.Reply { return dialog.Reply{} }

// CompleteMove implements discord.Conversation.
func (silent) CompleteMove(context.Context, dialog.Request) []command.Completion { return nil }

// Shown implements discord.Conversation.
func (silent) Shown(context.Context, dialog.Place, uint64, []int) error {
	return errors.New("nothing was shown")
}
