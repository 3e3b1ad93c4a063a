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

// A challenge without an opponent shows a menu of people; choosing one sends the
// challenge.
func TestTheChallengedPersonIsChosen(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	lobby := *b.deliver(types(ana, "c", "")).Message
	ask, err := lobby.Find("Challenge")
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

// TestFormOfRetiredBoard sends the form after somebody reposted the board at the bottom
// of the channel. The result appears on the reposted board, and the old buttons don't
// work any more.
func TestFormOfRetiredBoard(t *testing.T) {
	for _, moves := range []int{0, 1} { // on the board, before it's called again
		b := newBot(t, false)
		ana := somebody("ana")
		first := *b.deliver(types(ana, "c", "start 3 4 5")).Message
		for range moves {
			first = *b.deliver(pressed(ana, "c", first, first.Buttons[0])).Message
		}
		second := *b.deliver(types(ana, "c", "board")).Message
		over := b.resign(ana, first)
		all := b.server.Messages(channelID("c"))
		if last := all[len(all)-1]; over.ID != last.ID || !strings.Contains(last.Text, "ana resigned") {
			t.Errorf("after %d moves, the result is %q in message %s, want it in the last one, %s", moves, over.Text, over.ID, last.ID)
		}
		for _, m := range all[:len(all)-1] {
			if len(m.Buttons) > 0 {
				t.Errorf("after %d moves, message %s keeps %d buttons though the game is over", moves, m.ID, len(m.Buttons))
			}
		}
		if len(all) != 3 || all[1].ID != second.ID {
			t.Errorf("after %d moves there are %d messages, want the two boards and the result", moves, len(all))
		}
	}
}
