package serve

import (
	"context"
	"net/http"

	"nimbot/adapters/clientip"
	"nimbot/adapters/slack"
	"nimbot/cmd/bot/config"
)

// slackAdapter makes the adapter that c describes; talk and the store are nil
// for one that only checks.
func slackAdapter(c config.Slack, talk slack.Conversation, visitor func(*http.Request) string, app *App, w adapterHooks) (*slack.Adapter, error) {
	settings := slack.Config{
		Chat:  talk,
		Words: app.Words, Store: app.store, Log: app.log, Now: app.Clock.Now,
		Command:       c.Command,
		PublicURL:     app.config.HTTP.PublicURL,
		SigningSecret: c.SigningSecret.Reveal(),
		BotToken:      c.BotToken.Reveal(),
		ClientID:      c.ClientID,
		ClientSecret:  c.ClientSecret.Reveal(),
		EncryptionKey: c.EncryptionKey.Reveal(),
		MoveLog:       c.MoveLog == config.On,
		APIURL:        c.APIURL,
		Remote:        visitor,
		Client:        &http.Client{Transport: w.transport}, Dial: w.dial, Reconnected: w.reconnected, Connected: w.connected, Reached: w.reached, TokenRefused: w.tokenRefused, Removed: w.removed, Leaving: w.leaving,
	}
	socket := c.Mode == config.SocketMode
	if socket {
		settings.AppToken = c.AppToken.Reveal()
	}
	return slack.New(settings)
}

// connectSlack connects Slack.
func connectSlack(_ context.Context, app *App) (platform, error) {
	proxies, err := clientip.ParseProxies(app.config.HTTP.TrustedProxy)
	if err != nil {
		return platform{}, err
	}
	c := app.config.Slack
	a, err := slackAdapter(c, app.public, proxies.Client, app, app.hooks(slack.Platform))
	if err != nil {
		return platform{}, err
	}
	socket := c.Mode == config.SocketMode
	p := platform{name: slack.Platform, publisher: a, membership: a, close: a.Close, called: !socket, watch: a.WatchToken}
	if socket {
		p.run = a.RunSocket
	}
	if !socket || c.ClientID != "" { // the installation is a web page either way
		p.routes = map[string]http.Handler{"/slack/": app.metrics.timed(slack.Platform, a.Handler())}
	}
	return p, nil
}
