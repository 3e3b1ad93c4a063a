package discord_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// Each refusal by Discord or by another server yields one line with the fault and its
// remedy.
func TestCheckNamesRemedy(t *testing.T) {
	b := newBot(t, false)
	for status, want := range map[int]string{
		http.StatusOK:           "; check the network and discord.api_url",
		http.StatusUnauthorized: "discord.token: the token was refused; copy the present one from the application's Bot page",
		http.StatusForbidden:    "; check that discord.application_id is the token's",
		http.StatusBadRequest:   "; please report this",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte("<html>"))
		}))
		t.Cleanup(server.Close)
		a, err := discord.New(discord.Config{Chat: b.chat, Words: b.words, ApplicationID: discordtest.Application, Token: discordtest.Token, APIURL: server.URL, Log: b.log})
		if err != nil {
			t.Fatal(err)
		}
		_, checked := a.Check(t.Context(), discord.Setup{})
		for what, err := range map[string]error{"Check": checked, "Register": a.Register(t.Context(), "")} {
			if what == "Register" && status == http.StatusOK {
				continue // it reads no answer
			}
			if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "discord") || strings.ContainsAny(err.Error(), "\n") {
				t.Errorf("%d: %s = %v, want one line with %q", status, what, err, want)
			}
		}
	}
}

// TestRemedies checks the remedies of errors that are retried first.
func TestRemedies(t *testing.T) {
	unreachable := &url.Error{Op: "Get", URL: "https://discord.com", Err: errors.New("connection refused")}
	for _, c := range []struct {
		err  error
		want string
	}{
		{unreachable, "discord: can't be asked (connection refused); check the network and discord.api_url"},
		{discord.Refused(http.StatusTooManyRequests), "discord: refused with 429 Too Many Requests; try again in some minutes"},
		{discord.Refused(http.StatusBadGateway), "discord: refused with 502 Bad Gateway; see discordstatus.com, and try again"},
	} {
		if got := discord.WithRemedy(c.err); got.Error() != c.want {
			t.Errorf("withRemedy(%q) = %q, want %q", c.err, got, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	slowtest.Sequential(t)
	for _, c := range []struct {
		name       string
		setup      func(b *bot, want *discord.Setup)
		note, says string // of what is said; "" for nothing
	}{
		{"all right", func(*bot, *discord.Setup) {}, "", ""},
		{"a machine that only registers", func(_ *bot, want *discord.Setup) { want.PublicKey = "" }, "discord: the application's public key is ", ""},
		{"another application's key", func(_ *bot, want *discord.Setup) { want.PublicKey = strings.Repeat("ab", 32) }, "", "discord.public_key = \"abab"},
		{"the gateway, and an endpoint", func(_ *bot, want *discord.Setup) { want.Gateway = true }, "", "discord.mode = \"gateway\": Discord sends interactions to http"},
		{"no endpoint yet", func(b *bot, _ *discord.Setup) { b.server.Endpoint = "" }, "no Interactions Endpoint URL is set yet", ""},
		{"privileged intents", func(b *bot, _ *discord.Setup) { b.server.Flags = 1 << 19 }, "privileged intents are on", ""},
		{"other commands", func(b *bot, _ *discord.Setup) { b.server.SetCommands(`[{"name":"nim","type":1,"description":"old"}]`) }, "", "run bot register"},
		{"no commands", func(b *bot, _ *discord.Setup) { b.server.SetCommands("[]") }, "", "run bot register"},
	} {
		b := newBot(t, false)
		if err := b.adapter.Register(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		want := discord.Setup{PublicKey: b.server.PublicKey}
		c.setup(b, &want)
		notes, err := b.adapter.Check(t.Context(), want)
		if got := strings.Join(notes, "\n"); (got == "") != (c.note == "") || !strings.Contains(got, c.note) {
			t.Errorf("%s: Check notes %q, want %q", c.name, got, c.note)
		}
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: Check = %v, want %q", c.name, err, c.says)
		}
	}
}
