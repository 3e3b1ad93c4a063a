package web

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxVisitors is how many browsers are counted at once.
const maxVisitors = 10_000

// rates limits the rate of each browser's and each address's requests, with token buckets.
type rates struct {
	now    func() time.Time
	limits Limits
	act    rate.Limit // commands and messages a second

	mu       sync.Mutex
	visitors map[string]*rate.Limiter
}

func newRates(perMinute int, l Limits, now func() time.Time) *rates {
	if perMinute <= 0 {
		perMinute = 60
	}
	return &rates{now: now, limits: l, act: rate.Limit(float64(perMinute) / 60), visitors: map[string]*rate.Limiter{}}
}

// mayAct reports whether the browser may send something now.
func (l *rates) mayAct(o owner) bool { return l.allow("act "+string(o), l.act, l.limits.Burst) }

// The page asks for completions at every keystroke, so this limit is higher.
func (l *rates) mayAsk(o owner) bool { return l.allow("ask "+string(o), 20*l.act, 10*l.limits.Burst) }

// mayJoin reports whether the client, an address, may take a name now.
func (l *rates) mayJoin(client string) bool {
	return l.allow("join "+client, rate.Limit(1.0/3), l.limits.Joins)
}

// maySignIn reports whether somebody in an instance of the Activity may sign in now. All sign-ins
// together are bounded, too, because each asks the platform and the person isn't known yet.
func (l *rates) maySignIn(instance string) bool {
	return l.allow("instance "+instance, 1, 30) && l.allow("instances", 20, 100)
}

// mayLook reports whether the client, an address, may look at a channel without
// a name now.
func (l *rates) mayLook(client string) bool { return l.allow("look "+client, l.act, l.limits.Burst) }

// mayAnalyze reports whether the client, an address, may have a position
// analyzed now. People click through a game's positions, and a queue bounds the work.
func (l *rates) mayAnalyze(client string) bool {
	return l.allow("analyze "+client, 5*l.act, 5*l.limits.Burst)
}

func (l *rates) allow(who string, limit rate.Limit, burst int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	v, ok := l.visitors[who]
	if !ok {
		if len(l.visitors) >= maxVisitors && !l.sweep(now) {
			return false
		}
		v = rate.NewLimiter(limit, burst)
		l.visitors[who] = v
	}
	return v.AllowN(now, 1)
}

// sweep drops full buckets, which a new one would equal. It reports whether there is
// room now.
func (l *rates) sweep(now time.Time) bool {
	for who, v := range l.visitors {
		if v.TokensAt(now) >= float64(v.Burst()) {
			delete(l.visitors, who)
		}
	}
	return len(l.visitors) < maxVisitors
}
