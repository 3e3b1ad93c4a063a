package discord_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
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
	for _, c := range []struct {
		name, body string
		status     int
		want       string
	}{
		{"another server, which answers with a page", "<html>", http.StatusOK, "; check the network and discord.api_url"},
		{"a wrong token", `{"code":0,"message":"401: Unauthorized"}`, http.StatusUnauthorized, "discord.token: the token was refused; copy the present one from the application's Bot page"},
		{"another application", `{"code":20012,"message":"You are not authorized"}`, http.StatusForbidden, "; check that discord.application_id is the token's"},
		{"a request that Discord doesn't understand", `{"code":50035,"message":"Invalid Form Body"}`, http.StatusBadRequest, "; please report this"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.body))
		}))
		t.Cleanup(server.Close)
		a, err := discord.New(discord.Config{Chat: b.chat, Words: b.words, ApplicationID: discordtest.Application, Token: discordtest.Token, APIURL: server.URL, Log: b.log})
		if err != nil {
			t.Fatal(err)
		}
		_, checked := a.Check(t.Context(), discord.Setup{})
		for what, err := range map[string]error{"Check": checked, "Register": a.Register(t.Context(), "")} {
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "discord") || strings.ContainsAny(err.Error(), "\n") {
				t.Errorf("%s: %s = %v, want one line with %q", c.name, what, err, c.want)
			}
		}
	}
}

// TestRemedies checks the remedies of errors that are retried first, and of those whose remedy depends on
// the code or on the time to wait.
func TestRemedies(t *testing.T) {
	unreachable := errors.New("connection refused")
	for _, c := range []struct {
		err  error
		want string
	}{
		{unreachable, "discord: can't be asked (connection refused); check the network and discord.api_url"},
		{discord.Refused(http.StatusTooManyRequests), "discord: refused with 429 Too Many Requests; try again in some minutes"},
		{discord.RefusedWith(http.StatusTooManyRequests, `{"code":30034,"message":"Max number of daily application command creates has been reached (200)","retry_after":9424.2}`), "discord: refused with 429 Too Many Requests, code 30034: Max number of daily application command creates has been reached (200): Discord takes 200 new commands a day; run bot register once more in 2h37m0s, and until then the commands stay as they are"},
		{discord.RefusedWith(http.StatusBadRequest, `{"code":30034,"message":"Max"}`), "discord: refused with 400 Bad Request, code 30034: Max: Discord takes 200 new commands a day; run bot register once more tomorrow, and until then the commands stay as they are"},
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
		name              string
		setup             func(b *bot, want *discord.Setup)
		wantNote, wantErr string // a part of it; "" if there is to be none
	}{
		{"all right", func(*bot, *discord.Setup) {}, "", ""},
		{"a machine that only registers", func(_ *bot, want *discord.Setup) { want.PublicKey = "" }, "discord: the application's public key is ", ""},
		{"another application's key", func(_ *bot, want *discord.Setup) { want.PublicKey = strings.Repeat("ab", 32) }, "", "discord.public_key = \"abab"},
		{"the gateway, and an endpoint", func(_ *bot, want *discord.Setup) { want.Gateway = true }, "", "discord.mode = \"gateway\": Discord sends interactions to http"},
		{"an endpoint elsewhere", func(b *bot, _ *discord.Setup) { b.server.Endpoint = "https://old.example.com/discord/interactions" }, "", "it is https://old.example.com/discord/interactions; correct it"},
		{"an endpoint, and no site", func(_ *bot, want *discord.Setup) { want.Site = "" }, "the Interactions Endpoint URL is https://nim.example.com/discord/interactions", ""},
		{"no endpoint yet", func(b *bot, _ *discord.Setup) { b.server.Endpoint = "" }, "no Interactions Endpoint URL is set yet", ""},
		{"privileged intents", func(b *bot, _ *discord.Setup) { b.server.Flags = 1 << 19 }, "privileged intents are on", ""},
		{"other commands", func(b *bot, _ *discord.Setup) { b.server.SetCommands(`[{"name":"nim","type":1,"description":"old"}]`) }, "", "run bot register"},
		{"no commands", func(b *bot, _ *discord.Setup) { b.server.SetCommands("[]") }, "", "run bot register"},
	} {
		b := newBot(t, false)
		if err := b.adapter.Register(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		want := discord.Setup{PublicKey: b.server.PublicKey, Site: "https://nim.example.com"}
		b.server.Endpoint = "https://nim.example.com/discord/interactions"
		c.setup(b, &want)
		notes, err := b.adapter.Check(t.Context(), want)
		if got := strings.Join(notes, "\n"); (got == "") != (c.wantNote == "") || !strings.Contains(got, c.wantNote) {
			t.Errorf("%s: Check notes %q, want %q", c.name, got, c.wantNote)
		}
		if (err == nil) != (c.wantErr == "") || err != nil && !strings.Contains(err.Error(), c.wantErr) {
			t.Errorf("%s: Check = %v, want %q", c.name, err, c.wantErr)
		}
	}
}

// At the day's limit of new commands a registration fails without waiting, and the next one sends what it
// would send anyway.
func TestTheDaysLimitOfNewCommands(t *testing.T) {
	b := newBot(t, false)
	b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut {
			return false
		}
		status(http.StatusTooManyRequests, map[string]string{"Retry-After": "9424"}, `{"code":30034,"message":"Max number of daily application command creates has been reached (200)","retry_after":9424.2}`)(w)
		return true
	}
	for range 2 {
		err := b.adapter.Register(t.Context(), "")
		if err == nil || !strings.Contains(err.Error(), "200 new commands a day; run bot register once more in 2h37m0s") || strings.Contains(err.Error(), "network") {
			t.Errorf("Register = %v, want the limit and when to try again", err)
		}
	}
	// Each registration asks for the Entry Points, and puts the commands.
	if n := len(b.server.Requests()); n != 4 {
		t.Errorf("%d requests were sent, want two for each registration: %q", n, b.server.Requests())
	}
}
