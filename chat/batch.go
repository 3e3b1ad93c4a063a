package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/lane"
	"nimbot/store"
	"nimbot/typed"
)

// maxLanes is how many channels stay decoded in memory while nobody speaks
// in them: about 2 kB each. One that is forgotten is read again.
const maxLanes = 5_000

// maxBatch is how many commands on one channel share a write.
const maxBatch = 32

func (h *Handler) newLanes() *lane.Lanes[kept, *job] {
	return lane.New(lane.Work[kept, *job]{
		Batch: h.batch, Missed: func(k *kept, j *job) { k.doubt(j.request.User.ID) }, MaxBatch: maxBatch, MaxIdle: maxLanes,
	})
}

// kept is what a channel's lane keeps from one batch of commands to the next.
type kept struct {
	known *scene.Known // nil: not read yet, or not to be trusted
	// unsure are the people whose last command had an unknown outcome.
	unsure map[string]bool
}

// note keeps what jobs that were done mean for the next ones; err is what kept
// them from being stored.
func (k *kept) note(jobs []*job, err error) {
	if err != nil {
		k.known = nil
	}
	for _, j := range jobs {
		switch {
		case err != nil:
			k.doubt(j.request.User.ID)
		case j.err == nil:
			delete(k.unsure, j.request.User.ID)
		}
	}
}

// doubt records that nobody knows whether the person's command was done.
func (k *kept) doubt(user string) {
	if user == "" {
		return
	}
	if k.unsure == nil {
		k.unsure = map[string]bool{}
	}
	k.unsure[user] = true
}

// job is a request on its way through a lane, with what came of it.
type job struct {
	request  exchange.Request
	line     typed.Line // what the request says
	parseErr error      // why that can't be read
	worked   bool       // the positions that it names may be worked out
	// act does the job in a session. It may run several times, each time in a
	// new session on a newer document.
	act func(*session)
	// pairing is what was prepared for the rated pair that the request accepts.
	pairing *Pairing
	// elsewhere are the positions of the person's rated pairs, nil while nobody
	// looked.
	elsewhere map[string]bool

	session session // what came of it, when err is nil
	err     error
}

// maxTries bounds how often commands start over because somebody else wrote
// first. In one process the lane prevents that; replicas seldom collide.
const maxTries = 20

// batch does the jobs of one channel, each on what the one before left, and stores
// the end in one write.
func (h *Handler) batch(ctx context.Context, key string, k *kept, jobs []*job) (err error) {
	defer func() { k.note(jobs, err) }()
	defer catch(&err)
	for range maxTries {
		fresh := k.known == nil
		if fresh {
			rec, err := h.store.Get(ctx, key)
			if err != nil {
				return err
			}
			if k.known, err = scene.Decode(rec); err != nil {
				return err
			}
		}
		last, show := h.perform(k, jobs)
		if last == nil {
			if fresh || !slices.ContainsFunc(jobs, func(j *job) bool { return !j.session.staleOK }) {
				return nil
			}
			if current, err := h.current(ctx, key, k); current || err != nil {
				return err
			}
			continue
		}
		w := last.write(k.known.Doc.Version, show)
		rec, err := h.store.Commit(ctx, key, w)
		switch {
		case err == nil, errors.Is(err, store.ErrConflict) && bytes.Equal(rec.Data, w.Data):
			// The conflict is with this very write, whose answer was lost.
			*k.known = *last.Known // copied, or the lane would hold the whole job
			return nil
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		if k.known, err = scene.Decode(rec); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxTries)
}

// perform runs the jobs one after another. last is the session whose document
// must be stored, nil if nothing changed; show is when a worker must show the
// board, unless somebody confirms it first.
func (h *Handler) perform(k *kept, jobs []*job) (last *session, show time.Time) {
	known := k.known
	for _, j := range jobs {
		h.run(k, j, known, false)
		if j.err == nil && j.session.overflows() {
			h.run(k, j, known, true)
		}
		if j.err == nil && j.session.dirty {
			last = &j.session
			last.close()
			known = last.Known
			if at := last.showAt(); !at.IsZero() {
				show = at
			}
		}
	}
	return last, show
}

// run lets the job act in a session of its own, so that a panic affects no other
// job. full: no further delivery can be remembered.
func (h *Handler) run(k *kept, j *job, on *scene.Known, full bool) {
	j.err = nil
	defer catch(&j.err)
	j.session.begin(h, j, on)
	j.session.unsure, j.session.full = k.unsure[j.request.User.ID], full
	j.act(&j.session)
}

// current reports whether the lane's unchanged copy is still what is stored; if
// not, it replaces the copy. A write needs no such check.
func (h *Handler) current(ctx context.Context, key string, k *kept) (bool, error) {
	rec, err := h.store.Get(ctx, key)
	if err != nil || rec.Version == k.known.Doc.Version {
		return true, err
	}
	k.known, err = scene.Decode(rec)
	return false, err
}

// panicError is a recovered panic.
type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprint("panic: ", p.value) }

// catch turns a panic into an error.
func catch(err *error) {
	if p := recover(); p != nil {
		*err = &panicError{p, debug.Stack()}
	}
}
