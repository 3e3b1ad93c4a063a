package main

import (
	"context"
	"iter"
	"time"

	"nimbot/person"
	"nimbot/store"
)

// carrier is store.Migrate or store.Merge.
type carrier = func(context.Context, store.Source, store.Archive, func(store.Migration)) (store.Migration, error)

// carryAll carries everything from a source to a store. The salt of the marks of
// those who left is joined with that of the store, so that the marks of both hold.
func carryAll(ctx context.Context, carry carrier, from store.Source, to store.Archive, progress func(store.Migration)) (store.Migration, error) {
	rest := &saltless{Source: from}
	done, err := carry(ctx, rest, to, progress)
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

// saltless leaves the salts of marks out, and notes them.
type saltless struct {
	store.Source
	salts *store.Entry
}

// All implements store.Source.
func (s *saltless) All(ctx context.Context) iter.Seq2[store.Entry, error] {
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
