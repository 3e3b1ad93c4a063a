package redis

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// A board is a sorted set and a hash of the lines' versions, both in the bucket
// of its name. The set stores negated scores, so that equal scores are ordered
// by member.
const (
	boardPart   = "#board:"
	versionPart = "#board-versions:"
)

func (s *Store) boardKeys(board string) []string {
	b := bucketOf(board)
	return []string{s.inBucket(b, boardPart+board), s.inBucket(b, versionPart+board)}
}

// SetLine implements store.Leaderboards.
func (s *Store) SetLine(ctx context.Context, board string, l store.Line) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	if err := store.CheckLine(board, l); err != nil {
		return err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	score := strconv.FormatFloat(0-l.Score, 'g', -1, 64)
	return s.explain(lineScript.Run(ctx, s.client, s.boardKeys(board), l.Member, score, strconv.FormatUint(l.Version, 10)).Err())
}

// RemoveLine implements store.Leaderboards.
func (s *Store) RemoveLine(ctx context.Context, board, member string) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	keys := s.boardKeys(board)
	_, err := s.client.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.ZRem(ctx, keys[0], member)
		p.HDel(ctx, keys[1], member)
		return nil
	})
	return s.explain(err)
}

// Lines implements store.Leaderboards.
func (s *Store) Lines(ctx context.Context, board string, from, n int) (lines []store.Line, total int, err error) {
	if err := store.InTime(ctx); err != nil {
		return nil, 0, err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	from = max(from, 0)
	last := from + n - 1
	if n <= 0 { // a last rank of -1 would mean the last line of all
		from, last = 1, 0
	}
	answer, err := linesScript.Run(ctx, s.client, s.boardKeys(board), from, last).Slice()
	if err != nil {
		return nil, 0, s.explain(err)
	}
	all, _ := answer[0].(int64)
	lines, err = parseLines(board, answer[1:])
	return lines, int(all), err
}

// parseLines parses a board's lines.
func parseLines(board string, fields []any) (lines []store.Line, err error) {
	for ; len(fields) >= 3; fields = fields[3:] {
		l, ok := parseLine(fields)
		if !ok {
			return nil, fmt.Errorf("%w: the board %q", store.ErrCorrupt, board)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// parseLine parses a member, its negated score and its version.
func parseLine(fields []any) (l store.Line, ok bool) {
	member, _ := fields[0].(string)
	score, _ := fields[1].(string)
	version, _ := fields[2].(string)
	x, err := strconv.ParseFloat(score, 64)
	v, err2 := strconv.ParseUint(version, 10, 64)
	return store.Line{Member: member, Score: 0 - x, Version: v}, err == nil && err2 == nil
}

// Rank implements store.Leaderboards.
func (s *Store) Rank(ctx context.Context, board, member string) (int, error) {
	if err := store.InTime(ctx); err != nil {
		return 0, err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	rank, err := s.client.ZRank(ctx, s.boardKeys(board)[0], member).Result()
	if errors.Is(err, redis.Nil) {
		return -1, nil
	}
	return int(rank), s.explain(err)
}

// linesStep is about how many lines of a board AllLines reads at once.
const linesStep = 1000

// AllLines implements store.Leaderboards.
func (s *Store) AllLines(ctx context.Context) iter.Seq2[store.LeaderboardLine, error] {
	return func(yield func(store.LeaderboardLine, error) bool) {
		for names, err := range s.scanNames(ctx, s.prefix+":{*}"+boardPart+"*") {
			if err != nil {
				yield(store.LeaderboardLine{}, err)
				return
			}
			for _, name := range names {
				_, board, ok := strings.Cut(name, "}"+boardPart)
				if ok && name == s.boardKeys(board)[0] && !s.yieldBoard(ctx, board, yield) {
					return
				}
			}
		}
	}
}

// yieldBoard yields the lines of a board. It returns false to stop the iteration. It remembers
// the members that it has yielded, since a walk may meet one twice.
func (s *Store) yieldBoard(ctx context.Context, board string, yield func(store.LeaderboardLine, error) bool) bool {
	seen := map[string]bool{}
	for cursor := "0"; ; {
		lines, next, err := s.walk(ctx, board, cursor)
		if err != nil {
			yield(store.LeaderboardLine{}, err)
			return false
		}
		for _, l := range lines {
			if seen[l.Member] {
				continue
			}
			seen[l.Member] = true
			if !yield(store.LeaderboardLine{Board: board, Line: l}, nil) {
				return false
			}
		}
		if cursor = next; cursor == "0" {
			return true
		}
	}
}

// walk takes one step of a walk over a board: it returns some lines, and the cursor of the next
// step, "0" after the last one.
func (s *Store) walk(ctx context.Context, board, cursor string) (lines []store.Line, next string, err error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	answer, err := walkScript.Run(ctx, s.client, s.boardKeys(board), cursor, linesStep).Slice()
	if err != nil {
		return nil, "", s.explain(err)
	}
	next, ok := answer[0].(string)
	if lines, err = parseLines(board, answer[1:]); err == nil && !ok {
		err = fmt.Errorf("%w: the board %q: the cursor %v", store.ErrUnavailable, board, answer[0])
	}
	return lines, next, err
}
