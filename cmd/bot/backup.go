package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/store"
	"nimbot/store/atomicfile"
)

func (p *program) backupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Write everything in the store to a file, while a server runs",
		Long: "Write everything in the store to a file, read it back and verify it. Servers may\n" +
			"go on: each document is as it was at some moment during the backup. If a running\n" +
			"server holds the store's file, the documents come from that server.",
		Example: "  bot backup nim-2026-05-01.backup",
		Args:    exactly(1, "which file? Try: bot backup nim.backup"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := p.configForTool()
			if err != nil {
				return err
			}
			return p.backup(cmd.Context(), c, args[0])
		},
	}
}

func (p *program) backup(ctx context.Context, c config.Config, file string) error {
	done, err := saveBackup(ctx, file, func(w io.Writer) error { return writeBackup(ctx, c, w) })
	switch {
	case errors.Is(err, store.ErrNewer):
		return config.Problem{Key: "store", Value: c.Store.String(), Remedy: "holds documents of a newer version of this program (" + config.Reason(err) + "), so there is no backup; update this one", Cause: err}
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s of %s are in %s\n", plural(done.Records, "record"), c.Store, file)
	if len(done.Unreadable) > 0 {
		err = fmt.Errorf("the rest is in %s, but %s can't be read:\n%s", file, plural(len(done.Unreadable), "record"), strings.Join(done.Unreadable, "\n"))
	}
	return err
}

// saveBackup writes a backup to file with write, and keeps the file only if the
// backup is complete.
func saveBackup(ctx context.Context, file string, write func(io.Writer) error) (*store.Backup, error) {
	if _, err := os.Lstat(file); err == nil {
		return nil, backupProblem(file, fs.ErrExist)
	}
	f, err := atomicfile.New(file)
	if err != nil {
		return nil, backupProblem(file, err)
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return nil, backupProblem(file, err)
	}
	done, err := store.OpenBackup(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("the backup didn't become whole, so there is no %s: %w", file, err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return nil, backupProblem(file, err)
	}
	if err := f.Publish(); err != nil {
		return nil, backupProblem(file, err)
	}
	return done, nil
}

// backupProblem explains an error of a backup's file to a person. It returns other
// errors unchanged.
func backupProblem(file string, err error) error {
	problem := config.Problem{Key: "FILE", Value: file, Cause: err}
	var path *fs.PathError
	switch {
	case errors.As(err, new(config.Problem)):
		return err
	case errors.Is(err, fs.ErrExist):
		problem.Remedy = "there is such a file already, and it was left as it is; name another one"
	case errors.Is(err, fs.ErrNotExist):
		problem.Remedy = "its folder does not exist, so there is no backup; create it, or name another file"
	case errors.Is(err, fs.ErrPermission):
		problem.Remedy = "this user may not write there, so there is no backup; name a file in another folder"
	case errors.As(err, &path):
		problem.Remedy = "can't be written (" + config.Reason(err) + "), so there is no backup; name a file in a folder with room for it"
	default:
		return err
	}
	return problem
}

// writeBackup backs up the store of c, itself or through the server that holds
// its file.
func writeBackup(ctx context.Context, c config.Config, w io.Writer) (err error) {
	if err := serve.Existing(c.Store, "back up"); err != nil {
		return err
	}
	s, _, err := serve.OpenStore(ctx, c.Store, time.Now, "")
	if errors.Is(err, store.ErrInUse) {
		return serve.BackupRunning(ctx, c, w)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return serve.StoreProblem(store.WriteBackup(ctx, w, serve.WithoutServerRecords{Source: s}, time.Now()))
}
