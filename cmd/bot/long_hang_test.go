package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// How long Discord hangs, and under how many commands, unless NIM_TEST_HANG and
// NIM_TEST_COMMANDS say otherwise.
const (
	hangFor      = 15 * time.Second
	hangCommands = 600
)

// Limits for the program while Discord hangs.
const (
	mostGoroutines = 1500
	mostResident   = raceMemory * 256 << 20 // bytes
)

// TestManyCommandsWhileDiscordHangs lets people play in many channels while
// Discord takes no answer: the program stays within its bounds, a clock on the
// page is settled in time, and soon after Discord is back every channel shows
// the current state of its game.
func TestManyCommandsWhileDiscordHangs(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const (
		rounds = 20 // commands in a channel
		within = 5 * time.Second
		right  = time.Minute
	)
	hang, commands := hangFor, hangCommands
	if d, err := time.ParseDuration(os.Getenv("NIM_TEST_HANG")); err == nil {
		hang = d
	}
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_COMMANDS")); err == nil {
		commands = n
	}
	channels, clock := (commands+rounds-1)/rounds, min(30*time.Second, hang*2/3)
	fake, _, release := hangingDiscord(t)
	fake.ResponseTime = time.Millisecond // the fake doesn't wait for answers that hang
	s := newRunningBot(t, append(onDiscord(fake, "gateway"), "NIM_WEB_ENABLED=true")...)
	s.start()
	if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatal(err)
	}
	due := s.playOnThePage(clock)
	settled := time.Time{}
	goroutines, resident := 0.0, 0.0
	tick := time.NewTicker(hang / time.Duration(commands))
	defer tick.Stop()
	for n := range commands {
		<-tick.C
		_, _ = fake.Deliver(t.Context(), turn(n%channels, n/channels)) // it cannot be answered
		if n%50 == 0 {
			goroutines, resident = max(goroutines, s.metric("go_goroutines")), max(resident, s.metric("process_resident_memory_bytes"))
		}
		if settled.IsZero() && time.Now().After(due) && strings.Contains(s.document("web/general"), "!timeout") {
			settled = time.Now()
		}
	}
	late := settled.Sub(due)
	t.Logf("%d commands in %v: at most %.0f goroutines and %.0f MB; the clock was settled %v after its end", commands, hang, goroutines, resident/(1<<20), late)
	if goroutines > mostGoroutines || resident > mostResident {
		t.Errorf("%.0f goroutines and %.0f bytes, want at most %d and %d", goroutines, resident, mostGoroutines, mostResident)
	}
	if settled.IsZero() || late > within {
		t.Errorf("the clock of %v on the page was settled %v after its end, want within %v", clock, late, within)
	}
	release()
	back := time.Now()
	for c := range channels {
		i := turn(c, 0)
		place := "discord/" + i.Guild + "/" + i.Channel
		s.await(time.Until(back.Add(right)), "the board in "+place+" is right", func() bool {
			want := fmt.Sprintf("Piles: A 3, B 4, C %d.", 100-strings.Count(s.document(place), "C1"))
			all := fake.Messages(i.Channel)
			return len(all) > 0 && strings.Contains(all[len(all)-1].Text, want)
		})
	}
	t.Logf("all of %d boards were right %v after Discord was back", channels, time.Since(back).Round(time.Millisecond))
	s.stop()
}

// turn returns the command of a round in a channel: a challenge, its acceptance,
// and moves by turns.
func turn(channel, round int) discordtest.Interaction {
	switch mover := []string{"ana", "bobby"}[round%2]; round {
	case 0:
		return invoke(channel, "ana", "challenge", discordtest.Option{Name: "player", Value: "bobby"},
			discordtest.Option{Name: "piles", Value: "3 4 100"}, discordtest.Option{Name: "first", Value: "me"})
	case 1:
		return invoke(channel, "bobby", "accept")
	default:
		return invoke(channel, mover, "move", discordtest.Option{Name: "move", Value: "C1"})
	}
}

// metric returns the value of one of the program's metrics.
func (s *runningBot) metric(name string) float64 {
	s.t.Helper()
	resp, err := http.Get("http://" + s.admin + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	for in := bufio.NewScanner(resp.Body); in.Scan(); {
		if value, ok := strings.CutPrefix(in.Text(), name+" "); ok {
			f, err := strconv.ParseFloat(value, 64)
			if err != nil {
				s.t.Fatal(err)
			}
			return f
		}
	}
	s.t.Fatalf("there is no metric %s", name)
	return 0
}
