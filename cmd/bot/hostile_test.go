package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// Limits for a bot whose gateway misbehaves on every connection.
const (
	hostileMemory      = 150 << 20 // bytes
	hostileDescriptors = 200
	hostileOpens       = 1  // connections a second
	hostileLines       = 1  // of the log, a second
	hostileStart       = 15 // lines of the log while the program starts
)

// TestHostileGateways runs one bot against each kind of misbehaving gateway,
// for the duration NIM_TEST_HOSTILE, such as "5m".
func TestHostileGateways(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("what a process uses is read from /proc")
	}
	lasts := 5 * time.Second
	if text := os.Getenv("NIM_TEST_HOSTILE"); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	cases := map[string]func(g *discordtest.Gateway){
		"a flood of messages":  func(g *discordtest.Gateway) {},
		"a storm of heartbeat": func(g *discordtest.Gateway) { g.Hello = `{"heartbeat_interval":1}` },
		"a hello of nonsense":  func(g *discordtest.Gateway) { g.Hello = `{"heartbeat_interval":"soon"}` },
	}
	for _, f := range []discordtest.Fault{
		discordtest.Silent, discordtest.OnlyHello, discordtest.EarlyOp7, discordtest.Op7, discordtest.Op9, discordtest.Op9Resumable,
		discordtest.TCPReset, discordtest.NoHeartbeatAck, discordtest.Garbage, discordtest.NoResumed, "4000", "4009",
	} {
		cases[string(f)] = func(g *discordtest.Gateway) { g.Always, g.Heartbeat = f, time.Second }
	}
	type running struct {
		*runningBot
		fake  *discordtest.Server
		begun time.Time
	}
	all := map[string]running{}
	for name, make := range cases {
		fake := discordtest.New()
		defer fake.Close()
		fake.Gateway.Expect(discordtest.Guilds | discordtest.GuildMessages | discordtest.DirectMessages)
		make(fake.Gateway)
		s := newRunningBot(t, append(onDiscord(fake, "gateway"), "NIM_DISCORD_MESSAGES=on")...)
		s.launch()
		all[name] = running{s, fake, time.Now()}
	}
	for _, x := range all {
		x.await(time.Minute, "the program serves", func() bool { return strings.Contains(x.log.String(), "msg=serving") })
	}
	flood := all["a flood of messages"]
	if err := flood.fake.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatal(err)
	}
	for n, end := 0, time.Now().Add(lasts); time.Now().Before(end); n++ {
		who := discordtest.Person{ID: fmt.Sprint(800000000000000000 + n%5000), Name: "Ana"}
		if _, err := flood.fake.Say(discordtest.Spoken{Who: who, Channel: fmt.Sprint(900000000000000000 + n%3000), Content: "rules"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	for name, x := range all {
		took := int(time.Since(x.begun)/time.Second) + 1
		memory, descriptors := x.memory(), x.descriptors()
		opens, identified, resumed := x.fake.Gateway.Counts()
		lines := strings.Count(x.log.String(), "\n")
		t.Logf("%-20s %3d MB, %3d descriptors, %3d opens (%d identified, %d resumed), %3d lines in %d s", name, memory>>20, descriptors, opens, identified, resumed, lines, took)
		if memory > hostileMemory || descriptors > hostileDescriptors || opens > took*hostileOpens+1 || lines > took*hostileLines+hostileStart {
			t.Errorf("%s: that's too much; the log:\n%.2000s", name, x.log)
		}
		x.stop()
	}
}

// memory returns the memory that the process uses, in bytes.
func (s *runningBot) memory() int {
	s.t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		s.t.Fatalf("the process is gone: %v\n%s", err, s.log)
	}
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		s.t.Fatalf("the process has no memory any more:\n%s", s.log)
	}
	kB, err := strconv.Atoi(fields[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return kB << 10
}

// descriptors returns how many files and connections the process has open.
func (s *runningBot) descriptors() int {
	s.t.Helper()
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	return len(all)
}
