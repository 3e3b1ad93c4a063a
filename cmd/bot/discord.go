package main

import (
	"context"
	"log/slog"
	"net/http"

	"nimbot/adapters/discord"
	"nimbot/config"
	"nimbot/words"
)

// discordAdapter returns the adapter that c describes. A nil talk is for an
// adapter that only registers or checks.
func discordAdapter(c config.Discord, talk discord.Conversation, catalogue *words.Catalogue, log *slog.Logger, w wire) (*discord.Adapter, error) {
	settings := discord.Config{
		Removed: w.removed, Uninstalled: w.uninstalled,
		Chat: talk, Words: catalogue, Log: log,
		ApplicationID: c.ApplicationID,
		Token:         c.Token.Reveal(),
		APIURL:        c.APIURL,
		Base:          w.transport, Reconnected: w.reconnected, Connected: w.connected,
	}
	if c.Pictures {
		settings.Picture = discord.PNG
	}
	return discord.New(settings)
}

// discordPlatform connects Discord as c says.
func discordPlatform(c config.Config, parts *parts) (platform, error) {
	a, err := discordAdapter(c.Discord, parts.public, parts.words, parts.log, parts.wire(discord.Platform))
	if err != nil {
		return platform{}, err
	}
	p := platform{name: discord.Platform, publisher: a, close: a.Close}
	if c.Discord.Token != "" {
		p.seats = a
	}
	messages := c.Discord.Messages == "on"
	if c.Discord.Mode == "gateway" || messages {
		gateway := discord.GatewayConfig{Shards: c.Discord.Shards, Messages: messages}
		if _, file := c.Store.File(); !file {
			gateway.Leases = parts.store // others may share it
		}
		p.run = func(ctx context.Context) error { return a.RunGateway(ctx, gateway) }
	}
	p.routes = map[string]http.Handler{}
	if c.Discord.PublicKey != "" {
		events, err := a.Events(c.Discord.PublicKey)
		if err != nil {
			return platform{}, err
		}
		p.routes["/discord/events"] = parts.metrics.delivered(discord.Platform, events)
	}
	if c.Discord.Mode == "gateway" {
		return p, nil
	}
	endpoint, err := a.Endpoint(c.Discord.PublicKey)
	if err != nil {
		return platform{}, err
	}
	p.routes["/discord/interactions"] = parts.metrics.delivered(discord.Platform, endpoint)
	return p, nil
}
