package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// slackGame is a game in a channel in which ana and bob take one stone in turn
// from the only pile, so that the rest of it counts the moves.
type slackGame struct {
	channel string
	moves   int  // that were acknowledged
	unknown bool // one more was sent and not acknowledged
}

// slackPile is small enough to be written without separators.
const slackPile = 900

// TestKilledProcessLosesNoAcknowledgedMove kills the program at random moments
// while people play over Socket Mode. After the restart every move whose
// delivery was acknowledged is there, and none is there twice.
func TestKilledProcessLosesNoAcknowledgedMove(t *testing.T) {
	slowtest.Only(t)
	fake := slacktest.New()
	defer fake.Close()
	fake.AckWithin, fake.PostEvery = 3*time.Second, 0
	fake.AddUser(slacktest.User{ID: "UANA", Name: "Ana"})
	fake.AddUser(slacktest.User{ID: "UBOB", Name: "Bob"})
	t.Setenv("NIM_SLACK_MODE", "socket")
	t.Setenv("NIM_SLACK_BOT_TOKEN", slacktest.BotToken)
	t.Setenv("NIM_SLACK_APP_TOKEN", slacktest.AppToken)
	t.Setenv("NIM_SLACK_API_URL", fake.URL)
	t.Setenv("NIM_LIMITS_COMMANDS_PER_MINUTE", "1000000")
	t.Setenv("NIM_STORE", "bolt:"+filepath.Join(t.TempDir(), "nim.db"))
	var tables []*slackGame
	for i := range 4 {
		x := &slackGame{channel: fmt.Sprint("CT", i)}
		fake.AddChannel(slacktest.Channel{ID: x.channel, Member: true})
		tables = append(tables, x)
	}
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	acknowledged := 0
	for round := range fromEnv(t, "NIM_TEST_KILLS", killRounds) {
		server := startSocket(t, fake)
		for _, x := range tables {
			if round == 0 {
				x.begin(t, fake)
			}
			x.verify(t, fake)
		}
		acknowledged += playUntilKilled(fake, tables, server, time.Duration(20+r.IntN(200))*time.Millisecond)
	}
	server := startSocket(t, fake)
	for _, x := range tables {
		x.verify(t, fake)
	}
	_ = server.Process.Kill()
	_ = server.Wait() // it was killed
	t.Logf("seed %d: killed %d times, %d moves acknowledged, none lost, none twice", seed, fromEnv(t, "NIM_TEST_KILLS", killRounds), acknowledged)
}

// startSocket starts the program and waits until it is connected.
func startSocket(t *testing.T, fake *slacktest.Server) *exec.Cmd {
	t.Helper()
	slowtest.Quick(t)
	t.Setenv("NIM_HTTP_ADMIN", freeport.Address(t))
	t.Setenv("NIM_HTTP_LISTEN", freeport.Address(t))
	for begun := time.Now(); fake.Sockets() > 0 && time.Since(begun) < time.Minute; {
		time.Sleep(time.Millisecond) // those of the killed process
	}
	server := exec.Command("bot", "serve")
	server.Dir = t.TempDir()
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() })
	for begun := time.Now(); fake.Sockets() == 0; time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("the program did not connect")
		}
	}
	return server
}

// playUntilKilled plays at every table until the program is killed, and returns
// how many moves were acknowledged.
func playUntilKilled(fake *slacktest.Server, tables []*slackGame, server *exec.Cmd, after time.Duration) (acknowledged int) {
	killed := make(chan struct{})
	var playing sync.WaitGroup
	before := 0
	for _, x := range tables {
		before += x.moves
		playing.Go(func() { x.play(fake, killed) })
	}
	time.Sleep(after)
	_ = server.Process.Kill()
	_ = server.Wait() // it was killed
	close(killed)
	playing.Wait()
	for _, x := range tables {
		acknowledged += x.moves
	}
	return acknowledged - before
}

func (x *slackGame) begin(t *testing.T, fake *slacktest.Server) {
	t.Helper()
	for _, d := range []*slacktest.Delivery{
		fake.Command("UANA", x.channel, "/nim", fmt.Sprintf("challenge <@UBOB> %d", slackPile)),
		fake.Command("UBOB", x.channel, "/nim", "accept"),
	} {
		if _, err := d.Send(); err != nil {
			t.Fatal(err)
		}
	}
}

// play sends moves until one is not acknowledged. Slack would deliver that move
// again; here nobody does, so it may or may not be stored.
func (x *slackGame) play(fake *slacktest.Server, killed <-chan struct{}) {
	for x.moves < slackPile-1 {
		select {
		case <-killed:
			return
		default:
		}
		who := []string{"UANA", "UBOB"}[x.moves%2]
		if _, err := fake.Command(who, x.channel, "/nim", "A1").Send(); err != nil {
			x.unknown = true
			return
		}
		x.moves++
	}
}

var pileLeft = regexp.MustCompile(`Pile: A (\d+)`)

// verify asks for the board and compares it with the acknowledged moves.
func (x *slackGame) verify(t *testing.T, fake *slacktest.Server) {
	t.Helper()
	known := len(fake.Messages(x.channel))
	if _, err := fake.Command("UANA", x.channel, "/nim", "board").Send(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(time.Millisecond) {
		all := fake.Messages(x.channel)
		if len(all) <= known {
			continue
		}
		found := pileLeft.FindStringSubmatch(all[len(all)-1].Text)
		if found == nil || strings.Contains(all[len(all)-1].Text, "further down") {
			continue
		}
		left, _ := strconv.Atoi(found[1])
		made := slackPile - left
		if made != x.moves && (made != x.moves+1 || !x.unknown) {
			t.Fatalf("%s: %d moves were acknowledged (one more is unknown: %v), the board says %d", x.channel, x.moves, x.unknown, made)
		}
		x.moves, x.unknown = made, false
		return
	}
	t.Fatalf("%s: no board was shown; it shows %v", x.channel, fake.Messages(x.channel))
}
