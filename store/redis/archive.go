package redis

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// scanStep is how many keys one step of a walk asks for.
const scanStep = 128

// All implements store.Archive. It remembers the keys that it has yielded,
// since a walk over a server's keys may meet one twice.
func (s *Store) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for keys, err := range s.scan(ctx) {
			if err != nil {
				yield(store.Entry{}, err)
				return
			}
			entries, errs, err := s.entries(ctx, keys)
			if err != nil {
				yield(store.Entry{}, err)
				return
			}
			for i, e := range entries {
				if !yield(e, errs[i]) {
					return
				}
			}
		}
	}
}

// scan yields the keys of all records, each once, some at a time.
func (s *Store) scan(ctx context.Context) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		nodes, err := s.nodes(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		seen := map[string]bool{}
		for _, node := range nodes {
			for cursor := uint64(0); ; {
				found, next, err := s.scanOnce(ctx, node, cursor)
				if err != nil {
					yield(nil, err)
					return
				}
				var keys []string
				for _, name := range found {
					if key, ok := s.keyOf(name); ok && !seen[key] {
						seen[key] = true
						keys = append(keys, key)
					}
				}
				if len(keys) > 0 && !yield(keys, nil) {
					return
				}
				if cursor = next; cursor == 0 {
					break
				}
			}
		}
	}
}

func (s *Store) scanOnce(ctx context.Context, node *redis.Client, cursor uint64) ([]string, uint64, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	found, next, err := node.Scan(ctx, cursor, s.prefix+":{*}:*", scanStep).Result()
	return found, next, s.explain(err)
}

// keyOf returns the key of the record that has this name on the server; ok is
// false for what is no record of ours.
func (s *Store) keyOf(name string) (key string, ok bool) {
	_, key, ok = strings.Cut(name, "}:")
	return key, ok && name == s.recordKey(key)
}

// nodes returns the servers that hold keys.
func (s *Store) nodes(ctx context.Context) ([]*redis.Client, error) {
	switch c := s.client.(type) {
	case *redis.Client:
		return []*redis.Client{c}, nil
	case *redis.ClusterClient:
		ctx, cancel := s.bound(ctx)
		defer cancel()
		var (
			mu    sync.Mutex
			nodes []*redis.Client
		)
		err := c.ForEachMaster(ctx, func(_ context.Context, node *redis.Client) error {
			mu.Lock()
			defer mu.Unlock()
			nodes = append(nodes, node)
			return nil
		})
		return nodes, s.explain(err)
	}
	return nil, fmt.Errorf("%w: %s: no way to list its keys", store.ErrUnavailable, s.address)
}

// entries reads records with their times, each with its own error. Those that
// are gone are left out.
func (s *Store) entries(ctx context.Context, keys []string) (entries []store.Entry, errs []error, err error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	type reads struct {
		data      *redis.StringCmd
		expires   *redis.DurationCmd
		due, show *redis.FloatCmd
	}
	all := make([]reads, len(keys))
	pipe := s.client.Pipeline()
	for i, key := range keys {
		tasks := s.tasksKey(bucketOf(key))
		all[i] = reads{
			data: pipe.Get(ctx, s.recordKey(key)), expires: pipe.PExpireTime(ctx, s.recordKey(key)),
			due: pipe.ZScore(ctx, tasks, "d"+key), show: pipe.ZScore(ctx, tasks, "s"+key),
		}
	}
	_, _ = pipe.Exec(ctx) // each command has its own error
	for i, key := range keys {
		r := all[i]
		if errors.Is(r.data.Err(), redis.Nil) {
			continue
		}
		e := store.Entry{Key: key, Due: score(r.due), Show: score(r.show)}
		if at := r.expires.Val(); at > 0 {
			e.Expires = store.FromMilli(at.Milliseconds())
		}
		data, err := r.data.Bytes()
		switch err = s.explain(err); {
		case err == nil:
			e.Record, err = store.ParseRecord(key, data)
		case !errors.Is(err, store.ErrCorrupt):
			return nil, nil, err
		default:
			err = fmt.Errorf("%w (key %q)", err, key)
		}
		entries, errs = append(entries, e), append(errs, err)
	}
	return entries, errs, nil
}

// score is the time that a task has, the zero time for none.
func score(cmd *redis.FloatCmd) time.Time {
	if cmd.Err() != nil {
		return time.Time{}
	}
	return store.FromMilli(int64(cmd.Val()))
}

// Restore implements store.Archive.
func (s *Store) Restore(ctx context.Context, e store.Entry) (bool, error) {
	if err := e.Check(); err != nil {
		return false, err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	answer, err := restoreScript.Run(ctx, s.client, []string{s.recordKey(e.Key), s.tasksKey(bucketOf(e.Key))},
		e.Record.Version, store.Format, e.Record.Data, e.Key, milli(e.Expires), milli(e.Due), milli(e.Show)).Result()
	if err != nil {
		return false, s.explain(err)
	}
	if stored, ok := answer.(string); ok {
		_, err := store.ParseRecord(e.Key, []byte(stored))
		return false, err
	}
	return answer == int64(1), nil
}
