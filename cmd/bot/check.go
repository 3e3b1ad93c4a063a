package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nimbot/store"
)

func (p *program) checkCommand() *cobra.Command {
	var online bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Read the configuration and say every error at once",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.config()
			if err != nil {
				return err
			}
			if err := c.unserved(); err != nil {
				return err
			}
			if online {
				if err := askStore(cmd.Context(), c.Store); err != nil {
					return err
				}
			}
			return p.describe(c)
		},
	}
	cmd.Flags().BoolVar(&online, "online", false, "also open the store and ask the platforms")
	return cmd
}

// describe prints the settings as they hold, secrets redacted.
func (p *program) describe(c Config) error {
	for _, s := range settings(&c) {
		if _, err := fmt.Fprintf(p.out, "%s: %v\n", s.key, s.value); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(p.err, "The configuration is good.")
	return err
}

// askStore opens the store and reads from it, without creating one. That a
// running server holds the file is no fault.
func askStore(ctx context.Context, url StoreURL) error {
	if path, ok := boltPath(url); ok {
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return nil // it is made when the bot starts
		}
	}
	s, err := openStore(url, time.Now)
	switch {
	case errors.Is(err, store.ErrInUse):
		return nil
	case err != nil:
		return err
	}
	_, err = s.Get(ctx, "ready")
	return errors.Join(err, s.Close())
}
