package chat

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxLimited is how many people a Limiter keeps count of: those who spoke
// last. Whoever is forgotten begins anew.
const maxLimited = 10_000

// Limiter is a Responder that keeps one person from taking everybody's time:
// above a number of commands a minute they are told so, privately, and nothing
// is done. A delivery that the platform makes again counts again.
type Limiter struct {
	next      Responder
	perMinute int
	now       func() time.Time

	mu     sync.Mutex
	people map[string]*list.Element
	recent *list.List // of *allowance, who spoke longest ago first
}

type allowance struct {
	who   string
	spare *rate.Limiter
}

// NewLimiter lets everybody do perMinute commands a minute, in bursts of as
// many.
func NewLimiter(next Responder, perMinute int, now func() time.Time) *Limiter {
	return &Limiter{next: next, perMinute: perMinute, now: now, people: map[string]*list.Element{}, recent: list.New()}
}

// Handle implements Responder.
func (l *Limiter) Handle(ctx context.Context, r Request) Reply {
	if !l.allow(r.Place.Platform + "/" + r.Place.Guild + "/" + r.User.ID) {
		return private(r.User, Refused, text("limited"))
	}
	return l.next.Handle(ctx, r)
}

func (l *Limiter) allow(who string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.people[who]
	if e == nil {
		each := rate.Every(time.Minute / time.Duration(l.perMinute))
		e = l.recent.PushBack(&allowance{who, rate.NewLimiter(each, l.perMinute)})
		l.people[who] = e
		if l.recent.Len() > maxLimited {
			oldest := l.recent.Remove(l.recent.Front()).(*allowance)
			delete(l.people, oldest.who)
		}
	}
	l.recent.MoveToBack(e)
	return e.Value.(*allowance).spare.AllowN(l.now(), 1)
}
