package person

import (
	"bytes"
	"context"
	"errors"

	"nimbot/store"
)

// pending is a document that ChangeAll has changed, and its write.
type pending[D any] struct {
	doc   D
	write store.KeyedWrite
	marks []string // the keys that its person's mark may have
}

// ChangeAll is Change for several documents of people. It writes them all, and looks for marks, with one
// call to the store, unless others change them meanwhile. If do returns an error about a document as it
// was read, nothing is written; after any other error some documents may be changed.
func (k *Keeper[D, P]) ChangeAll(ctx context.Context, keys []string, do func(key string, doc *D) (changed bool, err error)) error {
	names, err := k.marks.Names(ctx)
	if err != nil {
		return err
	}
	var (
		all    []pending[D]
		writes []store.KeyedWrite
		marks  []string
	)
	for _, key := range keys {
		c, err := k.prepare(ctx, key, do)
		if err != nil {
			return err
		}
		if c.write.Data == nil {
			continue
		}
		if realm, user, ok := personOfKey(key); ok {
			c.marks = names(realm, user)
		}
		all, writes, marks = append(all, c), append(writes, c.write), append(marks, c.marks...)
	}
	if len(all) == 0 {
		return nil
	}
	written, found, unread := store.CommitAll(ctx, k.store, writes, marks)
	var errs []error
	for i := range all {
		c := &all[i]
		again := func(doc *D) (bool, error) { return do(c.write.Key, doc) }
		switch w := written[i]; {
		case w.Err == nil, errors.Is(w.Err, store.ErrConflict) && bytes.Equal(w.Data, c.write.Data):
			errs = append(errs, k.checkMark(ctx, c, w.Version, found, unread, again))
		case errors.Is(w.Err, store.ErrConflict):
			_, err := k.Change(ctx, c.write.Key, again)
			if errors.Is(w.Err, store.ErrRepeated) {
				err = store.Outcome(err)
			}
			errs = append(errs, err)
		default:
			errs = append(errs, w.Err)
		}
	}
	return errors.Join(errs...)
}

// prepare changes a document as it's stored. The write has no data if nothing changed.
func (k *Keeper[D, P]) prepare(ctx context.Context, key string, do func(string, *D) (bool, error)) (c pending[D], err error) {
	rec, err := store.Read(ctx, k.store, key)
	if err != nil {
		return c, err
	}
	if c.doc, err = k.decode(rec); err != nil {
		return c, err
	}
	c.write.Key = key
	if changes, err := do(key, &c.doc); err != nil || !changes {
		return c, err
	}
	c.write.Write, err = k.write(&c.doc, rec.Version)
	c.write.Expect = rec.Version
	return c, err
}

// checkMark checks a document that ChangeAll wrote against the marks that were found after the write.
// unread is why they couldn't be read, or nil. again changes the document that takes its place.
func (k *Keeper[D, P]) checkMark(ctx context.Context, c *pending[D], version uint64, found map[string]store.Record, unread error, again func(*D) (bool, error)) error {
	if unread != nil {
		return unread
	}
	mark, err := k.marks.latestIn(ctx, found, c.marks)
	if err != nil {
		return err
	}
	anew, err := k.afterMark(ctx, c.write.Key, &c.doc, version, mark)
	if err == nil && anew.doc != nil {
		_, err = k.enter(ctx, c.write.Key, &changeJob[D]{do: again, from: anew})
	}
	return err
}
