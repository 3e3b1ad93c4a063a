package main

import (
	"errors"
	"log/slog"

	"github.com/spf13/cobra"
)

func (p *program) playCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "play",
		Short: "A chat in this terminal, or on a pipe line by line",
		Long: `A chat in this terminal. On a pipe: one line in, one answer out.

  ana: /nim start 3 4 5     ana speaks; a line without a name is you
  #math bob: B2             in another channel
  wait 11m                  moves the clock`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := p.config()
			if err != nil {
				return err
			}
			parts, err := assemble(cmd.Context(), c, logger(p.err, slog.LevelWarn))
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, parts.store.Close()) }()
			return p.chatHere(cmd.Context(), parts.chat, parts, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per message")
	return cmd
}
