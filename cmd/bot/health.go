package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
)

func (p *program) healthCommand() *cobra.Command {
	var ready bool
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Check that a running server is alive, or with --ready that it can serve",
		Long: "Check that a running server is alive: its process answers. That's what a container's\n" +
			"health check should ask, since a restart mends no store. With --ready, check that it\n" +
			"can serve, too: the store answers, and the server isn't stopping.",
		Example: "  bot health\n  bot health --ready",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.config()
			if err != nil {
				return err
			}
			path, good := "/healthz", "ok"
			if ready {
				path, good = "/readyz", "ready"
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), serve.AskWithin)
			defer cancel()
			resp, err := serve.AskAdmin(ctx, c.HTTP.Admin, path, "")
			if err != nil {
				return config.Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: "no server answers there (" + config.Reason(err) + "); start one with `bot serve`, or name its address"}
			}
			said, err := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
			if err = errors.Join(err, resp.Body.Close()); err != nil {
				return err
			}
			status := resp.StatusCode
			if ready && status == http.StatusServiceUnavailable {
				return config.Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: "the bot is alive but not ready (" + string(bytes.TrimSpace(said)) + "); its log says why"}
			}
			if status != http.StatusOK {
				return config.Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: fmt.Sprintf("answers %d, so it is another program; name the bot's address", status)}
			}
			_, err = fmt.Fprintln(p.out, good)
			return err
		},
	}
	cmd.Flags().BoolVar(&ready, "ready", false, "check that it can serve, too")
	return cmd
}
