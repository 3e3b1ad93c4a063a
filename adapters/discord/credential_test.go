package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/game/dialog"
)

// byStatus answers each request with what status returns.
type byStatus func(r *http.Request) (status int, body string, header http.Header)

func (f byStatus) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body, header := f(r)
	resp := tooMany(body, "")
	resp.StatusCode, resp.Request = status, r
	if resp.Header = header; header == nil {
		resp.Header = http.Header{}
	}
	return resp, nil
}

func transportTo(f byStatus) *transport {
	return newTransport(&url.URL{Scheme: "http", Host: "discord.test"}, f, slog.New(slog.DiscardHandler))
}

func ask(t *testing.T, tr *transport, by credential) error {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, discordURL+apiPath+"/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := tr.send(req, by)
	if err == nil {
		drain(resp)
	}
	return err
}

// A refused token is tried after pauses that grow to an hour, by one request each, and works at once
// when it's accepted. Failures and limits say nothing about it.
func TestARefusedTokenIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		status, sent := http.StatusUnauthorized, 0
		tr := transportTo(func(*http.Request) (int, string, http.Header) { sent++; return status, "{}", nil })
		var changes []bool
		tr.tokenChanged = func(refused bool) { changes = append(changes, refused) }
		_ = ask(t, tr, credential{}) // answered with 401
		for begun := time.Now(); time.Since(begun) < 24*time.Hour; time.Sleep(time.Second) {
			if time.Since(begun) > 12*time.Hour {
				status = http.StatusNotImplemented
			}
			_ = ask(t, tr, credential{}) // refused, or not sent
		}
		if sent < 30 || sent > 120 {
			t.Errorf("%d requests were sent in a day, want one after each pause of up to an hour", sent)
		}
		status = http.StatusNotFound
		time.Sleep(tokenPauseMax)
		if err := errors.Join(ask(t, tr, credential{}), ask(t, tr, credential{})); err != nil {
			t.Errorf("with an accepted token: %v", err)
		}
		if len(changes) != 2 || !changes[0] || changes[1] {
			t.Errorf("told is %v, want refused and then accepted", changes)
		}
	})
}

// Of two answers, the one to the later request counts, in whatever order they come.
func TestALateAnswerSaysNothingAboutTheToken(t *testing.T) {
	for _, tt := range []struct{ first, second int }{{http.StatusOK, http.StatusUnauthorized}, {http.StatusUnauthorized, http.StatusOK}} {
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int32
			tr := transportTo(func(*http.Request) (int, string, http.Header) {
				if sent.Add(1) == 1 {
					time.Sleep(time.Minute)
					return tt.first, "{}", nil
				}
				return tt.second, "{}", nil
			})
			var changes []bool
			tr.tokenChanged = func(refused bool) { changes = append(changes, refused) }
			go func() { _ = ask(t, tr, credential{}) }() // answered with tt.first
			time.Sleep(time.Second)
			_ = ask(t, tr, credential{}) // answered with tt.second
			time.Sleep(time.Minute)
			synctest.Wait()
			refused := tt.second == http.StatusUnauthorized
			if _, now := tr.nextTokenTry(); now != refused || len(changes) > 1 {
				t.Errorf("after %d and, to an earlier request, %d: refused is %v, told is %v; want %v", tt.second, tt.first, now, changes, refused)
			}
		})
	}
}

// However often the token is refused and accepted within a pause, one loop tries it.
func TestOneLoopTriesTheToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int32
		tr := transportTo(nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		tr.tokenChanged = tr.retryToken(ctx, func(context.Context) { tries.Add(1) })
		for i := range 9 {
			time.Sleep(time.Millisecond)
			tr.noteToken([]int{http.StatusUnauthorized, http.StatusOK}[i%2], time.Now())
			synctest.Wait()
		}
		time.Sleep(10 * tokenPause)
		if n := tries.Load(); n == 0 || n > 10 {
			t.Errorf("after five refusals and four good answers, the token is tried %d times in ten pauses, want up to ten", n)
		}
	})
}

// A refused or limited credential holds back nothing that goes by another.
func TestLimitsAreACredentials(t *testing.T) {
	all := []credential{{}, {interactionToken, "a"}, {interactionToken, "b"}, {personToken, "a"}, {personToken, "b"}, {clientSecret, "s"}}
	limited := http.Header{"X-Ratelimit-Scope": {"user"}, "Retry-After": {"60"}}
	for _, tt := range []struct {
		name, body string
		status     int
		header     http.Header
	}{
		{"a 401", "{}", http.StatusUnauthorized, nil},
		{"a route's limit", `{"retry_after":60}`, http.StatusTooManyRequests, limited},
		{"a global limit", `{"retry_after":60,"global":true}`, http.StatusTooManyRequests, nil},
		{"a route that is used up", "{}", http.StatusOK, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"60"}}},
	} {
		for _, by := range all {
			synctest.Test(t, func(t *testing.T) {
				bad := true
				tr := transportTo(func(*http.Request) (int, string, http.Header) {
					if bad {
						return tt.status, tt.body, tt.header
					}
					return http.StatusOK, "{}", nil
				})
				done := make(chan struct{})
				go func() { defer close(done); _ = ask(t, tr, by) }() // may wait for the limit
				synctest.Wait()
				bad = false
				begun := time.Now()
				for _, other := range all {
					if other != by {
						if err := ask(t, tr, other); err != nil {
							t.Errorf("after %s of %s, a request by %s ends with %v", tt.name, by.kind, other.kind, err)
						}
					}
				}
				if d := time.Since(begun); d > 0 {
					t.Errorf("after %s of %s, others wait for %s", tt.name, by.kind, d)
				}
				<-done
			})
		}
	}
}

// A ban of the address holds back everything. While it lasts, one request goes after each pause, and
// the pauses double.
func TestABanOfTheAddress(t *testing.T) {
	for _, body := range []string{`{"message":"You are being blocked from accessing our API temporarily","retry_after":5,"global":false}`, `<html>error 1015</html>`} {
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int64
			tr := transportTo(func(*http.Request) (int, string, http.Header) {
				sent.Add(1)
				return http.StatusTooManyRequests, body, nil
			})
			for n := range 14 {
				go func() { _ = ask(t, tr, credential{credentialKind(n) % credentialKinds, "s"}) }() // waits for the ban
			}
			time.Sleep(95 * time.Second)
			if n := sent.Load(); n > 14+10 {
				t.Errorf("%d requests were sent in 95 s, want the first 14 and one after each pause", n)
			}
			time.Sleep(24 * time.Hour)
		})
	}
}

// What nobody asked for isn't sent once half of the refused requests are spent, so that they don't
// stop answers.
func TestUnaskedRefusalsLeaveRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := transportTo(func(*http.Request) (int, string, http.Header) { return http.StatusForbidden, "{}", nil })
		r := newRefusals(time.Now, publishPauseMax)
		r.spares = tr.spares
		sent := 0
		show := func() error { sent++; return nil }
		tr.invalid[botToken] = refusalCount{maxInvalid[botToken] / 2, time.Now()}
		if err := r.try("board", show); !errors.Is(err, dialog.ErrHeldBack) || sent > 0 {
			t.Errorf("after half of the refusals something unasked is sent: %v, %d times", err, sent)
		}
		if err := ask(t, tr, credential{}); err != nil {
			t.Errorf("what is asked for isn't sent: %v", err)
		}
		time.Sleep(invalidWindow)
		if err := r.try("board", show); err != nil || sent != 1 {
			t.Errorf("ten minutes later: %v, sent %d times, want once", err, sent)
		}
	})
}
