package main

import (
	"context"
	"net/http"

	"nimbot/adapters/console"
	"nimbot/adapters/slack"
	"nimbot/chat"
)

// slackTalk is the measured conversation with what Slack needs beside it.
type slackTalk struct {
	console.Bot
	chat *chat.Handler
}

// Shown implements slack.Conversation.
func (t slackTalk) Shown(ctx context.Context, p chat.Place, version uint64) error {
	return t.chat.Shown(ctx, p, version)
}

// slackPlatform connects Slack as c says.
func slackPlatform(c SlackConfig, parts *parts, m *metrics) (platform, error) {
	config := slack.Config{
		Chat:  slackTalk{parts.publicly(m), parts.chat},
		Words: parts.words, Store: parts.store, Log: parts.log, Now: parts.clock.Now,
		Command:       c.Command,
		SigningSecret: c.SigningSecret.Reveal(),
		BotToken:      c.BotToken.Reveal(),
		ClientID:      c.ClientID,
		ClientSecret:  c.ClientSecret.Reveal(),
		EncryptionKey: c.EncryptionKey.Reveal(),
		APIURL:        c.APIURL,
	}
	socket := c.Mode == "socket"
	if socket {
		config.AppToken = c.AppToken.Reveal()
	}
	a, err := slack.New(config)
	if err != nil {
		return platform{}, err
	}
	p := platform{name: slack.Platform, publisher: a, close: a.Close}
	if socket {
		p.run = a.RunSocket
	}
	if !socket || c.ClientID != "" { // the installation is a web page either way
		p.routes = map[string]http.Handler{"/slack/": a.Handler()}
	}
	return p, nil
}
