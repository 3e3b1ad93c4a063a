package main

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/calendar"
	"nimbot/channel"
	"nimbot/chat"
	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// TestKilledReplicasPostTheDailyOnce has the day's positions fall due in several
// channels, on three replicas that share one Redis, and kills all of them with
// kill -9: just before a post lands, and after one did, before they hear of it.
// Begun anew, they post where nobody died, and nowhere twice. With NIM_TEST_DAILY
// set the test waits until the leases of the dead are over, about a minute, and
// wants exactly one post in every channel.
func TestKilledReplicasPostTheDailyOnce(t *testing.T) {
	const wave = 5 // channels
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	f := startFleetOn(t, fake, fake.URL, server.URL(), 3)
	fates := &fates{fleet: f}
	fake.SetIntercept(fates.intercept)
	channels := 0
	for _, fate := range []int32{dieBefore, dieAfter} {
		fates.next.Store(fate)
		scheduleToday(t, server.URL(), channels, wave)
		channels += wave
		await(t, 30*time.Second, "a post to die of", func() bool { return fates.next.Load() == live })
		for _, r := range f.replicas {
			r.restart(t)
		}
	}
	scheduleToday(t, server.URL(), channels, wave)
	await(t, 30*time.Second, "the posts where nobody died", func() bool { return posted(fake, channels, wave) == wave })
	channels += wave
	if os.Getenv("NIM_TEST_DAILY") != "" {
		await(t, 3*time.Minute, "a post in each channel", func() bool { return posted(fake, 0, channels) == channels })
		time.Sleep(time.Minute) // for what somebody may still hold for due
	}
	for i := range channels {
		if n := len(fake.Messages(dailyChannel(i))); n > 1 {
			t.Errorf("in channel %d the day was posted %d times, want once at most", i, n)
		}
	}
	if faults := fake.Faults(); len(faults) > 0 {
		t.Errorf("the platform was told nonsense: %q", faults)
	}
	t.Logf("posted in %d of %d channels", posted(fake, 0, channels), channels)
}

func dailyChannel(i int) string { return strconv.Itoa(910000000000000000 + i) }

// posted counts in how many of n channels from the first the day was posted.
func posted(fake *discordtest.Server, first, n int) (count int) {
	for i := range n {
		if len(fake.Messages(dailyChannel(first+i))) > 0 {
			count++
		}
	}
	return count
}

// What becomes of the fleet at its next post.
const (
	live      = iota
	dieBefore // all replicas are killed, and the post is lost
	dieAfter  // the post stands, and all are killed before they hear of it
)

// fates kill the whole fleet while it posts.
type fates struct {
	fleet *fleet
	next  atomic.Int32
}

// intercept is for discordtest.Server.SetIntercept.
func (d *fates) intercept(_ http.ResponseWriter, r *http.Request) (answered bool) {
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/messages") {
		return false
	}
	fate := d.next.Swap(live)
	if fate != live {
		for _, r := range d.fleet.replicas {
			_ = r.cmd.Process.Kill() // whoever restarts it waits for it
		}
	}
	return fate == dieBefore
}

// scheduleToday stores n channels from the first in which the day's positions were due a moment
// ago, as after a downtime.
func scheduleToday(t *testing.T, url string, first, n int) {
	t.Helper()
	s, err := redis.Open(url, redis.Options{Owner: Config{Discord: DiscordConfig{ApplicationID: discordtest.Application}}.identity()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	now := time.Now()
	zone := "UTC"
	if h := now.UTC().Hour(); h == 0 || h == 23 { // the date must not change meanwhile
		zone = "Asia/Tokyo"
	}
	local := now.In(calendar.Zone(zone))
	for i := range n {
		doc := channel.Document{Format: store.Format, Version: store.NextVersion(0, now)}
		doc.Settings.Zone = zone
		doc.Daily = channel.Daily{
			At: calendar.WriteTime(local.Hour()*60 + local.Minute() - 16), Days: calendar.EveryDay.String(),
			After: store.UnixOf(now.Add(-24 * time.Hour)),
		}
		place := chat.Place{Platform: "discord", Guild: "1", Channel: dailyChannel(first + i)}
		if _, err := s.Commit(t.Context(), place.String(), store.Write{Data: doc.Encode(), Due: now}); err != nil {
			t.Fatal(err)
		}
	}
}

// await waits until something holds.
func await(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", within, what)
		}
	}
}
