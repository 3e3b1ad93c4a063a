package redis

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
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

// scan yields the keys of all records, each once and in batches.
func (s *Store) scan(ctx context.Context) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for names, err := range s.scanNames(ctx, s.prefix+":{*}:*") {
			var keys []string
			for _, name := range names {
				if key, ok := s.keyOf(name); ok {
					keys = append(keys, key)
				}
			}
			if (err != nil || len(keys) > 0) && !yield(keys, err) {
				return
			}
		}
	}
}

// scanNames yields the names that match a pattern, from all servers, each once
// and in batches; an error ends the iteration.
func (s *Store) scanNames(ctx context.Context, pattern string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		nodes, err := s.nodes(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		seen := map[string]bool{}
		for _, node := range nodes {
			for cursor := uint64(0); ; {
				found, next, err := s.scanOnce(ctx, node, cursor, pattern)
				if err != nil {
					yield(nil, err)
					return
				}
				var fresh []string
				for _, name := range found {
					if !seen[name] {
						seen[name] = true
						fresh = append(fresh, name)
					}
				}
				if len(fresh) > 0 && !yield(fresh, nil) {
					return
				}
				if cursor = next; cursor == 0 {
					break
				}
			}
		}
	}
}

func (s *Store) scanOnce(ctx context.Context, node *redis.Client, cursor uint64, pattern string) ([]string, uint64, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	found, next, err := node.Scan(ctx, cursor, pattern, scanStep).Result()
	return found, next, s.explain(err)
}

// keyOf returns the key of the record with this name on the server; ok is false
// if the name isn't one of our records.
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

// entries reads records with their times, each with its own error. It leaves out
// records that are gone.
func (s *Store) entries(ctx context.Context, keys []string) (entries []store.Entry, errs []error, err error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	all := make([]*redis.Cmd, len(keys))
	pipe := s.client.Pipeline()
	for i, key := range keys {
		// Send the whole script each time: a pipeline can't retry after a NOSCRIPT.
		all[i] = pipe.Eval(ctx, entryLua, s.keys(key), key)
	}
	_, _ = pipe.Exec(ctx) // each command has its own error
	for i, key := range keys {
		e, err := s.parseEntry(key, all[i])
		if err != nil && !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) {
			return nil, nil, err
		}
		if err != nil || e.Record.Version != 0 {
			entries, errs = append(entries, e), append(errs, err)
		}
	}
	return entries, errs, nil
}

// parseEntry parses the answer of lua/entry.lua. If the record is gone, the
// entry has none.
func (s *Store) parseEntry(key string, cmd *redis.Cmd) (store.Entry, error) {
	e := store.Entry{Key: key}
	fields, err := cmd.Slice()
	if err != nil {
		return e, fmt.Errorf("%w (key %q)", s.explain(err), key)
	}
	if len(fields) != 5 {
		return e, fmt.Errorf("%w: %s answers with %d fields, want 5", store.ErrUnavailable, s.address, len(fields))
	}
	data, there := fields[0].(string)
	if !there {
		return e, nil
	}
	if at, _ := fields[1].(int64); at > 0 {
		e.Expires = store.FromMilli(at)
	}
	e.Due = taskTime(fields[2])
	e.Record, err = store.ParseRecord(key, []byte(data))
	text, _ := fields[4].(string)
	e.Show = store.ParseShows(e.Record.Version, store.Milli(taskTime(fields[3])), text).List()
	return e, err
}

// taskTime parses the time of a task; the zero time for none.
func taskTime(field any) time.Time {
	text, _ := field.(string)
	at, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return time.Time{}
	}
	return store.FromMilli(int64(at))
}

// Remove implements store.Archive.
func (s *Store) Remove(ctx context.Context, key string) error {
	if err := store.CheckKey(key); err != nil {
		return err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	_, err := s.client.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Del(ctx, s.recordKey(key), s.showsKey(key))
		p.ZRem(ctx, s.tasksKey(bucketOf(key)), taskMembers(key)...)
		return nil
	})
	return s.explain(err)
}

// Restore implements store.Archive.
func (s *Store) Restore(ctx context.Context, e store.Entry) (bool, error) {
	if err := e.Check(); err != nil {
		return false, err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	next, text := store.Shows{}.Write(e.Record.Version, e.Show).Kept()
	answer, err := restoreScript.Run(ctx, s.client, s.keys(e.Key),
		e.Record.Version, store.Format, e.Record.Data, e.Key, milli(e.Expires), milli(e.Due), milli(store.FromMilli(next)), text).Result()
	if err != nil {
		return false, s.explain(err)
	}
	if stored, ok := answer.(string); ok {
		_, err := store.ParseRecord(e.Key, []byte(stored))
		return false, err
	}
	return answer == int64(1), nil
}
