package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// bbolt never overwrites a page in use: each change writes new pages and frees the old
// ones with their content. Erase overwrites the free pages by making bbolt use them all:
// transactions fill a bucket with zeros until no page is free, then the bucket is
// deleted. Each step is an ordinary transaction, so the file stays whole if the process
// ends meanwhile. The next Erase deletes the leftover bucket.

// bucketErase holds the zeros: a bucket for each transaction that wrote some, under
// its number, and the reserve.
var (
	bucketErase = []byte("erase")
	keyReserve  = []byte("reserve")
)

// eraseStep is how many bytes one transaction overwrites, and dropSteps how many of
// these buckets one transaction deletes. Both bound how long other writers wait.
const (
	eraseStep = 1 << 20
	dropSteps = 8
)

// Erase implements store.Archive. The file may grow by some pages.
func (s *Store) Erase(ctx context.Context) error {
	s.erasing.Lock()
	defer s.erasing.Unlock()
	if err := s.mayBegin(ctx); err != nil {
		return err
	}
	if err := s.reap(ctx); err != nil {
		return err
	}
	// A reader keeps its pages from being reused. Readers that start later see no page
	// with deleted content.
	s.readers.Lock()
	s.readers.Unlock() //nolint:staticcheck // wait for readers that started before the deletion
	if err := s.drop(ctx); err != nil {
		return err
	}
	err := s.fill(ctx)
	if dropping := s.drop(context.WithoutCancel(ctx)); err == nil {
		err = dropping
	}
	return err
}

// fill uses all free pages.
func (s *Store) fill(ctx context.Context) error {
	if err := s.betweenGroups(ctx, s.reserve); err != nil {
		return err
	}
	for n, last := uint32(0), false; !last; n++ {
		began := time.Now()
		err := s.betweenGroups(ctx, func() (err error) {
			last, err = s.fillSome(n)
			return err
		})
		if err != nil {
			return err
		}
		select {
		case <-time.After(time.Since(began)): // leave half of the time to others
		case <-ctx.Done():
			return unavailable(ctx.Err())
		}
	}
	return nil
}

// free returns how many pages the next transaction may use. Only the writer may call it.
func (s *Store) free() int {
	stats := s.db.Stats()
	return stats.FreePageN + stats.PendingPageN
}

// reserve allocates the space that bbolt will need for its freelist when the
// filled pages are freed. So if the disk is too full, Erase fails here, before
// it has filled anything.
func (s *Store) reserve() error {
	const others = 16 // further pages that the freeing transaction may write
	page := s.db.Info().PageSize
	room := (s.free()+eraseStep/page)*8 + others*page
	return s.transact(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket(bucketErase)
		if err != nil {
			return err
		}
		if b, err = b.CreateBucket(keyReserve); err != nil {
			return err
		}
		return b.Put(keyReserve, make([]byte, room))
	})
}

// fillSome fills eraseStep bytes of free pages; n is the number of the step. If
// no more pages are free, it fills them all, deletes the reserve and returns true.
func (s *Store) fillSome(n uint32) (last bool, err error) {
	page := s.db.Info().PageSize
	pages := eraseStep / page
	if free := s.free(); free <= pages {
		pages, last = free, true
	}
	return last, s.transact(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketErase)
		if last {
			if err := b.DeleteBucket(keyReserve); err != nil {
				return err
			}
		}
		b, err := b.CreateBucket(binary.BigEndian.AppendUint32(nil, n))
		if err != nil {
			return err
		}
		b.FillPercent = 1
		half := make([]byte, page/2-64) // two fit in a page, with their keys
		for i := range uint32(2 * (pages + 2)) {
			// bbolt never splits the last four entries, so there are four more than needed.
			if err := b.Put(binary.BigEndian.AppendUint32(nil, i), half); err != nil {
				return err
			}
		}
		return nil
	})
}

// drop deletes the filled pages. It deletes the reserve first, so that bbolt
// has space for its freelist.
func (s *Store) drop(ctx context.Context) error {
	for more := true; more; {
		err := s.betweenGroups(ctx, func() (err error) {
			more, err = s.dropSome()
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) dropSome() (more bool, err error) {
	err = s.transact(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketErase)
		if b == nil {
			return errNothingWritten
		}
		more = true
		if b.Bucket(keyReserve) != nil {
			return b.DeleteBucket(keyReserve)
		}
		for range dropSteps {
			k, _ := b.Cursor().First()
			if k == nil {
				more = false
				return tx.DeleteBucket(bucketErase)
			}
			if err := b.DeleteBucket(k); err != nil {
				return err
			}
		}
		return nil
	})
	return more && err == nil, err
}

// transact runs a transaction. Only the writer may call it.
func (s *Store) transact(do func(*bbolt.Tx) error) error {
	id := 0
	err := s.writable()
	if err == nil {
		err = guard(func() error {
			return s.db.Update(func(tx *bbolt.Tx) error {
				id = tx.ID()
				return do(tx)
			})
		})
	}
	if err == nil || errors.Is(err, errNothingWritten) {
		return nil
	}
	return s.failed(id, err)
}

// turn is a task that the writer runs between two groups.
type turn struct {
	do   func() error
	done chan error
}

// betweenGroups has the writer run a task between two groups, and waits for it.
func (s *Store) betweenGroups(ctx context.Context, do func() error) error {
	t := turn{do: do, done: make(chan error, 1)}
	select {
	case s.turns <- t:
		return <-t.done
	case <-s.closing:
		return unavailable(errClosed)
	case <-ctx.Done():
		return unavailable(ctx.Err())
	}
}

// eraseTail overwrites the rest of the file after the last page: a process that was killed while
// the file grew may have written there, and Erase reaches only pages.
func eraseTail(db *bbolt.DB) (err error) {
	var end int64
	if err := db.View(func(tx *bbolt.Tx) error { end = tx.Size(); return nil }); err != nil {
		return err
	}
	f, err := os.OpenFile(db.Path(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	zeros, read := make([]byte, 1<<16), make([]byte, 1<<16)
	for wrote := false; ; end += int64(len(read)) {
		n, err := f.ReadAt(read, end)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case n == 0 && wrote:
			return f.Sync()
		case n == 0:
			return nil
		}
		if string(read[:n]) != string(zeros[:n]) {
			if _, err := f.WriteAt(zeros[:n], end); err != nil {
				return err
			}
			wrote = true
		}
	}
}
