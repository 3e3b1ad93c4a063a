package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nimbot/config"
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
	if err := existing(from, "copy"); err != nil {
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
	done, err := carryAll(ctx, store.Migrate, source, target, func(m store.Migration) {
		_, _ = fmt.Fprintf(p.err, "\r%d found, %d copied, %d verified", m.Records, m.Copied, m.Verified)
	})
	_, _ = fmt.Fprintln(p.err)
	if err != nil {
		return fmt.Errorf("not all of %s is in %s yet; fix this and run the command again: %w", from, to, brokenOff(err))
	}
	_, err = fmt.Fprintf(p.out, "%s of %s are in %s; copied now: %d\n", several(done.Verified, "record"), from, to, done.Copied)
	return err
}

// several is "1 record", "2 records".
func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// openIdle opens a store that no server uses.
func (p *program) openIdle(ctx context.Context, url config.StoreURL) (store.Archive, error) {
	if err := url.Check(); err != nil {
		return nil, err
	}
	s, notes, err := openStore(ctx, url, time.Now, "")
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		_, _ = fmt.Fprintln(p.err, note)
	}
	if who, err := attending(ctx, s); err != nil || who != "" {
		if err == nil {
			err = config.Problem{Key: "store", Value: url.String(), Remedy: who + " is serving from it; stop it first (after a crash, wait half a minute)"}
		}
		return nil, errors.Join(brokenOff(err), s.Close())
	}
	return s, nil
}

// A running server keeps a record in its store, so that a migration can tell.
// (A file is also locked.)
const (
	attendancePrefix = "serving/"
	attendFor        = 30 * time.Second
	attendEvery      = 10 * time.Second
)

// attend records that this process serves from s, until ctx ends.
func attend(ctx context.Context, s store.Store, log *slog.Logger) {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	key := fmt.Sprintf("%s%s-%d", attendancePrefix, host, os.Getpid())
	tick := time.NewTicker(attendEvery)
	defer tick.Stop()
	for {
		if err := sign(ctx, s, key, time.Now().Add(attendFor)); err != nil && ctx.Err() == nil {
			log.Debug("the store does not know that it is served from", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			// Remove the record now; if that fails, it expires.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			_ = sign(last, s, key, time.Now().Add(-time.Second))
			cancel()
			return
		}
	}
}

func sign(ctx context.Context, s store.Store, key string, until time.Time) error {
	old, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	next := store.NextVersion(old.Version, time.Now())
	_, err = s.Commit(ctx, key, store.Write{Expect: old.Version, Data: append(store.AppendHeader(nil, next), '}'), Expires: until})
	return err
}

// attending names a process that serves from s, "" when there is none.
func attending(ctx context.Context, s store.Archive) (string, error) {
	for e, err := range s.All(ctx) {
		if err != nil && e.Key == "" {
			return "", err
		}
		if who, ok := strings.CutPrefix(e.Key, attendancePrefix); ok && time.Now().Before(e.Expires) {
			return who, nil
		}
	}
	return "", nil
}
