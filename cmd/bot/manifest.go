package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"nimbot/adapters/slack"
	"nimbot/cmd/bot/config"
	"nimbot/game/words"
)

// manifestCommand returns the command that prints the app's manifest for a
// platform.
func (p *program) manifestCommand() *cobra.Command {
	manifest := &cobra.Command{
		Use:   "manifest",
		Short: "Print an app manifest",
		Args:  noCommand,
		RunE:  showHelp,
	}
	var address string
	var many bool
	forSlack := &cobra.Command{
		Use:     "slack",
		Short:   "Print Slack's app manifest for this configuration",
		Example: "  bot manifest slack --address https://nim.example.com",
		Long:    "Print Slack's app manifest for this configuration. Paste it at\nhttps://api.slack.com/apps, Create New App, From a manifest.",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := config.CheckSite("--address", address); err != nil {
				return usage{err}
			}
			c, err := p.config()
			if err != nil {
				return err
			}
			catalogue, err := words.Load()
			if err != nil {
				return err
			}
			text, err := slack.Manifest(slack.ManifestConfig{
				Command: c.Slack.Command,
				Address: address,
				Socket:  c.Slack.Mode == config.SocketMode,
				Many:    many || c.Slack.ClientID != "",
			}, catalogue)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.out, string(text))
			return err
		},
	}
	forSlack.Flags().StringVar(&address, "address", "", "the public address Slack calls, such as https://nim.example.com (default a placeholder)")
	forSlack.Flags().BoolVar(&many, "many", false, "let many workspaces install the app (default if slack.client_id is set)")
	manifest.AddCommand(forSlack)
	return manifest
}
