package main

import (
	"context"
	"log/slog"
	"net/http"

	"nimbot/adapters/console"
	"nimbot/adapters/discord"
	"nimbot/chat"
)

// discordTalk is the measured conversation with what Discord needs beside it.
type discordTalk struct {
	console.Bot
	chat *chat.Handler
}

// Shown implements discord.Conversation.
func (t discordTalk) Shown(ctx context.Context, p chat.Place, version uint64) error {
	return t.chat.Shown(ctx, p, version)
}

// CompleteMove implements discord.Conversation.
func (t discordTalk) CompleteMove(ctx context.Context, p chat.Place, prefix string) []chat.Completion {
	return t.chat.CompleteMove(ctx, p, prefix)
}

// discordAdapter makes the adapter that c describes; talk is nil for one that
// only registers or checks.
func discordAdapter(c DiscordConfig, talk discord.Conversation, words *chat.Words, log *slog.Logger) (*discord.Adapter, error) {
	return discord.New(discord.Config{
		Chat: talk, Words: words, Log: log,
		ApplicationID: c.ApplicationID,
		Token:         c.Token.Reveal(),
		APIURL:        c.APIURL,
	})
}

// discordPlatform connects Discord as c says.
func discordPlatform(c Config, parts *parts, m *metrics) (platform, error) {
	a, err := discordAdapter(c.Discord, discordTalk{parts.publicly(m), parts.chat}, parts.words, parts.log)
	if err != nil {
		return platform{}, err
	}
	p := platform{name: discord.Platform, publisher: a, close: a.Close}
	if c.Discord.Mode == "gateway" {
		var gateway discord.GatewayConfig
		if _, file := boltPath(c.Store); !file {
			gateway.Leases = parts.store // others may share it
		}
		p.run = func(ctx context.Context) error { return a.RunGateway(ctx, gateway) }
		return p, nil
	}
	endpoint, err := a.Endpoint(c.Discord.PublicKey)
	if err != nil {
		return platform{}, err
	}
	p.routes = map[string]http.Handler{"/discord/interactions": endpoint}
	return p, nil
}
