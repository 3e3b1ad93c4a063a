package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"nimbot/cmd/bot/config"
)

// manCommand returns the command that writes the manual pages, which are part of a release.
func (p *program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual pages into a directory",
		Hidden: true,
		Args:   exactly(1, "which folder? Try: bot man /usr/local/share/man/man1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			b := thisBuild()
			header := &doc.GenManHeader{Section: "1", Source: "Nim Bot " + b.Release, Manual: "Nim Bot"}
			if !b.date.IsZero() {
				header.Date = &b.date // for reproducible builds
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return config.Problem{Key: "FOLDER", Value: args[0], Remedy: "can't be written (" + config.Reason(err) + "); make the folder, or name another", Cause: err}
			}
			return nil
		},
	}
}
