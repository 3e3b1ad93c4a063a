package redis

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// Claim implements store.Store. It looks into all buckets in one pipeline, and
// leases the oldest keys that it found in a second one.
func (s *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	if err := store.InTime(ctx); err != nil {
		return nil, err
	}
	if limit <= 0 {
		return nil, nil
	}
	// Flush confirmations first, so that shown boards aren't claimed.
	if err := s.flushShown(ctx); err != nil {
		return nil, err
	}
	at := store.Milli(now)
	until := max(at+1, store.Milli(now.Add(lease)))
	for {
		keys, err := s.ready(ctx, at, limit)
		if err != nil || len(keys) == 0 {
			return nil, err
		}
		tasks, err := s.lease(ctx, keys, at, until)
		// Expired records are gone now, and others may have claimed the rest: try again.
		if err != nil || len(tasks) > 0 {
			return tasks, err
		}
	}
}

// ready returns up to limit keys whose time has come, the oldest first.
func (s *Store) ready(ctx context.Context, now int64, limit int) ([]string, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	pipe := s.client.Pipeline()
	var found [buckets]*redis.ZSliceCmd
	for b := range buckets {
		// A key may be there twice: because it is due, and because a board must be shown.
		found[b] = pipe.ZRangeByScoreWithScores(ctx, s.tasksKey(b), &redis.ZRangeBy{
			Min: "-inf", Max: strconv.FormatInt(now, 10), Count: 2 * int64(limit),
		})
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, s.explain(err)
	}
	first := map[string]float64{}
	for _, cmd := range found {
		for _, z := range cmd.Val() {
			member, _ := z.Member.(string)
			key := member[min(1, len(member)):]
			if at, ok := first[key]; !ok || z.Score < at {
				first[key] = z.Score
			}
		}
	}
	keys := slices.SortedFunc(maps.Keys(first), func(a, b string) int {
		return cmp.Or(cmp.Compare(first[a], first[b]), cmp.Compare(a, b))
	})
	return keys[:min(limit, len(keys))], nil
}

// lease claims the keys whose time has still come.
func (s *Store) lease(ctx context.Context, keys []string, now, until int64) ([]store.Task, error) {
	answers, err := byBucket(ctx, s, claimScript, keys, func(key string) string { return key }, func(bucket []string) []any {
		args := []any{now, until}
		for _, key := range bucket {
			args = append(args, key)
		}
		return args
	})
	claimed := map[string]store.Task{}
	for _, a := range answers {
		rows, _ := a.answer.([]any)
		if len(rows) != len(a.of) {
			return nil, fmt.Errorf("%w: %s: claiming answered %v", store.ErrUnavailable, s.address, a.answer)
		}
		for i, key := range a.of {
			if t := parseTask(key, rows[i]); t.Due || t.Show != nil {
				claimed[key] = t
			}
		}
	}
	if len(claimed) == 0 {
		return nil, err
	}
	// Return the leased keys even if another node failed: the next claim gets that
	// node's keys.
	var tasks []store.Task
	for _, key := range keys {
		if t, ok := claimed[key]; ok {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// taskMembers are the members that the tasks of a bucket may have of a key.
func taskMembers(key string) []any { return []any{"d" + key, "s" + key} }

// reap deletes the tasks of expired records: a task that is due long after its record has
// expired would name it until then.
func (s *Store) reap(ctx context.Context) error {
	for bucket := range buckets {
		for cursor := uint64(0); ; {
			keys, next, err := s.scanTasks(ctx, bucket, cursor)
			if err != nil {
				return err
			}
			if len(keys) > 0 {
				if _, err := s.lease(ctx, keys, 0, 1); err != nil { // nothing is due at 0
					return err
				}
			}
			if cursor = next; cursor == 0 {
				break
			}
		}
	}
	return nil
}

// scanTasks returns some keys of a bucket's tasks.
func (s *Store) scanTasks(ctx context.Context, bucket int, cursor uint64) (keys []string, next uint64, err error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	found, next, err := s.client.ZScan(ctx, s.tasksKey(bucket), cursor, "", scanStep).Result()
	for i := 0; i < len(found); i += 2 { // members and their scores
		if key := found[i][min(1, len(found[i])):]; key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, next, s.explain(err)
}

// parseTask reads one row of the answer of lua/claim.lua.
func parseTask(key string, row any) store.Task {
	t := store.Task{Key: key}
	fields, _ := row.([]any)
	if len(fields) < 2 {
		return t
	}
	t.Due = fields[0] == int64(1)
	version, _ := fields[1].(string)
	t.Version, _ = strconv.ParseUint(version, 10, 64) // 0 for a damaged record
	for _, table := range fields[2:] {
		table, _ := table.(int64)
		t.Show = append(t.Show, int(table))
	}
	slices.Sort(t.Show)
	return t
}

// bucketAnswer is a script's answer for some items of one bucket.
type bucketAnswer[T any] struct {
	of     []T
	answer any
}

// byBucket runs a script once for each bucket that has keys of the items in all, in one
// pipeline. The script's KEYS are the bucket's tasks, and for each item the keys of its record
// and of the record's shows; args returns the script's ARGV for the items of a bucket.
// byBucket returns the answers that came and the first error.
func byBucket[T any](ctx context.Context, s *Store, script *redis.Script, all []T, keyOf func(T) string, args func([]T) []any) ([]bucketAnswer[T], error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	groups := map[int][]T{}
	for _, one := range all {
		b := bucketOf(keyOf(one))
		groups[b] = append(groups[b], one)
	}
	type call struct {
		bucket int
		cmd    *redis.Cmd
	}
	var calls []call
	names := func(bucket int) []string {
		names := []string{s.tasksKey(bucket)}
		for _, one := range groups[bucket] {
			names = append(names, s.recordKey(keyOf(one)), s.showsKey(keyOf(one)))
		}
		return names
	}
	pipe := s.client.Pipeline()
	for _, bucket := range slices.Sorted(maps.Keys(groups)) { // a simulation's seed gives them an order
		group := groups[bucket]
		calls = append(calls, call{bucket, script.EvalSha(ctx, pipe, names(bucket), args(group)...)})
	}
	_, _ = pipe.Exec(ctx) // each call has its own error
	var (
		answers []bucketAnswer[T]
		first   error
	)
	for _, c := range calls {
		answer, err := c.cmd.Result()
		if redis.HasErrorPrefix(err, "NOSCRIPT") {
			answer, err = script.Run(ctx, s.client, names(c.bucket), args(groups[c.bucket])...).Result()
		}
		if err != nil {
			first = cmp.Or(first, s.explain(err))
			continue
		}
		answers = append(answers, bucketAnswer[T]{groups[c.bucket], answer})
	}
	return answers, first
}

// shownEvery is how long confirmations of shown boards are collected before they are
// sent.
const shownEvery = 200 * time.Millisecond

// shownTasks collects the boards that were shown.
type shownTasks struct {
	mu      sync.Mutex
	tasks   map[board]uint64 // the latest version of each that was shown
	timer   *time.Timer
	stopped bool
	flushes sync.WaitGroup
}

// board is the board of a key's table.
type board struct {
	key   string
	table int
}

// Shown implements store.Store. The server is told a little later, for many
// boards at once, or by the next Claim or Close.
func (s *Store) Shown(ctx context.Context, tasks []store.Task) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	p := &s.shown
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return fmt.Errorf("%w: the store is closed", store.ErrUnavailable)
	}
	if p.tasks == nil {
		p.tasks = map[board]uint64{}
	}
	for _, t := range tasks {
		for _, table := range t.Show {
			b := board{t.Key, table}
			p.tasks[b] = max(t.Version, p.tasks[b])
		}
	}
	if p.timer == nil {
		p.flushes.Add(1)
		p.timer = time.AfterFunc(shownEvery, func() {
			defer p.flushes.Done()
			_ = s.flushShown(context.Background()) // at worst a board is shown once more
		})
	}
	return nil
}

// take returns and clears the collected confirmations.
func (p *shownTasks) take() map[board]uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	tasks := p.tasks
	p.tasks = nil
	if p.timer != nil && p.timer.Stop() {
		p.flushes.Done()
	}
	p.timer = nil
	return tasks
}

// stop ends the collecting and waits for the flush that runs.
func (p *shownTasks) stop() {
	p.mu.Lock()
	p.stopped = true
	if p.timer != nil && p.timer.Stop() {
		p.flushes.Done()
	}
	p.timer = nil
	p.mu.Unlock()
	p.flushes.Wait()
}

// flushShown tells the server which boards were shown.
func (s *Store) flushShown(ctx context.Context) error {
	tasks := s.shown.take()
	if len(tasks) == 0 {
		return nil
	}
	_, err := byBucket(ctx, s, shownScript, slices.Collect(maps.Keys(tasks)), func(b board) string { return b.key }, func(bucket []board) []any {
		var args []any
		for _, b := range bucket {
			args = append(args, b.key, b.table, strconv.FormatUint(tasks[b], 10))
		}
		return args
	})
	return err
}
