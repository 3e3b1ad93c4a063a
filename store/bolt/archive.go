package bolt

import (
	"context"
	"iter"
	"time"

	"go.etcd.io/bbolt"

	"nimbot/store"
)

// archiveStep is how many records or lines one read transaction reads: a long
// transaction would block the file from growing, and thus the writer.
const archiveStep = 256

// All implements store.Archive, in the order of the keys.
func (s *Store) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		var from []byte
		for {
			entries, errs, err := s.entries(ctx, from)
			if err != nil {
				yield(store.Entry{}, err)
				return
			}
			for i, e := range entries {
				if !yield(e, errs[i]) {
					return
				}
				from = append([]byte(e.Key), 0)
			}
			if len(entries) < archiveStep {
				return
			}
		}
	}
}

// entries returns the next records from a key on, each with its own error.
func (s *Store) entries(ctx context.Context, from []byte) (entries []store.Entry, errs []error, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		now := store.Milli(s.now())
		records := tx.Bucket(bucketRecords).Cursor()
		for k, v := records.Seek(from); k != nil && len(entries) < archiveStep; k, v = records.Next() {
			r := parseRow(v, tx.Bucket(bucketShows).Get(k))
			if r.expired(now) {
				continue
			}
			e := store.Entry{
				Key:     string(k),
				Expires: store.FromMilli(r.expires), Due: store.FromMilli(r.due), Show: r.shows.List(),
			}
			var err error
			e.Record, err = r.record(e.Key)
			entries, errs = append(entries, e), append(errs, err)
		}
		return nil
	})
	return entries, errs, err
}

// Time implements store.Archive: only this process uses the file.
func (s *Store) Time(context.Context) (time.Time, error) { return time.Time{}, nil }

// Remove implements store.Archive.
func (s *Store) Remove(ctx context.Context, key string) error {
	if err := store.CheckKey(key); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bbolt.Tx) (wrote bool, err error) {
		return true, remove(tx, key, load(tx, []byte(key)).at)
	})
}

// Restore implements store.Archive.
func (s *Store) Restore(ctx context.Context, e store.Entry) (bool, error) {
	if err := e.Check(); err != nil {
		return false, err
	}
	restored := false
	err := s.update(ctx, func(tx *bbolt.Tx) (wrote bool, err error) {
		old := s.read(tx, e.Key)
		if version, err := old.version(); err != nil || version >= e.Record.Version {
			return false, err
		}
		restored = true
		r := row{
			expires: store.Milli(e.Expires), due: store.Milli(e.Due),
			shows: store.Shows{}.Write(e.Record.Version, e.Show), text: old.text,
			at: old.at, data: e.Record.Data,
		}
		return true, put(tx, e.Key, r, make([]byte, rowHead+len(r.data)), false)
	})
	return err == nil && restored, err
}
