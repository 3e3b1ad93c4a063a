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
		Short: "Play in this terminal, or line by line on a pipe",
		Long: `Play in this terminal, or line by line on a pipe: one line in, one answer out.

  /nim start 3 4 5          you speak
  ana: /nim start 3 4 5     ana speaks
  #math bob: B2             bob speaks in another channel
  !1                        press button 1
  wait 11m                  move the clock forward`,
		Example: "  bot play\n  echo 'start 3 4 5' | bot play --json",
		Args:    typeInChat,
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
			return p.chatHere(cmd.Context(), parts.unlimited(), parts, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per message")
	return cmd
}
