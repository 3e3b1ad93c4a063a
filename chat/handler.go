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
func (h *Handler) Handle(ctx context.Context, r Request) (reply Reply) {
	defer func() {
		if p := recover(); p != nil {
			h.log.ErrorContext(ctx, "a command panicked", "place", r.Place.String(), "text", abridge(r.Text), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			reply = private(r.User, Broken, say("broken", nil))
		}
	}()
	cmd, err := parse(r.Text)
	return h.inLane(ctx, r.Place, r.User, func(s *session) {
		s.r, s.cmd = r, cmd
		s.answer(err)
	})
}

// inLane runs act on the channel's document until what it did is stored, or
// until it is known to have changed nothing. act may run several times, each
// time on a new session with newer knowledge.
func (h *Handler) inLane(ctx context.Context, place Place, who User, act func(*session)) Reply {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	key := place.String()
	ln, err := h.lanes.enter(ctx, key)
	if err != nil {
		return private(who, Away, say("store.away", nil))
	}
	defer h.lanes.leave(ln)
	reply, err := h.attempt(ctx, ln, key, func(s *session) {
		s.unsure = ln.unsure[who.ID]
		act(s)
	})
	if err != nil {
		ln.known = nil
		ln.doubt(who.ID)
		return h.failed(ctx, key, who, err)
	}
	delete(ln.unsure, who.ID)
	return reply
}

// maxTries bounds how often a command starts over because somebody else wrote
// first. In one process the lane prevents that; replicas seldom collide.
const maxTries = 20

func (h *Handler) attempt(ctx context.Context, ln *lane, key string, act func(*session)) (Reply, error) {
	for range maxTries {
		fresh := ln.known == nil
		if fresh {
			rec, err := h.store.Get(ctx, key)
			if err != nil {
				return Reply{}, err
			}
			if ln.known, err = decode(rec); err != nil {
				return Reply{}, err
			}
		}
		s := h.session(ln.known)
		act(s)
		if s.dirty {
			next, write := s.write()
			rec, err := h.store.Commit(ctx, key, write)
			if err == nil {
				ln.known = next
				return s.reply(), nil
			}
			if !errors.Is(err, store.ErrConflict) {
				return Reply{}, err
			}
			if ln.known, err = decode(rec); err != nil {
				return Reply{}, err
			}
			continue
		}
		if fresh {
			return s.reply(), nil
		}
		// Nothing was written, so nothing has checked that the lane's copy
		// still is what is stored.
		rec, err := h.store.Get(ctx, key)
		if err != nil {
			return Reply{}, err
		}
		if rec.Version == ln.known.version {
			return s.reply(), nil
		}
		if ln.known, err = decode(rec); err != nil {
			return Reply{}, err
		}
	}
	return Reply{}, fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxTries)
}

// failed words an error of the store for the person, and logs what an
// operator must know.
func (h *Handler) failed(ctx context.Context, key string, who User, err error) Reply {
	switch {
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
		h.log.ErrorContext(ctx, "a channel's document cannot be read; nothing was changed", "place", key, "error", err)
		return private(who, Broken, say("store.unreadable", nil))
	case errors.Is(err, store.ErrFull):
		h.log.ErrorContext(ctx, "the store is full; nothing was written", "place", key, "error", err)
		return private(who, Away, say("store.full", nil))
	default:
		h.log.WarnContext(ctx, "the store did not answer", "place", key, "error", err)
		return private(who, Away, say("store.away", nil))
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
