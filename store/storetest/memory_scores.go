package storetest

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"nimbot/store"
)

// board returns a board, nil when there is none.
func (m *Memory) board(name string) *store.Board { return m.boards[name] }

// AddResult implements store.Scores.
func (m *Memory) AddResult(ctx context.Context, board string, r store.Result) error {
	if err := r.Check(board); err != nil {
		return err
	}
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	b := m.boards[board]
	if b == nil {
		b = &store.Board{Name: board, Scores: map[string]int64{}, Games: map[string]time.Time{}}
		m.boards[board] = b
	}
	if _, counted := b.Games[r.Game]; counted {
		return nil
	}
	old := r.Ended.Add(-store.ResultMemory)
	maps.DeleteFunc(b.Games, func(_ string, ended time.Time) bool { return ended.Before(old) })
	b.Games[r.Game] = store.FromMilli(store.Milli(r.Ended))
	for member, points := range r.Points {
		b.Scores[member] += points
	}
	return nil
}

// Top implements store.Scores.
func (m *Memory) Top(ctx context.Context, board string, skip, limit int) ([]store.Standing, error) {
	if err := m.begin(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	all := m.standings(board)
	all = all[min(skip, len(all)):]
	return all[:min(limit, len(all))], nil
}

// StandingOf implements store.Scores.
func (m *Memory) StandingOf(ctx context.Context, board, member string) (store.Standing, error) {
	if err := m.begin(ctx); err != nil {
		return store.Standing{}, err
	}
	defer m.mu.Unlock()
	for _, s := range m.standings(board) {
		if s.Member == member {
			return s, nil
		}
	}
	return store.Standing{Member: member}, nil
}

// standings lists a board from the best on.
func (m *Memory) standings(board string) []store.Standing {
	b := m.board(board)
	if b == nil {
		return nil
	}
	all := make([]store.Standing, 0, len(b.Scores))
	for member, score := range b.Scores {
		all = append(all, store.Standing{Member: member, Score: score})
	}
	slices.SortFunc(all, func(x, y store.Standing) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.Member, x.Member))
	})
	store.Rank(all, 0, 1)
	return all
}

// ForgetMember implements store.Scores.
func (m *Memory) ForgetMember(ctx context.Context, board, member string) error {
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if b := m.board(board); b != nil {
		delete(b.Scores, member)
	}
	return nil
}

// AllBoards implements store.Archive.
func (m *Memory) AllBoards(ctx context.Context) iter.Seq2[store.Board, error] {
	return func(yield func(store.Board, error) bool) {
		if err := m.begin(ctx); err != nil {
			yield(store.Board{}, err)
			return
		}
		var all []store.Board
		for _, name := range slices.Sorted(maps.Keys(m.boards)) {
			b := m.boards[name]
			all = append(all, store.Board{Name: name, Scores: maps.Clone(b.Scores), Games: maps.Clone(b.Games)})
		}
		m.mu.Unlock()
		for _, b := range all {
			if !yield(b, nil) {
				return
			}
		}
	}
}

// RestoreBoard implements store.Archive.
func (m *Memory) RestoreBoard(ctx context.Context, b store.Board) error {
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.boards[b.Name] = &store.Board{Name: b.Name, Scores: maps.Clone(b.Scores), Games: maps.Clone(b.Games)}
	return nil
}
