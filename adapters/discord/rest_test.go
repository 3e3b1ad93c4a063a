package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
)

// failing answers the first requests to paths that contain a word.
func failing(word string, answers ...func(http.ResponseWriter)) func(http.ResponseWriter, *http.Request) bool {
	var n atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, word) {
			return false
		}
		i := int(n.Add(1)) - 1
		if i >= len(answers) {
			return false
		}
		answers[i](w)
		return true
	}
}

func status(code int, headers map[string]string, body string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for k, v := range headers {
			w.Header().Set(k, v)
		}
		w.WriteHeader(code)
		_, _ = fmt.Fprint(w, body) // the client may be gone
	}
}

var (
	limited     = status(429, map[string]string{"Content-Type": "application/json", "X-RateLimit-Scope": "user"}, `{"message":"You are being rate limited.","retry_after":0.05,"global":false}`)
	limitedAll  = status(429, map[string]string{"Content-Type": "application/json", "X-RateLimit-Global": "true"}, `{"message":"You are being rate limited.","retry_after":0.05,"global":true}`)
	limitedHTML = status(429, map[string]string{"Retry-After": "0.05"}, `<html>error 1015</html>`)
	broken      = status(502, nil, `<html>Bad Gateway</html>`)
	gone        = status(404, nil, `{"code":10015,"message":"Unknown Webhook"}`)
)

// TestTheTransportTriesAgain lets Discord refuse and fail before it works.
func TestTheTransportTriesAgain(t *testing.T) {
	for _, tt := range []struct {
		name    string
		answers []func(http.ResponseWriter)
		good    bool
	}{
		{"a route's limit", []func(http.ResponseWriter){limited, limited}, true},
		{"the global limit", []func(http.ResponseWriter){limitedAll}, true},
		{"the limit of who stands in front", []func(http.ResponseWriter){limitedHTML}, true},
		{"a failure", []func(http.ResponseWriter){broken}, true},
		{"a limit without an end", []func(http.ResponseWriter){limited, limited, limited, limited, limited, limited}, false},
		{"a refusal", []func(http.ResponseWriter){status(400, nil, `{"code":50035,"message":"Invalid Form Body"}`)}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBot(t, false)
			b.server.Intercept = failing("/commands", tt.answers...)
			if err := b.adapter.Register(context.Background(), ""); (err == nil) != tt.good {
				t.Errorf("Register = %v, want it done: %v", err, tt.good)
			}
		})
	}
}

// TestARoutesLimitIsKept sends as fast as it can, to a route that allows two
// requests in a tenth of a second.
func TestARoutesLimitIsKept(t *testing.T) {
	b := newBot(t, false)
	var count, refused atomic.Int64
	var window atomic.Int64
	b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet { // the look for an Entry Point: another route
			return false
		}
		now := time.Now().UnixMilli()
		if now-window.Load() > 100 {
			window.Store(now)
			count.Store(0)
		}
		n := count.Add(1)
		w.Header().Set("X-RateLimit-Remaining", fmt.Sprint(max(0, 2-n)))
		w.Header().Set("X-RateLimit-Reset-After", "0.110")
		if n > 2 {
			refused.Add(1)
			limited(w)
			return true
		}
		return false
	}
	for range 6 {
		if err := b.adapter.Register(context.Background(), ""); err != nil {
			t.Fatal(err)
		}
	}
	if n := refused.Load(); n != 0 {
		t.Errorf("%d requests went over the limit, want 0", n)
	}
}

// One route gets a 429. The test checks which other routes wait: Discord's global limit
// holds back requests with the bot's token; a proxy's 429 holds back everything.
func TestRateLimitScope(t *testing.T) {
	const wait = 2 * time.Second
	for _, tt := range []struct {
		name          string
		answer        func(http.ResponseWriter)
		token, opened bool // held back: what carries the token, what an interaction's token opens
	}{
		{"a route's limit", status(429, map[string]string{"X-RateLimit-Scope": "user"}, `{"retry_after":2,"global":false}`), false, false},
		{"a ban of the address", status(429, nil, `{"message":"You are being blocked from accessing our API temporarily","retry_after":2,"global":false}`), true, true},
		{"the global limit", status(429, nil, `{"retry_after":2,"global":true}`), true, false},
		{"the limit of who stands in front", status(429, map[string]string{"Retry-After": "2"}, `<html>error 1015</html>`), true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBot(t, false)
			ana := somebody("ana")
			b.deliver(types(ana, "c", "start 3 4 5"))
			refused := make(chan time.Time, 1)
			refuse := failing("/commands", func(w http.ResponseWriter) { tt.answer(w); refused <- time.Now() })
			arrived := map[bool]chan time.Time{false: make(chan time.Time, 10), true: make(chan time.Time, 10)}
			b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
				if refuse(w, r) {
					return true
				}
				if !strings.Contains(r.URL.Path, "/commands") {
					arrived[strings.Contains(r.URL.Path, "/webhooks/")] <- time.Now()
				}
				return false
			}
			done := make(chan error, 2)
			go func() { done <- b.adapter.Register(context.Background(), "") }()
			at := <-refused
			b.await("the refusal", func() bool { return strings.Contains(b.logged.String(), "asked to wait") })
			go func() {
				_, err := b.adapter.Check(context.Background(), discord.Setup{})
				if err != nil && strings.Contains(err.Error(), "run bot register") {
					err = nil // it's being registered
				}
				done <- err
			}()
			b.deliver(types(ana, "c", "board")) // takes the buttons off the old one
			for range 2 {
				if err := <-done; err != nil {
					t.Error(err)
				}
			}
			for opened, want := range map[bool]bool{false: tt.token, true: tt.opened} {
				if after := (<-arrived[opened]).Sub(at); (after > wait-50*time.Millisecond) != want {
					t.Errorf("a request by an interaction's token: %v, came %s after the refusal, held back: want %v", opened, after, want)
				}
			}
		})
	}
}

// TestALongLimitIsNotWaitedFor holds that a request which could not be sent in
// time fails at once.
func TestALongLimitIsNotWaitedFor(t *testing.T) {
	b := newBot(t, false)
	b.server.Intercept = failing("/commands", status(429, nil, `{"retry_after":3600,"global":true}`))
	begin := time.Now()
	if err := b.adapter.Register(context.Background(), ""); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("Register = %v, want that the limit lasts", err)
	}
	if d := time.Since(begin); d > 10*time.Second {
		t.Errorf("it took %s", d)
	}
}

// TestThroughAProxy sends everything through another address with a path.
func TestThroughAProxy(t *testing.T) {
	b := newBot(t, false)
	target, err := url.Parse(b.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var seen atomic.Int64
	proxy := httptest.NewServer(http.StripPrefix("/discord", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		httputil.NewSingleHostReverseProxy(target).ServeHTTP(w, r)
	})))
	defer proxy.Close()
	a, err := discord.New(discord.Config{Chat: b.chat, Words: b.words, ApplicationID: discordtest.Application, Token: discordtest.Token, APIURL: proxy.URL + "/discord/", Log: b.log})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Register(context.Background(), ""); err != nil || seen.Load() != 2 { // looks for an Entry Point, then puts the commands
		t.Errorf("Register = %v with %d requests through the proxy, want 2", err, seen.Load())
	}
}

// TestFollowUps sends a reply of two messages. The second is sent after Discord accepted
// the first.
func TestFollowUps(t *testing.T) {
	for _, tt := range []struct {
		name    string
		answers []func(http.ResponseWriter)
		shown   bool
	}{
		{"at once", nil, true},
		{"before its response was taken in", []func(http.ResponseWriter){gone}, true},
		{"limited", []func(http.ResponseWriter){limited}, true},
		// It may have been shown all the same: never twice.
		{"after a failure", []func(http.ResponseWriter){broken}, false},
		{"limited without an end", []func(http.ResponseWriter){limited, limited, limited, limited, limited}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBot(t, false)
			b.server.Intercept = failing("/webhooks/", tt.answers...)
			ana := somebody("ana")
			b.deliver(types(ana, "c", "challenge @bob 3 4 5"))
			b.clock.Advance(time.Hour) // the offer has expired, which is said first
			b.deliver(types(ana, "c", "start 3 4 5"))
			all := b.server.Messages(channelID("c"))
			if shown := strings.Contains(all[len(all)-1].Text, "Piles: A 3"); shown != tt.shown {
				t.Errorf("the board was shown: %v, want %v\n%s", shown, tt.shown, b.logged)
			}
			if log := b.logged.String(); strings.Contains(log, "token-") {
				t.Errorf("an interaction's token was logged:\n%s", log)
			}
		})
	}
}

// TestATypedMoveRetiresTheOldBoard holds that one board at a time has buttons,
// whoever drew the old one.
func TestATypedMoveRetiresTheOldBoard(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	b.deliver(types(ana, "c", "start 3 4 5"))
	b.deliver(types(ana, "c", "A1"))
	o := b.deliver(types(ana, "c", "board"))
	b.deliver(pressed(ana, "c", *o.Message, o.Message.Buttons[0])) // now its id is known
	b.clock.Advance(time.Hour)                                     // and its token dead
	b.deliver(types(ana, "c", "board"))
	b.deliver(types(ana, "c", "resign"))
	all := b.server.Messages(channelID("c"))
	for n, m := range all {
		if last := n == len(all)-1; (len(m.Buttons) > 0) != last {
			t.Errorf("message %d of %d has %d buttons: %s", n, len(all), len(m.Buttons), m.Text)
		}
	}
	if !strings.HasPrefix(all[0].Text, "ana's move. Piles: A 3, B 4, C 5.") {
		t.Errorf("the first board became %q, want what it was", all[0].Text)
	}
}

// TestPublish posts results that no interaction requested.
func TestPublish(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	b.deliver(types(ana, "c", "challenge @bob 3 4 5 clock:10m"))
	o := b.deliver(types(bob, "c", "accept"))
	o = b.deliver(pressed(ana, "c", *o.Message, o.Message.Buttons[0]))
	place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
	b.clock.Advance(11 * time.Minute)
	reply, settled, err := b.chat.Settle(context.Background(), place)
	if err != nil || !settled {
		t.Fatalf("Settle = %v, %v, want the clock run out", settled, err)
	}
	d := dialog.Delivery{Message: o.Message.ID}
	for range 2 { // the second time as after a crash
		if _, err := b.adapter.Publish(context.Background(), place, d, reply); err != nil {
			t.Fatal(err)
		}
	}
	all := b.server.Messages(place.Channel)
	var boards []string
	for _, m := range all {
		if strings.Contains(m.Text, "ran out of time") {
			boards = append(boards, m.ID)
		}
	}
	if len(boards) != 1 || boards[0] != all[len(all)-1].ID {
		t.Errorf("the end is shown by the messages %q, want the last one alone of %d", boards, len(all))
	}
	for _, m := range all[:len(all)-1] {
		if len(m.Buttons) > 0 {
			t.Errorf("an old board has its buttons: %s", m.Text)
		}
	}
}

// TestABoardPostedAgainLateKeepsTheNewerOne posts a board again, as a worker does whose answer got
// lost, after a newer board was shown: Discord posts nothing, and the newer board keeps its buttons.
func TestABoardPostedAgainLateKeepsTheNewerOne(t *testing.T) {
	for _, elsewhere := range []bool{false, true} { // whether another process showed the newer board
		b := newBot(t, false)
		b.deliver(types(somebody("ana"), "c", "challenge @bob 3 4 5 first:me"))
		place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
		reply, d, err := b.chat.Present(t.Context(), place, 1)
		if err != nil {
			t.Fatal(err)
		}
		publish := func(message string) {
			t.Helper()
			d.Message = message
			if _, err := b.adapter.Publish(t.Context(), place, d, reply); err != nil {
				t.Fatal(err)
			}
		}
		publish("")
		posted := len(b.server.Messages(place.Channel))
		b.deliver(types(somebody("bob"), "c", "accept"))
		newest := *b.deliver(types(somebody("ana"), "c", "A1")).Message
		if elsewhere {
			b.stop()
			b.start()
		}
		publish(newest.ID)
		b.wantPressable("after an older board was posted again", newest)
		if all := b.server.Messages(place.Channel); all[posted].Text == all[len(all)-1].Text || all[len(all)-1].ID != newest.ID {
			t.Errorf("the last message is %q, want the newest board", all[len(all)-1].Text)
		}
	}
}

// TestExpiredOfferIsPostedOnce publishes it again, as after a lost answer or a crash:
// there is no game yet, and its message must not appear twice.
func TestExpiredOfferIsPostedOnce(t *testing.T) {
	b := newBot(t, false)
	b.deliver(types(somebody("ana"), "c", "challenge @bob 3 4 5"))
	b.clock.Advance(time.Hour)
	place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
	reply, settled, err := b.chat.Settle(context.Background(), place)
	if err != nil || !settled {
		t.Fatalf("Settle = %v, %v, want an expired offer", settled, err)
	}
	before := len(b.server.Messages(place.Channel))
	elsewhere := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("d")}
	if _, err := b.adapter.Publish(context.Background(), elsewhere, dialog.Delivery{}, reply); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := b.adapter.Publish(context.Background(), place, dialog.Delivery{}, reply); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(b.server.Messages(place.Channel)) - before; n != len(reply.Messages) {
		t.Errorf("the end of the offer is said by %d messages, want %d", n, len(reply.Messages))
	}
	if n := len(b.server.Messages(elsewhere.Channel)); n != len(reply.Messages) {
		t.Errorf("what is said in another channel at the same version are %d messages, want %d", n, len(reply.Messages))
	}
}

// A refused command that finds that time has decided a game shows the board, so no worker
// shows it again.
func TestBoardOfARefusedCommandIsShownOnce(t *testing.T) {
	b := newBot(t, false)
	b.deliver(types(somebody("ana"), "c", "challenge @bob 3 4 5 clock:1m"))
	b.deliver(types(somebody("bob"), "c", "accept"))
	b.clock.Advance(2 * time.Minute)
	b.deliver(types(somebody("cleo"), "c", "A1"))
	place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
	shown := len(b.server.Messages(place.Channel))
	b.runWorker()
	b.settle()
	if n := len(b.server.Messages(place.Channel)); n != shown {
		t.Errorf("%d messages stand in the channel after the worker, want the %d of before", n, shown)
	}
}

// TestPublishRetriesOnlyTemporaryErrors checks which refusals are retried. What is refused for
// another reason than the channel is tried again, and so is everything once the token is good.
func TestPublishRetriesOnlyTemporaryErrors(t *testing.T) {
	for _, tt := range []struct {
		answer func(http.ResponseWriter)
		again  bool
	}{
		{status(403, nil, `{"code":50001,"message":"Missing Access"}`), false},
		{status(403, nil, `{"code":50013,"message":"Missing Permissions"}`), false},
		{status(404, nil, `{"code":10003,"message":"Unknown Channel"}`), false},
		{status(400, nil, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached"}`), true},
		{status(401, nil, `{"code":0,"message":"401: Unauthorized"}`), true},
		{status(403, nil, `{"code":0,"message":"Forbidden"}`), true},
		{status(400, nil, `{"code":160005,"message":"Thread is locked"}`), true},
	} {
		b := newBot(t, false)
		b.deliver(types(somebody("ana"), "c", "challenge @bob 3 4 5"))
		b.clock.Advance(time.Hour)
		place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
		reply, _, err := b.chat.Settle(context.Background(), place)
		if err != nil {
			t.Fatal(err)
		}
		b.server.Intercept = failing("/channels/", slices.Repeat([]func(http.ResponseWriter){tt.answer}, 20)...)
		if _, err := b.adapter.Publish(context.Background(), place, dialog.Delivery{}, reply); (err != nil) != tt.again {
			t.Errorf("Publish = %v, want an error: %v", err, tt.again)
		}
	}
}
