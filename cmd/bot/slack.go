package main

import (
	"net/http"

	"nimbot/adapters/slack"
	"nimbot/config"
)

// slackAdapter makes the adapter that c describes; talk and the store are nil
// for one that only checks.
func slackAdapter(c config.Slack, talk slack.Conversation, visitor func(*http.Request) string, parts *parts, w wire) (*slack.Adapter, error) {
	settings := slack.Config{
		Chat:  talk,
		Words: parts.words, Store: parts.store, Log: parts.log, Now: parts.clock.Now,
		Command:       c.Command,
		PublicURL:     parts.address,
		SigningSecret: c.SigningSecret.Reveal(),
		BotToken:      c.BotToken.Reveal(),
		ClientID:      c.ClientID,
		ClientSecret:  c.ClientSecret.Reveal(),
		EncryptionKey: c.EncryptionKey.Reveal(),
		MoveLog:       c.MoveLog == "on",
		APIURL:        c.APIURL,
		Remote:        visitor,
		Client:        &http.Client{Transport: w.transport}, Reconnected: w.reconnected, Connected: w.connected, Removed: w.removed, Leaving: w.leaving,
	}
	socket := c.Mode == "socket"
	if socket {
		settings.AppToken = c.AppToken.Reveal()
	}
	return slack.New(settings)
}

// slackPlatform connects Slack as c says. visitor names who asks for its pages.
func slackPlatform(c config.Slack, visitor func(*http.Request) string, parts *parts) (platform, error) {
	a, err := slackAdapter(c, parts.public, visitor, parts, parts.wire(slack.Platform))
	if err != nil {
		return platform{}, err
	}
	socket := c.Mode == "socket"
	p := platform{name: slack.Platform, publisher: a, seats: a, close: a.Close}
	if socket {
		p.run = a.RunSocket
	}
	if !socket || c.ClientID != "" { // the installation is a web page either way
		p.routes = map[string]http.Handler{"/slack/": parts.metrics.delivered(slack.Platform, a.Handler())}
	}
	return p, nil
}
