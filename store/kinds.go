package store

import (
	"context"
	"fmt"
	"iter"
)

// Kinds makes a backend, which accepts every format up to NewestFormat, refuse what is
// newer than its kind of document may be: newest is the newest format under a key. So a
// kind that begins a format of its own is safe from programs that know that format of
// another kind only.
func Kinds(a Archive, newest func(key string) int) Archive { return kinds{a, newest} }

type kinds struct {
	Archive
	newest func(key string) int
}

// check returns the record unless it is newer than it may be.
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

// Commit implements Store. Nobody can expect a newer record, because nobody could read it.
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
