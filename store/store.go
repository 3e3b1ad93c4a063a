// Package store defines how documents and leaderboards are stored: the small
// interface that every backend implements, the format of a record, and the
// errors.
//
// # Records
//
// A record is one JSON object under one key. It begins with its format and
// its version, {"v":3,"n":12,…, so that people can read it and a backend can
// compare versions without understanding the rest. [ParseHeader] is the one
// place that parses this beginning. The version grows with every write, and no
// number is used twice, even if the store is emptied: see [NextVersion].
//
// # Compare and set
//
// [Store.Commit] writes only when the stored version is the expected one, and
// returns the present record when it is not, so that a second try needs no
// read. When Commit returns nil, the write survives a crash of the process. When
// it returns ErrUnavailable, the outcome is unknown: the write may have happened
// or may still happen, and only reading the record tells. A backend may also
// repeat a write whose answer was lost, and then meets its own first try as a
// conflict. So a writer must make its record unique and compare: a conflict
// whose record equals, byte for byte, the one it sent is a success.
//
// A write can set a time at which a worker must look at the channel again (Due), and for
// each of the channel's tables a time from which a worker must show its board unless
// [Store.Shown] has confirmed that it was shown (Show). [Store.Claim] gives such keys to
// one worker at a time, as a lease. A worker may get a key more than once for one write;
// the worker's own compare-and-set makes sure that its work takes effect once.
//
// # Time
//
// Processes that share a store agree on its time ([Archive.Time], [Clock]). Times are kept to
// the millisecond. Due, Show and leases are compared with
// the time that the caller of Claim passes in; expiry follows the clock of the
// store (for a server, the server's).
package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The errors of every backend. They are wrapped with details.
var (
	// ErrConflict means that the stored version is not the expected one.
	ErrConflict = errors.New("store: the record was changed by somebody else")
	// ErrRepeated is an ErrConflict of a write that was sent more than once: the first
	// time it may have been stored, and overwritten since.
	ErrRepeated = fmt.Errorf("%w, perhaps after this write was stored", ErrConflict)
	// ErrUnavailable means that the store did not answer in time, or the context ended
	// (then the error wraps the context's as well); a write's outcome is unknown.
	ErrUnavailable = errors.New("store: not available")
	// ErrLate is an ErrUnavailable because the context had ended before the store was asked.
	// Nothing was written, and the store isn't to blame.
	ErrLate = fmt.Errorf("%w: it was asked too late", ErrUnavailable)
	// ErrCorrupt means that what is stored under the key is not a record, or the file is
	// not a store. It is never overwritten.
	ErrCorrupt = errors.New("store: not a record")
	// ErrFull means that there is no room; nothing was written.
	ErrFull = errors.New("store: full")
	// ErrInUse means that another process holds the store.
	ErrInUse = errors.New("store: in use by another process")
	// ErrOlder is an ErrCorrupt: the record or the file is in a format that this version of the
	// program doesn't read any more.
	ErrOlder = fmt.Errorf("%w that this version reads: an older one wrote it", ErrCorrupt)
	// ErrNewer means that the record was written by a newer version of the program. It is
	// never overwritten.
	ErrNewer = errors.New("store: written by a newer version")
	// ErrInvalid is the caller's mistake: a key or a record that no store accepts.
	ErrInvalid = errors.New("store: invalid")
)

// Unreadable reports whether err says that a record is there and can't be read.
func Unreadable(err error) bool { return errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNewer) }

// InTime returns ErrLate if the context has ended. A store asks it before it touches what is stored.
func InTime(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrLate, err)
	}
	return nil
}

// Record is what is stored under a key. The zero Record means that nothing is stored.
type Record struct {
	Version uint64 // from 1, greater with each write
	Data    []byte // a JSON object that begins {"v":FORMAT,"n":VERSION; the caller's own copy
}

// Write is one compare-and-set.
type Write struct {
	// Expect is the version that must be stored now; 0 if nothing may be stored.
	Expect uint64
	// Data is the new record, at most MaxData bytes; its version must be
	// greater than Expect. The store does not keep the slice.
	Data []byte
	// Expires is when the record may be forgotten; zero: never. A time that
	// has passed forgets it at once: that is how a record is deleted. (If the
	// answer to a deletion is lost, its repetition ends in an ErrConflict with
	// the zero Record.)
	Expires time.Time
	// Due is when a worker may claim the key; zero: never. It replaces the Due
	// of the record's last write.
	Due time.Time
	// Show names the boards that must be shown, each table at most once, and what else a worker
	// must do (ListTable). A table that isn't named keeps the Show of an earlier write.
	Show []Show
}

// Task is a key that Claim returned, or whose boards Shown confirms.
type Task struct {
	Key     string
	Due     bool   // its time has come
	Show    []int  // the tables whose boards must be shown, or have been, in ascending order; above MaxBoard other work
	Version uint64 // of the record when it was claimed; for Shown, the version that was shown
}

// Store keeps records. All methods may be called at the same time. Every
// Archive passes storetest.Run. A key is 1 to MaxKey bytes of any kind.
type Store interface {
	// Get returns the record under key, the zero Record if there is none. The error is ErrInvalid
	// for a key that CheckKey refuses, ErrCorrupt or ErrNewer for a record that can't be read, or
	// ErrUnavailable.
	Get(ctx context.Context, key string) (Record, error)
	// GetAll returns the records under keys, with one round trip for each server that has some of
	// them. The zero Record stands for a key without one. Records that can't be read are left
	// out. The error is ErrInvalid or ErrUnavailable.
	GetAll(ctx context.Context, keys []string) (map[string]Record, error)
	// Commit writes a record if the stored version is w.Expect, and returns what it wrote. On
	// ErrConflict, which may be an ErrRepeated, it returns the present record. Other errors are
	// ErrInvalid for what Write.Check refuses, ErrCorrupt or ErrNewer for a stored record that can't
	// be read (it stays), ErrFull, or ErrUnavailable: the outcome is unknown.
	Commit(ctx context.Context, key string, w Write) (Record, error)
	// Claim returns up to limit keys that are due at now or have boards to be shown, the
	// oldest first as far as the backend can tell; with a limit of 0 or less, none. Until
	// now + lease, but at least for a millisecond, it hides what it returned from other
	// claims. Times are rounded down to milliseconds. A key whose record can't be read is
	// claimed, too: whoever reads it gets the error. If some servers don't answer, their keys
	// are missing. The error is ErrUnavailable; then some keys may be hidden until their lease ends.
	Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]Task, error)
	// Shown clears the Show of the tasks' tables. It leaves a table whose board a later
	// version than the task's asked for again, and ignores a task whose version is not one
	// of the stored record's (that history was lost in a failover, or an older copy of the
	// store was restored). It never clears Due: only the next Commit does. The store may
	// clear a Show a little later, in the background; after a crash in between, or after an
	// error, which is ErrUnavailable, the board is shown once more.
	Shown(ctx context.Context, tasks []Task) error
	// Close closes the store after finishing the calls in progress. The error says that files or
	// connections couldn't be closed; what was committed is stored.
	Close() error
}
