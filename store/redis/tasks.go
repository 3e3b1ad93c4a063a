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
	if limit <= 0 {
		return nil, nil
	}
	// This process must not claim what it has shown.
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
	found := make([]*redis.ZSliceCmd, buckets)
	for b := range buckets {
		// A key may be there twice, to be settled and to be shown.
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

// lease claims those of the keys whose time still has come.
func (s *Store) lease(ctx context.Context, keys []string, now, until int64) ([]store.Task, error) {
	answers, err := s.byBucket(ctx, claimScript, keys, func(bucket []string) []any {
		args := []any{now, until}
		for _, key := range bucket {
			args = append(args, key)
		}
		return args
	})
	claimed := map[string]store.Task{}
	for _, a := range answers {
		rows, _ := a.answer.([]any)
		if len(rows) != len(a.keys) {
			return nil, fmt.Errorf("%w: %s: claiming answered %v", store.ErrUnavailable, s.address, a.answer)
		}
		for i, key := range a.keys {
			if t := parseTask(key, rows[i]); t.Due || t.Show != nil {
				claimed[key] = t
			}
		}
	}
	if len(claimed) == 0 {
		return nil, err
	}
	// Return what was leased even if another node failed: the next claim gets that
	// node's keys.
	var tasks []store.Task
	for _, key := range keys {
		if t, ok := claimed[key]; ok {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// parseTask reads one row of the answer of lua/claim.lua.
func parseTask(key string, row any) store.Task {
	t := store.Task{Key: key}
	fields, _ := row.([]any)
	if len(fields) != 3 {
		return t
	}
	t.Due = fields[0] == int64(1)
	if fields[1] == int64(1) {
		t.Show = []int{1}
	}
	version, _ := fields[2].(string)
	t.Version, _ = strconv.ParseUint(version, 10, 64) // 0 for a damaged record
	return t
}

// bucketAnswer is what a script answered for some keys of one bucket.
type bucketAnswer struct {
	keys   []string
	answer any
}

// byBucket runs a script once for each bucket of the keys, in one pipeline.
// The script's KEYS are the bucket's tasks and the records of the keys. It
// returns the answers that came and the first error.
func (s *Store) byBucket(ctx context.Context, script *redis.Script, keys []string, args func(keys []string) []any) ([]bucketAnswer, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	groups := map[int][]string{}
	for _, key := range keys {
		groups[bucketOf(key)] = append(groups[bucketOf(key)], key)
	}
	type call struct {
		bucket int
		cmd    *redis.Cmd
	}
	var calls []call
	names := func(bucket int) []string {
		names := []string{s.tasksKey(bucket)}
		for _, key := range groups[bucket] {
			names = append(names, s.recordKey(key))
		}
		return names
	}
	pipe := s.client.Pipeline()
	for bucket, keys := range groups {
		calls = append(calls, call{bucket, script.EvalSha(ctx, pipe, names(bucket), args(keys)...)})
	}
	_, _ = pipe.Exec(ctx) // each call has its own error
	var (
		answers []bucketAnswer
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
		answers = append(answers, bucketAnswer{groups[c.bucket], answer})
	}
	return answers, first
}

// shownEvery is how long confirmations of shown boards are collected before they are
// sent.
const shownEvery = 200 * time.Millisecond

// shownTasks collects the boards that were shown.
type shownTasks struct {
	mu      sync.Mutex
	tasks   map[string]uint64 // the version that was shown, by key
	timer   *time.Timer
	stopped bool
	flushes sync.WaitGroup
}

// Shown implements store.Store. The server is told a little later, for many
// boards at once, or by the next Claim or Close.
func (s *Store) Shown(ctx context.Context, tasks []store.Task) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	p := &s.shown
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return fmt.Errorf("%w: the store is closed", store.ErrUnavailable)
	}
	if p.tasks == nil {
		p.tasks = map[string]uint64{}
	}
	for _, t := range tasks {
		if !slices.Contains(t.Show, 1) {
			continue
		}
		p.tasks[t.Key] = max(t.Version, p.tasks[t.Key])
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

// take returns what was collected and clears it.
func (p *shownTasks) take() map[string]uint64 {
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

// stop ends the collecting and waits for calls in flight.
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
	_, err := s.byBucket(ctx, shownScript, slices.Collect(maps.Keys(tasks)), func(bucket []string) []any {
		var args []any
		for _, key := range bucket {
			args = append(args, key, strconv.FormatUint(tasks[key], 10))
		}
		return args
	})
	return err
}
