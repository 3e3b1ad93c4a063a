package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// TestMentionFloodIsLimited lets one person write 300 messages to the bot at once,
// then 10,000. The bot says once that this is too fast, and the log stays
// readable.
func TestMentionFloodIsLimited(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, messages := range []int{300, 10_000} {
		t.Run(fmt.Sprint(messages), func(t *testing.T) {
			fake := discordtest.New()
			defer fake.Close()
			fake.Gateway.Expect(discordtest.Guilds | discordtest.GuildMessages | discordtest.DirectMessages)
			s := newRunningBot(t, append(onDiscord(fake, "gateway"), "NIM_DISCORD_MESSAGES=on", "NIM_LIMITS_COMMANDS_PER_MINUTE=60")...)
			s.start()
			if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
				t.Fatalf("%v\n%s", err, s.log)
			}
			say := func(person int) string {
				id, err := fake.Say(discordtest.Spoken{Who: discordtest.Person{ID: fmt.Sprint(800000000000000000 + person), Name: "Ana"}, Channel: fmt.Sprint(900000000000000000 + person), Content: "rules"})
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			begun := time.Now()
			for range messages {
				say(1)
				if messages == 300 {
					time.Sleep(10 * time.Millisecond)
				}
			}
			say(2) // another person's messages are answered
			s.await(time.Minute, "somebody else is answered", func() bool { return len(fake.Messages("900000000000000002")) == 1 })
			tooFast := func() (told int) {
				for _, m := range fake.Messages("900000000000000001") {
					if strings.Contains(m.Text, "faster than I can keep up") {
						told++
					}
				}
				return told
			}
			// The answers before it wait for Discord's pace.
			s.await(60*time.Second, "the person is told", func() bool { return tooFast() > 0 })
			time.Sleep(300 * time.Millisecond)
			all, told := fake.Messages("900000000000000001"), tooFast()
			most := 61 + int(time.Since(begun)/time.Second)
			if told != 1 || len(all) > most {
				t.Errorf("%d answers, %d of them that it's too fast; want at most %d, and 1", len(all), told, most)
			}
			s.stop()
			if n := strings.Count(s.log.String(), "\n"); n > 30 {
				t.Errorf("the log has %d lines:\n%.3000s", n, s.log)
			}
			t.Logf("%d messages: %d answers, %d times that it's too fast, %d lines of log", messages, len(all), told, strings.Count(s.log.String(), "\n"))
		})
	}
}
