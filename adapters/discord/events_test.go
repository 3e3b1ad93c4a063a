package discord_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
)

// TestEvents has Discord verify the address, and tell who removed the app.
func TestEvents(t *testing.T) {
	b := newBot(t, false)
	var told []string
	var fails error
	a, err := discord.New(discord.Config{
		Chat: b.chat, Words: b.words, ApplicationID: discordtest.Application, Log: b.log, APIURL: b.server.URL,
		Uninstalled: func(_ context.Context, user string) error {
			told = append(told, user)
			return fails
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := a.Events(b.server.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	at := httptest.NewServer(handler)
	defer at.Close()
	if err := b.server.AcceptEvents(t.Context(), at.URL); err != nil {
		t.Fatal(err)
	}
	ana := somebody("ana")
	for _, tt := range []struct {
		event  string
		who    discordtest.Person
		fails  error
		status int
		told   []string
	}{
		{"APPLICATION_DEAUTHORIZED", ana, nil, http.StatusNoContent, []string{ana.ID}},
		{"APPLICATION_DEAUTHORIZED", ana, errors.New("no store"), http.StatusServiceUnavailable, []string{ana.ID}},
		{"APPLICATION_DEAUTHORIZED", discordtest.Person{ID: "../1"}, nil, http.StatusNoContent, nil},
		{"APPLICATION_AUTHORIZED", ana, nil, http.StatusNoContent, nil},
		{"ENTITLEMENT_CREATE", ana, nil, http.StatusNoContent, nil},
	} {
		told, fails = nil, tt.fails
		if status, err := b.server.SendEvent(t.Context(), at.URL, tt.event, tt.who); err != nil || status != tt.status || !slices.Equal(told, tt.told) {
			t.Errorf("%s of %s, noted with %v: %d, %v, and %q is told; want %d and %q", tt.event, tt.who.ID, tt.fails, status, err, told, tt.status, tt.told)
		}
	}
	if _, err := a.Events("00"); err == nil {
		t.Error("Events takes a key that is none")
	}
}
