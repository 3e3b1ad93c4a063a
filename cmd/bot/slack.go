package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"nimbot/adapters/console"
	"nimbot/adapters/slack"
)

// slackAdapter makes the adapter that c describes; talk, the store and the
// metrics are nil for one that only checks.
func slackAdapter(c SlackConfig, talk slack.Conversation, visitor func(*http.Request) string, parts *parts) (*slack.Adapter, error) {
	config := slack.Config{
		Chat:  talk,
		Words: parts.words, Store: parts.store, Log: parts.log, Now: parts.clock.Now,
		Command:       c.Command,
		PublicURL:     parts.public,
		SigningSecret: c.SigningSecret.Reveal(),
		BotToken:      c.BotToken.Reveal(),
		ClientID:      c.ClientID,
		ClientSecret:  c.ClientSecret.Reveal(),
		EncryptionKey: c.EncryptionKey.Reveal(),
		MoveLog:       c.MoveLog == "on",
		APIURL:        c.APIURL,
		Remote:        visitor,
	}
	if m := parts.metrics; m != nil {
		config.Client, config.Reconnected = &http.Client{Transport: m.transport(slack.Platform)}, m.reconnected(slack.Platform)
	}
	socket := c.Mode == "socket"
	if socket {
		config.AppToken = c.AppToken.Reveal()
	}
	return slack.New(config)
}

// slackPlatform connects Slack as c says. visitor names who asks for its pages.
func slackPlatform(c SlackConfig, visitor func(*http.Request) string, parts *parts) (platform, error) {
	a, err := slackAdapter(c, parts.publicly(), visitor, parts)
	if err != nil {
		return platform{}, err
	}
	socket := c.Mode == "socket"
	p := platform{name: slack.Platform, publisher: a, close: a.Close}
	if socket {
		p.run = a.RunSocket
	}
	if !socket || c.ClientID != "" { // the installation is a web page either way
		p.routes = map[string]http.Handler{"/slack/": parts.metrics.delivered(slack.Platform, a.Handler())}
	}
	return p, nil
}

// slackWithin is how long Slack may take to answer a check.
const slackWithin = 5 * time.Second

// askSlack asks Slack whether the tokens of c are good.
func askSlack(ctx context.Context, c SlackConfig, log *slog.Logger) error {
	if !c.Configured() {
		return nil
	}
	a, err := slackAdapter(c, nil, nil, &parts{log: log, clock: &console.Clock{}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, slackWithin)
	defer cancel()
	return errors.Join(a.Check(ctx), a.Close(ctx))
}
