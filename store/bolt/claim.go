package bolt

import (
	"bytes"
	"context"
	"maps"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"nimbot/store"
)

// claimStep is how many entries of the agenda one transaction examines.
const claimStep = 512

// Claim implements store.Store. On its way it deletes expired records.
func (s *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	c := claim{
		store: s,
		now:   store.Milli(now),
		until: max(store.Milli(now)+1, store.Milli(now.Add(lease))),
		limit: limit,
	}
	if err := c.walk(ctx); err != nil {
		return nil, err
	}
	return c.tasks, nil
}

// reap deletes expired records.
func (s *Store) reap(ctx context.Context) error {
	c := claim{store: s, now: store.Milli(s.now()), limit: 1, reaping: true}
	return c.walk(ctx)
}

// walk examines entries until the limit is reached.
func (c *claim) walk(ctx context.Context) error {
	for len(c.tasks) < c.limit {
		ready, err := c.ready(ctx)
		if err != nil || !ready {
			return err
		}
		// Hand out tasks only after their leases are committed.
		step := *c
		if err := c.store.update(ctx, step.step); err != nil {
			return err
		}
		*c = step
	}
	return nil
}

// claim is one walk over the agenda, from the earliest entry on.
type claim struct {
	store      *Store
	now, until int64
	limit      int
	reaping    bool   // it only deletes expired records
	from       []byte // the first entry that the walk hasn't examined
	tasks      []store.Task
}

// ready reports whether there is an entry to examine, without writing.
func (c *claim) ready(ctx context.Context) (ready bool, err error) {
	err = c.store.view(ctx, func(tx *bbolt.Tx) error {
		ready = len(c.entries(tx, 1)) > 0
		return nil
	})
	return ready, err
}

// entries copies up to n entries of the agenda from c.from on that are not after now.
func (c *claim) entries(tx *bbolt.Tx, n int) (entries [][]byte) {
	agenda := tx.Bucket(bucketAgenda).Cursor()
	for e, _ := agenda.Seek(c.from); e != nil && len(entries) < n; e, _ = agenda.Next() {
		if at, _ := parseAgendaKey(e); at > c.now {
			break
		}
		entries = append(entries, bytes.Clone(e))
	}
	return entries
}

// step looks at the next entries: it deletes the expired, leases the ready
// ones, and corrects stale entries.
func (c *claim) step(tx *bbolt.Tx) (wrote bool, err error) {
	for _, e := range c.entries(tx, claimStep) {
		if len(c.tasks) == c.limit {
			return true, nil
		}
		c.from = append(e, 0) // the smallest key after e
		if err := c.look(tx, e); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (c *claim) look(tx *bbolt.Tx, entry []byte) error {
	at, key := parseAgendaKey(entry)
	r := load(tx, []byte(key))
	if r.at != at { // stale: the row has another entry, or was deleted
		return unschedule(tx, key, at)
	}
	if r.expired(store.Milli(c.store.now())) {
		return remove(tx, key, at)
	}
	if c.reaping {
		return nil
	}
	task := store.Task{Key: key, Due: c.reached(r.due)}
	r.shows, task.Show = r.shows.Lease(c.now, c.until)
	if task.Due || task.Show != nil {
		// A damaged record is claimed too: the caller gets its error, and the lease
		// delays the next try.
		task.Version, _ = r.version()
		c.tasks = append(c.tasks, task)
	}
	if task.Due {
		r.due = c.until
	}
	return put(tx, key, r, make([]byte, rowHead+len(r.data)), true)
}

func (c *claim) reached(t int64) bool { return t != 0 && t <= c.now }

// lazyTasks are boards that were shown. They are written with the next transaction that
// a caller waits for.
type lazyTasks struct {
	mu    sync.Mutex
	tasks map[board]bool
}

// board is the board of a key's table at a version.
type board struct {
	key     string
	table   int
	version uint64
}

func (l *lazyTasks) put(tasks map[board]bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tasks == nil {
		l.tasks = map[board]bool{}
	}
	maps.Copy(l.tasks, tasks)
}

func (l *lazyTasks) take() map[board]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	tasks := l.tasks
	l.tasks = nil
	return tasks
}

// Shown implements store.Store. The confirmation is stored with the next write
// or claim. If the store is closed before, the board is shown once more.
func (s *Store) Shown(ctx context.Context, tasks []store.Task) error {
	if err := s.mayBegin(ctx); err != nil {
		return err
	}
	shown := make(map[board]bool, len(tasks))
	for _, t := range tasks {
		for _, table := range t.Show {
			shown[board{t.Key, table, t.Version}] = true
		}
	}
	s.lazy.put(shown)
	return nil
}

// clearShown clears the Show of boards that were shown, where the confirmation counts.
func (s *Store) clearShown(tx *bbolt.Tx, shown map[board]bool) (wrote bool, err error) {
	for b := range shown {
		r := load(tx, []byte(b.key))
		var counts bool
		if r.shows, counts = r.shows.Shown(b.table, b.version); !counts {
			continue
		}
		if err := put(tx, b.key, r, make([]byte, rowHead+len(r.data)), false); err != nil {
			return wrote, err
		}
		wrote = true
	}
	return wrote, nil
}
