package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/store"
)

func (p *program) migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate FROM TO",
		Short: "Copy every channel from one store to another",
		Long: "Copy every channel from one store to another, then read it back and compare.\n" +
			"Stop the servers that use either store first. If it's interrupted, run it again.\n" +
			"FROM isn't changed.",
		Example: "  bot migrate bolt:nim.db redis://localhost:6379",
		Args:    exactly(2, "migrate needs two stores. Try: bot migrate bolt:nim.db redis://localhost:6379"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.migrate(cmd.Context(), config.StoreURL(args[0]), config.StoreURL(args[1]))
		},
	}
}

func (p *program) migrate(ctx context.Context, from, to config.StoreURL) (err error) {
	if err := serve.Existing(from, "copy"); err != nil {
		return err
	}
	source, err := p.openIdle(ctx, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := p.openIdle(ctx, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	done, err := copyAll(ctx, store.Migrate, source, target, func(m store.Migration) {
		_, _ = fmt.Fprintf(p.err, "\r%d found, %d copied, %d verified", m.Records, m.Copied, m.Verified)
	})
	_, _ = fmt.Fprintln(p.err)
	if err != nil {
		return fmt.Errorf("not all of %s is in %s yet; fix this and run the command again: %w", from, to, serve.StoreProblem(err))
	}
	_, err = fmt.Fprintf(p.out, "%s of %s are in %s; copied now: %d\n", plural(done.Verified, "record"), from, to, done.Copied)
	return err
}

// plural formats n and noun: "1 record", "2 records".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// openIdle opens a store, and fails if a server uses it.
func (p *program) openIdle(ctx context.Context, url config.StoreURL) (store.Archive, error) {
	if err := url.Check(); err != nil {
		return nil, usage{err}
	}
	s, notes, err := serve.OpenStore(ctx, url, time.Now, "")
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		_, _ = fmt.Fprintln(p.err, note)
	}
	if who, err := serve.RunningServer(ctx, s); err != nil || who != "" {
		if err == nil {
			err = config.Problem{Key: "store", Value: url.String(), Remedy: who + " is serving from it; stop it first (after a crash, wait half a minute)"}
		}
		return nil, errors.Join(serve.StoreProblem(err), s.Close())
	}
	return s, nil
}
