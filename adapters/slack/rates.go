package slack

import (
	"cmp"
	"time"

	"nimbot/store/bounds"
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
	posts *bounds.Buckets // new messages, by channel
	edits *bounds.Buckets // by workspace
}

func newRates(r Rates, now func() time.Time) *rateLimiter {
	d := DefaultRates()
	r = Rates{cmp.Or(r.Post, d.Post), cmp.Or(r.Update, d.Update), cmp.Or(r.Burst, d.Burst), cmp.Or(r.Open, d.Open)}
	return &rateLimiter{
		Rates: r,
		posts: bounds.NewBuckets(bounds.Rate{Every: r.Post}, now),
		edits: bounds.NewBuckets(bounds.Rate{Every: r.Update, Burst: r.Burst}, now),
	}
}

// takePost reserves the next message in a channel, or returns how long to wait before
// trying again. It reserves because commands and workers post at the same time.
func (r *rateLimiter) takePost(channel string) (wait time.Duration) {
	return r.posts.TakeBut(channel, 0)
}

// posted records that a message was sent to a channel just now.
func (r *rateLimiter) posted(channel string) { r.posts.Empty(channel) }

// takeEdit reserves one edit in a workspace for a move, or returns how long to wait before
// trying again.
func (r *rateLimiter) takeEdit(workspace string) (wait time.Duration) {
	return r.edits.TakeBut(workspace, 0)
}

// takeSpareEdit does the same for an edit that is less important than a move. It leaves a
// quarter of the burst unused, so it reserves nothing while a move waits.
func (r *rateLimiter) takeSpareEdit(workspace string) (wait time.Duration) {
	return r.edits.TakeBut(workspace, r.Burst/4)
}

// takeTidyEdit does the same for an edit that nobody waits for. It leaves half of the burst, so
// that the other edits find some.
func (r *rateLimiter) takeTidyEdit(workspace string) (wait time.Duration) {
	return r.edits.TakeBut(workspace, r.Burst/2)
}

// mayEdit reserves one edit if one is available.
func (r *rateLimiter) mayEdit(workspace string) bool { return r.edits.Take(workspace) }
