package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/game/people"
)

func (p *program) purgeCommand() *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "purge PLATFORM/GUILD",
		Short: "Delete everything of one server",
		Long: "Delete the channels, profiles and boards of one server: discord/GUILD or slack/TEAM,\n" +
			"take its id out of everything else that is stored, and overwrite all that in the\n" +
			"store's files. On Slack the access that the workspace granted goes, too. What people\n" +
			"practise goes with them from server to server, and stays. Stop a server that holds\n" +
			"the store's file first.",
		Example: "  bot purge --dry-run discord/81384788765712384\n  bot purge slack/T024BE7LD",
		Args:    exactly(1, "which server? Try: bot purge --dry-run discord/GUILD"),
		RunE: func(cmd *cobra.Command, args []string) error {
			platform, guild, ok := strings.Cut(args[0], "/")
			if !ok || platform == "" || guild == "" || strings.ContainsAny(guild, "/") || strings.Contains(platform, ":") {
				return usage{fmt.Errorf("%q isn't a server; use a form like discord/GUILD or slack/TEAM", args[0])}
			}
			if all := serve.Platforms(); !slices.Contains(all, platform) {
				return usage{fmt.Errorf("%q isn't a server: there is no platform %q; use one of %s, such as discord/GUILD", args[0], platform, strings.Join(all, ", "))}
			}
			c, err := p.configForTool()
			if err != nil {
				return err
			}
			return p.purge(cmd.Context(), c, platform, guild, dry)
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only count what would be deleted")
	return cmd
}

func (p *program) purge(ctx context.Context, c config.Config, platform, guild string, dry bool) (err error) {
	if err := serve.Existing(c.Store, "delete"); err != nil {
		return err
	}
	s, _, err := serve.OpenStore(ctx, c.Store, time.Now, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	done, err := people.Purge(ctx, s, serve.ServerOf, platform, guild, time.Now(), dry)
	if err != nil {
		return fmt.Errorf("not everything of %s/%s is deleted; run the command again: %w", platform, guild, serve.StoreProblem(err))
	}
	what, others := "deleted", "taken"
	if dry {
		what, others = "would be deleted", "would be taken"
	}
	_, err = fmt.Fprintf(p.out, "%s of %s/%s in %s %s; its id %s out of %s of others\n", plural(done.Deleted, "document"), platform, guild, c.Store, what, others, plural(done.Cleared, "document"))
	if err == nil && done.Unreadable > 0 {
		_, err = fmt.Fprintf(p.out, "%s of others can't be read and may still name it; bot backup lists them\n", plural(done.Unreadable, "document"))
	}
	if dry || err != nil {
		return err
	}
	if err := s.Erase(ctx); err != nil {
		return fmt.Errorf("what was deleted can still be read in the store's files; to have it overwritten, mend this and run the command again: %w", serve.StoreProblem(err))
	}
	return nil
}
