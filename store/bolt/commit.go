package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"nimbot/store"
)

// groupLimit bounds how many writes share one transaction.
const groupLimit = 1024

// op is a task for a write transaction. do's error is the outcome of this op only; the
// others in its group continue.
type op struct {
	ctx  context.Context
	do   func(*bbolt.Tx) (wrote bool, err error)
	err  error
	done chan struct{}
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if err := w.Check(key); err != nil {
		return store.Record{}, err
	}
	// Copy the data: the writer may still read it after the caller has given up.
	b := make([]byte, rowHead+len(w.Data))
	copy(b[rowHead:], w.Data)
	fresh := row{
		expires: store.Milli(w.Expires), due: store.Milli(w.Due),
		data: b[rowHead:],
	}
	var present store.Record
	err := s.update(ctx, func(tx *bbolt.Tx) (wrote bool, err error) {
		old := s.read(tx, key)
		switch version, err := old.version(); {
		case err != nil:
			return false, fmt.Errorf("%w (key %q)", err, key)
		case version != w.Expect:
			if present, err = old.record(key); err != nil {
				return false, err
			}
			return false, store.ErrConflict
		}
		if fresh.expired(store.Milli(s.now())) {
			return true, remove(tx, key, old.at)
		}
		r := fresh
		r.at, r.text = old.at, old.text
		r.shows = old.shows.Write(w.Record().Version, w.Show)
		return true, put(tx, key, r, b, false)
	})
	if err == nil {
		return w.Record(), nil
	}
	if !errors.Is(err, store.ErrConflict) {
		return store.Record{}, err // the writer may still set present
	}
	return present, err
}

// update has the writer run a task and waits until its result is durable. If the context
// ends before, the writer may or may not run it.
func (s *Store) update(ctx context.Context, do func(*bbolt.Tx) (wrote bool, err error)) error {
	if err := store.InTime(ctx); err != nil {
		return err
	}
	o := &op{ctx: ctx, do: do, done: make(chan struct{})}
	select {
	case s.ops <- o:
	case <-s.closing:
		return unavailable(errClosed)
	case <-ctx.Done():
		return unavailable(ctx.Err())
	}
	select {
	case <-o.done:
		return o.err
	case <-ctx.Done():
		return unavailable(ctx.Err())
	case <-s.done:
	}
	select {
	case <-o.done:
		return o.err
	default: // it was queued after the writer had ended
		return unavailable(errClosed)
	}
}

// write is the writer: it runs the waiting ops in groups, and turns between them,
// until the store is closed and no op waits.
func (s *Store) write() {
	defer close(s.done)
	var last group
	for {
		select {
		case o := <-s.ops:
			last = s.runGroup(o, last)
		case t := <-s.turns:
			t.done <- t.do()
		case <-s.closing:
			for len(s.ops) > 0 {
				s.runGroup(<-s.ops, group{})
			}
			return
		}
	}
}

// group has the data of a transaction that the writer needs for the next one.
type group struct {
	callers int           // callers served by the transaction, or queued during it
	took    time.Duration // to commit it
}

// longestWait bounds how long the writer waits for callers who may not return, however
// slow the disk is.
const longestWait = 5 * time.Millisecond

// timeUp signals that the writer has waited long enough for the callers of its last
// group, who may commit again at once. If the next transaction began without them, they
// would have to wait for the one after it, so the writer waits for about as long as a
// transaction takes. It sleeps meanwhile, because the callers need the processors.
func (g group) timeUp() <-chan time.Time {
	if g.callers < 2 {
		return nil // no caller is expected
	}
	return time.After(min(g.took, longestWait))
}

// errNothingWritten ends a transaction that changed nothing, so that bbolt needs no fsync.
var errNothingWritten = errors.New("nothing written")

// runGroup runs an op, and those that arrive while the last callers may return,
// in one transaction. It also writes the boards that were shown meanwhile, and
// then reports all outcomes.
func (s *Store) runGroup(first *op, last group) group {
	var (
		id    int
		wrote bool
		began time.Time // when the commit began
		shown = s.lazy.take()
		ops   = append(make([]*op, 0, last.callers+1), first)
	)
	err := s.writable()
	if err == nil {
		err = guard(func() error {
			return s.db.Update(func(tx *bbolt.Tx) error {
				id = tx.ID()
				var err error
				if wrote, err = s.clearShown(tx, shown); err != nil {
					return err
				}
				wrote = first.run(tx) || wrote
				timeUp := last.timeUp()
				for len(ops) < groupLimit {
					o := s.next(len(ops) < last.callers, timeUp)
					if o == nil {
						break
					}
					ops = append(ops, o)
					wrote = o.run(tx) || wrote
				}
				began = time.Now()
				if !wrote {
					return errNothingWritten
				}
				return nil
			})
		})
	}
	if err != nil && !errors.Is(err, errNothingWritten) {
		err = s.failed(id, err)
		s.lazy.put(shown)
		s.rankings.forget()
		for _, o := range ops {
			o.err = err
		}
	}
	done := group{callers: min(len(ops)+len(s.ops), groupLimit)}
	if err == nil {
		done.took = time.Since(began)
	}
	for _, o := range ops {
		close(o.done)
	}
	return done
}

// run runs the op, unless its caller has given up.
func (o *op) run(tx *bbolt.Tx) (wrote bool) {
	if err := o.ctx.Err(); err != nil {
		o.err = unavailable(err)
		return false
	}
	wrote, o.err = o.do(tx)
	return wrote
}

// next returns the next waiting op. If more are expected it waits for one until the time
// is up; nil means that there is none.
func (s *Store) next(more bool, timeUp <-chan time.Time) *op {
	select {
	case o := <-s.ops:
		return o
	default:
	}
	if !more {
		return nil
	}
	select {
	case o := <-s.ops:
		return o
	case <-timeUp:
		return nil
	}
}

// writable returns an error if nothing can be written any more, or while another file, or none, has
// the name of the store: what is written would be lost with the next start.
func (s *Store) writable() error {
	if why := s.broken.Load(); why != nil {
		return *why
	}
	if now, err := os.Stat(s.db.Path()); err != nil || !os.SameFile(s.file, now) {
		return unavailable(fmt.Errorf("%s was moved, replaced or deleted while this program used it; stop the program, put the file back, and start again", s.db.Path()))
	}
	return nil
}

// failed returns the error of a transaction that didn't commit. If its pages were written but
// not made durable, the outcome is unknown and stays so: it isn't known what the system
// does with them after a failed fsync, so the store refuses to write until the program
// restarts.
func (s *Store) failed(id int, err error) error {
	visible := false
	_ = guard(func() error { // the damaged file was reported already
		return s.db.View(func(tx *bbolt.Tx) error {
			visible = tx.ID() >= id
			return nil
		})
	})
	switch {
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrUnavailable):
		return err
	case visible:
		err = fmt.Errorf("%w: writing failed half way, start the program again: %w", store.ErrUnavailable, err)
		s.broken.Store(&err)
		return err
	case isFull(err):
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return unavailable(errClosed)
	}
	return unavailable(err)
}
