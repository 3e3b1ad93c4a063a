package person

import (
	"bytes"
	"context"
	"errors"

	"nimbot/store"
)

// pending is a document that ChangeAll has changed, and its write.
type pending[D any] struct {
	at    int                    // of its key in ChangeAll's keys
	again func(*D) (bool, error) // changes it
	doc   D
	write store.KeyedWrite
	marks []string // the keys that its person's mark may have
}

// ChangeAll is Change for several documents of people; keys has none twice, and each has an error of its
// own. All are written, and marks are looked for, with one call to the store, unless others change them
// meanwhile. Each is read by itself, unless it was read ahead. do is called for all keys, in their order,
// before anything is written.
func (k *Keeper[D, P]) ChangeAll(ctx context.Context, keys []string, do func(key string, doc *D) (changed bool, err error)) []error {
	errs := make([]error, len(keys))
	all := make([]pending[D], 0, len(keys))
	var writes []store.KeyedWrite
	var marks []string
	names, err := k.marks.Names(ctx)
	for i, key := range keys {
		if errs[i] = err; err != nil {
			continue
		}
		c := pending[D]{at: i, again: func(doc *D) (bool, error) { return do(key, doc) }}
		if errs[i] = k.prepare(ctx, key, &c); errs[i] != nil || c.write.Data == nil {
			continue
		}
		if realm, user, ok := personOfKey(key); ok {
			c.marks = names(realm, user)
		}
		all, writes, marks = append(all, c), append(writes, c.write), append(marks, c.marks...)
	}
	if len(all) == 0 {
		return errs
	}
	written, found, unread := store.CommitAll(ctx, k.store, writes, marks)
	for i := range all {
		errs[all[i].at] = k.finish(ctx, &all[i], written[i], found, unread)
	}
	return errs
}

// finish ends the change of a document that was written. found are the marks that were read after the
// write, unless unread says why they couldn't be.
func (k *Keeper[D, P]) finish(ctx context.Context, c *pending[D], w store.Written, found map[string]store.Record, unread error) error {
	switch {
	case errors.Is(w.Err, store.ErrConflict) && !bytes.Equal(w.Data, c.write.Data): // else the conflict is with this very write
		_, err := k.Change(ctx, c.write.Key, c.again)
		if errors.Is(w.Err, store.ErrRepeated) {
			err = store.Outcome(err)
		}
		return err
	case w.Err != nil && !errors.Is(w.Err, store.ErrConflict):
		return w.Err
	case unread != nil:
		return unread
	}
	mark, err := k.marks.latestIn(ctx, found, c.marks)
	if err != nil {
		return err
	}
	anew, err := k.afterMark(ctx, c.write.Key, &c.doc, w.Version, mark)
	if err == nil && anew.doc != nil {
		_, err = k.enter(ctx, c.write.Key, &changeJob[D]{do: c.again, from: anew})
	}
	return err
}

// prepare changes a document as it's stored. The write has no data if nothing changed.
func (k *Keeper[D, P]) prepare(ctx context.Context, key string, c *pending[D]) error {
	rec, err := store.Read(ctx, k.store, key)
	if err != nil {
		return err
	}
	if c.doc, err = k.decode(rec); err != nil {
		return err
	}
	if changes, err := c.again(&c.doc); err != nil || !changes {
		return err
	}
	c.write.Key = key
	c.write.Write, err = k.write(&c.doc, rec.Version)
	c.write.Expect = rec.Version
	return err
}
