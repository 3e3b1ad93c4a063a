package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"nimbot/adapters/peer"
	"nimbot/config"
	"nimbot/logs"
	"nimbot/store/redis"
)

func (p *program) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve every configured platform (by default, a page on this machine)",
		Args:  cobra.NoArgs,
		RunE:  p.serve,
	}
}

// serve serves until it's told to stop.
func (p *program) serve(cmd *cobra.Command, _ []string) (err error) {
	c, err := p.config()
	if err != nil {
		return err
	}
	log := slog.New(logs.Thin(logger(p.err, slog.LevelInfo).Handler()))
	log.Info("starting", "version", thisBuild(), "store", c.Store)
	parts, err := assembleLoaded(cmd.Context(), c, log)
	if errors.Is(err, redis.ErrLoading) {
		return nil // it was told to stop while it waited
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parts.store.Close()) }()
	switch {
	case c.Discord.Configured() || c.Slack.Configured() || c.Web.Enabled == "true":
		return p.servePlatforms(cmd.Context(), c, parts)
	case c.Web.Enabled == "auto":
		return p.servePlatforms(cmd.Context(), p.nearby(c), parts)
	}
	return p.serveLocally(cmd.Context(), c, parts)
}

// loadingPause is how long to wait before Redis is asked again whether it has
// loaded its data.
const loadingPause = time.Second

// assembleLoaded is assemble, but waits while Redis loads its data, as it does
// after a restart of the machine. Its error is redis.ErrLoading only if ctx ends
// meanwhile.
func assembleLoaded(ctx context.Context, c config.Config, log *slog.Logger) (*parts, error) {
	for told := false; ; told = true {
		made, err := assemble(ctx, c, log)
		if !errors.Is(err, redis.ErrLoading) {
			return made, err
		}
		if !told {
			log.Warn("redis is still loading its data; the bot starts when that's done", "store", c.Store)
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(loadingPause):
		}
	}
}

// connect connects every platform that c names.
func (p *program) connect(c config.Config, parts *parts) ([]platform, error) {
	var all []platform
	if c.Discord.Configured() {
		x, err := discordPlatform(c, parts)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if c.Slack.Configured() {
		proxies, err := peer.ParseProxies(c.HTTP.TrustedProxy)
		if err != nil {
			return nil, err
		}
		x, err := slackPlatform(c.Slack, proxies.Client, parts)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if c.ServesPage() {
		x, err := p.pagePlatform(c, parts)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// serveLocally serves the chat in the terminal and the admin listener. It's for
// a configuration without a platform and with the page turned off.
func (p *program) serveLocally(ctx context.Context, c config.Config, parts *parts) error {
	stop, err := startAdmin(c.HTTP.Admin, parts)
	switch {
	case err != nil && c.Named("http.admin"):
		return failure{cannotListen("http.admin", c.HTTP.Admin, err)}
	case err != nil:
		// People who just want to play don't need it.
		_, _ = fmt.Fprintf(p.err, "http.admin = %q: not listening (%s), so health, metrics and inspect are off; choose another port to turn them on\n", c.HTTP.Admin, config.Reason(err))
	}
	defer stop()
	defer parts.erase(ctx)()
	p.tellReady(parts.log)
	if p.terminal {
		_, _ = fmt.Fprintln(p.err, "No platform is configured, so you can play right here in the terminal. To connect Discord or Slack, see docs/discord.md and docs/slack.md.")
	}
	if err := p.chatHere(ctx, parts.own, parts, false); err != nil {
		return err
	}
	if p.absent {
		// A container without a terminal: stay, for the health check.
		parts.log.Info("nobody is at the terminal; waiting to be stopped")
		<-ctx.Done()
	}
	return nil
}
