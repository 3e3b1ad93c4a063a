package discord_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
)

// raw answers a request with bytes of one's own, and hangs up.
func raw(answer func(secrets string) string) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, _ *http.Request, secrets string) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err) // the server's own
		}
		_, _ = conn.Write([]byte(answer(secrets))) // the bot may have hung up
		_ = conn.Close()
	}
}

// Discord or a proxy echoes the request in its errors: no log line and no error contains
// the bot's token, an interaction's token, or an address with one.
func TestTokensAreNotLogged(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		answer func(w http.ResponseWriter, r *http.Request, secrets string)
	}{
		{"a refusal", func(w http.ResponseWriter, _ *http.Request, secrets string) {
			status(400, nil, fmt.Sprintf(`{"code":50035,"message":%q,"errors":{"content":%q}}`, secrets, secrets))(w)
		}},
		{"a refusal as a page", func(w http.ResponseWriter, _ *http.Request, secrets string) { status(404, nil, secrets)(w) }},
		{"a failure", func(w http.ResponseWriter, _ *http.Request, secrets string) { status(502, nil, secrets)(w) }},
		{"no access", func(w http.ResponseWriter, _ *http.Request, secrets string) {
			status(403, nil, fmt.Sprintf(`{"code":50001,"message":%q}`, secrets))(w)
		}},
		{"a refused token", func(w http.ResponseWriter, _ *http.Request, secrets string) {
			status(401, nil, fmt.Sprintf(`{"code":0,"message":%q}`, secrets))(w)
		}},
		{"a limit", func(w http.ResponseWriter, _ *http.Request, secrets string) {
			status(429, map[string]string{"Retry-After": "3600"}, fmt.Sprintf(`{"message":%q,"retry_after":3600}`, secrets))(w)
		}},
		{"another address", func(w http.ResponseWriter, r *http.Request, _ string) {
			http.Redirect(w, r, "http://127.0.0.1:1"+r.URL.Path+"?token="+discordtest.Token, http.StatusTemporaryRedirect)
		}},
		{"an answer that is none", func(w http.ResponseWriter, _ *http.Request, secrets string) { status(200, nil, `{"id": `+secrets)(w) }},
		{"rubbish", raw(func(secrets string) string { return "HTTP/1.1 " + secrets + "\r\n\r\n" })},
		{"a header of rubbish", raw(func(secrets string) string { return "HTTP/1.1 200 OK\r\n" + secrets + "\r\n\r\n" })},
		{"hanging up", raw(func(string) string { return "" })},
		{"hanging", func(_ http.ResponseWriter, r *http.Request, _ string) { <-r.Context().Done() }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBot(t, false)
			ana := somebody("ana")
			b.deliver(types(ana, "old", "start 3 4 5"))
			b.deliver(types(ana, "new", "challenge @bob 3 4 5"))
			b.clock.Advance(time.Hour)
			b.deliver(types(ana, "old", "start 3 4 5")) // a token to edit it by
			b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
				_, _ = io.Copy(io.Discard, r.Body) // only then is it noticed that the bot hangs up
				tt.answer(w, r, r.URL.Path+" "+discordtest.Token+" "+r.Header.Get("Authorization"))
				return true
			}
			told := b.everythingFails(ana) + b.logged.String()
			for _, secret := range []string{"token-", discordtest.Token} {
				if at := strings.Index(told, secret); at >= 0 {
					t.Errorf("%q is told: …%s", secret, told[max(0, at-200):min(len(told), at+100)])
				}
			}
			if !strings.Contains(told, "discord:") {
				t.Errorf("nothing is told: %s", told)
			}
		})
	}
}

// everythingFails asks Discord for everything that the bot does, and returns
// the errors.
func (b *bot) everythingFails(ana discordtest.Person) string {
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	var errs []error
	for _, i := range []discordtest.Interaction{
		types(ana, "new", "start 3 4 5"), // the board follows
		types(ana, "old", "board"),       // the old board is edited
	} {
		_, err := b.server.Deliver(ctx, i)
		errs = append(errs, err)
	}
	_, err := b.adapter.Check(ctx, discord.Setup{})
	errs = append(errs, err, b.adapter.Register(ctx, ""))
	for _, d := range []dialog.Delivery{{}, {Message: "900000000000000001"}} {
		place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("old")}
		reply := b.chat.Handle(ctx, dialog.Request{Place: place, User: dialog.User{ID: ana.ID, Name: ana.Name}, Text: "board"})
		reply.Messages[0].To, reply.Messages[0].Edit = nil, true
		_, err := b.adapter.Publish(ctx, place, d, reply)
		errs = append(errs, err)
	}
	errs = append(errs, b.adapter.RunGateway(ctx, discord.GatewayConfig{Times: longTimes}))
	closing, over := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer over()
	errs = append(errs, b.adapter.Close(closing))
	return fmt.Sprint(errors.Join(errs...), "\n")
}

// TestGatewayLogsNoToken ends connections with every close code, and the token as the
// reason, and leaves interactions without an answer.
func TestGatewayLogsNoToken(t *testing.T) {
	for _, fault := range []discordtest.Fault{"4000", "4004", "4010", discordtest.Garbage, discordtest.TCPReset, discordtest.EarlyOp7} {
		t.Run(string(fault), func(t *testing.T) {
			b := gatewayBot(t)
			b.server.ResponseTime = 200 * time.Millisecond
			b.server.Gateway.Fail(fault)
			b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/callback") {
					return false
				}
				status(400, nil, fmt.Sprintf(`{"code":50035,"message":%q}`, r.URL.Path))(w)
				return true
			}
			stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
			if fault != "4004" && fault != "4010" {
				if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
					t.Fatalf("%v\n%s", err, b.logged)
				}
				_, _ = b.server.Deliver(t.Context(), types(somebody("ana"), "c", "start 3 4 5")) // it is refused
				stop()
			}
			err := <-done
			b.settle()
			told := fmt.Sprint(err, "\n", b.logged)
			for _, secret := range []string{"token-", discordtest.Token} {
				if strings.Contains(told, secret) {
					t.Errorf("%q is told: %s", secret, told)
				}
			}
		})
	}
}
