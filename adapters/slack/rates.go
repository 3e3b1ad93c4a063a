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

// limiter is that of a workspace.
func (r *rates) limiter(workspace string) (l *rate.Limiter) {
	r.edits.change(workspace, func(kept **rate.Limiter) {
		if *kept == nil {
			*kept = rate.NewLimiter(rate.Every(r.Update), r.Burst)
		}
		l = *kept
	})
	return l
}

// takeEdit takes the right to one edit in a workspace; otherwise it is how long
// to wait before asking again.
func (r *rates) takeEdit(workspace string, now time.Time) (wait time.Duration) {
	l := r.limiter(workspace)
	if l.AllowN(now, 1) {
		return 0
	}
	return max(time.Millisecond, time.Duration((1-l.TokensAt(now))*float64(r.Update)))
}

// mayEdit takes the right to one edit, if there is one.
func (r *rates) mayEdit(workspace string) bool { return r.limiter(workspace).Allow() }
