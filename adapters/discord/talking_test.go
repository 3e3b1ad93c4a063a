package discord_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
)

// theBot is the bot as somebody whom messages mention.
var theBot = discordtest.Person{ID: discordtest.Application, Name: "Nim Bot", Bot: true}

// talkingBot is a bot that answers messages: beside HTTP, or on the gateway
// that brings its interactions.
func talkingBot(t *testing.T, gateway bool) *bot {
	t.Helper()
	b := newBot(t, false)
	b.stop()
	b.server.Gateway.Expect(discordtest.GuildMessages | discordtest.DirectMessages)
	if gateway {
		b.server.Endpoint = ""
	} else {
		b.start()
	}
	stopEndpoint := b.stop
	stopGateway := b.talk(b.adapter)
	b.stop = func() {
		stopGateway()
		stopEndpoint()
	}
	return b
}

// talk connects an adapter to the gateway for messages.
func (b *bot) talk(a *discord.Adapter) (stop func()) {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.RunGateway(ctx, discord.GatewayConfig{Times: longTimes, Messages: true}) }()
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		b.t.Fatalf("%v\n%s", err, b.logged)
	}
	return func() {
		cancel()
		if err := <-done; err != nil {
			b.t.Errorf("RunGateway: %v", err)
		}
	}
}

var named = regexp.MustCompile(`@(\w+)`)

// message is what who writes, with "@nim" for the bot and "@bob" for others.
func message(who, channel, guild, content string) discordtest.Spoken {
	m := discordtest.Spoken{Who: somebody(who), Channel: channelID(channel), Guild: guild}
	m.Content = named.ReplaceAllStringFunc(content, func(s string) string {
		p := somebody(s[1:])
		if s == "@nim" {
			p = theBot
		}
		m.Mentions = append(m.Mentions, p)
		return "<@" + p.ID + ">"
	})
	return m
}

// say writes m and returns the first message with which the bot answers it.
func (b *bot) say(m discordtest.Spoken) discordtest.Message {
	b.t.Helper()
	id, err := b.server.Say(m)
	if err != nil {
		b.t.Fatal(err)
	}
	var answer discordtest.Message
	b.await("an answer to "+m.Content, func() bool {
		for _, x := range b.server.Messages(m.Channel) {
			if x.Answers == id {
				answer = x
				return true
			}
		}
		return false
	})
	b.settle()
	return answer
}

// says calls say for a message by who in a channel of the test server.
func (b *bot) says(who, channel, content string) discordtest.Message {
	b.t.Helper()
	return b.say(message(who, channel, guild, content))
}

func (b *bot) await(what string, is func() bool) {
	b.t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("waited in vain for %s; the log:\n%s", what, b.logged)
		}
	}
}

// press presses the button whose label begins so.
func (b *bot) press(who, channel string, m discordtest.Message, label string) discordtest.Message {
	b.t.Helper()
	button, err := m.Find(label)
	if err != nil {
		b.t.Fatalf("%v in %q", err, m.Text)
	}
	o := b.deliver(pressed(somebody(who), channel, m, button))
	if o.Message == nil {
		b.t.Fatalf("%s pressed %q: a response of type %d without a message", who, label, o.Kind)
	}
	return *o.Message
}

func wantText(t *testing.T, what string, m discordtest.Message, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(m.Text, p) {
			t.Errorf("%s shows %q, want %q in it", what, m.Text, p)
		}
	}
}

// A message that is edited never acts, whether its first text was a command or not.
func TestEditedMessagesDontAct(t *testing.T) {
	b := talkingBot(t, false)
	first := message("ana", "c", guild, "@nim start 3 4 5")
	first.ID = b.server.NewID()
	b.say(first)
	other := message("ana", "c", guild, "hello")
	var err error
	if other.ID, err = b.server.Say(other); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{first.ID, other.ID} {
		again := message("ana", "c", guild, "@nim A1")
		again.ID = id
		if err := b.server.Edit(again); err != nil {
			t.Fatal(err)
		}
	}
	wantText(t, "the board after the edits", b.says("ana", "c", "@nim board"), "Piles: A 3, B 4, C 5") // events are handled in order
	if n := len(b.server.Messages(channelID("c"))); n != 2 {
		t.Errorf("the channel has %d messages, want two boards", n)
	}
}

// Who is renamed during a game plays on with the new name, for everybody.
func TestARenamedPlayer(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	b.deliver(types(ana, "c", "challenge @bob 3 4 5 first:me"))
	b.deliver(types(bob, "c", "accept"))
	ana.Name = "Zoë"
	wantText(t, "the board after her move", *b.deliver(types(ana, "c", "A1")).Message, "Zoë")
	o := b.deliver(types(bob, "c", "B1"))
	wantText(t, "the board after his", *o.Message, "Zoë's move")
	if strings.Contains(o.Message.Text, "ana") {
		t.Errorf("the board still names ana: %q", o.Message.Text)
	}
}
