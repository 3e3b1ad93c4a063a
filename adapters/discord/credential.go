package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"nimbot/store/backoff"
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
	asked   time.Time // when the request was sent whose answer says so
	tries   int       // since the token was refused
	until   time.Time // no request before; then one shows whether the token is still refused
}

// pause sets the time before which no further request tries the token.
func (s *tokenState) pause(now time.Time) {
	s.until = now.Add(backoff.Backoff{First: tokenPause, Most: tokenPauseMax}.Pause(s.tries - 1))
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

// noteToken records what the status of a response says about the bot's token, unless the answer to a
// request that was sent later is known.
func (t *transport) noteToken(status int, sent time.Time) {
	refused := status == http.StatusUnauthorized
	if status == http.StatusTooManyRequests || status >= http.StatusInternalServerError {
		return // says nothing about it
	}
	t.mu.Lock()
	switch {
	case sent.Before(t.token.asked):
	case refused == t.token.refused:
		t.token.asked = sent
	default:
		t.token = tokenState{refused: refused, asked: sent, tries: 1}
		t.token.pause(time.Now())
	}
	t.mu.Unlock()
	t.tellToken()
}

// tellToken tells what is known about the bot's token if that isn't what was told last.
func (t *transport) tellToken() {
	t.telling.Lock()
	defer t.telling.Unlock()
	t.mu.Lock()
	refused := t.token.refused
	t.mu.Unlock()
	if refused == t.told {
		return
	}
	t.told = refused
	if refused {
		t.log.Error(errTokenRefused.Error())
	} else {
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

// retryToken returns a function that is told whether Discord refuses the bot's token. While it does,
// one loop calls try after each pause, until ctx ends; try sends a request with the token.
func (t *transport) retryToken(ctx context.Context, try func(context.Context)) (changed func(refused bool)) {
	stop := func() {}
	return func(refused bool) {
		if stop(); !refused {
			return
		}
		var trying context.Context
		trying, stop = context.WithCancel(ctx)
		go func() {
			for {
				at, refused := t.nextTokenTry()
				// While all requests wait, a try moves no pause on: it must not be made again at once.
				if !refused || sleep(trying, max(tokenPause, time.Until(at))) != nil {
					return
				}
				try(trying)
			}
		}()
	}
}
