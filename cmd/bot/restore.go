package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/game/chat"
	"nimbot/game/people"
	"nimbot/game/words"
	"nimbot/store"
)

func (p *program) restoreCommand() *cobra.Command {
	var merge bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Write a backup into the store",
		Long: "Verify a backup, write everything in it into the store, then read it back and\n" +
			"compare. Stop the servers that use the store first. A store that isn't empty is\n" +
			"refused unless you add --merge, which keeps whatever is newer in the store.",
		Example: "  bot restore nim-2026-05-01.backup\n  bot restore --store redis://localhost:6379 nim-2026-05-01.backup",
		Args:    exactly(1, "which file? Try: bot restore nim.backup"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := p.configForTool()
			if err != nil {
				return err
			}
			return p.restore(cmd.Context(), c, args[0], merge)
		},
	}
	cmd.Flags().BoolVar(&merge, "merge", false, "restore into a store that isn't empty; newer documents stay")
	return cmd
}

func (p *program) restore(ctx context.Context, c config.Config, file string, merge bool) (err error) {
	f, err := os.Open(file)
	if err != nil {
		return restoreProblem(file, err)
	}
	defer func() { _ = f.Close() }() // it was only read
	b, err := store.OpenBackup(ctx, f)
	if err != nil {
		return restoreProblem(file, err)
	}
	target, err := p.openIdle(ctx, c.Store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	carry := store.Merge
	if !merge {
		carry = store.Migrate
		key, err := anyKey(ctx, target)
		if err != nil {
			return serve.StoreProblem(err)
		}
		if key != "" {
			return config.Problem{Key: "store", Value: c.Store.String(), Remedy: fmt.Sprintf("it isn't empty (%q is there); name an empty store, or add --merge to keep whatever is newer in this one", key)}
		}
	}
	done, err := copyAll(ctx, carry, unexpired{b, time.Now()}, target, nil)
	if err != nil {
		return fmt.Errorf("not all of %s is in %s yet; fix this and run the command again with --merge: %w", file, c.Store, serve.StoreProblem(err))
	}
	if err := p.afterRestore(ctx, c, target); err != nil {
		return fmt.Errorf("everything of %s is in %s, but the boards, or people who left, still need care; run the command again with --merge: %w", file, c.Store, serve.StoreProblem(err))
	}
	_, err = fmt.Fprintf(p.out, "%s of %s are in %s; written now: %d, there already or newer: %d, expired since the backup: %d; lines on boards: %d\n",
		plural(done.Verified, "record"), file, c.Store, done.Copied, done.Records-done.Copied, b.Records-done.Records, done.Lines)
	return err
}

// afterRestore erases again the people who were erased after the backup was
// made, and rebuilds the leaderboards.
func (p *program) afterRestore(ctx context.Context, c config.Config, s store.Archive) error {
	lexicon, err := words.Load()
	if err != nil {
		return err
	}
	book := people.New(people.Config{Store: s, Log: logger(p.err, slog.LevelWarn), Keep: c.Limits.KeepPerson(), KeepMarks: c.Limits.KeepMarks(), Forget: serve.Forget})
	handler := chat.New(chat.Config{Store: s, Words: lexicon, Results: book})
	book.SetChat(handler)
	if err := book.SweepNow(ctx); err != nil {
		return err
	}
	return book.RebuildLeaderboards(ctx)
}

// restoreProblem describes why a file can't be restored. Nothing was written.
func restoreProblem(file string, err error) error {
	p := config.Problem{Key: "FILE", Value: file, Cause: err}
	switch {
	case errors.Is(err, store.ErrNewer):
		p.Remedy = "made by a newer version of this program (" + config.Reason(err) + "), so nothing was restored; update this one"
	case errors.Is(err, store.ErrOlder):
		p.Remedy = "made by an older version of this program (" + config.Reason(err) + "), so nothing was restored; restore it with the version that made it"
	case errors.Is(err, store.ErrCorrupt):
		p.Remedy = "not a whole backup of this program (" + config.Reason(err) + "), so nothing was restored; name another file"
	default:
		p.Remedy = "can't be read (" + config.Reason(err) + "); name a backup"
	}
	return p
}

// anyKey returns the key of an arbitrary record, "" if the store is empty.
func anyKey(ctx context.Context, s store.Source) (string, error) {
	for e, err := range (serve.WithoutServerRecords{Source: s}).All(ctx) {
		if err != nil && e.Key == "" {
			return "", err
		}
		return e.Key, nil
	}
	return "", nil
}

// unexpired is a source without expired records.
type unexpired struct {
	store.Source
	now time.Time
}

// All implements store.Source.
func (u unexpired) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range u.Source.All(ctx) {
			if expired := err == nil && !e.Expires.IsZero() && !e.Expires.After(u.now); !expired && !yield(e, err) {
				return
			}
		}
	}
}
