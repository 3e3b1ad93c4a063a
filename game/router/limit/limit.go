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
)

// maxLimited is how many people a Limiter remembers: those who asked last. A forgotten person
// starts with a full allowance.
const maxLimited = 10_000

// The bounds of work. Work is the cost of solving a position for the first time: a table
// of values or an exhaustive search, up to some 100 ms.
const (
	// workPerMinute is how much work one person may cause in a minute.
	workPerMinute = 600 * time.Millisecond
	// workReserved is reserved for a position until its cost is known.
	workReserved = 50 * time.Millisecond
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
	perMinute int
	now       func() time.Time
	working   chan struct{} // has one element for each running work

	mu     sync.Mutex
	people *simplelru.LRU[string, *allowance]
}

// allowance is what one person has used.
type allowance struct {
	commands, completions, work usage
	warned                      bool // the person was told to slow down; reset when half of the allowance is back
}

// New makes a Limiter of perMinute commands a minute for each person, with bursts of up to
// perMinute.
func New(perMinute int, now func() time.Time) *Limiter {
	people, err := simplelru.NewLRU[string, *allowance](maxLimited, nil)
	if err != nil { // the size is invalid
		panic(err)
	}
	return &Limiter{perMinute: perMinute, now: now, people: people, working: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}

// Admit counts a command. It returns false if the person must wait.
func (l *Limiter) Admit(r dialog.Request) bool {
	return l == nil || l.spend(person(r), func(a *allowance) *usage { return &a.commands }, 1/float64(l.perMinute))
}

// Reserve reserves work for a command that starts a review, until Charge knows its cost.
// ok is false if too little is left.
func (l *Limiter) Reserve(h dialog.ParsedRequest) (work time.Duration, ok bool) {
	if l == nil || h.Line.Command == nil || !h.Line.Command.LooksBack {
		return 0, true
	}
	return workReserved, l.spend(person(h.Request), ofWork, share(workReserved))
}

// Charge charges for a command's work, less what was reserved.
func (l *Limiter) Charge(r dialog.Request, reserved, took time.Duration) {
	if l != nil && took != reserved {
		l.adjust(person(r), ofWork, share(took-reserved))
	}
}

// completionsPerCommand is how many completions are allowed for each command.
const completionsPerCommand = 10

// MayComplete reports whether the person may get a completion, and counts it.
// Completions are counted apart from commands.
func (l *Limiter) MayComplete(r dialog.Request) bool {
	return l == nil || l.spend(person(r), func(a *allowance) *usage { return &a.completions }, 1/float64(completionsPerCommand*l.perMinute))
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

// warn records that a person is told to slow down, and reports whether they were told
// before and haven't slowed down since.
func (l *Limiter) warn(who string) (before bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.people.Get(who)
	if !ok {
		return false
	}
	before, a.warned = a.warned, true
	return before
}

// Precompute solves the position that a line sets up, if that takes work. refusal is the catalogue
// key of the reason why it wasn't solved, "" if it was or no work was needed.
func (l *Limiter) Precompute(ctx context.Context, r dialog.Request, line command.Line) (refusal string) {
	if !line.TakesWork() {
		return ""
	}
	return l.work(ctx, person(r), true, func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p) // the command itself panics again, and reports it
			}
		}()
		g, err := rules.Lookup(line.Options.Game)
		if err != nil {
			return err
		}
		p, err := g.Begin(line.Rest, line.Options.Ending)
		if err == nil {
			_, err = solve.Analyze(p, line.Options.Ending)
		}
		return err
	})
}

// work runs work, if it is costly when a worker is free. It ignores errors, because the command will
// get them, too. key is the catalogue key of the reason why it wasn't run, "" if it was.
func (l *Limiter) work(ctx context.Context, who string, costly bool, work func() error) (key string) {
	if !l.spend(who, ofWork, share(workReserved)) {
		return "limited"
	}
	took := time.Duration(0)
	defer func() { l.adjust(who, ofWork, share(took-workReserved)) }()
	if costly {
		ctx, cancel := context.WithTimeout(ctx, workWait)
		defer cancel()
		select {
		case l.working <- struct{}{}:
		case <-ctx.Done():
			return "limited.busy"
		}
		defer func() { <-l.working }()
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
	return l.work(ctx, person(r), true, work)
}

// Draw is a chat.Charge: it draws what a request needs, charged to the person. A nil Limiter just
// draws it.
func (l *Limiter) Draw(ctx context.Context, r dialog.Request, costly bool, draw func()) (refusal string) {
	if l == nil {
		draw()
		return ""
	}
	return l.work(ctx, person(r), costly, func() error { draw(); return nil })
}

func ofWork(a *allowance) *usage { return &a.work }

// share returns work as a share of one person's minute.
func share(work time.Duration) float64 { return float64(work) / float64(workPerMinute) }

// spend takes a share of a person's minute. It returns false if too little is left.
func (l *Limiter) spend(who string, of func(*allowance) *usage, share float64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.people.Get(who)
	if !ok {
		a = &allowance{}
		l.people.Add(who, a)
	}
	now := l.now()
	ok = of(a).spend(now, share)
	if ok && a.commands.until.Sub(now) <= time.Minute/2 {
		a.warned = false
	}
	return ok
}

// adjust takes another share even if too little is left, or gives one back.
func (l *Limiter) adjust(who string, of func(*allowance) *usage, share float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a, ok := l.people.Get(who); ok {
		of(a).add(share)
	}
}

// usage is how much of a minute's allowance is used up: a token bucket, stored as the
// time at which it is full again.
type usage struct{ until time.Time }

func (u *usage) spend(now time.Time, share float64) bool {
	from := u.until
	if from.Before(now) {
		from = now
	}
	if after := from.Add(minutes(share)); !after.After(now.Add(time.Minute)) {
		u.until = after
		return true
	}
	return false
}

func (u *usage) add(share float64) { u.until = u.until.Add(minutes(share)) }

func minutes(share float64) time.Duration { return time.Duration(share * float64(time.Minute)) }
