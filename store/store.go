// Package store is where channels are kept: the small interface that every
// backend implements, the document of a channel, and the errors.
//
// # Records
//
// A record is one JSON object under one key. It begins with its format and
// its version, {"v":1,"n":12,…, so that people can read it and a backend can
// compare versions without understanding the rest. The version counts the
// record's writes.
//
// # Compare and set
//
// [Store.Commit] writes only when the stored version is the expected one, and
// returns the present record when it is not, so that the second try needs no
// read. When Commit returns nil the write survives a crash of the process;
// when it returns ErrUnavailable the outcome is unknown: the write may have
// happened or may still happen, and only the record itself can tell.
//
// # Tasks
//
// A write may name a time at which somebody must look at the channel again
// (Due), and may ask that its board be shown (Show). [Store.Claim] hands such
// keys to one worker at a time, as a lease.
package store

import (
	"context"
	"errors"
	"time"
)

// The errors of every backend. They are wrapped with what went wrong.
var (
	// ErrConflict: the stored version is not the expected one.
	ErrConflict = errors.New("store: the record was changed by somebody else")
	// ErrUnavailable: the store did not answer; a write's outcome is unknown.
	ErrUnavailable = errors.New("store: not available")
	// ErrCorrupt: what is stored under the key is not a record.
	ErrCorrupt = errors.New("store: not a record")
	// ErrFull: there is no room; nothing was written.
	ErrFull = errors.New("store: full")
	// ErrInUse: another process holds the store.
	ErrInUse = errors.New("store: in use by another process")
	// ErrNewer: the record was written by a newer version of the program.
	ErrNewer = errors.New("store: written by a newer version")
)

// Record is what is stored under a key. The zero Record means nothing is.
type Record struct {
	Version uint64 // counts the writes, from 1
	Data    []byte // a JSON object that begins {"v":FORMAT,"n":VERSION; the caller's own copy
}

// Write is one compare-and-set.
type Write struct {
	// Expect is the version that must be stored now; 0: nothing must be.
	Expect uint64
	// Data is the new record; its version must be Expect + 1.
	Data []byte
	// Expires is when the record may be forgotten; zero: never.
	Expires time.Time
	// Due is when the key is to be claimed; zero: not.
	Due time.Time
	// Show asks that the record be claimed at once, to show its board.
	Show bool
}

// Task is a claimed key.
type Task struct {
	Key     string
	Due     bool // its time has come
	Show    bool // its board is to be shown
	Version uint64
}

// Store keeps records. All methods may be called at the same time. Every
// implementation passes storetest.Run.
type Store interface {
	// Get returns the record under key, the zero Record when there is none.
	Get(ctx context.Context, key string) (Record, error)
	// Commit writes a record if the stored version is w.Expect, and returns
	// what is stored now. On ErrConflict that is the present record.
	Commit(ctx context.Context, key string, w Write) (Record, error)
	// Claim returns up to limit keys that are due at now or to be shown, and
	// hides them from other claims until now + lease.
	Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]Task, error)
	// Shown ends the wish to show a board, if the record's version still is
	// the task's. A due time ends only by the next Commit.
	Shown(ctx context.Context, tasks []Task) error
	// Close lets go of the store after finishing what was begun.
	Close() error
}
