package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/logs"
	"nimbot/cmd/bot/serve"
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

// serve serves until the process is told to stop.
func (p *program) serve(cmd *cobra.Command, _ []string) (err error) {
	c, err := p.config()
	if err != nil {
		return err
	}
	log := slog.New(logs.Thin(logger(p.err, slog.LevelInfo).Handler()))
	log.Info("starting", "version", thisBuild(), "store", c.Store)
	for _, odd := range c.Misshapen() { // perhaps a newer form, so the platform has the last word
		log.Warn("a setting doesn't look right; the platform may refuse it", "problem", odd.Error())
	}
	notify, _ := p.getenv("NOTIFY_SOCKET")
	app, err := serve.AssembleLoaded(cmd.Context(), c, serve.Options{
		Log: log, Build: thisBuild().Build, Say: p.err, Notify: notify,
		Started: debug.FreeOSMemory, // of what the start read: several times what it keeps
	})
	if errors.Is(err, redis.ErrLoading) {
		return nil // it was told to stop while it waited
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	return app.Serve(cmd.Context(), func(ctx context.Context) error { return p.chatUntilStopped(ctx, app, log) })
}

// chatUntilStopped runs the terminal chat to its end. If there is no terminal, as
// in a container, it then waits until ctx ends.
func (p *program) chatUntilStopped(ctx context.Context, app *serve.App, log *slog.Logger) error {
	if p.terminal {
		_, _ = fmt.Fprintln(p.err, "No platform is configured, so you can play right here in the terminal. To connect Discord or Slack, see docs/discord.md and docs/slack.md.")
	}
	if err := p.runTerminalChat(ctx, app, false); err != nil {
		return err
	}
	if p.absent {
		// A container has no terminal: keep running, so that the health check
		// succeeds.
		log.Info("nobody is at the terminal; waiting to be stopped")
		<-ctx.Done()
	}
	return nil
}
