package discord_test

import (
	"strings"
	"testing"

	"nimbot/adapters/discord"
)

func TestCheck(t *testing.T) {
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
