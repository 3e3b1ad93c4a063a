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

	"nimbot/lane"
	"nimbot/store"
	"nimbot/typed"
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
	lanes   *lane.Lanes[kept, *job]
	words   *Words // only to know which keys there are
	actions map[string]action
}

// New makes a Handler.
func New(c Config) *Handler {
	h := &Handler{store: c.Store, now: c.Now, log: c.Log, limits: c.Limits, timeout: c.Timeout, seed: c.Seed, words: c.Words, actions: actions()}
	h.lanes = h.newLanes()
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
	j := &job{request: r, act: (*session).answer}
	j.line, j.unread = typed.Parse(r.Text)
	reply, err := h.do(ctx, j)
	if err != nil {
		return h.failed(ctx, r, err)
	}
	return reply
}

// do takes a job through its place's lane. It returns when what it did is
// stored, or is known to have changed nothing.
func (h *Handler) do(ctx context.Context, j *job) (reply Reply, err error) {
	defer catch(&err)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	switch err := h.lanes.Do(ctx, j.request.Place.String(), j); {
	case errors.Is(err, lane.ErrNotBegun), errors.Is(err, lane.ErrUnknown):
		return Reply{}, fmt.Errorf("%w: %w: %w", store.ErrUnavailable, err, ctx.Err())
	case err != nil:
		return Reply{}, err
	case j.err != nil:
		return Reply{}, j.err
	}
	return j.session.reply(), nil
}

// job is a request on its way through a lane, with what came of it.
type job struct {
	request Request
	line    typed.Line // what the request says
	unread  error      // why that cannot be read
	// act is what a session is to do for it. It may run several times, each
	// time on a new session with newer knowledge.
	act func(*session)

	session session // what came of it, when err is nil
	err     error
}

// run lets the job act. One that panics harms nobody else.
func (j *job) run() {
	j.err = nil
	defer catch(&j.err)
	j.act(&j.session)
}

// batch does jobs on one channel and stores what came of them in one write.
func (h *Handler) batch(ctx context.Context, key string, k *kept, jobs []*job) error {
	err := h.attempt(ctx, key, k, jobs)
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
	return err
}

// maxTries bounds how often commands start over because somebody else wrote
// first. In one process the lane prevents that; replicas seldom collide.
const maxTries = 20

// attempt does the jobs, each on what the one before left, and stores the end.
func (h *Handler) attempt(ctx context.Context, key string, k *kept, jobs []*job) (err error) {
	defer catch(&err)
	for range maxTries {
		fresh := k.known == nil
		if fresh {
			rec, err := h.store.Get(ctx, key)
			if err != nil {
				return err
			}
			if k.known, err = decode(rec); err != nil {
				return err
			}
		}
		last, show := h.perform(k, jobs)
		if last == nil {
			if fresh {
				return nil
			}
			if current, err := h.current(ctx, key, k); current || err != nil {
				return err
			}
			continue
		}
		rec, err := h.store.Commit(ctx, key, last.write(k.known.doc.Version, show))
		switch {
		case err == nil:
			k.known = last.known
			return nil
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		if k.known, err = decode(rec); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxTries)
}

// perform runs the jobs one after another. last is the session whose document
// is to be stored, nil when none changed anything, and show is when a worker is
// to show the board.
func (h *Handler) perform(k *kept, jobs []*job) (last *session, show time.Time) {
	known := k.known
	for _, j := range jobs {
		j.session.begin(h, j, *known)
		j.session.unsure = k.unsure[j.request.User.ID]
		if j.run(); j.err == nil && j.session.dirty {
			last = &j.session
			last.close()
			known = last.known
			if at := last.showAt(); !at.IsZero() {
				show = at
			}
		}
	}
	return last, show
}

// current reports whether the lane's copy, to which nothing was added, still
// is what is stored; if not, it is replaced. A write needs no such look.
func (h *Handler) current(ctx context.Context, key string, k *kept) (bool, error) {
	rec, err := h.store.Get(ctx, key)
	if err != nil || rec.Version == k.known.doc.Version {
		return true, err
	}
	k.known, err = decode(rec)
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

// failed words an error for the person, and logs what an operator must know.
func (h *Handler) failed(ctx context.Context, r Request, err error) Reply {
	var panicked *panicError
	place := r.Place.String()
	switch {
	case errors.As(err, &panicked):
		h.log.ErrorContext(ctx, "a command panicked", "place", place, "text", typed.Abridge(r.Text), "panic", fmt.Sprint(panicked.value), "stack", string(panicked.stack))
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
