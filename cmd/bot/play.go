package main

import (
	"errors"
	"log/slog"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/serve"
)

func (p *program) playCommand() *cobra.Command {
	var asJSON, warnings bool
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
			app, err := serve.Assemble(cmd.Context(), c, serve.Options{Log: p.playLog(warnings), Build: thisBuild().Build, Say: p.err})
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, app.Close()) }()
			defer app.Erase(cmd.Context())()
			return p.runTerminalChat(cmd.Context(), app, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per message")
	cmd.Flags().BoolVar(&warnings, "warnings", false, "print warnings for operators, such as of a slow store")
	return cmd
}

// playLog returns the log of a chat in the terminal. Warnings would mix with the lines of the chat,
// so the user has to ask for them.
func (p *program) playLog(warnings bool) *slog.Logger {
	if warnings {
		return logger(p.err, slog.LevelWarn)
	}
	return logger(p.err, slog.LevelError)
}
