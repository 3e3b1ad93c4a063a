package person

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nimbot/lane"
	"nimbot/store"
)

// Document is a person's document of either kind, as the Keeper sees it.
type Document interface {
	// begin sets the document's format and version, and a mark of this write
	// alone: two processes may make the same change in the same microsecond.
	begin(format int, version, write uint64)
	// flaw says what makes no sense in the document, "" for nothing.
	flaw() string
}

// dated is a Document with times of its own.
type dated interface {
	// due is when a worker is to look at it; the zero Time is never.
	due(now time.Time) time.Time
	// since is from when it's kept; the zero Time is its last change.
	since() time.Time
}

// Keeper reads and changes the documents of one kind. It is safe for concurrent
// use, by one process or by many that share a store.
type Keeper[D any, P interface {
	*D
	Document
}] struct {
	store store.Store
	now   func() time.Time
	keep  time.Duration
	lanes *lane.Lanes[struct{}, *change[D]]
}

// change is what is to be done with a document, and what came of it.
type change[D any] struct {
	do  func(*D) (changed bool, err error)
	doc D
	err error
}

// maxTries bounds how often a change starts over because another process wrote
// first.
const maxTries = 20

// maxIdle is how many people's lanes are remembered that nobody is in; they hold
// nothing.
const maxIdle = 1000

// newKeeper makes a keeper of documents that are forgotten when they weren't
// changed for as long as keep; 0 keeps them for ever.
func newKeeper[D any, P interface {
	*D
	Document
}](s store.Store, now func() time.Time, keep time.Duration) *Keeper[D, P] {
	k := &Keeper[D, P]{store: s, now: now, keep: keep}
	k.lanes = lane.New(lane.Work[struct{}, *change[D]]{
		Batch: func(ctx context.Context, key string, _ *struct{}, all []*change[D]) error {
			for _, c := range all {
				c.doc, c.err = k.change(ctx, key, c.do)
			}
			return nil
		},
		Missed: func(*struct{}, *change[D]) {}, MaxBatch: 1, MaxIdle: maxIdle,
	})
	return k
}

// Read returns a document; one that isn't stored is empty. The error is the
// store's.
func (k *Keeper[D, P]) Read(ctx context.Context, key string) (D, error) {
	doc, _, err := k.read(ctx, key)
	return doc, err
}

func (k *Keeper[D, P]) read(ctx context.Context, key string) (D, uint64, error) {
	rec, err := k.store.Get(ctx, key)
	if err != nil {
		return *new(D), 0, err
	}
	doc, err := k.decode(rec)
	return doc, rec.Version, err
}

func (k *Keeper[D, P]) decode(rec store.Record) (D, error) {
	var doc D
	if rec.Version == 0 {
		return doc, nil
	}
	if err := decode(rec.Data, &doc); err != nil {
		return *new(D), err
	}
	if flaw := P(&doc).flaw(); flaw != "" {
		return *new(D), fmt.Errorf("%w: %s", store.ErrCorrupt, flaw)
	}
	return doc, nil
}

// Change lets do work on the document and stores it if do says that it has
// changed. do may run several times, each time on what is stored then, and must
// not enter a lane. It returns the document as it is stored then, with do's error
// or the store's; after either of them, nothing has changed, unless it is
// store.ErrUnavailable.
func (k *Keeper[D, P]) Change(ctx context.Context, key string, do func(*D) (changed bool, err error)) (D, error) {
	c := &change[D]{do: do}
	switch err := k.lanes.Do(ctx, key, c); {
	case errors.Is(err, lane.ErrNotBegun), errors.Is(err, lane.ErrUnknown):
		return *new(D), fmt.Errorf("%w: %w: %w", store.ErrUnavailable, err, ctx.Err())
	case err != nil:
		return *new(D), err
	}
	return c.doc, c.err
}

func (k *Keeper[D, P]) change(ctx context.Context, key string, do func(*D) (bool, error)) (D, error) {
	doc, version, err := k.read(ctx, key)
	for range maxTries {
		if err != nil {
			return *new(D), err
		}
		changed, err := do(&doc)
		if err != nil || !changed {
			return doc, err
		}
		now := k.now()
		P(&doc).begin(store.Format, store.NextVersion(version, now), rand.Uint64())
		w := store.Write{Expect: version}
		if w.Data, err = store.Marshal(&doc); err != nil {
			return *new(D), err
		}
		since := now
		if d, ok := any(&doc).(dated); ok {
			w.Due = d.due(now)
			if at := d.since(); !at.IsZero() {
				since = at
			}
		}
		if k.keep > 0 {
			w.Expires = since.Add(k.keep)
		}
		rec, err := k.store.Commit(ctx, key, w)
		switch {
		case err == nil, errors.Is(err, store.ErrConflict) && bytes.Equal(rec.Data, w.Data):
			// The conflict is with this very write, whose answer was lost.
			return doc, nil
		case !errors.Is(err, store.ErrConflict):
			return *new(D), err
		}
		doc, err = k.decode(rec)
		if version = rec.Version; err != nil {
			return *new(D), err
		}
	}
	return *new(D), fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxTries)
}
