package storetest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"nimbot/store"
)

// Memory is an in-memory store: the suite's reference implementation and a fast
// double for tests. Claim is linear in the number of keys.
type Memory struct {
	mu     sync.Mutex
	ahead  time.Duration
	closed bool
	rows   map[string]*row
	boards map[string]*store.Ranking
}

type row struct {
	data         []byte
	expires, due int64 // store.Milli
	shows        store.Shows
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{rows: map[string]*row{}, boards: map[string]*store.Ranking{}}
}

// Advance puts the store's clock forward, so that records expire.
func (m *Memory) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ahead += d
}

// begin locks the store unless it is closed or the context has ended.
func (m *Memory) begin(ctx context.Context) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return fmt.Errorf("%w: it is closed", store.ErrUnavailable)
	}
	return nil
}

// Erase implements store.Archive: there are no files.
func (m *Memory) Erase(ctx context.Context) error {
	if err := m.begin(ctx); err != nil {
		return err
	}
	m.mu.Unlock()
	return nil
}

// Time implements store.Archive.
func (m *Memory) Time(context.Context) (time.Time, error) { return time.Time{}, nil }

// Remove implements store.Archive.
func (m *Memory) Remove(ctx context.Context, key string) error {
	if err := store.CheckKey(key); err != nil {
		return err
	}
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	delete(m.rows, key)
	return nil
}

// row returns the row under key, nil if there is none or it has expired.
func (m *Memory) row(key string) *row {
	r := m.rows[key]
	if r != nil && r.expires != 0 && r.expires <= store.Milli(time.Now().Add(m.ahead)) {
		delete(m.rows, key)
		return nil
	}
	return r
}

// record returns a copy of the record of a row that may be nil.
func (r *row) record(key string) (store.Record, error) {
	if r == nil {
		return store.Record{}, nil
	}
	return store.ParseRecord(key, bytes.Clone(r.data))
}

// Plant puts any value under a key, for tests of damaged records.
func (m *Memory) Plant(t *testing.T, key string, value []byte) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rows[key] = &row{data: bytes.Clone(value)}
}

// Snapshot implements Rewinder.
func (m *Memory) Snapshot(*testing.T) (rewind func(*testing.T)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rows := map[string]*row{}
	for key, r := range m.rows {
		was := *r // its data are replaced, never changed
		rows[key] = &was
	}
	return func(*testing.T) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.rows = rows
	}
}

// Get implements store.Store.
func (m *Memory) Get(ctx context.Context, key string) (store.Record, error) {
	if err := store.CheckKey(key); err != nil {
		return store.Record{}, err
	}
	if err := m.begin(ctx); err != nil {
		return store.Record{}, err
	}
	defer m.mu.Unlock()
	return m.row(key).record(key)
}

// GetAll implements store.Store.
func (m *Memory) GetAll(ctx context.Context, keys []string) (map[string]store.Record, error) {
	all := map[string]store.Record{}
	for _, key := range keys {
		switch rec, err := m.Get(ctx, key); {
		case err == nil:
			all[key] = rec
		case !store.Unreadable(err):
			return nil, err
		}
	}
	return all, nil
}

// Commit implements store.Store.
func (m *Memory) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if err := w.Check(key); err != nil {
		return store.Record{}, err
	}
	if err := m.begin(ctx); err != nil {
		return store.Record{}, err
	}
	defer m.mu.Unlock()
	present, err := m.row(key).record(key)
	if err != nil {
		return store.Record{}, err
	}
	if present.Version != w.Expect {
		return present, store.ErrConflict
	}
	r := m.rows[key]
	if r == nil {
		r = &row{}
		m.rows[key] = r
	}
	r.data = bytes.Clone(w.Data)
	r.expires, r.due = store.Milli(w.Expires), store.Milli(w.Due)
	r.shows = r.shows.Write(w.Record().Version, w.Show)
	return w.Record(), nil
}

// Ordered tells the suite that Claim returns the oldest tasks first.
func (m *Memory) Ordered() bool { return true }

// Claim implements store.Store.
func (m *Memory) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	if err := m.begin(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	at := store.Milli(now)
	until := max(at+1, store.Milli(now.Add(lease)))
	ready := func(t int64) bool { return t != 0 && t <= at }
	var keys []string
	for _, key := range slices.Collect(maps.Keys(m.rows)) {
		if r := m.row(key); r != nil && (ready(r.due) || ready(r.shows.Next())) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Compare(m.rows[a].earliest(), m.rows[b].earliest())
	})
	var tasks []store.Task
	for _, key := range keys[:max(0, min(limit, len(keys)))] {
		r := m.rows[key]
		rec, _ := r.record(key) // a damaged record is claimed, too: the worker that reads it gets the error
		task := store.Task{Key: key, Due: ready(r.due), Version: rec.Version}
		if task.Due {
			r.due = until
		}
		r.shows, task.Show = r.shows.Lease(at, until)
		tasks = append(tasks, task)
	}
	return tasks, nil
}

// earliest returns the earliest time at which the row is due or must be shown, 0 for never.
func (r *row) earliest() int64 {
	if show := r.shows.Next(); r.due == 0 || show != 0 && show < r.due {
		return show
	}
	return r.due
}

// Shown implements store.Store.
func (m *Memory) Shown(ctx context.Context, tasks []store.Task) error {
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	for _, t := range tasks {
		for _, table := range t.Show {
			if r := m.row(t.Key); r != nil {
				r.shows, _ = r.shows.Shown(table, t.Version)
			}
		}
	}
	return nil
}

// Close implements store.Store.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// All implements store.Archive.
func (m *Memory) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		if err := m.begin(ctx); err != nil {
			yield(store.Entry{}, err)
			return
		}
		rows := map[string]row{}
		for key := range m.rows {
			if r := m.row(key); r != nil {
				rows[key] = *r
			}
		}
		m.mu.Unlock()
		for _, key := range slices.Sorted(maps.Keys(rows)) {
			r := rows[key]
			rec, err := r.record(key)
			e := store.Entry{Key: key, Record: rec, Expires: store.FromMilli(r.expires), Due: store.FromMilli(r.due), Show: r.shows.List()}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Restore implements store.Archive.
func (m *Memory) Restore(ctx context.Context, e store.Entry) (bool, error) {
	if err := e.Check(); err != nil {
		return false, err
	}
	if err := m.begin(ctx); err != nil {
		return false, err
	}
	defer m.mu.Unlock()
	if rec, err := m.row(e.Key).record(e.Key); err != nil || rec.Version >= e.Record.Version {
		return false, err
	}
	m.rows[e.Key] = &row{
		data:    bytes.Clone(e.Record.Data),
		expires: store.Milli(e.Expires), due: store.Milli(e.Due),
		shows: store.Shows{}.Write(e.Record.Version, e.Show),
	}
	return true, nil
}
