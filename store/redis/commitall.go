package redis

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// CommitAll does what store.CommitAll says, with one pipeline. Nodes of a cluster answer in any order:
// there the records are read afterwards. Writes that the pipeline leaves unanswered are sent again one
// by one.
func (s *Store) CommitAll(ctx context.Context, writes []store.KeyedWrite, keys []string) ([]store.Written, map[string]store.Record, error) {
	all, sent := make([]store.Written, len(writes)), make([]*redis.Cmd, len(writes))
	inTime := store.InTime(ctx)
	var cmds []redis.Cmder
	for i, w := range writes {
		if all[i].Err = inTime; inTime == nil {
			all[i].Err = w.Check(w.Key)
		}
		if all[i].Err == nil {
			sent[i] = redis.NewCmd(ctx, s.commitArgs(w.Key, w.Write)...)
			cmds = append(cmds, noRetry{sent[i]})
		}
	}
	reads := make([]*redis.StringCmd, len(keys))
	apart := s.cluster // the records are read apart from the writes
	for i, key := range keys {
		apart = apart || store.CheckKey(key) != nil // GetAll says why
		reads[i] = redis.NewStringCmd(ctx, "get", s.recordKey(key))
	}
	if !apart {
		for _, c := range reads {
			cmds = append(cmds, c)
		}
	}
	soon, cancel := s.bound(ctx)
	defer cancel()
	if inTime == nil && len(cmds) > 0 {
		pipe := s.client.Pipeline()
		_ = pipe.BatchProcess(soon, cmds...) // sends nothing yet
		_, _ = pipe.Exec(soon)               // each command has its own error
	}
	for i, w := range writes {
		if sent[i] != nil && !s.settled(w, sent[i], &all[i]) {
			all[i].Record, all[i].Err = s.commitAgain(ctx, w, mayHaveRun(sent[i].Err()))
			apart = true
		}
	}
	if apart || inTime != nil {
		records, err := s.GetAll(ctx, keys)
		return all, records, err
	}
	records, err := s.answersOf(soon, keys, reads)
	return all, records, err
}

// settled puts what a pipeline brought for a write into result, and reports whether it brought an answer.
func (s *Store) settled(w store.KeyedWrite, c *redis.Cmd, result *store.Written) bool {
	answer, err := c.Result()
	if !answered(err) || unknownScript(err) {
		return false
	}
	result.Record, result.Err = s.committed(w.Key, w.Write, answer, false, err)
	return true
}

// commitAgain commits a write that may have run before.
func (s *Store) commitAgain(ctx context.Context, w store.KeyedWrite, repeated bool) (store.Record, error) {
	rec, err := s.Commit(ctx, w.Key, w.Write)
	if repeated && errors.Is(err, store.ErrConflict) {
		err = store.ErrRepeated
	}
	return rec, err
}
