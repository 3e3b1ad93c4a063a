package round

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nimbot/store"
	"nimbot/store/lane"
)

// Prefix begins the store keys of rounds. No place's key begins with it.
const Prefix = "race:"

// Key returns the key of the round of a place: "race:discord/42/7".
func Key(place string) string { return Prefix + place }

// ParseKey returns the place whose round a key names.
func ParseKey(key string) (place string, ok bool) { return strings.CutPrefix(key, Prefix) }

// Board is the number by which the store knows the message of a round in its document: whether it
// was shown.
const Board = 1

// How rounds are written.
const (
	maxBatch  = 256
	maxIdle   = 1000
	showAfter = 10 * time.Second // the time that the process which changed a message has to show it
)

// Decode reads a document. It returns the zero Round if nothing is stored. The error is
// store.ErrCorrupt or store.ErrNewer for one that this version can't read.
func Decode(rec store.Record) (r Round, err error) {
	if rec.Version == 0 {
		return r, nil
	}
	if _, err := store.ParseHeader(rec.Data); err != nil {
		return r, err
	}
	err = store.Unmarshal(rec.Data, &r)
	return r, err
}

// Keeper reads and changes the rounds of places. Changes that arrive while another change of
// the same round is being written are written together. It is safe for concurrent use, by one
// process or by many that share a store.
type Keeper struct {
	store store.Store
	now   func() time.Time
	lanes *lane.Lanes[struct{}, *pendingChange]
}

// pendingChange is a requested change of a round, and its outcome.
type pendingChange struct {
	do    func(*Round) (bool, error)
	round Round
	err   error
}

// NewKeeper makes a Keeper.
func NewKeeper(s store.Store, now func() time.Time) *Keeper {
	k := &Keeper{store: s, now: now}
	k.lanes = lane.New(lane.Work[struct{}, *pendingChange]{
		Batch: func(ctx context.Context, key string, _ *struct{}, all []*pendingChange) error {
			return k.batch(ctx, key, all)
		},
		Abandoned: func(*struct{}, *pendingChange) {}, MaxBatch: maxBatch, MaxIdle: maxIdle,
	})
	return k
}

// Read returns the round of a place, the zero Round if there is none. The error is the
// store's.
func (k *Keeper) Read(ctx context.Context, place string) (Round, error) {
	rec, err := store.Read(ctx, k.store, Key(place))
	if err != nil {
		return Round{}, err
	}
	return Decode(rec)
}

// Change runs do on the round of a place and stores it if do reports a change. do may run several
// times, each time on the round that is stored then; changes that it made before it returned an
// error aren't stored. Change returns the round as do left it, and do's error or the store's. The
// round's version is the stored one only if nothing else was changed in the same write after do.
func (k *Keeper) Change(ctx context.Context, place string, do func(*Round) (changed bool, err error)) (Round, error) {
	c := &pendingChange{do: do}
	switch err := k.lanes.Do(ctx, Key(place), c); {
	case errors.Is(err, lane.ErrNotBegun), errors.Is(err, lane.ErrUnknown):
		return Round{}, fmt.Errorf("%w: %w: %w", store.ErrUnavailable, err, ctx.Err())
	case err != nil:
		return Round{}, err
	}
	return c.round, c.err
}

// Leave deletes a person's data from the round of a place. The error is the store's.
func (k *Keeper) Leave(ctx context.Context, place, id string) error {
	if r, err := k.Read(ctx, place); err != nil || r.Version == 0 {
		return err
	}
	_, err := k.Change(ctx, place, func(r *Round) (bool, error) { return r.Forget(id), nil })
	return err
}

// Shown confirms that the message of a round was shown as of a version. The error is the store's.
func (k *Keeper) Shown(ctx context.Context, place string, version uint64) error {
	return k.store.Shown(ctx, []store.Task{{Key: Key(place), Show: []int{Board}, Version: version}})
}

// batch applies changes to one round, each to the result of the previous one, and stores the last
// result in one write.
func (k *Keeper) batch(ctx context.Context, key string, all []*pendingChange) error {
	last := 0
	rec, err := store.Change(ctx, k.store, key, func(rec store.Record) (store.Write, error) {
		stored, err := Decode(rec)
		if err != nil {
			return store.Write{}, err
		}
		var next Round
		if next, last = perform(stored, all); last < 0 {
			return store.Write{}, nil
		}
		return k.write(&next)
	})
	if err != nil {
		return err
	}
	for _, c := range all[max(0, last):] { // what the others left isn't what was stored
		c.round.Version = rec.Version
	}
	return nil
}

// perform applies changes to a round. last is the index of the last one that changed it, -1 if none
// did.
func perform(r Round, all []*pendingChange) (after Round, last int) {
	last = -1
	for i, c := range all {
		next := r
		var changed bool
		if changed, c.err = c.do(&next); changed && c.err == nil {
			r, last = next, i
		}
		c.round = next
	}
	return r, last
}

// write makes the write that stores a changed round as its next version.
func (k *Keeper) write(r *Round) (w store.Write, err error) {
	now := k.now()
	r.Stamp(r.Version, now)
	w.Due, w.Expires = r.Due(), r.Expires(now)
	if r.unshown {
		w.Show = store.ShowAt(Board, now.Add(showAfter))
	}
	w.Data, err = store.Marshal(r)
	return w, err
}
