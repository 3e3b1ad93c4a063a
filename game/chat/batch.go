package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/lane"
)

// maxLanes is how many idle channels stay decoded in memory, about 2 kB each. A
// forgotten one is read again.
const maxLanes = 5_000

// maxBatch is how many commands on one channel share a write.
const maxBatch = 32

// room is what a document may still keep, from all to nothing.
type room int

const (
	plenty     room = iota // everything
	thrift                 // no finished games
	noRoom                 // nothing but ends of games: it is too large even without finished games
	noDelivery             // no change: the delivery can't be remembered
)

// refusal is the key of the sentence that refuses a command for want of room.
func (r room) refusal() string {
	if r == noDelivery {
		return "flood"
	}
	return "tables.full"
}

func (h *Handler) newLanes() *lane.Lanes[laneState, *job] {
	return lane.New(lane.Work[laneState, *job]{
		Batch: h.batch, Abandoned: func(k *laneState, j *job) { k.doubt(j.request.User.ID) }, MaxBatch: maxBatch, MaxIdle: maxLanes,
	})
}

// laneState is what a channel's lane keeps from one batch of commands to the next.
type laneState struct {
	known *message.Known // nil: not read yet, or perhaps outdated
	// unsure are the people whose last command had an unknown outcome.
	unsure map[string]bool
}

// note records the outcome of jobs for the next batch. err is the reason why they could not be
// stored, nil if they were.
func (k *laneState) note(jobs []*job, err error) {
	if err != nil {
		k.known = nil
	}
	for _, j := range jobs {
		switch {
		case errors.Is(err, store.ErrLate): // nothing was written
		case err != nil:
			k.doubt(j.request.User.ID)
		case j.err == nil:
			delete(k.unsure, j.request.User.ID)
		}
	}
}

// doubt records that the outcome of the person's last command is unknown.
func (k *laneState) doubt(user string) {
	if user == "" {
		return
	}
	if k.unsure == nil {
		k.unsure = map[string]bool{}
	}
	k.unsure[user] = true
}

// job is a request on its way through a lane, and its outcome.
type job struct {
	request  dialog.Request
	line     command.Line // the request's line
	parseErr error        // why the line can't be read
	// act runs the job in an execution. It may run several times, each time in a new execution
	// on a newer document.
	act func(*execution)
	// table is the table to work on; 0: the line says.
	table int
	// stream numbers the job's random numbers, 0 before they are used.
	stream uint64
	// mayBeDone reports that a write of the job's changes may have been stored, and overwritten
	// since.
	mayBeDone bool
	prepared

	execution execution // the outcome, if err is nil
	err       error
}

// maxTries bounds how often commands start over after a conflict. Within a process the
// lane prevents conflicts; between replicas they are rare.
const maxTries = 20

// batch runs the jobs of one channel, each on the result of the previous one, and stores the final
// document in one write.
func (h *Handler) batch(ctx context.Context, key string, k *laneState, jobs []*job) (err error) {
	defer func() {
		if slices.ContainsFunc(jobs, func(j *job) bool { return j.mayBeDone }) {
			err = store.Outcome(err)
		}
		k.note(jobs, err)
	}()
	defer catch(&err)
	for range maxTries {
		fresh := k.known == nil
		if fresh {
			rec, err := h.store.Get(ctx, key)
			if err != nil {
				return err
			}
			if k.known, err = message.Decode(rec, k.known); err != nil {
				return err
			}
		}
		last, w := h.perform(k, jobs, plenty)
		for _, left := range []room{thrift, noRoom} {
			if len(w.Data) > channel.Roomy {
				last, w = h.perform(k, jobs, left)
			}
		}
		if last == nil && (fresh || !slices.ContainsFunc(jobs, func(j *job) bool { return !j.execution.staleOK })) {
			return nil
		}
		if last == nil {
			if current, err := h.current(ctx, key, k); current || err != nil {
				return err
			}
			continue
		}
		rec, err := h.store.Commit(ctx, key, w)
		switch {
		case err == nil, errors.Is(err, store.ErrConflict) && bytes.Equal(rec.Data, w.Data):
			// Stored, or a conflict with our own write, whose response was lost.
			*k.known = *last.Known // copied, so that the lane doesn't hold the whole job
			return nil
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		if errors.Is(err, store.ErrRepeated) {
			for _, j := range jobs {
				j.mayBeDone = j.mayBeDone || j.execution.dirty
			}
		}
		if k.known, err = message.Decode(rec, k.known); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxTries)
}

// perform runs the jobs one after another. last is the execution whose document must be
// stored, nil if nothing changed, and w writes it.
func (h *Handler) perform(k *laneState, jobs []*job, left room) (last *execution, w store.Write) {
	known := k.known
	var show []store.Show // the boards that a worker must show, unless that was confirmed before
	for _, j := range jobs {
		h.run(k, j, known, left)
		if j.err == nil && j.execution.overflows() {
			h.run(k, j, known, noDelivery)
		}
		if j.err == nil && j.execution.dirty {
			last = &j.execution
			last.finishDocument()
			known = last.Known
			show = boardsToShow(last, show)
		}
	}
	if last != nil {
		w = last.write(k.known.Doc.Version, show)
	}
	return last, w
}

// run runs a job in an execution of its own and recovers from its panics, so that other jobs go
// on.
func (h *Handler) run(k *laneState, j *job, on *message.Known, left room) {
	j.err = nil
	defer catch(&j.err)
	j.execution.begin(h, j, on)
	j.execution.unsure, j.execution.room = k.unsure[j.request.User.ID], left
	j.act(&j.execution)
}

// current reports whether the lane's copy equals the stored document, and replaces it if
// not. A write needs no such check: the compare-and-set makes it.
func (h *Handler) current(ctx context.Context, key string, k *laneState) (bool, error) {
	rec, err := h.store.Get(ctx, key)
	if err != nil || rec.Version == k.known.Doc.Version {
		return true, err
	}
	k.known, err = message.Decode(rec, k.known)
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
