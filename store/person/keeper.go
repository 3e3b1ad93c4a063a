package person

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nimbot/store"
	"nimbot/store/lane"
)

// Document is a person's document of any kind, as the Keeper sees it.
type Document interface {
	// Stamp prepares the document to be written at now over a version; see [store.Head].
	Stamp(over uint64, now time.Time)
	// flaw says what is invalid in the document, "" if nothing is.
	flaw() string
}

// dated is a Document with times of its own.
type dated interface {
	// due is when a worker must look at it; the zero Time is never.
	due(now time.Time) time.Time
	// since is when its lifetime begins; the zero Time is its last change.
	since() time.Time
}

// personal is a Document about a person who may leave.
type personal interface {
	// afterMark points to the ID of the mark after which the document began, 0 if there
	// is none.
	afterMark() *uint64
}

// ErrLeaving reports that everything about the person is being deleted, so nothing is written.
var ErrLeaving = errors.New("person: everything about them is being deleted")

// Keeper reads and changes the documents of one kind. It is safe for concurrent
// use, by one process or by many that share a store.
type Keeper[D any, P interface {
	*D
	Document
}] struct {
	store store.Store
	now   func() time.Time
	keep  time.Duration
	marks *Marks // of the people whom the documents are about; nil: the documents aren't about people
	lanes *lane.Lanes[struct{}, *changeJob[D]]
}

// changeJob is one call of Change that waits in a lane, with its result.
type changeJob[D any] struct {
	do   func(*D) (changed bool, err error)
	from replacement[D]
	doc  D
	err  error
}

// replacement is an empty document that takes the place of one from before the person left.
type replacement[D any] struct {
	doc *D     // nil: nothing is replaced
	of  uint64 // the version of the document before
}

// maxAnew bounds how often a change starts over because the person left meanwhile.
const maxAnew = 20

// maxIdle is how many idle lanes are kept; they hold nothing.
const maxIdle = 1000

// newKeeper makes a keeper of documents that expire when unchanged for keep; 0 keeps
// them for ever.
func newKeeper[D any, P interface {
	*D
	Document
}](s store.Store, now func() time.Time, keep time.Duration) *Keeper[D, P] {
	k := &Keeper[D, P]{store: s, now: now, keep: keep}
	k.lanes = lane.New(lane.Work[struct{}, *changeJob[D]]{
		Batch: func(ctx context.Context, key string, _ *struct{}, all []*changeJob[D]) error {
			for _, c := range all {
				c.doc, c.err = k.change(ctx, key, c.do, c.from)
			}
			return nil
		},
		Abandoned: func(*struct{}, *changeJob[D]) {}, MaxBatch: 1, MaxIdle: maxIdle,
	})
	return k
}

// newPersonal is newKeeper for documents about people.
func newPersonal[D any, P interface {
	*D
	Document
	personal
}](s store.Store, now func() time.Time, keep time.Duration) *Keeper[D, P] {
	k := newKeeper[D, P](s, now, keep)
	k.marks = NewMarks(s, now, 0)
	return k
}

// Read returns a document, an empty one if none is stored. The error is the store's.
func (k *Keeper[D, P]) Read(ctx context.Context, key string) (D, error) {
	rec, err := store.Read(ctx, k.store, key)
	if err != nil {
		return *new(D), err
	}
	return k.decode(rec)
}

// Marks returns the keeper of the marks of the people whom the documents are about; see [NewMarks].
func (k *Keeper[D, P]) Marks(keep time.Duration) *Marks {
	return &Marks{newKeeper[Mark](k.store, k.now, keep), k.marks.salts}
}

// ReadAhead reads documents in one call, for the changes of a request; see [store.ReadAhead].
func (k *Keeper[D, P]) ReadAhead(ctx context.Context, keys []string) error {
	return store.ReadAhead(ctx, k.store, keys)
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

// Change runs do on the document and stores it if do reports a change. do may run several times,
// each time on the document that is stored then, and must not enter a lane. Change returns the
// stored document, and do's error or the store's. After an error nothing has changed, unless it
// is store.ErrUnavailable.
func (k *Keeper[D, P]) Change(ctx context.Context, key string, do func(*D) (changed bool, err error)) (D, error) {
	return k.enter(ctx, key, &changeJob[D]{do: do})
}

// enter does a job in the lane of its document.
func (k *Keeper[D, P]) enter(ctx context.Context, key string, c *changeJob[D]) (D, error) {
	switch err := k.lanes.Do(ctx, key, c); {
	case errors.Is(err, lane.ErrNotBegun), errors.Is(err, lane.ErrUnknown):
		return *new(D), fmt.Errorf("%w: %w: %w", store.ErrUnavailable, err, ctx.Err())
	case err != nil:
		return *new(D), err
	}
	return c.doc, c.err
}

// ChangeOf is Change for something that happened at a time. If the person has deleted their
// data since then, it changes nothing and returns ErrLeaving.
func (k *Keeper[D, P]) ChangeOf(ctx context.Context, key string, at store.Unix, do func(*D) (changed bool, err error)) (D, error) {
	return k.Change(ctx, key, func(doc *D) (bool, error) {
		if err := k.LeftSince(ctx, key, doc, at); err != nil {
			return false, err
		}
		return do(doc)
	})
}

// LeftSince returns ErrLeaving if the person has deleted their data since a time. Call it in a change of
// the document doc. Any other error is the store's.
func (k *Keeper[D, P]) LeftSince(ctx context.Context, key string, doc *D, at store.Unix) error {
	if p, ok := any(doc).(personal); ok && *p.afterMark() == 0 {
		return nil // they never left before the document began, or the change starts over with a mark
	}
	mark, err := k.left(ctx, key)
	if err == nil && mark.Covers(at, store.UnixOf(k.now())) {
		err = ErrLeaving
	}
	return err
}

// change runs inside the document's lane. It checks for a departure mark after the write.
// `forget everywhere` writes the mark before it scans the store, so either this check
// finds the mark or the scan finds this document.
func (k *Keeper[D, P]) change(ctx context.Context, key string, do func(*D) (bool, error), anew replacement[D]) (doc D, err error) {
	for range maxAnew {
		var changed bool
		rec, err := store.Change(ctx, k.store, key, func(rec store.Record) (w store.Write, err error) {
			stale := anew.doc != nil && rec.Version == anew.of
			if stale {
				doc = *anew.doc
			} else if doc, err = k.decode(rec); err != nil {
				return w, err
			}
			changed, err = do(&doc)
			switch {
			case changed && err == nil:
				return k.write(&doc, rec.Version)
			case stale:
				err = errors.Join(err, store.Delete(ctx, k.store, key, rec.Version, k.now()))
			}
			return w, err
		})
		if err != nil || !changed {
			return doc, err
		}
		mark, err := k.left(ctx, key)
		if err == nil {
			anew, err = k.afterMark(ctx, key, &doc, rec.Version, mark)
		}
		if err != nil || anew.doc == nil {
			return doc, err
		}
	}
	return *new(D), fmt.Errorf("%w: they left %d times meanwhile", store.ErrConflict, maxAnew)
}

// left returns the mark of the person whose document a key names, the zero Mark if they
// didn't leave.
func (k *Keeper[D, P]) left(ctx context.Context, key string) (Mark, error) {
	realm, user, ok := personOfKey(key)
	if k.marks == nil || !ok {
		return Mark{}, nil
	}
	return k.marks.latest(ctx, realm, user)
}

// write returns the write that stores a document over a version.
func (k *Keeper[D, P]) write(doc *D, version uint64) (w store.Write, err error) {
	now := k.now()
	P(doc).Stamp(version, now)
	since := now
	if d, ok := any(doc).(dated); ok {
		w.Due = d.due(now)
		if at := d.since(); !at.IsZero() {
			since = at
		}
	}
	if k.keep > 0 {
		w.Expires = since.Add(k.keep)
	}
	w.Data, err = store.Marshal(doc)
	return w, err
}

// afterMark checks the document just written against its person's departure mark, the zero Mark if they
// didn't leave. If the document began before they left, it returns the one to replace it with. While the
// deletion is running, it deletes the document and returns ErrLeaving.
func (k *Keeper[D, P]) afterMark(ctx context.Context, key string, doc *D, version uint64, mark Mark) (anew replacement[D], err error) {
	if mark.Version == 0 {
		return anew, nil
	}
	began := any(doc).(personal).afterMark()
	switch {
	case mark.ID == *began && !mark.UnderWay():
		return anew, nil
	case mark.UnderWay():
		return anew, errors.Join(ErrLeaving, store.Delete(ctx, k.store, key, version, k.now()))
	}
	anew = replacement[D]{new(D), version}
	*any(anew.doc).(personal).afterMark() = mark.ID
	return anew, nil
}
