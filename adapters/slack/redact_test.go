package slack

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// whatWasTyped is a line that a person types in these tests. No log may contain it.
const whatWasTyped = "start 3 4 5 zanzibar"

// impatient gives up on Slack soon.
func impatient(c *Config) { c.Client = &http.Client{Timeout: 100 * time.Millisecond} }

// unreachableSlack sets the address of a Slack that can't be reached.
func unreachableSlack(c *Config) { c.APIURL = closedAddress() }

// closedAddress returns an address where nothing listens, with a secret in it.
func closedAddress() string {
	server := httptest.NewServer(nil)
	server.Close()
	return server.URL + "/T-secret-path"
}

// For each failure, neither logs nor errors contain a token, a secret, a secret address,
// or what a person typed.
func TestErrorsHoldNoSecret(t *testing.T) {
	slowtest.Sequential(t)
	t.Parallel()
	general := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	board := dialog.Reply{Version: 9, Messages: []dialog.Message{{Board: &dialog.Board{}, Lines: []words.Text{words.New("again")}}}}
	plays := func(w *world) error {
		for _, text := range []string{whatWasTyped, "start 3 4 5", "board", "board"} {
			w.typeCommand("ana", "general", text)
		}
		return nil
	}
	outside := func(w *world) error {
		w.slack.AddChannel(slacktest.Channel{ID: channelID("general")})
		return plays(w)
	}
	publishes := func(w *world) error {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		_, first := w.adapter.Publish(ctx, general, dialog.Delivery{Message: "1.2"}, board)
		_, second := w.adapter.Publish(context.Background(), general, dialog.Delivery{}, board)
		return errors.Join(first, second)
	}
	checks := func(w *world) error {
		w.adapter.socket.token = slacktest.AppToken
		_, err := w.adapter.Check(context.Background())
		return err
	}
	connects := func(w *world) error {
		w.adapter.socket.token = slacktest.AppToken
		_, err := w.adapter.socket.dial(context.Background())
		return err
	}
	comesBack := func(query string) func(*world) error {
		return func(w *world) error {
			state := w.adapter.oauth.newState()
			w.comeBack(w.served(), state, query)
			if strings.Contains(w.logs.String(), state) {
				t.Errorf("the log holds the state %q: %s", state, w.logs.String())
			}
			return nil
		}
	}
	renews := func(w *world) error {
		ws := w.install("T1", "", false, true)
		w.mu.Lock()
		w.ahead = 30 * time.Hour
		w.mu.Unlock()
		w.slack.Fail("oauth.v2.access", "echo")
		w.adapter.oauth.installs.now, w.adapter.oauth.now = w.now, w.now
		_, err := w.adapter.web.installs.token(context.Background(), ws)
		return err
	}
	fails := func(method string, code ...string) func(*world) {
		return func(w *world) { w.slack.Fail(method, code...) }
	}
	holds := func(method string) func(*world) { return func(w *world) { w.t.Cleanup(w.slack.Hold(method)) } }
	socketAt := func(address string) func(*world) { return func(w *world) { w.slack.SocketURL = address } }
	soon, gone := []func(*Config){impatient}, []func(*Config){unreachableSlack}
	installable, hasty, apart := []func(*Config){many}, []func(*Config){impatient, many}, []func(*Config){many, unreachableSlack}
	for _, tt := range []struct {
		name    string
		config  []func(*Config) // impatient only if Slack hangs: a slow answer gives another message
		prepare func(*world)
		does    func(*world) error
		log     string // what the log must say
	}{
		{"a response_url fails", nil, fails("response_url", "echo", "echo", "500"), outside, "HTTP status 400, an error without a code"},
		{"a response_url is refused", nil, fails("response_url", slacktest.BotToken), outside, "an error without a code"},
		{"a response_url redirects", nil, fails("response_url", "307 "+closedAddress()), outside, "HTTP status 307"},
		{"a response_url hangs", soon, holds("response_url"), outside, "no answer in time"},
		{"a response_url is cut off", nil, fails("response_url", "cut"), outside, "the connection ended"},
		{"a method refuses", nil, fails("chat.postMessage", "echo", slacktest.BotToken, "tea_time"), plays, "tea_time"},
		{"a method redirects", nil, fails("chat.postMessage", "307 "+closedAddress(), "307 "+closedAddress()), plays, "HTTP status 307"},
		{"a method hangs", soon, holds("chat.postMessage"), plays, "no answer in time"},
		{"people are not told", nil, fails("users.info", "echo", "500", slacktest.BotToken), plays, "does not say who somebody is"},
		{"nobody answers", gone, nil, plays, "connection refused"},
		{"publishing is refused", nil, fails("chat.update", "echo"), publishes, ""},
		{"publishing hangs", soon, func(w *world) { holds("chat.update")(w); holds("chat.postMessage")(w) }, publishes, ""},
		{"publishing reaches nobody", gone, nil, publishes, "connection refused"},
		{"a token is refused", nil, fails("auth.test", "echo"), checks, "slack.bot_token"},
		{"an app token is refused", nil, fails("apps.connections.open", "echo"), checks, "slack.app_token"},
		{"an app token is worthless", nil, fails("apps.connections.open", "invalid_auth"), checks, "slack.app_token was refused"},
		{"no connection is opened", nil, fails("apps.connections.open", "echo"), connects, "HTTP status 400"},
		{"a socket without a host", nil, socketAt("wss:///x?ticket=s3cret"), connects, "no encrypted websocket"},
		{"a socket that is none", nil, socketAt("https://wss.example/?ticket=s3cret"), connects, "no encrypted websocket"},
		{"a socket that cannot be read", nil, socketAt("wss://x:y:z/%zz?ticket=s3cret"), connects, "no encrypted websocket"},
		{"a socket where nobody listens", nil, socketAt("ws" + strings.TrimPrefix(closedAddress(), "http") + "?ticket=s3cret"), connects, "connection refused"},
		{"a socket that is a web page", nil, func(w *world) { socketAt("ws" + strings.TrimPrefix(w.slack.URL, "http") + "/?ticket=s3cret")(w) }, connects, "WebSocket"},
		{"an installation is refused", installable, fails("oauth.v2.access", "echo"), comesBack("code=c0de.s3cret"), "an installation failed"},
		{"an installation hangs", hasty, holds("oauth.v2.access"), comesBack("code=c0de.s3cret"), "no answer in time"},
		{"an installation reaches nobody", apart, nil, comesBack("code=c0de.s3cret"), "connection refused"},
		{"an installation without a store", installable, func(w *world) { _ = w.store.Close() }, comesBack("code=c0de.s3cret"), "an installation failed"},
		{"a token is not renewed", installable, nil, renews, "renewing the token"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, tt.config...)
			w.level.Set(slog.LevelDebug)
			if tt.prepare != nil {
				tt.prepare(w)
			}
			err := tt.does(w)
			if err != nil {
				_, _ = w.logs.Write([]byte("\n" + err.Error()))
			}
			w.wantLog(tt.log)
			for _, secret := range []string{
				slacktest.BotToken, slacktest.AppToken, slacktest.SigningSecret, slacktest.ClientSecret, keyOne,
				"xox", "xapp-", "/hooks/", "T-secret-path", "s3cret", "c0de", "zanzibar",
			} {
				if log := w.logs.String(); strings.Contains(log, secret) {
					t.Errorf("the log holds %q: %s", secret, log)
				}
			}
		})
	}
}

// The value of a panic may be what a person typed; the runtime's own errors never are.
func TestPanicText(t *testing.T) {
	for _, tt := range []struct {
		panics func()
		want   string
	}{
		{func() { panic(whatWasTyped) }, "a string"},
		{func() { panic(errors.New(whatWasTyped)) }, "a *errors.errorString"},
		{func() { var none []int; _ = none[len(whatWasTyped)] }, "runtime error: index out of range [20] with length 0"},
	} {
		func() {
			defer func() {
				if got := panicText(recover()); got != tt.want {
					t.Errorf("panicText() = %q, want %q", got, tt.want)
				}
			}()
			tt.panics()
		}()
	}
}
