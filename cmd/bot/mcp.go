package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"nimbot/adapters/mcp"
	"nimbot/cmd/bot/serve"
	"nimbot/game/words"
)

func (p *program) mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Answer agents by the Model Context Protocol",
		Long: `Answer agents by the Model Context Protocol (MCP), over standard input and
output: who wins a position, what a move does, the bot's move, puzzles, reviews.
An agent's program starts this command itself; docs/agents.md says how to add it.

No store is opened. The limits of positions are the configuration's.`,
		Args: exactly(0, "bot mcp takes no arguments; the requests come on standard input (docs/agents.md)"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.configForTool()
			if err != nil {
				return err
			}
			o := serve.Agents(c, serve.Options{Log: logger(p.err, slog.LevelError), Build: thisBuild().Build})
			if o.Words, err = words.Load(); err != nil {
				return fmt.Errorf("the catalogue of sentences: %w", err)
			}
			s, err := mcp.New(o)
			if err != nil {
				return err
			}
			if p.terminal {
				_, _ = fmt.Fprintln(p.err, "Waiting for an agent's requests, one per line. To add this to an agent's program, see docs/agents.md. Press Ctrl-C to stop.")
			}
			return runUntilDone(cmd.Context(), func() error { return s.Run(cmd.Context(), p.in, p.out) })
		},
	}
}
