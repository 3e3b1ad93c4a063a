package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nimbot/store"
)

func (p *program) checkCommand() *cobra.Command {
	var online bool
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Check the configuration and list every error at once",
		Example: "  bot check\n  bot check --config nimbot.yaml --online",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.config()
			if err != nil {
				return err
			}
			if online {
				notes, err := askStore(cmd.Context(), c.Store)
				if err != nil {
					return err
				}
				for _, note := range notes {
					_, _ = fmt.Fprintln(p.err, note)
				}
				if err := askDiscord(cmd.Context(), c.Discord, logger(p.err, slog.LevelWarn)); err != nil {
					return err
				}
				if err := askSlack(cmd.Context(), c.Slack, logger(p.err, slog.LevelWarn)); err != nil {
					return err
				}
			}
			return p.describe(c)
		},
	}
	cmd.Flags().BoolVar(&online, "online", false, "also check the store and the platforms")
	return cmd
}

// describe prints the effective settings, with secrets redacted.
func (p *program) describe(c Config) error {
	for _, s := range settings(&c) {
		if _, err := fmt.Fprintf(p.out, "%s: %v\n", s.key, s.value); err != nil {
			return err
		}
	}
	for _, line := range append(c.advice(), "The configuration is valid.") {
		if _, err := fmt.Fprintln(p.err, line); err != nil {
			return err
		}
	}
	return nil
}

// askStore opens the store and returns notes about it. It never creates a file,
// and it's no error if a running server holds the file.
func askStore(ctx context.Context, url StoreURL) (notes []string, err error) {
	if path, ok := boltPath(url); ok {
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return []string{"store: " + path + " does not exist yet; it is made when the bot starts"}, nil
		}
	}
	s, said, err := openStore(ctx, url, time.Now, "")
	switch {
	case errors.Is(err, store.ErrInUse):
		return []string{"store: a running bot uses it"}, nil
	case err != nil:
		return nil, err
	}
	for _, note := range said {
		notes = append(notes, note.Text)
	}
	return notes, s.Close()
}
