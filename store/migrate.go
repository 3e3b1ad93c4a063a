package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"
)

// Archive is a store that can export and import its whole content. Every backend is one.
type Archive interface {
	Store
	Leaderboards
	Source
	// Restore writes an entry unchanged, whatever its version, unless the same or a
	// later version is stored. It reports whether it wrote. The error is ErrInvalid for what
	// Entry.Check refuses, ErrCorrupt or ErrNewer if what is stored can't be read, ErrFull or
	// ErrUnavailable.
	Restore(ctx context.Context, e Entry) (bool, error)
	// Remove deletes what is stored under a key, whatever its version and format, and even
	// if it's damaged. A later Commit finds nothing there. The error is ErrInvalid for a key that
	// CheckKey refuses, ErrFull or ErrUnavailable.
	Remove(ctx context.Context, key string) error
	// Time returns the time by which all processes that share the store decide, or the zero
	// time if the store belongs to one process. The error is ErrUnavailable.
	Time(ctx context.Context) (time.Time, error)
	// Erase makes sure that data that was deleted or overwritten before the call, or has
	// expired, can't be read from the store's files any more. The store can be used
	// meanwhile. It may take long; after an error the old data may still be there.
	Erase(ctx context.Context) error
}

// Source is a source of records and boards: an Archive or a Backup.
type Source interface {
	// All yields every record in any order. A key whose value can't be read comes with
	// its error, and the iteration continues; an error with an empty key ends it.
	All(ctx context.Context) iter.Seq2[Entry, error]
	// AllLines yields the lines of all boards in any order; an error ends the iteration.
	AllLines(ctx context.Context) iter.Seq2[LeaderboardLine, error]
}

// Entry is a record with the times that its writes set.
type Entry struct {
	Key          string
	Record       Record
	Expires, Due time.Time
	Show         []Show // by table
}

// Check returns ErrInvalid for an entry that stores must refuse.
func (e Entry) Check() error {
	return Write{Expect: e.Record.Version - 1, Data: e.Record.Data, Show: e.Show}.Check(e.Key)
}

// Migration counts what Migrate has done so far.
type Migration struct {
	Records  int // found in the source
	Copied   int // written to the target by this run
	Verified int // read back from the target and found equal, or newer where Merge allows it
	Lines    int // of boards, set in the target
}

// migrateAtOnce is how many records are copied concurrently, so that a store with group
// commit can form groups.
const migrateAtOnce = 64

// Migrate copies everything from a source to a store, reads every record back and
// compares it, then copies the boards. Nothing else may use the source or the target
// meanwhile. It may be run again after an interruption: it skips records that the target
// has already, and a record of the target that is newer than the source's is an
// ErrConflict. It skips unreadable records and names them in the error after copying all
// others. progress, which may be nil, is called after every 1000 records or so, by one
// goroutine at a time.
func Migrate(ctx context.Context, from Source, to Archive, progress func(Migration)) (Migration, error) {
	m := migrator{from: from, to: to, progress: progress}
	return m.run(ctx)
}

// Merge is like Migrate, but keeps records of the target that are newer than the source's. Its
// errors are Migrate's, without that ErrConflict.
func Merge(ctx context.Context, from Source, to Archive, progress func(Migration)) (Migration, error) {
	m := migrator{from: from, to: to, progress: progress, keepNewer: true}
	return m.run(ctx)
}

func (m *migrator) run(ctx context.Context) (Migration, error) {
	unreadable, err := m.records(ctx, m.copy)
	if err == nil {
		_, err = m.records(ctx, m.verify)
	}
	if err == nil {
		err = m.boards(ctx)
	}
	if err == nil && m.done.Verified != m.done.Records {
		err = fmt.Errorf("store: %d of %d records arrived", m.done.Verified, m.done.Records)
	}
	return m.done, errors.Join(err, unreadable)
}

type migrator struct {
	from      Source
	to        Archive
	progress  func(Migration)
	keepNewer bool

	mu   sync.Mutex
	done Migration
}

// records calls do for every readable record of the source, many at a time, until one
// call fails. It returns the errors of unreadable records separately from that error.
func (m *migrator) records(ctx context.Context, do func(context.Context, Entry) error) (unreadable, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		work    = make(chan Entry)
		workers sync.WaitGroup
	)
	for range migrateAtOnce {
		workers.Go(func() {
			for e := range work {
				if err := do(ctx, e); err != nil {
					stop(fmt.Errorf("key %q: %w", e.Key, err))
				}
			}
		})
	}
	for e, err := range m.from.All(ctx) {
		if ctx.Err() != nil {
			break
		}
		switch {
		case err == nil:
			work <- e
		case e.Key == "":
			stop(err)
		default:
			unreadable = errors.Join(unreadable, err)
		}
	}
	close(work)
	workers.Wait()
	return unreadable, context.Cause(ctx)
}

func (m *migrator) copy(ctx context.Context, e Entry) error {
	wrote, err := m.to.Restore(ctx, e)
	m.count(func(d *Migration) {
		d.Records++
		if wrote {
			d.Copied++
		}
	})
	return err
}

func (m *migrator) verify(ctx context.Context, e Entry) error {
	got, err := m.to.Get(ctx, e.Key)
	switch {
	case err != nil:
		return err
	case got.Version == 0 && !e.Expires.IsZero() && time.Until(e.Expires) < time.Minute:
		// It expired in the meantime.
	case got.Version > e.Record.Version && m.keepNewer:
	case got.Version > e.Record.Version:
		return fmt.Errorf("%w: the target has version %d, the source %d", ErrConflict, got.Version, e.Record.Version)
	case !bytes.Equal(got.Data, e.Record.Data):
		return fmt.Errorf("the copy differs: %q, want %q", got.Data, e.Record.Data)
	}
	m.count(func(d *Migration) { d.Verified++ })
	return nil
}

// boards copies the lines of all boards.
func (m *migrator) boards(ctx context.Context) error {
	for l, err := range m.from.AllLines(ctx) {
		if err == nil {
			err = m.to.SetLine(ctx, l.Board, l.Line)
		}
		if err != nil {
			return fmt.Errorf("boards: %w", err)
		}
		m.count(func(d *Migration) { d.Lines++ })
	}
	return nil
}

// progressEvery is how many records are copied or verified between two calls of progress.
const progressEvery = 1000

func (m *migrator) count(change func(*Migration)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := m.done.Records + m.done.Verified
	change(&m.done)
	if now := m.done.Records + m.done.Verified; m.progress != nil && now != before && now%progressEvery == 0 {
		m.progress(m.done)
	}
}
