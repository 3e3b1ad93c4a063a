package main

import (
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/game/chat/calendar"
	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// TestKilledReplicasPostTheDailyOnce: three replicas on one Redis post the
// day's positions in several channels. The fake kills all of them, either
// before it accepts a post or after it accepted one but before it answers.
// After a restart, no channel gets two posts; channels whose post wasn't
// interrupted get one. With NIM_TEST_DAILY, the test waits for the leases
// (about a minute) and expects exactly one post in every channel.
func TestKilledReplicasPostTheDailyOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const wave = 5 // channels
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	f := startFleetOn(t, fake, fake.URL, server.URL(), 3)
	fates := &killSwitch{fleet: f, method: http.MethodPost}
	fake.SetIntercept(fates.intercept)
	channels := 0
	for _, fate := range []int32{dieBefore, dieAfter} {
		fates.next.Store(fate)
		scheduleToday(t, server.URL(), channels, wave)
		channels += wave
		await(t, time.Minute, "a post to die of", func() bool { return fates.next.Load() == live })
		for _, r := range f.replicas {
			r.restart(t)
		}
	}
	scheduleToday(t, server.URL(), channels, wave)
	await(t, time.Minute, "the posts where nobody died", func() bool { return posted(fake, channels, wave) == wave })
	channels += wave
	if os.Getenv("NIM_TEST_DAILY") != "" {
		await(t, 3*time.Minute, "a post in each channel", func() bool { return posted(fake, 0, channels) == channels })
		time.Sleep(time.Minute) // until the claims of the killed replicas have expired
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

func dailyPlace(i int) dialog.Place {
	return dialog.Place{Platform: "discord", Guild: "1", Channel: dailyChannel(i)}
}

// openRedis opens the fleet's store.
func openRedis(t *testing.T, url string) store.Store {
	t.Helper()
	s, err := redis.Open(url, redis.Options{Owner: serve.Identity(config.Config{Discord: config.Discord{ApplicationID: discordtest.Application}})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// posted counts in how many of n channels, from the first on, the day's post is.
func posted(fake *discordtest.Server, first, n int) (count int) {
	for i := range n {
		if len(fake.Messages(dailyChannel(first+i))) > 0 {
			count++
		}
	}
	return count
}

// TestKilledReplicasAddSharedLines adds lines to the day's post, and kills all
// replicas while they edit it, before and after the edit lands: after a restart,
// they show each line. It waits for leases, so it runs with NIM_TEST_DAILY only.
func TestKilledReplicasAddSharedLines(t *testing.T) {
	if os.Getenv("NIM_TEST_DAILY") == "" {
		t.Skip("it waits for leases; set NIM_TEST_DAILY")
	}
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	f := startFleetOn(t, fake, fake.URL, server.URL(), 3)
	fates := &killSwitch{fleet: f, method: http.MethodPatch}
	fake.SetIntercept(fates.intercept)
	scheduleToday(t, server.URL(), 0, 1)
	s := openRedis(t, server.URL())
	for fate, who := range map[int32]string{dieBefore: "Ana", dieAfter: "Bob"} {
		fates.next.Store(fate)
		await(t, time.Minute, "a post that takes a line", func() bool { return addLine(t, s, dailyPlace(0), who) })
		await(t, time.Minute, "an edit to die of", func() bool { return fates.next.Load() == live })
		for _, r := range f.replicas {
			r.restart(t)
		}
		await(t, 3*time.Minute, who+"'s line", func() bool {
			all := fake.Messages(dailyChannel(0))
			return len(all) == 1 && strings.Contains(all[0].Text, who+": 🟩❌🟩")
		})
	}
	if faults := fake.Faults(); len(faults) > 0 {
		t.Errorf("the platform was told nonsense: %q", faults)
	}
}

// addLine adds a person's line to the post of a place, as the share command
// does. It reports whether the post exists.
func addLine(t *testing.T, s store.Store, p dialog.Place, who string) bool {
	t.Helper()
	rec, err := s.Get(t.Context(), p.String())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	taken, _ := doc.Share(doc.Daily.Date, channel.Line{Who: channel.Player{ID: who, Name: who}, Answers: "101", Streak: 2, At: store.UnixOf(now)})
	if !taken {
		return false
	}
	doc.Version = store.NextVersion(doc.Version, now)
	_, err = s.Commit(t.Context(), p.String(), store.Write{Expect: rec.Version, Data: doc.Encode(), Due: doc.DayPost.Due.Time()})
	if err != nil && !errors.Is(err, store.ErrConflict) {
		t.Fatal(err)
	}
	return err == nil
}

// What happens to the replicas at their next post or edit.
const (
	live      = iota
	dieBefore // all replicas are killed, and the post is lost
	dieAfter  // the post was accepted, and all are killed before they get the answer
)

// killSwitch kills all replicas at their next post or edit.
type killSwitch struct {
	fleet  *fleet
	method string // of the request at which they are killed
	next   atomic.Int32
}

// intercept is meant for discordtest.Server.SetIntercept.
func (d *killSwitch) intercept(_ http.ResponseWriter, r *http.Request) (answered bool) {
	if r.Method != d.method || !strings.Contains(r.URL.Path, "/messages") {
		return false
	}
	fate := d.next.Swap(live)
	if fate != live {
		for _, r := range d.fleet.replicas {
			_ = r.cmd.Process.Kill() // restart waits for its end
		}
	}
	return fate == dieBefore
}

// scheduleToday stores n channels from the first in which the day's positions were due a moment
// ago, as after a downtime.
func scheduleToday(t *testing.T, url string, first, n int) {
	t.Helper()
	s := openRedis(t, url)
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
		if _, err := s.Commit(t.Context(), dailyPlace(first+i).String(), store.Write{Data: doc.Encode(), Due: now}); err != nil {
			t.Fatal(err)
		}
	}
}

// await waits until holds returns true.
func await(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", within, what)
		}
	}
}
