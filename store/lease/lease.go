package discord

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"time"

	"nimbot/store"
)

// lease lets one process at a time do a task, by a record in the store. The clocks of
// the processes may differ by a fraction of the lease's length.
type lease struct {
	store  store.Store
	key    string
	holder string // the process
	length time.Duration
	now    func() time.Time // on which the processes agree; nil: time.Now

	// state returns the data for the next holder; it returns nil if nothing changed. ends
	// is true when this holder stops. The field is nil if the task has no data.
	state func(ends bool) json.RawMessage
	// changed signals that state must be stored at once; nil: never.
	changed <-chan struct{}
}

// leaseRecord is what is stored, after the header of every record.
type leaseRecord struct {
	Holder string          `json:"holder"`
	Until  int64           `json:"until"` // milliseconds since 1970
	Left   json.RawMessage `json:"left,omitempty"`
}

// newHolder identifies a process, or one use of a lease.
func newHolder() string { return strconv.FormatUint(rand.Uint64(), 36) }

// take takes or renews the lease; ok is false while another process holds it. found is the record
// that was stored before.
func (l lease) take(ctx context.Context) (found leaseRecord, ok bool, err error) {
	return l.put(ctx, l.clock().Add(l.length), false)
}

// release frees the lease for the next one.
func (l lease) release(ctx context.Context) error {
	_, _, err := l.put(ctx, l.clock(), true)
	return err
}

func (l lease) clock() time.Time {
	if l.now != nil {
		return l.now()
	}
	return time.Now()
}

func (l lease) put(ctx context.Context, until time.Time, ends bool) (found leaseRecord, ok bool, err error) {
	rec, err := l.store.Get(ctx, l.key)
	if err != nil {
		return found, false, err
	}
	if rec.Version > 0 {
		if err := json.Unmarshal(rec.Data, &found); err != nil {
			return found, false, err
		}
		if found.Holder != l.holder && found.Until > l.clock().UnixMilli() {
			return found, false, nil
		}
	}
	next := leaseRecord{Holder: l.holder, Until: until.UnixMilli(), Left: found.Left}
	if l.state != nil && found.Holder == l.holder {
		if left := l.state(ends); left != nil {
			next.Left = left
		}
	}
	body, err := json.Marshal(next)
	if err != nil {
		return found, false, err
	}
	data := append(store.AppendHeader(nil, store.NextVersion(rec.Version, l.clock())), ',')
	data = append(data, body[1:]...) // without its opening brace
	_, err = l.store.Commit(ctx, l.key, store.Write{Expect: rec.Version, Data: data, Expires: until.Add(time.Hour)})
	if errors.Is(err, store.ErrConflict) {
		return found, false, nil
	}
	return found, err == nil, err
}

// runWithLease runs work whenever this process has the lease, and acquires the lease
// again after losing it. work gets the state that the last holder stored. runWithLease
// returns when ctx ends, or with work's error.
func (l lease) runWithLease(ctx context.Context, log *slog.Logger, work func(ctx context.Context, left json.RawMessage) error) error {
	for {
		found, ok, err := l.take(ctx)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "discord: a lease cannot be taken", "lease", l.key, "error", err)
		}
		if ok {
			if err := l.runWhileHeld(ctx, log, func(ctx context.Context) error { return work(ctx, found.Left) }); ctx.Err() == nil && err != nil {
				return err
			}
		}
		// There is no notification of a release, so poll often: people on Discord wait at
		// most three seconds.
		wait := l.length/30 + rand.N(l.length/30)
		if ends := time.Until(time.UnixMilli(found.Until)); !ok && err == nil && ends > 0 {
			wait = min(wait, ends+rand.N(l.length/300+1))
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// runWhileHeld runs work until the lease is lost, then releases it. It returns work's error; losing
// the lease isn't one.
func (l lease) runWhileHeld(ctx context.Context, log *slog.Logger, work func(context.Context) error) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(working) }()
	taken := time.Now()
	tick := time.NewTicker(l.length / 3)
	defer tick.Stop()
	lost := false
	for {
		select {
		case err := <-done:
			release, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if !lost {
				if e := l.release(release); e != nil {
					log.InfoContext(ctx, "discord: a lease ends by itself", "lease", l.key, "error", e)
				}
			}
			if lost || errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		case <-l.changed:
		case <-tick.C:
		}
		renew, cancel := context.WithTimeout(working, l.length/3)
		_, ok, err := l.take(renew)
		cancel()
		switch {
		case ok:
			taken = time.Now()
		case !lost && (err == nil || time.Since(taken) > l.length*2/3):
			log.WarnContext(ctx, "discord: a lease was lost", "lease", l.key, "error", err)
			lost = true
			stop()
		}
	}
}
