// Package limit keeps one person from taking everybody's time, on all platforms at
// once: it says who may ask now, and charges people for the work they cause.
package limit

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"nimbot/chat"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/typed"
	"nimbot/words"
)

// maxLimited is how many people a Limiter keeps count of: those who spoke
// last. Whoever is forgotten begins anew.
const maxLimited = 10_000

// The bounds of work, which is what a position costs when it is looked at for
// the first time: a table of values or an exhaustive search, up to some 100 ms.
const (
	// workPerMinute is how much of it one person may ask for in a minute.
	workPerMinute = 600 * time.Millisecond
	// workReserved is set aside for a position until its work is known.
	workReserved = 50 * time.Millisecond
	// workWait is how long a command waits for its turn to work: platforms
	// give up after three seconds.
	workWait = 1500 * time.Millisecond
)

// Limiter keeps one person from taking everybody's time, in however many servers
// they are. Above a number of commands a minute they are told so, privately, and
// nothing is done. A delivery that the platform makes again counts again. Messages,
// to which nobody waits for an answer, are met with silence from then on until the
// person slows down.
//
// A new position may need work. It is done by WorkOut, before the command enters its
// channel: at most half of the processors work at a time, so that everybody
// else's commands find one, and the person whose command it was pays for it by
// the time that it took. What was worked out is remembered by packages game
// and solve, so that it costs nothing when the command is done, or refused.
// Looking back on a game is paid for likewise, once it's done.
//
// A nil Limiter limits nobody.
type Limiter struct {
	perMinute int
	now       func() time.Time
	working   chan struct{} // holds one for each position that is worked on

	mu     sync.Mutex
	people *simplelru.LRU[string, *allowance]
}

// allowance is what one person has used, of each kind.
type allowance struct {
	commands, completions, work usage
	told                        bool // that it was too much; until half of the commands are back
}

// New lets everybody do perMinute commands a minute, in bursts of as many.
func New(perMinute int, now func() time.Time) *Limiter {
	people, err := simplelru.NewLRU[string, *allowance](maxLimited, nil)
	if err != nil { // only for a size below 1
		panic(err)
	}
	return &Limiter{perMinute: perMinute, now: now, people: people, working: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}

// Admit counts a command; false when its person must wait.
func (l *Limiter) Admit(r exchange.Request) bool {
	return l == nil || l.spend(person(r), func(a *allowance) *usage { return &a.commands }, 1/float64(l.perMinute))
}

// Reserve sets work aside for a command that is known to look back on a game,
// until Settle knows what it took; ok is false where too little is left.
func (l *Limiter) Reserve(h chat.Heard) (work time.Duration, ok bool) {
	if l == nil || h.Line.Command == nil || !h.Line.Command.LooksBack {
		return 0, true
	}
	return workReserved, l.spend(person(h.Request), ofWork, share(workReserved))
}

// Settle charges for the work that a command took, of which some was reserved.
func (l *Limiter) Settle(r exchange.Request, reserved, took time.Duration) {
	if l != nil && took != reserved {
		l.adjust(person(r), ofWork, share(took-reserved))
	}
}

// completionsPerCommand is how often a line may be completed while it's typed.
const completionsPerCommand = 10

// MayComplete reports whether the person may have the line of r completed. It
// counts that, apart from commands.
func (l *Limiter) MayComplete(r exchange.Request) bool {
	return l == nil || l.spend(person(r), func(a *allowance) *usage { return &a.completions }, 1/float64(completionsPerCommand*l.perMinute))
}

// person is who asks. Not the server: a person has one allowance for all of
// them, as far as the same id means the same person there.
func person(r exchange.Request) string { return r.Place.Realm() + "/" + r.User.ID }

// Refuse tells the person, and nobody else, that they ask for too much. What is only
// spoken is answered once, and then without a word.
func (l *Limiter) Refuse(r exchange.Request) exchange.Reply {
	if l.tell(person(r)) && r.Spoken {
		return exchange.Reply{Result: exchange.Limited}
	}
	return chat.Private(r.User, exchange.Limited, words.New("limited", nil))
}

// tell notes that somebody is told that it was too much, and reports whether they
// were before and haven't slowed down since.
func (l *Limiter) tell(who string) (before bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.people.Get(who)
	if !ok {
		return false
	}
	before, a.told = a.told, true
	return before
}

// WorkOut works out the position that a line puts up, if that takes work. refusal
// is the key of the sentence that says why it wasn't done, "" when it was, or
// when there was none to speak of.
func (l *Limiter) WorkOut(ctx context.Context, r exchange.Request, line typed.Line) (refusal string) {
	if !line.TakesWork() {
		return ""
	}
	return l.work(ctx, person(r), func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p) // the command meets it again, and says so
			}
		}()
		g, err := game.Lookup(line.Options.Game)
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

// work does the work on a position when its turn has come. The error of the
// work is that of the command, which meets it again. key is why it was not
// done, "" when it was.
func (l *Limiter) work(ctx context.Context, who string, work func() error) (key string) {
	if !l.spend(who, ofWork, share(workReserved)) {
		return "limited"
	}
	took := time.Duration(0)
	defer func() { l.adjust(who, ofWork, share(took-workReserved)) }()
	ctx, cancel := context.WithTimeout(ctx, workWait)
	defer cancel()
	select {
	case l.working <- struct{}{}:
	case <-ctx.Done():
		return "limited.busy"
	}
	defer func() { <-l.working }()
	begun := l.now()
	_ = work()
	took = l.now().Sub(begun)
	return ""
}

func ofWork(a *allowance) *usage { return &a.work }

// share is work as a share of what one person may ask for in a minute.
func share(work time.Duration) float64 { return float64(work) / float64(workPerMinute) }

// spend takes a share of somebody's minute; false when too little is left.
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
		a.told = false
	}
	return ok
}

// adjust takes a share more, whatever is left, or gives one back.
func (l *Limiter) adjust(who string, of func(*allowance) *usage, share float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a, ok := l.people.Get(who); ok {
		of(a).add(share)
	}
}

// usage is how much of a minute's allowance is used up: what was spent comes
// back evenly, all of it within a minute, and is back at until.
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
