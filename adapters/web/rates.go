package web

import (
	"time"

	"golang.org/x/time/rate"

	"nimbot/adapters/clientip"
)

// rateLimiter limits the rate of each browser's and each address's requests, with token buckets.
type rateLimiter struct {
	*clientip.Rates
	limits Limits
	act    rate.Limit // commands and messages a second
}

func newRateLimiter(perMinute int, l Limits, now func() time.Time) *rateLimiter {
	if perMinute <= 0 {
		perMinute = 60
	}
	return &rateLimiter{Rates: clientip.NewRates(now), limits: l, act: rate.Limit(float64(perMinute) / 60)}
}

// mayAct reports whether the browser may send something now.
func (l *rateLimiter) mayAct(o browserID) bool {
	return l.Allow("act "+string(o), l.act, l.limits.Burst)
}

// The page asks for completions at every keystroke, so this limit is higher.
func (l *rateLimiter) mayAsk(o browserID) bool {
	return l.Allow("ask "+string(o), 20*l.act, 10*l.limits.Burst)
}

// mayJoin reports whether the client, an address, may take a name now.
func (l *rateLimiter) mayJoin(client string) bool {
	return l.Allow("join "+client, rate.Limit(1.0/3), l.limits.Joins)
}

// mayLook reports whether the client, an address, may look at a channel without
// a name now.
func (l *rateLimiter) mayLook(client string) bool {
	return l.Allow("look "+client, l.act, l.limits.Burst)
}

// mayAnalyze reports whether the client, an address, may have a position
// analyzed now. People click through a game's positions, and a queue bounds the work.
func (l *rateLimiter) mayAnalyze(client string) bool {
	return l.Allow("analyze "+client, 5*l.act, 5*l.limits.Burst)
}
