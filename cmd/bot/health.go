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
			"can serve, too: the store answers, and the server isn't stopping. The answer names each\n" +
			"platform that refuses the bot or can't be reached.",
		Example: "  bot health\n  bot health --ready",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.config()
			if err != nil {
				return err
			}
			path := "/healthz"
			if ready {
				path = "/readyz"
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), serve.AskWithin)
			defer cancel()
			resp, err := serve.AskAdmin(ctx, c.HTTP.Admin, path, "")
			if err != nil {
				return unanswered(c.HTTP.Admin, err)
			}
			said, err := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
			if err = errors.Join(err, resp.Body.Close()); err != nil {
				return err
			}
			status := resp.StatusCode
			if ready && status == http.StatusServiceUnavailable {
				return config.Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: "the bot is alive but not ready: " + string(bytes.TrimSpace(said))}
			}
			if status != http.StatusOK {
				return config.Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: fmt.Sprintf("answers %d, so it is another program; name the bot's address", status)}
			}
			_, err = fmt.Fprintln(p.out, string(bytes.TrimSpace(said)))
			return err
		},
	}
	cmd.Flags().BoolVar(&ready, "ready", false, "check that it can serve, too")
	return cmd
}

// unanswered describes why an admin listener didn't answer: nothing listens there, or a process
// does and hangs.
func unanswered(address string, err error) config.Problem {
	remedy := "no server answers there (" + config.Reason(err) + "); start the bot, or name its address (--config FILE)"
	if errors.Is(err, context.DeadlineExceeded) {
		remedy = "a process listens there, but hasn't answered within " + serve.AskWithin.String() + ": if it's the bot, it hangs; restart it"
	}
	return config.Problem{Key: "http.admin", Value: address, Remedy: remedy}
}
