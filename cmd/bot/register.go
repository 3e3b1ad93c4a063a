package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nimbot/adapters/discord"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/game/words"
)

// registerWithin is how long Discord may take, its limits included.
const registerWithin = 2 * time.Minute

// registerCommand returns the command that registers the bot's commands with
// Discord. It replaces the existing ones, so it is a deploy step; a server
// never does it.
func (p *program) registerCommand() *cobra.Command {
	var guild string
	var dry bool
	cmd := &cobra.Command{
		Use:     "register",
		Short:   "Register the commands with Discord (once per version)",
		Example: "  bot register\n  bot register --guild 123456789012345678\n  bot register --dry-run",
		Long:    "Register the bot's commands with Discord. Do this once per version, as a deploy step.\nIt replaces the commands that were there before.",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			catalogue, err := words.Load()
			if err != nil {
				return err
			}
			if dry {
				body, err := discord.Commands(catalogue)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(p.out, string(body))
				return err
			}
			return p.register(cmd.Context(), catalogue, guild)
		},
	}
	cmd.Flags().StringVar(&guild, "guild", "", "register in one server only, by its id; the commands appear at once")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print the request, but don't send it")
	return cmd
}

func (p *program) register(ctx context.Context, catalogue *words.Catalogue, guild string) error {
	c, err := p.configForTool()
	if err != nil {
		return err
	}
	var missing config.Problems
	for _, need := range []struct{ key, value, page string }{
		{"discord.application_id", c.Discord.ApplicationID, "General Information"},
		{"discord.token", c.Discord.Token.Reveal(), "Bot"},
	} {
		if need.value == "" {
			missing = append(missing, config.Problem{Key: need.key, Remedy: "empty, but registering needs it; it is on the page " + need.page + " of Discord's developer portal"})
		}
	}
	if len(missing) > 0 {
		return missing
	}
	a, err := serve.Discord(c.Discord, catalogue, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, registerWithin)
	defer cancel()
	if err := a.Register(ctx, guild); err != nil {
		return err
	}
	where := "everywhere; in a server they may take a minute to appear"
	if guild != "" {
		where = "in the server " + guild
	}
	_, err = fmt.Fprintln(p.err, "The commands are registered "+where+".")
	return err
}
