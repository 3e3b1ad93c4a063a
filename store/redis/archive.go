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
		for keys, err := range s.scan(ctx, ":") {
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

// scan yields the names that follow {BUCKET} and mark in all keys, each once,
// some at a time.
func (s *Store) scan(ctx context.Context, mark string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		nodes, err := s.nodes(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		seen := map[string]bool{}
		for _, node := range nodes {
			for cursor := uint64(0); ; {
				found, next, err := s.scanOnce(ctx, node, cursor, mark)
				if err != nil {
					yield(nil, err)
					return
				}
				var names []string
				for _, key := range found {
					if name, ok := s.nameIn(key, mark); ok && !seen[name] {
						seen[name] = true
						names = append(names, name)
					}
				}
				if len(names) > 0 && !yield(names, nil) {
					return
				}
				if cursor = next; cursor == 0 {
					break
				}
			}
		}
	}
}

func (s *Store) scanOnce(ctx context.Context, node *redis.Client, cursor uint64, mark string) ([]string, uint64, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	found, next, err := node.Scan(ctx, cursor, s.prefix+":{*}"+mark+"*", scanStep).Result()
	return found, next, s.explain(err)
}

// nameIn returns what follows the bucket and the mark in a key of ours.
func (s *Store) nameIn(key, mark string) (string, bool) {
	rest, ok := strings.CutPrefix(key, s.prefix+":{")
	if !ok {
		return "", false
	}
	_, rest, _ = strings.Cut(rest, "}")
	name, ok := strings.CutPrefix(rest, mark)
	return name, ok && key == s.inBucket(bucketOf(name), mark+name)
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

// AllBoards implements store.Archive.
func (s *Store) AllBoards(ctx context.Context) iter.Seq2[store.Board, error] {
	return func(yield func(store.Board, error) bool) {
		// A board is listed by its counted games: its members may be gone.
		for names, err := range s.scan(ctx, "#fed:") {
			if err != nil {
				yield(store.Board{}, err)
				return
			}
			for _, name := range names {
				b, err := s.readBoard(ctx, name)
				if !yield(b, err) || err != nil {
					return
				}
			}
		}
	}
}

func (s *Store) readBoard(ctx context.Context, name string) (store.Board, error) {
	b := store.Board{Name: name, Scores: map[string]int64{}, Games: map[string]time.Time{}}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	members, err := s.client.ZRangeWithScores(ctx, s.scoresKey(name), 0, -1).Result()
	if err != nil {
		return b, s.explain(err)
	}
	games, err := s.client.ZRangeWithScores(ctx, s.countedKey(name), 0, -1).Result()
	if err != nil {
		return b, s.explain(err)
	}
	for _, z := range members {
		member, _ := z.Member.(string)
		b.Scores[member] = int64(z.Score)
	}
	for _, z := range games {
		game, _ := z.Member.(string)
		b.Games[game] = store.FromMilli(int64(z.Score))
	}
	return b, nil
}

// RestoreBoard implements store.Archive.
func (s *Store) RestoreBoard(ctx context.Context, b store.Board) error {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	scores, counted := s.scoresKey(b.Name), s.countedKey(b.Name)
	_, err := s.client.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Del(ctx, scores, counted)
		for member, points := range b.Scores {
			pipe.ZAdd(ctx, scores, redis.Z{Score: float64(points), Member: member})
		}
		for game, ended := range b.Games {
			pipe.ZAdd(ctx, counted, redis.Z{Score: float64(store.Milli(ended)), Member: game})
		}
		return nil
	})
	return s.explain(err)
}
