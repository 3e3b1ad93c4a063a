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

// lease is a task that one process at a time may do, as a record of the store.
// Clocks of different machines may differ by a fraction of its length.
type lease struct {
	store  store.Store
	key    string
	holder string // the process
	length time.Duration
}

// leaseRecord is what is stored, after the header of every record.
type leaseRecord struct {
	Holder string `json:"holder"`
	Until  int64  `json:"until"` // milliseconds since 1970
}

// newHolder names a process, or one use of a lease.
func newHolder() string { return strconv.FormatUint(rand.Uint64(), 36) }

// take takes or renews the lease; ok is false while somebody else holds it.
func (l lease) take(ctx context.Context) (ok bool, err error) {
	return l.put(ctx, time.Now().Add(l.length))
}

// release lets the next one take it.
func (l lease) release(ctx context.Context) error {
	_, err := l.put(ctx, time.Now())
	return err
}

func (l lease) put(ctx context.Context, until time.Time) (ok bool, err error) {
	rec, err := l.store.Get(ctx, l.key)
	if err != nil {
		return false, err
	}
	if rec.Version > 0 {
		var held leaseRecord
		if err := json.Unmarshal(rec.Data, &held); err != nil {
			return false, err
		}
		if held.Holder != l.holder && held.Until > time.Now().UnixMilli() {
			return false, nil
		}
	}
	body, err := json.Marshal(leaseRecord{Holder: l.holder, Until: until.UnixMilli()})
	if err != nil {
		return false, err
	}
	data := append(store.AppendHeader(nil, store.NextVersion(rec.Version, time.Now())), ',')
	data = append(data, body[1:]...) // without its opening brace
	_, err = l.store.Commit(ctx, l.key, store.Write{Expect: rec.Version, Data: data, Expires: until.Add(time.Hour)})
	if errors.Is(err, store.ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

// hold does work while this process has the lease, and waits for it again
// after it was lost. It returns when ctx ends, or with the error of work.
func (l lease) hold(ctx context.Context, log *slog.Logger, work func(context.Context) error) error {
	for {
		ok, err := l.take(ctx)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "discord: a lease cannot be taken", "lease", l.key, "error", err)
		}
		if ok {
			if err := l.while(ctx, log, work); ctx.Err() == nil && err != nil {
				return err
			}
		}
		if err := sleep(ctx, l.length/6+rand.N(l.length/6)); err != nil {
			return err
		}
	}
}

// while does work until the lease is lost, and lets go of it afterwards. The
// error is that of work; a lost lease is none.
func (l lease) while(ctx context.Context, log *slog.Logger, work func(context.Context) error) error {
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
		case <-tick.C:
			renew, cancel := context.WithTimeout(working, l.length/3)
			ok, err := l.take(renew)
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
}
