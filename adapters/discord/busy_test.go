package discord_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// TestBusyChannelDoesNotDelayOthers has people mention the bot in one channel once a
// second each, where Discord takes five messages in five seconds, while others talk to it
// in channels of their own. With NIM_TEST_BUSY=30s, ten people do so for half a minute;
// else there are more of them, and they stop early.
func TestBusyChannelDoesNotDelayOthers(t *testing.T) {
	slowtest.Only(t)
	people, lasts := 60, 4*time.Second
	if text := os.Getenv("NIM_TEST_BUSY"); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		people = 10
	}
	b := talkingBot(t, false)
	b.server.LimitMessages(5, 5*time.Second)
	end := time.Now().Add(lasts)
	var speaking sync.WaitGroup
	for range people {
		speaking.Go(func() {
			for ; time.Now().Before(end); time.Sleep(time.Second) {
				if _, err := b.server.Say(message("ana", "busy", guild, "@nim rules")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	var waits []time.Duration
	for n := 0; time.Now().Before(end); n++ {
		channel := fmt.Sprint("quiet", n/4) // which isn't limited itself
		asked := time.Now()
		id, err := b.server.Say(message("bob", channel, guild, "@nim rules"))
		if err != nil {
			t.Fatal(err)
		}
		b.await("an answer in "+channel, func() bool {
			return slices.ContainsFunc(b.server.Messages(channelID(channel)), func(m discordtest.Message) bool { return m.Answers == id })
		})
		waits = append(waits, time.Since(asked))
		time.Sleep(50 * time.Millisecond)
	}
	speaking.Wait()
	slices.Sort(waits)
	p99, answered := waits[len(waits)*99/100], len(b.server.Messages(channelID("busy")))
	t.Logf("%d answers elsewhere: half within %s, p99 %s; %d answers in the busy channel, %d refused", len(waits), waits[len(waits)/2], p99, answered, b.server.Limited())
	if p99 >= time.Second {
		t.Errorf("answers in other channels came within %s (p99), want less than 1 s", p99)
	}
	if n := b.server.Limited(); n > 20 {
		t.Errorf("%d messages were refused by Discord's limit, want hardly any", n)
	}
	if answered < int(lasts/time.Second) {
		t.Errorf("%d answers in the busy channel within %s, want one a second", answered, lasts)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_ = b.adapter.Close(over) // what waits in the busy channel is dropped
}
