package main

import (
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
			status, _, err := askAdmin(cmd.Context(), c.HTTP.Admin, "/healthz")
			if err != nil {
				return Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: "no server answers there (" + reason(err) + "); start one with `bot serve`, or name its address"}
			}
			if status != http.StatusOK {
				return Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: fmt.Sprintf("answers %d, so it is another program; name the bot's address", status)}
			}
			_, err = fmt.Fprintln(p.out, "ok")
			return err
		},
	}
}
