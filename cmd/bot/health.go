package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/spf13/cobra"
)

func (p *program) healthCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Check that a running server is healthy (for containers)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.config()
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), askWithin)
			defer cancel()
			resp, err := openAdmin(ctx, c.HTTP.Admin, "/healthz", "")
			if err != nil {
				return Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: "no server answers there (" + reason(err) + "); start one with `bot serve`, or name its address"}
			}
			_ = resp.Body.Close() // the status says it
			if status := resp.StatusCode; status != http.StatusOK {
				return Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: fmt.Sprintf("answers %d, so it is another program; name the bot's address", status)}
			}
			_, err = fmt.Fprintln(p.out, "ok")
			return err
		},
	}
}
