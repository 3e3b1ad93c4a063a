package storetest

import (
	"context"
	"iter"

	"nimbot/store"
)

// SetLine implements store.Leaderboards.
func (m *Memory) SetLine(ctx context.Context, board string, l store.Line) error {
	if err := store.CheckLine(board, l); err != nil {
		return err
	}
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.board(board).Set(l)
	return nil
}

// RemoveLine implements store.Leaderboards.
func (m *Memory) RemoveLine(ctx context.Context, board, member string) error {
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.board(board).Remove(member)
	return nil
}

// Lines implements store.Leaderboards.
func (m *Memory) Lines(ctx context.Context, board string, from, n int) ([]store.Line, int, error) {
	if err := m.begin(ctx); err != nil {
		return nil, 0, err
	}
	defer m.mu.Unlock()
	return m.board(board).Lines(from, n), m.board(board).Len(), nil
}

// Rank implements store.Leaderboards.
func (m *Memory) Rank(ctx context.Context, board, member string) (int, error) {
	if err := m.begin(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	return m.board(board).Rank(member), nil
}

// AllLines implements store.Leaderboards.
func (m *Memory) AllLines(ctx context.Context) iter.Seq2[store.LeaderboardLine, error] {
	return func(yield func(store.LeaderboardLine, error) bool) {
		if err := m.begin(ctx); err != nil {
			yield(store.LeaderboardLine{}, err)
			return
		}
		var all []store.LeaderboardLine
		for board, r := range m.boards {
			for _, l := range r.Lines(0, r.Len()) {
				all = append(all, store.LeaderboardLine{Board: board, Line: l})
			}
		}
		m.mu.Unlock()
		for _, l := range all {
			if !yield(l, nil) {
				return
			}
		}
	}
}

func (m *Memory) board(name string) *store.Ranking {
	r := m.boards[name]
	if r == nil {
		r = &store.Ranking{}
		m.boards[name] = r
	}
	return r
}
