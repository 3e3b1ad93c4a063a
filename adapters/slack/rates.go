package slack

import (
	"time"

	"golang.org/x/time/rate"
)

// rates keeps inside Slack's limits.
type rates struct {
	Rates
	posts *memory[string, time.Time]     // when a channel's last message was sent
	edits *memory[string, *rate.Limiter] // of a workspace
}

func newRates(r Rates) *rates {
	d := DefaultRates()
	if r.Post == 0 {
		r.Post = d.Post
	}
	if r.Update == 0 {
		r.Update = d.Update
	}
	if r.Burst == 0 {
		r.Burst = d.Burst
	}
	return &rates{
		Rates: r,
		posts: newMemory[string, time.Time](remembered, r.Post, time.Now),
		edits: newMemory[string, *rate.Limiter](remembered, time.Hour, time.Now),
	}
}

// untilPost is how long to wait with a new message in a channel.
func (r *rates) untilPost(channel string, now time.Time) time.Duration {
	last, ok := r.posts.get(channel)
	if !ok {
		return 0
	}
	return max(0, last.Add(r.Post).Sub(now))
}

func (r *rates) posted(channel string) { r.posts.put(channel, time.Now()) }

func (r *rates) limiter(workspace string) *rate.Limiter {
	l, ok := r.edits.get(workspace)
	if !ok {
		l = rate.NewLimiter(rate.Every(r.Update), r.Burst)
		r.edits.put(workspace, l)
	}
	return l
}

// untilEdit is how long to wait with an edit in a workspace.
func (r *rates) untilEdit(workspace string, now time.Time) time.Duration {
	missing := 1 - r.limiter(workspace).TokensAt(now)
	return max(0, time.Duration(missing*float64(r.Update)))
}

// mayEdit takes the right to one edit, if there is one.
func (r *rates) mayEdit(workspace string) bool { return r.limiter(workspace).Allow() }
