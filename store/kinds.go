package store

import (
	"context"
	"fmt"
	"iter"
)

// Kinds wraps a backend so that it returns ErrNewer for a record whose format is newer than
// this version of the program knows for its kind of document. newest returns the newest known
// format of the documents under a key. (The backend alone accepts every format up to
// NewestFormat.) So when a kind of document gets a new format, older programs refuse it
// even if they know that format of another kind.
func Kinds(a Archive, newest func(key string) int) Archive { return kinds{a, newest} }

type kinds struct {
	Archive
	newest func(key string) int
}

// check returns the record, or ErrNewer if its format is newer than that of its kind.
func (k kinds) check(key string, rec Record) (Record, error) {
	if rec.Version == 0 {
		return rec, nil
	}
	if _, err := ParseHeader(rec.Data, k.newest(key)); err != nil {
		return Record{}, fmt.Errorf("%w (key %q)", err, key)
	}
	return rec, nil
}

// Get implements Store.
func (k kinds) Get(ctx context.Context, key string) (Record, error) {
	rec, err := k.Archive.Get(ctx, key)
	if err != nil {
		return rec, err
	}
	return k.check(key, rec)
}

// Commit implements Store. It can't overwrite a newer record, because no caller can know the
// version to expect: Get refuses such a record.
func (k kinds) Commit(ctx context.Context, key string, w Write) (Record, error) {
	rec, err := k.Archive.Commit(ctx, key, w)
	if present, newer := k.check(key, rec); newer != nil {
		return present, newer
	}
	return rec, err
}

// All implements Source.
func (k kinds) All(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for e, err := range k.Archive.All(ctx) {
			if err == nil {
				e.Record, err = k.check(e.Key, e.Record)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
