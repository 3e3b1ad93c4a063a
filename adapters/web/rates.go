package web

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxClients is how many browsers are counted at once.
const maxClients = 10_000

// rateLimiter limits the rate of each browser's and each address's requests, with token buckets.
type rateLimiter struct {
	now    func() time.Time
	limits Limits
	act    rate.Limit // commands and messages a second

	mu       sync.Mutex
	limiters map[string]*rate.Limiter
}

func newRateLimiter(perMinute int, l Limits, now func() time.Time) *rateLimiter {
	if perMinute <= 0 {
		perMinute = 60
	}
	return &rateLimiter{now: now, limits: l, act: rate.Limit(float64(perMinute) / 60), limiters: map[string]*rate.Limiter{}}
}

// mayAct reports whether the browser may send something now.
func (l *rateLimiter) mayAct(o browserID) bool {
	return l.allow("act "+string(o), l.act, l.limits.Burst)
}

// The page asks for completions at every keystroke, so this limit is higher.
func (l *rateLimiter) mayAsk(o browserID) bool {
	return l.allow("ask "+string(o), 20*l.act, 10*l.limits.Burst)
}

// mayJoin reports whether the client, an address, may take a name now.
func (l *rateLimiter) mayJoin(client string) bool {
	return l.allow("join "+client, rate.Limit(1.0/3), l.limits.Joins)
}

// maySignIn reports whether somebody in an instance of the Activity may sign in now. All sign-ins
// together are bounded, too, because each asks the platform and the person isn't known yet.
func (l *rateLimiter) maySignIn(instance string) bool {
	return l.allow("instance "+instance, 1, 30) && l.allow("instances", 20, 100)
}

// mayLook reports whether the client, an address, may look at a channel without
// a name now.
func (l *rateLimiter) mayLook(client string) bool {
	return l.allow("look "+client, l.act, l.limits.Burst)
}

// mayAnalyze reports whether the client, an address, may have a position
// analyzed now. People click through a game's positions, and a queue bounds the work.
func (l *rateLimiter) mayAnalyze(client string) bool {
	return l.allow("analyze "+client, 5*l.act, 5*l.limits.Burst)
}

func (l *rateLimiter) allow(who string, limit rate.Limit, burst int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	v, ok := l.limiters[who]
	if !ok {
		if len(l.limiters) >= maxClients && !l.sweep(now) {
			return false
		}
		v = rate.NewLimiter(limit, burst)
		l.limiters[who] = v
	}
	return v.AllowN(now, 1)
}

// sweep drops full buckets, which a new one would equal. It reports whether there is
// room now.
func (l *rateLimiter) sweep(now time.Time) bool {
	for who, v := range l.limiters {
		if v.TokensAt(now) >= float64(v.Burst()) {
			delete(l.limiters, who)
		}
	}
	return len(l.limiters) < maxClients
}
