package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync/atomic"
	"time"

	"nimbot/store"
)

// Limits are chat's own bounds on what a person may start; the rules and
// package solve can do more.
type Limits struct {
	Piles int    // piles, rows or coins of one game
	Heap  uint64 // stones in one of them
}

// DefaultLimits are the limits that apply where nothing else is configured.
func DefaultLimits() Limits { return Limits{Piles: 25, Heap: 1_000_000_000} }

// DefaultTimeout is how long the store may take before the person is told
// that the outcome is unknown: platforms give up after three seconds.
const DefaultTimeout = 2500 * time.Millisecond

// Config is what a Handler needs. Store and Words are required.
type Config struct {
	Store   store.Store
	Words   *Words
	Now     func() time.Time // nil: time.Now
	Seed    uint64           // of random starts and slips; 0: a random one
	Log     *slog.Logger     // nil: slog.Default()
	Limits  Limits           // zero fields: DefaultLimits
	Timeout time.Duration    // 0: DefaultTimeout
}

// Handler holds the conversation of every channel. It is safe for concurrent
// use, by one process or by many that share a store.
type Handler struct {
	store   store.Store
	now     func() time.Time
	log     *slog.Logger
	limits  Limits
	timeout time.Duration
	seed    uint64
	drawn   atomic.Uint64
	lanes   *lanes
	words   *Words // only to know which keys there are
}

// New makes a Handler.
func New(c Config) *Handler {
	h := &Handler{store: c.Store, now: c.Now, log: c.Log, limits: c.Limits, timeout: c.Timeout, seed: c.Seed, lanes: newLanes(maxLanes), words: c.Words}
	if h.now == nil {
		h.now = time.Now
	}
	if h.log == nil {
		h.log = slog.Default()
	}
	if h.seed == 0 {
		h.seed = rand.Uint64()
	}
	if h.timeout == 0 {
		h.timeout = DefaultTimeout
	}
	if h.limits.Piles == 0 {
		h.limits.Piles = DefaultLimits().Piles
	}
	if h.limits.Heap == 0 {
		h.limits.Heap = DefaultLimits().Heap
	}
	return h
}

// random is a new source for one command.
func (h *Handler) random() *rand.Rand { return rand.New(rand.NewPCG(h.seed, h.drawn.Add(1))) }

// Handle answers one request. It never fails: a refusal and a store that does
// not answer are replies, too.
func (h *Handler) Handle(ctx context.Context, r Request) Reply {
	cmd, err := parse(r.Text)
	reply, failure := h.inLane(ctx, r.Place, r.User.ID, func(s *session) {
		s.r, s.cmd = r, cmd
		s.answer(err)
	})
	if failure != nil {
		return h.failed(ctx, r, cmd.name, failure)
	}
	return reply
}

// inLane runs act on the channel's document until what it did is stored, or
// until it is known to have changed nothing.
func (h *Handler) inLane(ctx context.Context, place Place, who string, act func(*session)) (reply Reply, err error) {
	defer catch(&err)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	j := &job{who: who, act: act}
	ln, leads := h.lanes.enter(place.String(), j)
	if !leads {
		if leads, err = h.wait(ctx, ln, j); err != nil {
			return Reply{}, err
		}
	}
	if leads {
		h.lead(ctx, ln, j)
	}
	if j.err != nil {
		return Reply{}, j.err
	}
	return j.session.reply(), nil
}

// wait waits until the job is done or leads.
func (h *Handler) wait(ctx context.Context, ln *lane, j *job) (leads bool, err error) {
	select {
	case leads = <-j.turn:
		return leads, nil
	case <-ctx.Done():
	}
	leads, done, begun := h.lanes.quit(ln, j)
	switch {
	case leads, done:
		return leads, nil
	case begun:
		return false, fmt.Errorf("%w: no word of the write: %w", store.ErrUnavailable, ctx.Err())
	}
	return false, fmt.Errorf("%w: others were in front, nothing was begun: %w", store.ErrUnavailable, ctx.Err())
}

// lead does the job, and with it those that wait for the same channel.
func (h *Handler) lead(ctx context.Context, ln *lane, own *job) {
	jobs := h.lanes.together(ln)
	defer h.lanes.leave(ln, own, jobs)
	if deadline, ok := ctx.Deadline(); ok && len(jobs) > 1 {
		// Whoever gives up on the leader's own command has no say in the others.
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(context.WithoutCancel(ctx), deadline)
		defer cancel()
	}
	err := h.attempt(ctx, ln, jobs)
	if err != nil {
		ln.known = nil
	}
	for _, j := range jobs {
		switch {
		case err != nil:
			j.err = err
			ln.doubt(j.who)
		case j.err == nil:
			delete(ln.unsure, j.who)
		}
	}
}

// maxTries bounds how often commands start over because somebody else wrote
// first. In one process the lane prevents that; replicas seldom collide.
const maxTries = 20

// attempt does the jobs, each on what the one before left, and stores the end.
func (h *Handler) attempt(ctx context.Context, ln *lane, jobs []*job) (err error) {
	defer catch(&err)
	for range maxTries {
		fresh := ln.known == nil
		if fresh {
			rec, err := h.store.Get(ctx, ln.key)
			if err != nil {
				return err
			}
			if ln.known, err = decode(rec); err != nil {
				return err
			}
		}
		last, show := h.perform(ln, jobs)
		if last == nil {
			if fresh {
				return nil
			}
			if current, err := h.current(ctx, ln); current || err != nil {
				return err
			}
			continue
		}
		rec, err := h.store.Commit(ctx, ln.key, last.write(ln.known.doc.Version, show))
		switch {
		case err == nil:
			ln.known = last.known
			return nil
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		if ln.known, err = decode(rec); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxTries)
}

// perform runs the jobs one after another. last is the session whose document
// is to be stored, nil when none changed anything, and show is when a worker is
// to show the board.
func (h *Handler) perform(ln *lane, jobs []*job) (last *session, show time.Time) {
	known := ln.known
	for _, j := range jobs {
		j.session, j.err = h.session(known), nil
		j.session.unsure = ln.unsure[j.who]
		if j.run(); j.err == nil && j.session.dirty {
			last = j.session
			last.close()
			known = last.known
			if at := last.showAt(); !at.IsZero() {
				show = at
			}
		}
	}
	return last, show
}

// run lets the job act. One that panics harms nobody else.
func (j *job) run() {
	defer catch(&j.err)
	j.act(j.session)
}

// current reports whether the lane's copy, to which nothing was added, still
// is what is stored; if not, it is replaced. A write needs no such look.
func (h *Handler) current(ctx context.Context, ln *lane) (bool, error) {
	rec, err := h.store.Get(ctx, ln.key)
	if err != nil || rec.Version == ln.known.doc.Version {
		return true, err
	}
	ln.known, err = decode(rec)
	return false, err
}

// panicError is a fault of ours that was caught.
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

// failed words an error of a command for the person, and logs what an operator
// must know; what the person typed is nobody else's business.
func (h *Handler) failed(ctx context.Context, r Request, command string, err error) Reply {
	var panicked *panicError
	place := r.Place.String()
	switch {
	case errors.As(err, &panicked):
		h.log.ErrorContext(ctx, "a command panicked", "place", place, "request", r.ID, "command", command, "panic", fmt.Sprint(panicked.value), "stack", string(panicked.stack))
		return private(r.User, Broken, say("broken", nil))
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
		h.log.ErrorContext(ctx, "a channel's document cannot be read; nothing was changed", "place", place, "error", err)
		return private(r.User, Broken, say("store.unreadable", nil))
	case errors.Is(err, store.ErrFull):
		h.log.ErrorContext(ctx, "the store is full; nothing was written", "place", place, "error", err)
		return private(r.User, Away, say("store.full", nil))
	default:
		h.log.WarnContext(ctx, "the store did not answer", "place", place, "error", err)
		return private(r.User, Away, say("store.away", nil))
	}
}

// Document is the stored document of a place, nil when there is none.
func (h *Handler) Document(ctx context.Context, p Place) ([]byte, error) {
	rec, err := h.store.Get(ctx, p.String())
	return rec.Data, err
}

// private is a reply with one message that only u sees.
func private(u User, how Result, lines ...Text) Reply {
	return Reply{Result: how, Messages: []Message{{To: &u, Lines: lines}}}
}
