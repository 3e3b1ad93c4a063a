package web

import (
	"time"

	"nimbot/store/bounds"
)

// rateLimiter limits how often each browser and each address does something.
type rateLimiter struct{ acts, asks, joins, looks, analyses *bounds.Buckets }

func newRateLimiter(perMinute int, l Limits, now func() time.Time) *rateLimiter {
	if perMinute <= 0 {
		perMinute = 60
	}
	every := time.Minute / time.Duration(perMinute) // between commands or messages
	of := func(every time.Duration, burst int) *bounds.Buckets {
		return bounds.NewBuckets(bounds.Rate{Every: every, Burst: burst}, now)
	}
	return &rateLimiter{
		acts: of(every, l.Burst), asks: of(every/20, 10*l.Burst),
		joins: of(3*time.Second, l.Joins), looks: of(every, l.Burst), analyses: of(every/5, 5*l.Burst),
	}
}

// mayAct reports whether the browser may send something now.
func (l *rateLimiter) mayAct(o browserID) bool { return l.acts.Take(string(o)) }

// The page asks for completions at every keystroke, so this limit is higher.
func (l *rateLimiter) mayAsk(o browserID) bool { return l.asks.Take(string(o)) }

// mayJoin reports whether the client, an address, may take a name now.
func (l *rateLimiter) mayJoin(client string) bool { return l.joins.Take(client) }

// mayLook reports whether the client, an address, may look at a channel without
// a name now.
func (l *rateLimiter) mayLook(client string) bool { return l.looks.Take(client) }

// mayAnalyze reports whether the client, an address, may have a position
// analyzed now. People click through a game's positions, and a queue bounds the work.
func (l *rateLimiter) mayAnalyze(client string) bool { return l.analyses.Take(client) }
