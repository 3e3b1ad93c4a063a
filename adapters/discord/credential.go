package discord

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// credential is what allows a request. Limits, counts and refusals are a credential's: what
// Discord says about one says nothing about another.
type credential struct {
	kind   credentialKind
	secret string // "" for the bot's token, which the client has
}

// credentialKind is a kind of credential. Requests carry the bot's token, unless they say otherwise.
type credentialKind int

const (
	botToken         credentialKind = iota
	interactionToken                // part of the path
	personToken                     // of a person who signed in to the Activity
	clientSecret                    // in the body
	credentialKinds                 // how many there are
)

// String names the kind in the log.
func (k credentialKind) String() string {
	return [...]string{"the bot's token", "an interaction's token", "a person's token", "the client secret"}[k]
}

// The errors of requests whose credential Discord refuses. Without a request, errTokenRefused is
// returned while the bot's token counts as refused: Discord bans addresses that go on asking.
var (
	errTokenRefused  = errors.New("discord.token: the token was refused; copy the present one from the application's Bot page, and restart the bot")
	errSecretRefused = errors.New("discord.client_secret was refused; copy the present one from the application's OAuth2 page, and restart the bot")
)

// A refused token is tried after pauses that double: first, and at most.
const (
	tokenPause    = 2 * time.Second
	tokenPauseMax = time.Hour
)

// tokenState is what Discord last said about the bot's token.
type tokenState struct {
	refused bool
	tries   int       // since the token was refused
	until   time.Time // no request before; then one shows whether the token is still refused
}

// pause sets the time before which no further request tries the token.
func (s *tokenState) pause(now time.Time) {
	d := tokenPauseMax
	if s.tries < 12 {
		d = min(d, tokenPause<<max(0, s.tries-1))
	}
	s.until = now.Add(d/2 + rand.N(d/2+1))
}

// mayTryToken reports whether a request may carry the bot's token. While the token is refused,
// one may after each pause. mu is held.
func (t *transport) mayTryToken(now time.Time) bool {
	if !t.token.refused {
		return true
	}
	if now.Before(t.token.until) {
		return false
	}
	t.token.tries++
	t.token.pause(now)
	return true
}

// noteToken records what the status of a response says about the bot's token.
func (t *transport) noteToken(status int) {
	refused := status == http.StatusUnauthorized
	if status == http.StatusTooManyRequests || status >= http.StatusInternalServerError {
		return // says nothing about it
	}
	t.mu.Lock()
	changed := refused != t.token.refused
	if changed {
		t.token = tokenState{refused: refused, tries: 1}
		t.token.pause(time.Now())
	}
	t.mu.Unlock()
	switch {
	case !changed:
		return
	case refused:
		t.log.Error(errTokenRefused.Error())
	default:
		t.log.Info("discord: the token is accepted again")
	}
	if t.tokenChanged != nil {
		t.tokenChanged(refused)
	}
}

// nextTokenTry returns when the refused token may be tried again; refused is false if it isn't
// refused any more.
func (t *transport) nextTokenTry() (at time.Time, refused bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.token.until, t.token.refused
}

// retryToken asks Discord for something after each pause, until the bot's token is accepted again
// or ctx ends.
func (r *rest) retryToken(ctx context.Context) {
	for {
		at, refused := r.transport.nextTokenTry()
		// While all requests wait, a try moves no pause on: it must not be made again at once.
		if !refused || sleep(ctx, max(tokenPause, time.Until(at))) != nil {
			return
		}
		_, _ = r.gatewayBot(ctx) // the transport notes what the answer says about the token
	}
}
