package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/router/routertest"
	"nimbot/game/worker"
)

// leavingBot is a bot that keeps people, and on whose server somebody plays.
func leavingBot(t *testing.T) (b *bot, whole *routertest.Bot) {
	t.Helper()
	b = newBot(t, false)
	b.server.SetServers(guild)
	b.stop()
	b.removed = func(ctx context.Context, guild string) error {
		return b.whole.Book.RecordRemoval(ctx, discord.Platform, guild)
	}
	b.start()
	whole = b.whole
	if err := whole.Book.Watch(t.Context(), discord.Platform, b.adapter); err != nil {
		t.Fatal(err)
	}
	b.deliver(types(somebody("ana"), "general", "start 3 4 5"))
	b.deliver(types(somebody("ana"), "general", "visibility private"))
	if n := b.documents(); n < 2 {
		t.Fatalf("%d documents of the server, want the channel's and the member's", n)
	}
	return b, whole
}

// documents counts the documents of the server.
func (b *bot) documents() (n int) {
	b.t.Helper()
	for e, err := range b.store.All(b.t.Context()) {
		if err != nil {
			b.t.Fatal(err)
		}
		if strings.HasPrefix(e.Key, "discord/"+guild+"/") || strings.HasPrefix(e.Key, "member:discord/"+guild+"/") {
			n++
		}
	}
	return n
}

// advanceDays moves the clock by days, with a worker that does what is due.
func (b *bot) advanceDays(whole *routertest.Bot, days int) {
	b.t.Helper()
	by := worker.Worker{Chat: whole.Config.Chat, Store: b.store, Now: b.clock.Now, Due: whole.Book.Due, Log: b.log}
	for range days * 4 {
		b.clock.Advance(6 * time.Hour)
		if _, err := by.Step(b.t.Context()); err != nil {
			b.t.Fatal(err)
		}
		if err := whole.Book.WaitIdle(b.t.Context()); err != nil {
			b.t.Fatal(err)
		}
	}
}

// The gateway reports the servers that removed the bot.
func TestGuildDeleteErasesServer(t *testing.T) {
	for _, c := range []struct {
		name         string
		outage, back bool
		days         int
		deleted      bool
	}{
		{name: "removed, within the wait", days: 6},
		{name: "removed, after it", days: 8, deleted: true},
		{name: "removed and back", back: true, days: 8},
		{name: "an outage at Discord", outage: true, days: 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, whole := leavingBot(t)
			b.server.Gateway.Expect(discordtest.Guilds)
			stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
			if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
				t.Fatal(err)
			}
			if err := b.server.RemoveFrom(guild, c.outage); err != nil {
				t.Fatal(err)
			}
			if !c.outage {
				b.awaitDeparture()
			}
			if c.back {
				b.server.SetServers(guild)
			}
			b.advanceDays(whole, c.days)
			if n := b.documents(); (n == 0) != c.deleted {
				t.Errorf("%d days later there are %d documents, want none: %v", c.days, n, c.deleted)
			}
			stop()
			if err := <-done; err != nil {
				t.Errorf("RunGateway: %v", err)
			}
		})
	}
}

// awaitDeparture waits until it's noted that the server removed the bot.
func (b *bot) awaitDeparture() {
	b.t.Helper()
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		rec, err := b.store.Get(b.t.Context(), "gone:discord/"+guild)
		if err != nil {
			b.t.Fatal(err)
		}
		if rec.Version != 0 {
			return
		}
		if time.Since(begun) > time.Minute {
			b.t.Fatalf("the departure isn't noted; the log:\n%s", b.logged)
		}
	}
}

// Without a gateway, the daily list of servers reveals which of them removed the bot.
func TestDailyServerListFindsRemovals(t *testing.T) {
	for _, c := range []struct {
		name    string
		fails   bool
		days    int
		deleted bool
	}{
		{"within the wait", false, 8, false},
		{"after it", false, 11, true},
		{"while Discord fails", true, 20, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, whole := leavingBot(t)
			others := make([]string, 10)
			for i := range others {
				others[i] = fmt.Sprint(2_000_000_000_000_000_000 + i)
			}
			b.server.SetServers(append(slices.Clone(others), guild)...)
			b.advanceDays(whole, 2)
			b.server.SetServers(others...)
			if c.fails {
				b.server.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
					if strings.Contains(r.URL.Path, "guilds") {
						http.Error(w, `{"message":"no"}`, http.StatusForbidden)
					}
					return strings.Contains(r.URL.Path, "guilds")
				})
			}
			b.advanceDays(whole, c.days)
			if n := b.documents(); (n == 0) != c.deleted {
				t.Errorf("%d days later there are %d documents, want none: %v\n%s", c.days, n, c.deleted, b.logged)
			}
		})
	}
}

// TestServersAreListedInPages reads a list of several pages.
func TestServersAreListedInPages(t *testing.T) {
	for _, n := range []int{0, 1, 199, 200, 201, 400, 401} {
		b := newBot(t, false)
		want := make([]string, n)
		for i := range want {
			want[i] = fmt.Sprint(2_000_000_000_000_000_000 + i)
		}
		b.server.SetServers(want...)
		got, err := b.adapter.Servers(context.Background())
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("Servers() = %d of them, %v, want %d", len(got), err, n)
		}
	}
}
