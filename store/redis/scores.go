package redis

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// AddResult implements store.Scores.
func (s *Store) AddResult(ctx context.Context, board string, r store.Result) error {
	if err := r.Check(board); err != nil {
		return err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	args := []any{r.Game, store.Milli(r.Ended), store.Milli(r.Ended.Add(-store.ResultMemory))}
	for _, member := range slices.Sorted(maps.Keys(r.Points)) {
		args = append(args, member, r.Points[member])
	}
	keys := []string{s.scoresKey(board), s.countedKey(board)}
	return s.explain(resultScript.Run(ctx, s.client, keys, args...).Err())
}

// Top implements store.Scores.
func (s *Store) Top(ctx context.Context, board string, skip, limit int) ([]store.Standing, error) {
	if limit <= 0 {
		return nil, nil
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	found, err := s.client.ZRevRangeWithScores(ctx, s.scoresKey(board), int64(skip), int64(skip+limit-1)).Result()
	if err != nil || len(found) == 0 {
		return nil, s.explain(err)
	}
	top := make([]store.Standing, 0, len(found))
	for _, z := range found {
		member, _ := z.Member.(string)
		top = append(top, store.Standing{Member: member, Score: int64(z.Score)})
	}
	first, err := s.rank(ctx, board, top[0].Score)
	store.Rank(top, skip, first)
	return top, err
}

// rank is 1 + the number of members with more points.
func (s *Store) rank(ctx context.Context, board string, score int64) (int, error) {
	above, err := s.client.ZCount(ctx, s.scoresKey(board), "("+strconv.FormatInt(score, 10), "+inf").Result()
	return int(above) + 1, s.explain(err)
}

// StandingOf implements store.Scores.
func (s *Store) StandingOf(ctx context.Context, board, member string) (store.Standing, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	standing := store.Standing{Member: member}
	score, err := s.client.ZScore(ctx, s.scoresKey(board), member).Result()
	if errors.Is(err, redis.Nil) {
		return standing, nil
	}
	if err != nil {
		return standing, s.explain(err)
	}
	standing.Score = int64(score)
	standing.Rank, err = s.rank(ctx, board, standing.Score)
	return standing, err
}

// ForgetMember implements store.Scores.
func (s *Store) ForgetMember(ctx context.Context, board, member string) error {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	return s.explain(s.client.ZRem(ctx, s.scoresKey(board), member).Err())
}
