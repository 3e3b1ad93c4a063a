package discord_test

import (
	"strings"
	"testing"

	"nimbot/adapters/discord/discordtest"
)

// Resign asks in a form, whose sending gives the game up on the board.
func TestResigningAsksInAForm(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	board := *b.deliver(types(ana, "c", "start 3 4 5")).Message
	resign, err := board.Find("Resign")
	if err != nil {
		t.Fatal(err)
	}
	o := b.deliver(pressed(ana, "c", board, resign))
	if o.Kind != 9 || !strings.Contains(string(o.Form), "Your opponent wins if you resign") {
		t.Fatalf("Resign is answered with type %d, %s; want a form that asks", o.Kind, o.Body)
	}
	if over := b.resign(ana, board); over.ID != board.ID || !strings.Contains(over.Text, "ana resigned") {
		t.Errorf("the form is answered with the message %s, %q; want the board changed to its end", over.ID, over.Text)
	}
}

// resign sends the form that a press of Resign on m opens. It returns the message
// that is shown then.
func (b *bot) resign(who discordtest.Person, m discordtest.Message) discordtest.Message {
	b.t.Helper()
	o := b.deliver(discordtest.Interaction{
		Kind: discordtest.Form, Who: who, Channel: channelID("c"), Guild: guild, Message: &m,
		Data: discordtest.Filled("m:"+b.find(m, "Resign").CustomID, nil),
	})
	if o.Message == nil {
		b.t.Fatalf("Resign is answered with %s, want a message", o.Body)
	}
	return *o.Message
}

// A challenge without a name asks for a person, whose choice makes it.
func TestTheChallengedPersonIsChosen(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	lobby := *b.deliver(types(ana, "c", "")).Message
	ask, err := lobby.Find("Challenge someone")
	if err != nil {
		t.Fatal(err)
	}
	o := b.deliver(pressed(ana, "c", lobby, ask))
	if !strings.Contains(string(o.Body), `"type":5`) || !strings.Contains(string(o.Body), `"custom_id":"u:challenge"`) {
		t.Fatalf("it is answered %s, want a choice of people", o.Body)
	}
	o = b.deliver(discordtest.Interaction{
		Kind: discordtest.Component, Who: ana, Channel: channelID("c"), Guild: guild, Message: o.Message,
		Data: discordtest.Chosen("u:challenge", bob),
	})
	if want := "challenged"; !strings.Contains(o.Message.Text, want) || !strings.Contains(o.Message.Text, bob.ID) || o.Message.To != "" {
		t.Errorf("after bob was chosen everybody sees %q, want a challenge to bob", o.Message.Text)
	}
}
