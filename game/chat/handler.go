package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/game/chat/tables"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/lane"
)

// Limits bound the games that people may start; the rules and package solve can handle more.
type Limits struct {
	Piles  int    // piles, rows or coins of one game
	Heap   uint64 // stones in one pile
	Tables int    // live tables of one place, at most MaxTables
}

// MaxTables is the greatest Limits.Tables.
const MaxTables = tables.MaxLiveTables

// DefaultLimits apply if nothing else is configured.
func DefaultLimits() Limits { return Limits{Piles: 25, Heap: 1_000_000_000, Tables: 8} }

// DefaultTimeout is how long the store may take before the person is told that the
// outcome is unknown: platforms give up after three seconds.
const DefaultTimeout = 2500 * time.Millisecond

// Config is what a Handler needs. Store and Words are required.
type Config struct {
	Store   store.Store
	Words   *words.Catalogue
	Now     func() time.Time // nil: time.Now
	Seed    uint64           // for random starts and the bot's mistakes; 0: a random seed
	Log     *slog.Logger     // nil: slog.Default()
	Limits  Limits           // zero fields: DefaultLimits
	Timeout time.Duration    // 0: DefaultTimeout
	Results Results          // nil: games aren't counted or rated
	// Happened receives the events of simuls, for the metrics; may be nil.
	Happened func(platform string, e dialog.Event)
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
	streams atomic.Uint64 // how many random streams jobs have taken
	lanes   *lane.Lanes[laneState, *job]
	words   *words.Catalogue // to check keys, and for the words of sentences
	tell    func(platform string, e dialog.Event)
	posts   sync.Map // a Publisher for each platform on which the bot can post
	actions map[string]action

	reviewing
	people   Results
	counting chan struct{} // has one element for each place whose games are being counted
	counted  *lru.Cache[string, struct{}]
	unlisted unlistedSeats
}

// New makes a Handler.
func New(c Config) *Handler {
	h := &Handler{store: c.Store, now: c.Now, log: c.Log, limits: c.Limits, timeout: c.Timeout, seed: c.Seed, words: c.Words, tell: c.Happened, actions: actions(), reviewing: newReviewing()}
	h.lanes = h.newLanes()
	h.people, h.counting = c.Results, make(chan struct{}, countAtOnce)
	h.counted, _ = lru.New[string, struct{}](countedKept) // the size is positive
	if h.now == nil {
		h.now = time.Now
	}
	h.log, h.seed, h.timeout = cmp.Or(h.log, slog.Default()), cmp.Or(h.seed, store.Random()), cmp.Or(h.timeout, DefaultTimeout)
	d := DefaultLimits()
	h.limits.Piles, h.limits.Heap = cmp.Or(h.limits.Piles, d.Piles), cmp.Or(h.limits.Heap, d.Heap)
	h.limits.Tables = cmp.Or(h.limits.Tables, d.Tables)
	return h
}

// Words returns the catalogue in which the bot speaks.
func (h *Handler) Words() *words.Catalogue { return h.words }

// Handle reads and answers a request as if there were no practice, rounds and people. It
// implements dialog.Responder.
func (h *Handler) Handle(ctx context.Context, r dialog.Request) dialog.Reply {
	return h.Answer(ctx, dialog.Read(r, h.words))
}

// Answer answers a request. It never fails: refusals and store failures become replies.
func (h *Handler) Answer(ctx context.Context, heard dialog.ParsedRequest) dialog.Reply {
	j := &job{request: heard.Request, line: heard.Line, parseErr: heard.ParseErr, prepared: prepared{mayWork: heard.Precompute == nil}, act: (*execution).answer}
	if refused, failed := h.proveDaily(ctx, heard.Request, heard.Line); failed {
		return refused
	}
	if heard.ParseErr == nil && heard.Line.TakesWork() {
		if refused, failed := (outside{h}).workOut(ctx, heard, j, heard.Line); failed {
			return refused
		}
	}
	j.goToOwn()
	var reply dialog.Reply
	err := outside{h}.fetch(ctx, j, j.line.Needs())
	if err == nil {
		reply, err = h.do(ctx, j)
	}
	if err == nil {
		reply, err = outside{h}.again(ctx, heard, j, reply)
	}
	if err == nil && j.execution.trying != nil {
		reply, err = retrier{h}.retry(ctx, heard, j, reply)
	}
	if err != nil {
		return h.failed(ctx, j, err)
	}
	if j.line.Chooses && j.execution.private {
		means := &job{request: dialog.Request{Place: j.request.Place.Shared(), User: j.request.User, ReplyOnly: j.request.ReplyOnly}, act: func(e *execution) { meansTable(e, tables.Own) }}
		if _, err := h.do(ctx, means); err != nil { // the person is asked again
			h.log.InfoContext(ctx, "the chosen table could not be noted", "place", means.request.Place.String(), "error", err)
		}
	}
	if j.execution.publishing != nil {
		if reply, err = h.publish(ctx, j); err != nil {
			return h.failed(ctx, j, err)
		}
	}
	if j.execution.finished {
		h.countSoon(j.request.Place, uncountedResults(&j.execution))
	}
	return reply
}

// do runs a job in its place's lane. It returns when the job's changes are stored, or
// when there certainly are none.
func (h *Handler) do(ctx context.Context, j *job) (reply dialog.Reply, err error) {
	defer catch(&err)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	switch err := h.lanes.Do(ctx, j.request.Place.String(), j); {
	case errors.Is(err, lane.ErrNotBegun), errors.Is(err, lane.ErrUnknown):
		return dialog.Reply{}, fmt.Errorf("%w: %w: %w", store.ErrUnavailable, err, ctx.Err())
	case err != nil:
		return dialog.Reply{}, err
	case j.err != nil:
		return dialog.Reply{}, j.err
	}
	h.listSoon(&j.execution)
	if later := j.execution.later; later != nil {
		if err := later(ctx); err != nil {
			j.execution.replyRefused(err)
		}
	}
	if h.tell != nil && !j.execution.unready() {
		for _, e := range j.execution.happened {
			h.tell(j.request.Place.Platform, e)
		}
	}
	j.execution.leaveEmptyTable()
	return j.execution.reply(), nil
}

// failed words a command's error for the person and logs it for the operator. It never
// logs what the person typed.
func (h *Handler) failed(ctx context.Context, j *job, err error) dialog.Reply {
	r := j.request
	var panicked *panicError
	place := r.Place.String()
	if errors.As(err, &panicked) {
		h.log.ErrorContext(ctx, "a command panicked", "place", place, "request", r.ID, "command", j.line.Name(), "panic", fmt.Sprint(panicked.value), "stack", string(panicked.stack))
		return dialog.RefuseAs(dialog.Broken, "broken").Reply(r.User)
	}
	return dialog.Failure(ctx, h.log, err, "store", "a channel's document", "place", place).Reply(r.User)
}

// Document returns the stored document of a place, nil if there is none. The error is the
// store's.
func (h *Handler) Document(ctx context.Context, p dialog.Place) ([]byte, error) {
	rec, err := h.store.Get(ctx, p.String())
	return rec.Data, err
}

// Load returns how many places are busy with a command, and how many commands wait there.
func (h *Handler) Load() (places, waiting int) { return h.lanes.Load() }
