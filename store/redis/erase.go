package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// Erase implements store.Archive: it deletes the tasks of expired records, then makes
// every server rewrite its append-only file (BGREWRITEAOF) and its snapshot (BGSAVE), if
// it has them, and waits for both. The operator has to handle replicas, other backups,
// and servers that refuse (see the error).
func (s *Store) Erase(ctx context.Context) error {
	if err := s.reap(ctx); err != nil {
		return err
	}
	nodes, err := s.nodes(ctx)
	if err != nil {
		return err
	}
	for _, node := range nodes {
		e := eraser{s, node}
		if err := e.erase(ctx); err != nil {
			return err
		}
	}
	return nil
}

// eraser makes one server rewrite its files.
type eraser struct {
	*Store
	node *redis.Client
}

// rewrite is one kind of file, and the fields about it in a server's INFO.
type rewrite struct {
	command string
	running []string // fields that are 1 while the file is being written or about to be
	outcome string   // the field that says how the last rewrite ended
}

var (
	rewriteLog      = rewrite{"BGREWRITEAOF", []string{"aof_rewrite_in_progress", "aof_rewrite_scheduled"}, "aof_last_bgrewrite_status"}
	rewriteSnapshot = rewrite{"BGSAVE", []string{"rdb_bgsave_in_progress"}, "rdb_last_bgsave_status"}
)

func (e eraser) erase(ctx context.Context) error {
	info, err := e.persistence(ctx)
	if err != nil {
		return err
	}
	if info["aof_enabled"] == "1" {
		if err := e.rewrite(ctx, rewriteLog); err != nil {
			return err
		}
	}
	asking, cancel := e.bound(ctx)
	defer cancel()
	config, err := e.node.ConfigGet(asking, "save").Result()
	if err != nil {
		return e.refused("CONFIG GET", err)
	}
	if config["save"] == "" {
		return nil
	}
	return e.rewrite(ctx, rewriteSnapshot)
}

// rewritePause is how long to wait between two questions about a server's progress.
const rewritePause = 100 * time.Millisecond

// rewrite makes a server rewrite one kind of file. A running rewrite may have
// begun before the data was deleted, so it waits for that one first; a rewrite
// that another client starts afterwards is good enough.
func (e eraser) rewrite(ctx context.Context, r rewrite) error {
	for {
		if _, err := e.waitIdle(ctx, r); err != nil {
			return err
		}
		err := e.begin(ctx, r)
		if err != nil && strings.Contains(err.Error(), "child process is active") { // it writes the other kind
			if err := pause(ctx); err != nil {
				return fmt.Errorf("%w: %s: %w", store.ErrUnavailable, e.address, err)
			}
			continue
		}
		if err != nil && !strings.Contains(err.Error(), "already in progress") {
			return e.refused(r.command, err)
		}
		info, err := e.waitIdle(ctx, r)
		if err == nil && info[r.outcome] != "ok" {
			err = e.serverError(answer{is: store.ErrUnavailable, what: "redis couldn't write its files anew (" + r.command + ")", remedy: "see its log"}, nil)
		}
		return err
	}
}

func (e eraser) begin(ctx context.Context, r rewrite) error {
	ctx, cancel := e.bound(ctx)
	defer cancel()
	return e.node.Do(ctx, r.command).Err()
}

// pause waits a moment. If ctx ends meanwhile it returns ctx.Err().
func pause(ctx context.Context) error {
	select {
	case <-time.After(rewritePause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waitIdle waits until a server is not writing a kind of file.
func (e eraser) waitIdle(ctx context.Context, r rewrite) (info map[string]string, err error) {
	for {
		if info, err = e.persistence(ctx); err != nil {
			return nil, err
		}
		running := false
		for _, name := range r.running {
			running = running || info[name] == "1"
		}
		if !running {
			return info, nil
		}
		if err := pause(ctx); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", store.ErrUnavailable, e.address, err)
		}
	}
}

func (e eraser) persistence(ctx context.Context) (map[string]string, error) {
	ctx, cancel := e.bound(ctx)
	defer cancel()
	text, err := e.node.Info(ctx, "persistence").Result()
	if err != nil {
		err = e.refused("INFO", err)
	}
	return parseInfo(text), err
}

// refused returns the error for a server that doesn't let the bot use a command.
func (e eraser) refused(command string, err error) error {
	if !redis.HasErrorPrefix(err, "NOPERM") && !strings.Contains(err.Error(), "unknown command") {
		return e.explain(err)
	}
	return e.serverError(answer{
		is:     store.ErrUnavailable,
		what:   "redis doesn't let the bot use " + command + ", so what was deleted stays in its files until it writes them anew",
		remedy: "allow it (ACL SETUSER … +info +bgrewriteaof +bgsave +config|get), or run BGREWRITEAOF and BGSAVE daily",
	}, errors.Unwrap(err))
}
