package discord_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
)

// TestAbsurdHeartbeats has a gateway ask for heartbeats that no number of
// nanoseconds can hold, or for a storm of them.
func TestAbsurdHeartbeats(t *testing.T) {
	for _, hello := range []string{"10000000000000", "1e13", "1e300", "0.001"} {
		t.Run(hello, func(t *testing.T) {
			b := gatewayBot(t)
			b.server.Gateway.Hello = `{"heartbeat_interval":` + hello + `}`
			stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
			if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
				t.Fatalf("%v\n%s", err, b.logged)
			}
			begun := time.Now()
			time.Sleep(100 * time.Millisecond)
			if n, most := b.server.Gateway.Beats(), int(time.Since(begun)/shortTimes.Beat)+2; n > most {
				t.Errorf("%d heartbeats in %s, want at most %d", n, time.Since(begun), most)
			}
			if o := b.deliver(types(somebody("ana"), "c", "start 3 4 5")); o.Kind != 4 {
				t.Errorf("a command gave %d, want 4", o.Kind)
			}
			stop()
			if err := <-done; err != nil {
				t.Errorf("RunGateway = %v, want nil when it is stopped", err)
			}
		})
	}
}

// fragile is a log that panics at one message.
type fragile struct {
	slog.Handler
	at string
}

func (f fragile) Handle(ctx context.Context, r slog.Record) error {
	if strings.Contains(r.Message, f.at) {
		panic("the log is full")
	}
	return f.Handler.Handle(ctx, r)
}

// TestAPanicInAConnection is a reconnect, and the event at which it happened isn't
// handled again.
func TestAPanicInAConnection(t *testing.T) {
	b := gatewayBot(t)
	b.log = slog.New(fragile{slog.NewTextHandler(b.logged, nil), "can't be read"})
	b.start()
	b.endpoint.Close()
	b.stop = func() {}
	b.server.Endpoint = ""
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatalf("%v\n%s", err, b.logged)
	}
	if err := b.server.Gateway.Dispatch("MESSAGE_CREATE", []byte(`[]`)); err != nil {
		t.Fatal(err)
	}
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatalf("%v\n%s", err, b.logged)
	}
	if o := b.deliver(types(somebody("ana"), "c", "start 3 4 5")); o.Kind != 4 {
		t.Errorf("afterwards a command gave %d, want 4", o.Kind)
	}
	if _, i, r := b.server.Gateway.Counts(); i != 1 || r != 1 {
		t.Errorf("identified %d and resumed %d times, want 1 and 1:\n%s", i, r, b.logged)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("RunGateway = %v, want nil when it is stopped", err)
	}
}

// If READY has no resume_gateway_url, the bot resumes at the address it was connected to.
func TestResumeWithoutResumeURL(t *testing.T) {
	b := gatewayBot(t)
	b.server.Gateway.NoResumeURL = true
	b.server.Gateway.Fail(discordtest.Op7)
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatalf("%v\n%s", err, b.logged)
	}
	if _, i, r := b.server.Gateway.Counts(); i != 1 || r != 1 {
		t.Errorf("identified %d and resumed %d times, want 1 and 1:\n%s", i, r, b.logged)
	}
	stop()
	<-done
}

// The bot recognizes its own messages by its user id, even if that differs from the
// application id and the author lacks the bot flag.
func TestBotIgnoresOwnMessages(t *testing.T) {
	const self = "1100000000000000077"
	b := newBot(t, false)
	b.stop()
	b.server.User = self
	b.server.Gateway.Expect(discordtest.GuildMessages | discordtest.DirectMessages)
	b.start()
	stopEndpoint, stopGateway := b.stop, b.talk(b.adapter)
	b.stop = func() { stopGateway(); stopEndpoint() }
	own := discordtest.Spoken{Who: discordtest.Person{ID: self, Name: "Nim Bot"}, Channel: channelID("dm"), Content: "start 3 4 5"}
	if _, err := b.server.Say(own); err != nil {
		t.Fatal(err)
	}
	called := message("ana", "c", guild, "")
	called.Content = "<@" + self + "> start 5 6 7"
	called.Mentions = append(called.Mentions, theBot) // the content comes
	wantText(t, "called by that id", b.say(called), "Piles: A 5, B 6, C 7.")
	if all := b.server.Messages(channelID("dm")); len(all) != 0 {
		t.Errorf("the bot answers itself: %q", all[0].Text)
	}
}

// TestAFileIsAnswered: somebody sends the bot a picture, and learns that it can't
// be read.
func TestAFileIsAnswered(t *testing.T) {
	b := talkingBot(t, false)
	file := message("ana", "dm", "", "")
	file.Files = 1
	wantText(t, "a file alone", b.say(file), "I can't open files")
	file.Content = "start 3 4 5"
	m := b.say(file)
	wantText(t, "a file with a command", m, "Piles: A 3, B 4, C 5.")
	if strings.Contains(m.Text, "files") {
		t.Errorf("a command with a file shows %q, want nothing about the file", m.Text)
	}
	file.Content = ""
	wantText(t, "a file in a game", b.say(file), "I can't open files", "Piles: A 3, B 4, C 5.")
}
