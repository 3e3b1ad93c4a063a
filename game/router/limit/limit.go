// Package limit enforces limits for each person, across servers: on commands a minute,
// and on the processor time that their commands cost.
package limit

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/store/bounds"
)

// The bounds of work. Work is the cost of solving a position for the first time: a table
// of values or an exhaustive search, up to some 100 ms.
const (
	// workPerMinute is how much work one person may cause in a minute.
	workPerMinute = 600 * time.Millisecond
	// workReserved is reserved for a position until its cost is known.
	workReserved = 50 * time.Millisecond
	// workUnit is one token of work.
	workUnit = time.Millisecond
	// workWait is how long a command waits for a free worker: platforms give up after
	// three seconds.
	workWait = 1500 * time.Millisecond
)

// Limiter limits each person, in however many servers they are. A person over the limit
// is told so privately, and nothing is done. A repeated delivery counts again. After one
// warning, chat messages are ignored until the person slows down, because the platform
// shows no error for them.
//
// A new position may need work. Precompute does it before the command enters its
// channel's lane, on at most half of the processors, so that other people's commands find
// a free one. The person pays for the time that it takes. Packages rules and solve
// remember the result, so the command itself then costs nothing. A review is charged
// likewise, after it is done.
//
// A nil Limiter limits nobody.
type Limiter struct {
	commands, completions, work *bounds.Buckets // by person
	now                         func() time.Time
	working                     bounds.Queue

	mu     sync.Mutex
	warned *simplelru.LRU[string, time.Time] // when people were last refused
}

// New makes a Limiter of perMinute commands a minute for each person, with bursts of up to
// perMinute; 0 or less is any number. A nil clock is time.Now.
func New(perMinute int, now func() time.Time) *Limiter {
	if now == nil {
		now = time.Now
	}
	warned, _ := simplelru.NewLRU[string, time.Time](bounds.MaxKeys, nil) // the size is positive
	return &Limiter{
		commands: bounds.NewBuckets(bounds.PerMinute(perMinute), now), completions: bounds.NewBuckets(bounds.PerMinute(completionsPerCommand*perMinute), now),
		work: bounds.NewBuckets(bounds.PerMinute(int(workPerMinute/workUnit)), now), now: now, warned: warned,
		working: bounds.NewQueue(runtime.GOMAXPROCS(0)/2, bounds.MaxKeys, workWait),
	}
}

// Admit counts a command. It returns false if the person must wait.
func (l *Limiter) Admit(r dialog.Request) bool {
	return l == nil || l.commands.Take(person(r))
}

// Reserve reserves work for a command that starts a review, until Charge knows its cost.
// ok is false if too little is left.
func (l *Limiter) Reserve(h dialog.ParsedRequest) (work time.Duration, ok bool) {
	if l == nil || h.Line.Command == nil || !h.Line.Command.LooksBack {
		return 0, true
	}
	return workReserved, l.work.TakeSome(person(h.Request), units(workReserved))
}

// Charge charges for a command's work, less what was reserved.
func (l *Limiter) Charge(r dialog.Request, reserved, took time.Duration) {
	if l != nil && took != reserved {
		l.work.Adjust(person(r), units(took-reserved))
	}
}

// completionsPerCommand is how many completions are allowed for each command.
const completionsPerCommand = 10

// MayComplete reports whether the person may get a completion, and counts it.
// Completions are counted apart from commands.
func (l *Limiter) MayComplete(r dialog.Request) bool {
	return l == nil || l.completions.Take(person(r))
}

// person identifies the person who asks, without the server: one allowance applies in all servers
// in which the same id is the same person.
func person(r dialog.Request) string { return r.Place.Realm() + "/" + r.User.ID }

// Refuse tells the person privately that they ask for too much. A chat message is
// answered once, and further ones are ignored.
func (l *Limiter) Refuse(r dialog.Request) dialog.Reply {
	if l.warn(person(r)) && r.FromMessage {
		return dialog.Reply{Result: dialog.Limited}
	}
	return dialog.RefuseAs(dialog.Limited, "limited").Reply(r.User)
}

// slowedDown is how long somebody must not be refused to count as having slowed down: half of the
// allowance is back then.
const slowedDown = time.Minute / 2

// warn records that a person is told to slow down, and reports whether they were told
// before and haven't slowed down since.
func (l *Limiter) warn(who string) (before bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	last, before := l.warned.Get(who)
	l.warned.Add(who, now)
	return before && now.Sub(last) < slowedDown
}

// Precompute solves the position that a line sets up, if that takes work. refusal is the catalogue
// key of the reason why it wasn't solved, "" if it was or no work was needed.
func (l *Limiter) Precompute(ctx context.Context, r dialog.Request, line command.Line) (refusal string) {
	if !line.TakesWork() {
		return ""
	}
	return l.spend(ctx, person(r), true, func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p) // the command itself panics again, and reports it
			}
		}()
		key, e, setup, _ := line.Setup()
		g, err := rules.Lookup(key)
		if err != nil {
			return err
		}
		p, err := g.Begin(setup, e)
		if err == nil {
			_, err = solve.Analyze(p, e)
		}
		return err
	})
}

// spend runs work, if it is costly when a worker is free. It ignores errors, because the command will
// get them, too. key is the catalogue key of the reason why it wasn't run, "" if it was.
func (l *Limiter) spend(ctx context.Context, who string, costly bool, work func() error) (key string) {
	if !l.work.TakeSome(who, units(workReserved)) {
		return "limited"
	}
	took := time.Duration(0)
	defer func() { l.work.Adjust(who, units(took-workReserved)) }()
	if costly {
		leave, ok := l.working.Enter(ctx)
		if !ok {
			return "limited.busy"
		}
		defer leave()
	}
	begun := l.now()
	defer func() { took = l.now().Sub(begun) }() // even if the work panics
	_ = work()
	return ""
}

// Work runs work that may take long, charged to the person, when a worker is free. refusal is the
// catalogue key of the reason why it wasn't run, "" if it was. A nil Limiter just runs it.
func (l *Limiter) Work(ctx context.Context, r dialog.Request, work func() error) (refusal string) {
	if l == nil {
		_ = work()
		return ""
	}
	return l.spend(ctx, person(r), true, work)
}

// Draw is a chat.Charge: it draws what a request needs, charged to the person. A nil Limiter just
// draws it.
func (l *Limiter) Draw(ctx context.Context, r dialog.Request, costly bool, draw func()) (refusal string) {
	if l == nil {
		draw()
		return ""
	}
	return l.spend(ctx, person(r), costly, func() error { draw(); return nil })
}

// units returns work in tokens.
func units(work time.Duration) float64 { return float64(work) / float64(workUnit) }
