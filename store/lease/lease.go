// Package lease lets one process at a time do a task, by a record in the store. Nothing tells
// the others when a lease ends, so they ask.
package lease

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"nimbot/store"
	"nimbot/store/backoff"
)

// Lease is one process's use of a lease. The clocks of the processes may differ by a fraction of
// its length.
type Lease struct {
	Store  store.Store
	Key    string        // of the record
	Holder string        // the process, or one use of the lease; see NewHolder
	Length time.Duration // how long the lease lasts if it isn't renewed; at least some milliseconds
	// Now is the clock on which the processes agree; nil: time.Now.
	Now func() time.Time
	// Random returns a random time from 0 to most; nil: backoff.UpTo.
	Random func(most time.Duration) time.Duration

	// State returns the data for the next holder; it returns nil if nothing changed. ends
	// is true when this holder stops. The field is nil if the task has no data.
	State func(ends bool) json.RawMessage
	// Changed signals that State must be stored at once; nil: never.
	Changed <-chan struct{}
}

// Record is what is stored, after the header of every record.
type Record struct {
	Holder string          `json:"holder"`
	Until  int64           `json:"until"` // milliseconds since 1970
	Left   json.RawMessage `json:"left,omitempty"`
}

// NewHolder identifies a process, or one use of a lease.
func NewHolder() string { return strconv.FormatUint(store.Random(), 36) }

// Take takes or renews the lease; ok is false while another process holds it. found is the record
// that was stored before. The error is a store's, or says that the record isn't a lease's.
func (l Lease) Take(ctx context.Context) (found Record, ok bool, err error) {
	return l.put(ctx, l.clock().Add(l.Length), false)
}

// Release frees the lease for the next one, who finds the data that is left. The error is Take's.
func (l Lease) Release(ctx context.Context) error { return l.ReleaseAfter(ctx, 0) }

// ReleaseAfter frees the lease after a pause, in which nobody gets it. The error is the store's;
// then the lease ends when it would have ended.
func (l Lease) ReleaseAfter(ctx context.Context, pause time.Duration) error {
	_, _, err := l.put(ctx, l.clock().Add(pause), true)
	return err
}

func (l Lease) clock() time.Time {
	if l.Now != nil {
		return l.Now()
	}
	return time.Now()
}

func (l Lease) random(most time.Duration) time.Duration {
	if l.Random != nil {
		return l.Random(most)
	}
	return backoff.UpTo(most)
}

func (l Lease) put(ctx context.Context, until time.Time, ends bool) (found Record, ok bool, err error) {
	rec, err := l.Store.Get(ctx, l.Key)
	if err != nil {
		return found, false, err
	}
	if rec.Version > 0 {
		if err := json.Unmarshal(rec.Data, &found); err != nil {
			return found, false, err
		}
		if found.Holder != l.Holder && found.Until > l.clock().UnixMilli() {
			return found, false, nil
		}
	}
	next := Record{Holder: l.Holder, Until: until.UnixMilli(), Left: found.Left}
	if l.State != nil && found.Holder == l.Holder {
		if left := l.State(ends); left != nil {
			next.Left = left
		}
	}
	body, err := json.Marshal(next)
	if err != nil {
		return found, false, err
	}
	data := append(store.AppendHeader(nil, store.NextVersion(rec.Version, l.clock())), ',')
	data = append(data, body[1:]...) // without its opening brace
	expires := until
	if !ends || next.Left != nil {
		expires = until.Add(time.Hour) // the next holder finds it; a record that says nothing more goes at once
	}
	now, err := l.Store.Commit(ctx, l.Key, store.Write{Expect: rec.Version, Data: data, Expires: expires})
	if errors.Is(err, store.ErrConflict) {
		return found, bytes.Equal(now.Data, data), nil // equal: a repetition of this write, whose first answer was lost
	}
	return found, err == nil, err
}

// Run runs work whenever this process has the lease, and acquires the lease again after losing
// it: work's context ends then. work gets the data that the last holder left. Run returns when ctx
// ends, or with work's error.
func (l Lease) Run(ctx context.Context, log *slog.Logger, work func(ctx context.Context, left json.RawMessage) error) error {
	for {
		found, ok, err := l.Take(ctx)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "a lease cannot be taken", "lease", l.Key, "error", err)
		}
		if ok {
			if err := l.runWhileHeld(ctx, log, func(ctx context.Context) error { return work(ctx, found.Left) }); ctx.Err() == nil && err != nil {
				return err
			}
		}
		// There is no notification of a release, so poll often: people on Discord wait at
		// most three seconds.
		wait := l.Length/30 + l.random(l.Length/30+1)
		if ends := time.UnixMilli(found.Until).Sub(l.clock()); !ok && err == nil && ends > 0 {
			wait = min(wait, ends+l.random(l.Length/300+1))
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// runWhileHeld runs work until the lease is lost, then releases it. It returns work's error; losing
// the lease isn't one.
func (l Lease) runWhileHeld(ctx context.Context, log *slog.Logger, work func(context.Context) error) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(working) }()
	taken := time.Now()
	tick := time.NewTicker(l.Length / 3)
	defer tick.Stop()
	lost := false
	for {
		select {
		case err := <-done:
			release, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if !lost {
				if e := l.Release(release); e != nil {
					log.InfoContext(ctx, "a lease ends by itself", "lease", l.Key, "error", e)
				}
			}
			if lost || errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		case <-l.Changed:
		case <-tick.C:
		}
		renew, cancel := context.WithTimeout(working, l.Length/3)
		_, ok, err := l.Take(renew)
		cancel()
		switch {
		case ok:
			taken = time.Now()
		case !lost && (err == nil || time.Since(taken) >= l.Length*2/3):
			log.WarnContext(ctx, "a lease was lost", "lease", l.Key, "error", err)
			lost = true
			stop()
		}
	}
}
