package bolt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"nimbot/store"
)

// groupLimit bounds how many writes share one transaction.
const groupLimit = 1024

// op is something to do in a write transaction. What do returns is the answer
// of this op alone; the others of its group go on.
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
	// The writer may still read this after the caller has gone.
	b := make([]byte, rowHead+len(w.Data))
	copy(b[rowHead:], w.Data)
	fresh := row{
		expires: store.Milli(w.Expires), due: store.Milli(w.Due), show: store.Milli(w.Show),
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
		r.at = old.at
		if r.show == 0 {
			r.show = old.show
		}
		return true, put(tx, key, r, b, false)
	})
	if err == nil {
		return w.Record(), nil
	}
	if !errors.Is(err, store.ErrConflict) {
		return store.Record{}, err // present belongs to the writer still
	}
	return present, err
}

// update has the writer do something and waits until it is durable. When the
// context ends before, the writer may or may not do it.
func (s *Store) update(ctx context.Context, do func(*bbolt.Tx) (wrote bool, err error)) error {
	if err := ctx.Err(); err != nil {
		return unavailable(err)
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
	default: // it came too late for the writer's last look
		return unavailable(errClosed)
	}
}

// write is the writer: it does what waits in groups, until the store is closed
// and nothing waits.
func (s *Store) write() {
	defer close(s.done)
	var last group
	for {
		select {
		case o := <-s.ops:
			last = s.together(o, last)
		case t := <-s.turns:
			t.done <- t.do()
		case <-s.closing:
			for len(s.ops) > 0 {
				s.together(<-s.ops, group{})
			}
			return
		}
	}
}

// group is what the writer remembers of a transaction.
type group struct {
	callers int           // whose ops were done in it, or came meanwhile
	took    time.Duration // to commit it
}

// longestWait bounds how long the writer waits for callers who may not come back,
// however slow the disk is.
const longestWait = 5 * time.Millisecond

// timeUp tells when the writer has waited long enough for the callers of this
// group, whom its end woke: they will be back in a moment, and a transaction that
// ends without them makes them wait for a whole one more. So it waits for as long
// as one takes. It sleeps meanwhile, since the callers need the processors.
func (g group) timeUp() <-chan time.Time {
	if g.callers < 2 {
		return nil // nobody is waited for
	}
	return time.After(min(g.took, longestWait))
}

// errNothingWritten ends a transaction that changed nothing without an fsync.
var errNothingWritten = errors.New("nothing written")

// together does an op, and those that come while the last callers may be on
// their way back, in one transaction, after noting the boards that were shown
// meanwhile, and answers them.
func (s *Store) together(first *op, last group) group {
	var (
		id    int
		wrote bool
		began time.Time // the commit
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

// run does the op, unless its caller has gone.
func (o *op) run(tx *bbolt.Tx) (wrote bool) {
	if err := o.ctx.Err(); err != nil {
		o.err = unavailable(err)
		return false
	}
	wrote, o.err = o.do(tx)
	return wrote
}

// next is the next op that waits; when more are expected, the next that comes
// until the time is up; nil when there is none.
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

// writable returns why nothing can be written any more, if so.
func (s *Store) writable() error {
	if why := s.broken.Load(); why != nil {
		return *why
	}
	return nil
}

// failed is the error of a transaction that did not commit. If its pages were
// written but not made durable, the outcome is unknown and stays so: what the
// system does with them after a failed fsync cannot be told from here, and the
// store refuses to write until the program starts again.
func (s *Store) failed(id int, err error) error {
	visible := false
	_ = guard(func() error { // a damaged file was told already
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
