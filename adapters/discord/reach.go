package discord

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"nimbot/store/backoff"
)

// reach counts what the bot tries to reach at Discord without success so far: connections of the
// gateway, or an answer about its token. A shard that another process serves isn't one of them.
type reach struct {
	tell func(reached bool) // called when the first begins and the last one succeeds; may be nil

	mu     sync.Mutex
	trying int
}

// begin notes that something is tried.
func (r *reach) begin() { r.add(1) }

// end notes that it succeeded, or isn't tried any more.
func (r *reach) end() { r.add(-1) }

func (r *reach) add(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.trying
	r.trying += n
	if reached := r.trying == 0; r.tell != nil && reached != (before == 0) {
		r.tell(reached)
	}
}

// How long WatchToken waits before it asks again: after no answer, first and at most, and after one.
const (
	askFirst = time.Second
	askMost  = time.Minute
	askAgain = time.Hour
)

// WatchToken asks Discord about the bot's token at once and every hour, until ctx ends: without a
// gateway, hours may pass before a request needs the token, and nobody would know that it was
// revoked. What the answer says is noted as for any request.
func (a *Adapter) WatchToken(ctx context.Context) {
	if a.rest.token == "" {
		return
	}
	for a.askToken(ctx) && sleep(ctx, askAgain) == nil {
	}
}

// askToken asks until Discord answers; false means that ctx has ended.
func (a *Adapter) askToken(ctx context.Context) bool {
	a.reach.begin()
	defer a.reach.end()
	for try := 0; ; try++ {
		_, err := a.rest.gatewayBot(ctx)
		var refused *refusal
		if err == nil || errors.Is(err, errTokenRefused) || errors.As(err, &refused) && refused.status < http.StatusInternalServerError {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		a.log.WarnContext(ctx, "discord: no answer about the bot's token; what people do is answered if Discord reaches the bot", "error", withRemedy(err))
		if sleep(ctx, backoff.Backoff{First: askFirst, Most: askMost}.Pause(try)) != nil {
			return false
		}
	}
}
