package main

import (
	"context"
	"iter"
	"time"

	"nimbot/store"
	"nimbot/store/person"
)

// copyFunc is store.Migrate or store.Merge.
type copyFunc = func(context.Context, store.Source, store.Archive, func(store.Migration)) (store.Migration, error)

// copyAll copies all records from a source to a store. It merges the salts of the hashes that mark
// erased people, so that the marks of both stores stay valid.
func copyAll(ctx context.Context, copyTo copyFunc, from store.Source, to store.Archive, progress func(store.Migration)) (store.Migration, error) {
	rest := &withoutSalts{Source: from}
	done, err := copyTo(ctx, rest, to, progress)
	if err != nil || rest.salts == nil {
		return done, err
	}
	wrote, err := person.JoinSalts(ctx, to, *rest.salts, time.Now)
	done.Records++
	if wrote {
		done.Copied++
	}
	if err == nil {
		done.Verified++
	}
	return done, err
}

// withoutSalts is a source that skips the record of the salts and keeps it.
type withoutSalts struct {
	store.Source
	salts *store.Entry
}

// All implements store.Source.
func (s *withoutSalts) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range s.Source.All(ctx) {
			if err == nil && person.IsSaltsKey(e.Key) {
				s.salts = &e
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
