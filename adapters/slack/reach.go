package slack

import (
	"context"
	"sync"
	"time"

	"nimbot/store/backoff"
)

// reach knows whether Slack can be reached: in Socket Mode by a connection that was greeted, and in
// one workspace by an answer about its token.
type reach struct {
	tell func(reached bool) // called when that changes

	mu        sync.Mutex
	connects  bool // connections are kept
	greeted   int  // those that Slack has greeted
	asks      bool // no answer about the token has come yet
	unreached bool // what was told last
}

func (r *reach) change(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do()
	if unreached := r.asks || r.connects && r.greeted == 0; unreached != r.unreached {
		r.unreached = unreached
		r.tell(!unreached)
	}
}

// keep notes whether connections are kept.
func (r *reach) keep(connects bool) { r.change(func() { r.connects = connects }) }

// count notes that Slack greeted n more connections.
func (r *reach) count(n int) { r.change(func() { r.greeted += n }) }

// ask notes whether an answer about the token is outstanding.
func (r *reach) ask(asks bool) { r.change(func() { r.asks = asks }) }

// How long WatchToken waits before it asks again: after no answer and after a refusal, first and at
// most, and after any other answer.
const (
	askFirst   = time.Second
	askMost    = time.Minute
	refusedMax = time.Hour
	askAgain   = time.Hour
)

// WatchToken asks Slack about the bot's token in its only workspace at once and every hour, until ctx
// ends, and tells Config.TokenRefused about it: hours may pass before a call needs the token, and
// nobody would know that it was revoked. Where many workspaces install the app it asks nothing.
func (a *Adapter) WatchToken(ctx context.Context) {
	s, ok := a.web.installs.(*single)
	if !ok {
		return
	}
	a.reach.ask(true)
	defer a.reach.ask(false)
	refused := false
	for try := 0; ctx.Err() == nil; try++ {
		_, err := s.api.AuthTestContext(ctx)
		pause := backoff.Backoff{First: askFirst, Most: askMost}.Pause(try)
		switch t, wait := diagnose(redact(err)); t {
		case revoked, expired:
			a.reach.ask(false)
			pause = backoff.Backoff{First: askMost, Most: refusedMax}.Pause(try)
			if !refused {
				a.log.ErrorContext(ctx, "slack.bot_token: the token was refused", "error", redact(err), "remedy", remedyOf(err))
			}
			refused = true
			a.tokenRefused(true)
		case unreachable, timedOut, ambiguous, busy:
			if ctx.Err() == nil {
				a.log.WarnContext(ctx, "no answer from Slack about the bot's token; what people do is answered if Slack reaches the bot", "error", redact(err), "remedy", remedyOf(err))
			}
			pause = max(pause, wait)
		default: // it's accepted, or Slack says something that isn't about the token
			a.reach.ask(false)
			try, pause, refused = -1, askAgain, false
			a.tokenRefused(false)
		}
		sleep(ctx, pause)
	}
}
