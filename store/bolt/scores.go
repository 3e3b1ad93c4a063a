package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"time"

	"go.etcd.io/bbolt"

	"nimbot/store"
)

// A board is a bucket within bucketScores with these four.
var (
	bucketMembers = []byte("members") // member → points
	bucketRanking = []byte("ranking") // points and member, in order
	bucketGames   = []byte("games")   // game id → when it ended
	bucketEnded   = []byte("ended")   // when it ended and game id, in order
	boardBuckets  = [][]byte{bucketMembers, bucketRanking, bucketGames, bucketEnded}
)

// points is a score in an order that bytes.Compare keeps.
func points(score int64) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(score)+1<<63)
}

func parsePoints(b []byte) int64 { return int64(binary.BigEndian.Uint64(b) - 1<<63) }

// makeBoard returns the bucket of a board, a new one if there is none.
func makeBoard(tx *bbolt.Tx, board string) (*bbolt.Bucket, error) {
	b, err := tx.Bucket(bucketScores).CreateBucketIfNotExists([]byte(board))
	if err != nil {
		return nil, err
	}
	for _, name := range boardBuckets {
		if _, err := b.CreateBucketIfNotExists(name); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// AddResult implements store.Scores.
func (s *Store) AddResult(ctx context.Context, board string, r store.Result) error {
	if err := r.Check(board); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bbolt.Tx) (wrote bool, err error) {
		b, err := makeBoard(tx, board)
		if err != nil || b.Bucket(bucketGames).Get([]byte(r.Game)) != nil {
			return false, err
		}
		if err := forgetGames(b, store.Milli(r.Ended.Add(-store.ResultMemory))); err != nil {
			return false, err
		}
		if err := putGame(b, r.Game, r.Ended); err != nil {
			return false, err
		}
		for member, n := range r.Points {
			if old := b.Bucket(bucketMembers).Get([]byte(member)); old != nil {
				n += parsePoints(old)
			}
			if err := putScore(b, member, n); err != nil {
				return false, err
			}
		}
		return true, nil
	})
}

func putGame(b *bbolt.Bucket, game string, ended time.Time) error {
	at := store.Milli(ended)
	if err := b.Bucket(bucketGames).Put([]byte(game), binary.BigEndian.AppendUint64(nil, uint64(at))); err != nil {
		return err
	}
	return b.Bucket(bucketEnded).Put(agendaKey(at, game), nil)
}

// forgetGames forgets the games that ended before a time.
func forgetGames(b *bbolt.Bucket, before int64) error {
	var old [][]byte
	c := b.Bucket(bucketEnded).Cursor()
	for e, _ := c.First(); e != nil; e, _ = c.Next() {
		if at, _ := parseAgendaKey(e); at >= before {
			break
		}
		old = append(old, bytes.Clone(e))
	}
	for _, e := range old {
		_, game := parseAgendaKey(e)
		if err := b.Bucket(bucketGames).Delete([]byte(game)); err != nil {
			return err
		}
		if err := b.Bucket(bucketEnded).Delete(e); err != nil {
			return err
		}
	}
	return nil
}

func putScore(b *bbolt.Bucket, member string, score int64) error {
	if err := deleteScore(b, member); err != nil {
		return err
	}
	p := points(score)
	if err := b.Bucket(bucketMembers).Put([]byte(member), p); err != nil {
		return err
	}
	return b.Bucket(bucketRanking).Put(append(p, member...), nil)
}

func deleteScore(b *bbolt.Bucket, member string) error {
	old := bytes.Clone(b.Bucket(bucketMembers).Get([]byte(member)))
	if old == nil {
		return nil
	}
	if err := b.Bucket(bucketRanking).Delete(append(old, member...)); err != nil {
		return err
	}
	return b.Bucket(bucketMembers).Delete([]byte(member))
}

// viewBoard runs do on a board, if it is there.
func (s *Store) viewBoard(ctx context.Context, board string, do func(*bbolt.Bucket)) error {
	return s.view(ctx, func(tx *bbolt.Tx) error {
		if b := tx.Bucket(bucketScores).Bucket([]byte(board)); b != nil {
			do(b)
		}
		return nil
	})
}

// rankOf is 1 + the number of members with more points.
func rankOf(b *bbolt.Bucket, score int64) int {
	rank := 1
	c := b.Bucket(bucketRanking).Cursor()
	for k, _ := c.Last(); k != nil && parsePoints(k) > score; k, _ = c.Prev() {
		rank++
	}
	return rank
}

// Top implements store.Scores.
func (s *Store) Top(ctx context.Context, board string, skip, limit int) (top []store.Standing, err error) {
	err = s.viewBoard(ctx, board, func(b *bbolt.Bucket) {
		c := b.Bucket(bucketRanking).Cursor()
		i := 0
		for k, _ := c.Last(); k != nil && len(top) < limit; k, _ = c.Prev() {
			if i++; i > skip {
				top = append(top, store.Standing{Member: string(k[8:]), Score: parsePoints(k)})
			}
		}
		if len(top) > 0 {
			store.Rank(top, skip, rankOf(b, top[0].Score))
		}
	})
	return top, err
}

// StandingOf implements store.Scores.
func (s *Store) StandingOf(ctx context.Context, board, member string) (store.Standing, error) {
	standing := store.Standing{Member: member}
	err := s.viewBoard(ctx, board, func(b *bbolt.Bucket) {
		if p := b.Bucket(bucketMembers).Get([]byte(member)); p != nil {
			standing.Score = parsePoints(p)
			standing.Rank = rankOf(b, standing.Score)
		}
	})
	return standing, err
}

// ForgetMember implements store.Scores.
func (s *Store) ForgetMember(ctx context.Context, board, member string) error {
	return s.update(ctx, func(tx *bbolt.Tx) (wrote bool, err error) {
		b := tx.Bucket(bucketScores).Bucket([]byte(board))
		if b == nil {
			return false, nil
		}
		return true, deleteScore(b, member)
	})
}

// AllBoards implements store.Archive.
func (s *Store) AllBoards(ctx context.Context) iter.Seq2[store.Board, error] {
	return func(yield func(store.Board, error) bool) {
		var names []string
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			return tx.Bucket(bucketScores).ForEachBucket(func(name []byte) error {
				names = append(names, string(name))
				return nil
			})
		})
		for _, name := range names {
			if err != nil {
				break
			}
			board := store.Board{Name: name, Scores: map[string]int64{}, Games: map[string]time.Time{}}
			err = s.viewBoard(ctx, name, func(b *bbolt.Bucket) { readBoard(b, &board) })
			if err == nil && !yield(board, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Board{}, err)
		}
	}
}

func readBoard(b *bbolt.Bucket, board *store.Board) {
	members := b.Bucket(bucketMembers).Cursor()
	for k, v := members.First(); k != nil; k, v = members.Next() {
		board.Scores[string(k)] = parsePoints(v)
	}
	games := b.Bucket(bucketGames).Cursor()
	for k, v := games.First(); k != nil; k, v = games.Next() {
		board.Games[string(k)] = store.FromMilli(int64(binary.BigEndian.Uint64(v)))
	}
}

// RestoreBoard implements store.Archive.
func (s *Store) RestoreBoard(ctx context.Context, board store.Board) error {
	return s.update(ctx, func(tx *bbolt.Tx) (wrote bool, err error) {
		all := tx.Bucket(bucketScores)
		if all.Bucket([]byte(board.Name)) != nil {
			if err := all.DeleteBucket([]byte(board.Name)); err != nil {
				return false, err
			}
		}
		b, err := makeBoard(tx, board.Name)
		if err != nil {
			return false, err
		}
		for member, score := range board.Scores {
			if err := putScore(b, member, score); err != nil {
				return false, err
			}
		}
		for game, ended := range board.Games {
			if err := putGame(b, game, ended); err != nil {
				return false, err
			}
		}
		return true, nil
	})
}
