// Package bolt keeps records in one file, with bbolt: no server, nothing to
// configure, and an answered write survives a power cut.
//
// # Group commit
//
// One goroutine writes. It does all waiting writes, and those that arrive within a
// moment, in one transaction with one fsync; further writes gather meanwhile. A single
// caller waits only for its own fsync; 64 concurrent callers share one.
//
// # Layout
//
// The bucket "records" holds under each key a row (row.go): four times and the record.
// The bucket "agenda" orders keys by the next time at which Claim must look at them,
// because they expire, are due or have a board to be shown. An agenda entry may be too
// early but never too late. A move postpones its deadline without touching the agenda;
// Claim moves the stale entry when it reaches it. The bucket "shows" has the rest of
// the data about boards that must be shown: those of several tables, and which versions asked. The
// bucket "boards" holds the lines of leaderboards (leaderboards.go). The bucket "erase" is there
// only while unused pages are overwritten (erase.go).
package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"nimbot/store"
)

// Options are the rarely changed settings of a Store; the zero value is right.
type Options struct {
	// Now is the clock by which records expire; nil: time.Now.
	Now func() time.Time
	// LockTimeout is how long to wait for another process to let go of the
	// file; 0: one second.
	LockTimeout time.Duration
	// MaxSize bounds the file's size in bytes; 0: only the disk does.
	MaxSize int
}

// Store is a store in one file. It implements store.Archive.
type Store struct {
	db   *bbolt.DB
	file os.FileInfo // as it was opened
	now  func() time.Time
	ops  chan *op
	lazy lazyTasks

	turns   chan turn    // tasks that the writer runs between groups
	erasing sync.Mutex   // held by the one Erase that runs
	readers sync.RWMutex // each reader holds its read lock, briefly; see Erase

	rankings rankings
	closing  chan struct{} // closed by Close: nothing new is taken
	done     chan struct{} // closed when the writer has ended
	once     sync.Once
	broken   atomic.Pointer[error] // why writing is impossible; nil while it isn't
}

var _ store.Archive = (*Store)(nil)

// fileFormat is the number of the layout of the file. Development builds wrote 1.
const fileFormat = 2

var (
	bucketMeta    = []byte("nimbot")
	bucketRecords = []byte("records")
	bucketAgenda  = []byte("agenda")
	bucketBoards  = []byte("boards")
	bucketShows   = []byte("shows")
	buckets       = [][]byte{bucketMeta, bucketRecords, bucketAgenda, bucketBoards, bucketShows}
	keyFormat     = []byte("format")
)

// Open opens the store in the file path, and creates the file if it doesn't exist (its
// folder must). Errors name the file; among them are ErrInUse, ErrCorrupt, ErrEmpty,
// ErrOlder, ErrNewer, ErrFull and those of io/fs.
func Open(path string, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = time.Second
	}
	if err := makeFile(path, o); err != nil {
		return nil, explain(path, err)
	}
	db, err := openFile(path, o)
	if err != nil {
		return nil, explain(path, err)
	}
	file, err := os.Stat(path)
	if err != nil {
		return nil, explain(path, errors.Join(err, db.Close()))
	}
	s := &Store{
		db:      db,
		file:    file,
		now:     o.Now,
		ops:     make(chan *op, groupLimit),
		turns:   make(chan turn),
		closing: make(chan struct{}),
		done:    make(chan struct{}),
	}
	go s.write()
	return s, nil
}

// openFile opens a file with bbolt, prepares it and overwrites its tail; see
// prepare and eraseTail.
func openFile(path string, o Options) (*bbolt.DB, error) {
	var db *bbolt.DB
	err := guard(func() (err error) {
		db, err = bbolt.Open(path, 0o600, &bbolt.Options{
			Timeout:      o.LockTimeout,
			FreelistType: bbolt.FreelistMapType,
			MaxSize:      o.MaxSize,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	err = guard(func() error { return prepare(db) })
	if err == nil {
		err = eraseTail(db)
	}
	if err != nil {
		_ = db.Close() // the first error matters
		return nil, err
	}
	return db, nil
}

// guard runs do and converts a panic, or a fault in the mapped file, to ErrCorrupt:
// bbolt fails like this on a damaged file.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v: the file is damaged or cut short", store.ErrCorrupt, p)
		}
	}()
	return do()
}

// prepare checks that the file is complete and belongs to this program, and
// makes the buckets of a new one.
func prepare(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error {
		info, err := os.Stat(db.Path())
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: the file is cut short at %d of %d bytes", store.ErrCorrupt, info.Size(), tx.Size())
		}
		meta := tx.Bucket(bucketMeta)
		if meta == nil {
			if name, _ := tx.Cursor().First(); name != nil {
				return fmt.Errorf("%w: the file belongs to another program", store.ErrCorrupt)
			}
			return create(tx)
		}
		format, err := strconv.Atoi(string(meta.Get(keyFormat)))
		if err != nil {
			return fmt.Errorf("%w: the file has no format", store.ErrCorrupt)
		}
		if err := store.CheckFormat(format, fileFormat); err != nil {
			return err
		}
		for _, name := range buckets {
			if tx.Bucket(name) == nil {
				return fmt.Errorf("%w: the file has no bucket %q", store.ErrCorrupt, name)
			}
		}
		return nil
	})
}

func create(tx *bbolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put(keyFormat, []byte(strconv.Itoa(fileFormat)))
}

// explain adds the file's name and the right sentinel to an error of Open.
func explain(path string, err error) error {
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("%w: %s", store.ErrInUse, path)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum), errors.Is(err, bolterrors.ErrVersionMismatch):
		return fmt.Errorf("%s: %w: %w", path, store.ErrCorrupt, err)
	case strings.Contains(err.Error(), "file size too small"): // bbolt has no error of its own for it
		return fmt.Errorf("%s: %w: %v: the file is cut short", path, store.ErrCorrupt, err)
	case isFull(err):
		return fmt.Errorf("%s: %w: %w", path, store.ErrFull, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// isFull reports whether err says that there is no room. bbolt does not wrap
// the system's error when it cannot make the file longer, so its text is
// compared, too.
func isFull(err error) bool {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) || strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return errors.Is(err, bolterrors.ErrMaxSizeReached)
}

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, key string) (store.Record, error) {
	if err := store.CheckKey(key); err != nil {
		return store.Record{}, err
	}
	var rec store.Record
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		rec, err = s.read(tx, key).record(key)
		return err
	})
	return rec, err
}

// GetAll implements store.Store.
func (s *Store) GetAll(ctx context.Context, keys []string) (map[string]store.Record, error) {
	all := map[string]store.Record{}
	for _, key := range keys {
		if err := store.CheckKey(key); err != nil {
			return nil, err
		}
	}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		for _, key := range keys {
			switch rec, err := s.read(tx, key).record(key); {
			case err == nil:
				all[key] = rec
			case !store.Unreadable(err):
				return err
			}
		}
		return nil
	})
	return all, err
}

// read returns the row of key, without a record if there is none or it has expired. Its data
// is valid until the transaction ends.
func (s *Store) read(tx *bbolt.Tx, key string) row {
	r := load(tx, []byte(key))
	if r.expired(store.Milli(s.now())) {
		// Keep the time of the agenda entry, so that the next row can reuse the entry.
		return row{at: r.at, text: r.text}
	}
	return r
}

// view runs do in a read transaction, which must be brief.
func (s *Store) view(ctx context.Context, do func(*bbolt.Tx) error) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	s.readers.RLock()
	defer s.readers.RUnlock()
	err := guard(func() error { return s.db.View(do) })
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return unavailable(errClosed)
	}
	return err
}

var errClosed = errors.New("the store is closed")

func unavailable(err error) error { return fmt.Errorf("%w: %w", store.ErrUnavailable, err) }

// mayBegin returns an error if the context has ended or the store is closed.
func (s *Store) mayBegin(ctx context.Context) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	select {
	case <-s.closing:
		return unavailable(errClosed)
	default:
		return nil
	}
}

// Close implements store.Store. It may be called more than once.
func (s *Store) Close() error {
	s.once.Do(func() { close(s.closing) })
	<-s.done
	return s.db.Close()
}
