package slack

import (
	"cmp"
	"time"

	"golang.org/x/time/rate"
)

// Rates are Slack's limits as the adapter keeps them.
type Rates struct {
	// Post is the least time between two new messages in one channel.
	Post time.Duration
	// Update is the least average time between two edits in one workspace. Burst edits may
	// come at once.
	Update time.Duration
	Burst  int
	// Open is the least time between two connections of Socket Mode.
	Open time.Duration
}

// DefaultRates returns rates within what Slack documents: one message a second in a
// channel, and 50 edits a minute in a workspace. About apps.connections.open Slack says
// only that it always allows one call a minute.
func DefaultRates() Rates {
	return Rates{Post: 1100 * time.Millisecond, Update: 1200 * time.Millisecond, Burst: 20, Open: time.Second}
}

// rateLimiter keeps calls within Slack's limits.
type rateLimiter struct {
	Rates
	posts *ttlCache[string, time.Time] // when a channel's last message was sent
	edits limiters                     // by workspace
}

func newRates(r Rates) *rateLimiter {
	d := DefaultRates()
	r = Rates{cmp.Or(r.Post, d.Post), cmp.Or(r.Update, d.Update), cmp.Or(r.Burst, d.Burst), cmp.Or(r.Open, d.Open)}
	return &rateLimiter{
		Rates: r,
		posts: newTTLCache[string, time.Time](remembered, r.Post, time.Now),
		edits: newLimiters(r.Update, r.Burst, time.Now),
	}
}

// takePost reserves the next message in a channel, or returns how long to wait before
// trying again. It reserves because commands and workers post at the same time.
func (r *rateLimiter) takePost(channel string, now time.Time) (wait time.Duration) {
	r.posts.change(channel, func(last *time.Time) {
		if wait = max(0, last.Add(r.Post).Sub(now)); wait == 0 {
			*last = now
		}
	})
	return wait
}

// posted records that a message was sent to a channel just now.
func (r *rateLimiter) posted(channel string) { r.posts.put(channel, time.Now()) }

// takeEdit reserves one edit in a workspace for a move, or returns how long to wait before
// trying again.
func (r *rateLimiter) takeEdit(workspace string, now time.Time) (wait time.Duration) {
	return r.take(workspace, now, 0)
}

// takeSpareEdit does the same for an edit that is less important than a move. It leaves a
// quarter of the burst unused, so it reserves nothing while a move waits.
func (r *rateLimiter) takeSpareEdit(workspace string, now time.Time) (wait time.Duration) {
	return r.take(workspace, now, r.Burst/4)
}

// takeTidyEdit does the same for an edit that nobody waits for. It leaves half of the burst, so
// that the other edits find some.
func (r *rateLimiter) takeTidyEdit(workspace string, now time.Time) (wait time.Duration) {
	return r.take(workspace, now, r.Burst/2)
}

// take reserves one edit if at least left are available afterwards.
func (r *rateLimiter) take(workspace string, now time.Time, left int) (wait time.Duration) {
	l := r.edits.get(workspace)
	missing := float64(1+left) - l.TokensAt(now)
	if missing <= 0 && l.AllowN(now, 1) {
		return 0
	}
	return max(time.Millisecond, time.Duration(missing*float64(r.Update)))
}

// mayEdit reserves one edit if one is available.
func (r *rateLimiter) mayEdit(workspace string) bool { return r.edits.get(workspace).Allow() }

// limiters are rates of the same kind, one for each of many keys.
type limiters struct {
	every time.Duration
	burst int
	all   *ttlCache[string, *rate.Limiter]
}

func newLimiters(every time.Duration, burst int, now func() time.Time) limiters {
	return limiters{every, burst, newTTLCache[string, *rate.Limiter](remembered, time.Hour, now)}
}

// get returns the limiter of a key.
func (l limiters) get(key string) (limiter *rate.Limiter) {
	l.all.change(key, func(kept **rate.Limiter) {
		if *kept == nil {
			*kept = rate.NewLimiter(rate.Every(l.every), l.burst)
		}
		limiter = *kept
	})
	return limiter
}
