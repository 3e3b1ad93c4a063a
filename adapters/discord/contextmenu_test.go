package discord_test

import (
	"strings"
	"testing"

	"nimbot/adapters/discord/discordtest"
)

// A person's context menu challenges them; that of a message says who wins the piles in it.
func TestContextMenus(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	send := func(data map[string]any) discordtest.Message {
		t.Helper()
		return *b.deliver(discordtest.Interaction{Kind: discordtest.Command, Who: ana, Channel: channelID("c"), Guild: guild, Data: data}).Message
	}
	for content, want := range map[string]string{
		"3 4 5":                          "first player wins",
		"who wins (3,4,5) when we play?": "first player wins",
		"1 XOR 2 xor 3":                  "second player wins",
		"no piles here, 7 of us":         "no piles",
	} {
		if m := send(discordtest.OnMessage("Who wins this?", content)); !strings.Contains(m.Text, want) || m.To != ana.ID {
			t.Errorf("%q is answered to %q with %q, want %q to ana", content, m.To, m.Text, want)
		}
	}
	if m := send(discordtest.OnPerson("Challenge to Nim", bob)); !strings.Contains(m.Text, "challenged") || !strings.Contains(m.Text, bob.ID) || m.To != "" {
		t.Errorf("everybody sees %q, want a challenge to bob", m.Text)
	}
}
