package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// guilds is the gateway's intent of events about servers, which isn't privileged.
const guilds = 1 << 0

// guildDelete is a GUILD_DELETE.
type guildDelete struct {
	ID string `json:"id"`
	// Unavailable reports that Discord has an outage in the server, and the bot is still a member.
	Unavailable bool `json:"unavailable"`
}

// handleGuildDelete handles the event that the bot was removed from a server.
func (g *gateway) handleGuildDelete(raw []byte) {
	a := g.adapter
	var gone guildDelete
	if err := json.Unmarshal(raw, &gone); err != nil || !IsID(gone.ID) {
		a.log.Warn("discord: the gateway sent a removal that names no server", "error", err)
		return
	}
	if gone.Unavailable || a.removed == nil {
		return
	}
	a.confirmations.add(func(ctx context.Context) error {
		err := a.removed(ctx, gone.ID)
		if err != nil {
			a.log.WarnContext(ctx, "discord: that a server removed the bot could not be noted; the list of servers is looked at daily", "server", gone.ID, "error", err)
		}
		return err
	})
}

// Present reports whether the bot is a member of a server. An error means that this
// isn't known.
func (a *Adapter) Present(ctx context.Context, guild string) (bool, error) {
	return a.rest.guild(ctx, guild, nil)
}

// guild reports whether the bot is a member of a server, and decodes what Discord says of
// it.
func (r *rest) guild(ctx context.Context, guild string, of any) (bool, error) {
	err := r.do(ctx, call{method: http.MethodGet, path: "/guilds/" + url.PathEscape(guild)}, of)
	switch restCode(err) {
	case discordgo.ErrCodeUnknownGuild, discordgo.ErrCodeMissingAccess:
		return false, nil
	}
	return err == nil, err
}

// The list of servers comes in pages. Discord allows 50 requests a second in all, and a
// daily check isn't urgent.
const (
	serversOnPage = 200
	serversPause  = 200 * time.Millisecond
)

// errEndlessList means that a page of the list repeats the previous page.
var errEndlessList = errors.New("discord: the list of servers doesn't end")

// Servers lists the servers of which the bot is a member. The error is Discord's refusal, or that
// of ctx; then the list isn't complete and nil is returned.
func (a *Adapter) Servers(ctx context.Context) (all []string, err error) {
	for after := ""; ; {
		path := fmt.Sprint("/users/@me/guilds?limit=", serversOnPage)
		if after != "" {
			path += "&after=" + after
		}
		var page []idAnswer
		if err := a.rest.do(ctx, call{method: http.MethodGet, path: path}, &page); err != nil {
			return nil, err
		}
		for _, g := range page {
			all = append(all, g.ID)
		}
		if len(page) < serversOnPage {
			return all, nil
		}
		if page[len(page)-1].ID == after {
			return nil, errEndlessList
		}
		after = page[len(page)-1].ID
		if err := sleep(ctx, serversPause); err != nil {
			return nil, err
		}
	}
}
