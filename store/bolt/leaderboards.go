package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"sync"

	"go.etcd.io/bbolt"

	"nimbot/store"
)

// The bucket "boards" holds the lines of all boards, by board and member; their
// order is kept in memory.

// rankings caches the boards that were read since the file was opened. The writer updates
// them before its transaction ends, in the order of its writes.
type rankings struct {
	mu     sync.Mutex
	boards map[string]*store.Ranking
}

// get returns the board's ranking, loaded from tx if necessary. The caller
// holds the lock.
func (r *rankings) get(tx *bbolt.Tx, board string) (*store.Ranking, error) {
	if known := r.boards[board]; known != nil {
		return known, nil
	}
	var lines []store.Line
	prefix := lineKey(board, "")
	c := tx.Bucket(bucketBoards).Cursor()
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		l, err := parseLine(string(k[len(prefix):]), v)
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	ranking := &store.Ranking{}
	ranking.Fill(lines)
	if r.boards == nil {
		r.boards = map[string]*store.Ranking{}
	}
	r.boards[board] = ranking
	return ranking, nil
}

// forget discards all rankings, because a failed transaction may have changed them. Only
// the writer calls it, between transactions.
func (r *rankings) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.boards = nil
}

// lineKey orders lines by board. The name's length comes first, so no key of
// one board is a prefix of another's.
func lineKey(board, member string) []byte {
	b := binary.BigEndian.AppendUint16(make([]byte, 0, 2+len(board)+len(member)), uint16(len(board)))
	return append(append(b, board...), member...)
}

// lineSize is the length of a stored line, in bytes: 8 for its score, 8 for its version.
const lineSize = 16

func encodeLine(l store.Line) []byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, lineSize), math.Float64bits(l.Score))
	return binary.BigEndian.AppendUint64(b, l.Version)
}

func parseLine(member string, b []byte) (store.Line, error) {
	if len(b) != lineSize {
		return store.Line{}, fmt.Errorf("%w: a line of a board of %d bytes", store.ErrCorrupt, len(b))
	}
	return store.Line{Member: member, Score: math.Float64frombits(binary.BigEndian.Uint64(b)), Version: binary.BigEndian.Uint64(b[8:])}, nil
}

// SetLine implements store.Leaderboards.
func (s *Store) SetLine(ctx context.Context, board string, l store.Line) error {
	if err := store.CheckLine(board, l); err != nil {
		return err
	}
	return s.changeBoard(ctx, board, func(tx *bbolt.Tx, r *store.Ranking) (bool, error) {
		if !r.Set(l) {
			return false, nil
		}
		return true, tx.Bucket(bucketBoards).Put(lineKey(board, l.Member), encodeLine(l))
	})
}

// RemoveLine implements store.Leaderboards.
func (s *Store) RemoveLine(ctx context.Context, board, member string) error {
	return s.changeBoard(ctx, board, func(tx *bbolt.Tx, r *store.Ranking) (bool, error) {
		if !r.Remove(member) {
			return false, nil
		}
		return true, tx.Bucket(bucketBoards).Delete(lineKey(board, member))
	})
}

// changeBoard has the writer change a board.
func (s *Store) changeBoard(ctx context.Context, board string, do func(*bbolt.Tx, *store.Ranking) (wrote bool, err error)) error {
	return s.update(ctx, func(tx *bbolt.Tx) (bool, error) {
		s.rankings.mu.Lock()
		defer s.rankings.mu.Unlock()
		r, err := s.rankings.get(tx, board)
		if err != nil {
			return false, err
		}
		return do(tx, r)
	})
}

// viewBoard calls do with a board's ranking.
func (s *Store) viewBoard(ctx context.Context, board string, do func(*store.Ranking)) error {
	if err := s.mayBegin(ctx); err != nil {
		return err
	}
	s.rankings.mu.Lock()
	defer s.rankings.mu.Unlock()
	r := s.rankings.boards[board]
	if r == nil {
		err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
			r, err = s.rankings.get(tx, board)
			return err
		})
		if err != nil {
			return err
		}
	}
	do(r)
	return nil
}

// Lines implements store.Leaderboards.
func (s *Store) Lines(ctx context.Context, board string, from, n int) (lines []store.Line, total int, err error) {
	err = s.viewBoard(ctx, board, func(r *store.Ranking) { lines, total = r.Lines(from, n), r.Len() })
	return lines, total, err
}

// Rank implements store.Leaderboards.
func (s *Store) Rank(ctx context.Context, board, member string) (rank int, err error) {
	err = s.viewBoard(ctx, board, func(r *store.Ranking) { rank = r.Rank(member) })
	return rank, err
}

// AllLines implements store.Leaderboards.
func (s *Store) AllLines(ctx context.Context) iter.Seq2[store.LeaderboardLine, error] {
	return func(yield func(store.LeaderboardLine, error) bool) {
		var from []byte
		for {
			lines, next, err := s.lines(ctx, from)
			if err != nil {
				yield(store.LeaderboardLine{}, err)
				return
			}
			for _, l := range lines {
				if !yield(l, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			from = next
		}
	}
}

// lines returns the next lines from a key on, and the key of the line that follows, nil if
// there is none.
func (s *Store) lines(ctx context.Context, from []byte) (lines []store.LeaderboardLine, next []byte, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketBoards).Cursor()
		for k, v := c.Seek(from); k != nil; k, v = c.Next() {
			if len(lines) == archiveStep {
				next = bytes.Clone(k)
				return nil
			}
			n := 0
			if len(k) > 2 {
				n = 2 + int(binary.BigEndian.Uint16(k))
			}
			if n == 0 || n > len(k) {
				return fmt.Errorf("%w: the key %q of a board", store.ErrCorrupt, k)
			}
			l, err := parseLine(string(k[n:]), v)
			if err != nil {
				return err
			}
			lines = append(lines, store.LeaderboardLine{Board: string(k[2:n]), Line: l})
		}
		return nil
	})
	return lines, next, err
}
