package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// handovers is how many processes TestTheGatewayIsHandedOver stops with SIGTERM,
// one after another, unless NIM_TEST_HANDOVERS says more; from 10 on, one more is
// killed, whose lease takes half a minute to end.
const handovers = 2

// talker sends five messages a second on Discord, and remembers them.
type talker struct {
	fake *discordtest.Server
	stop chan struct{}
	done sync.WaitGroup

	mu   sync.Mutex
	said map[string]time.Time // by the message's id
}

const spokenIn = "900000000000000001"

func newTalker(fake *discordtest.Server) *talker {
	s := &talker{fake: fake, stop: make(chan struct{}), said: map[string]time.Time{}}
	s.done.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-s.stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
			who := discordtest.Person{ID: fmt.Sprint(800000000000000000 + n%10), Name: "Ana"}
			id, err := fake.Say(discordtest.Spoken{Who: who, Channel: spokenIn, Content: "rules"})
			if err != nil {
				id = fmt.Sprint(n, err) // nobody will answer it
			}
			s.mu.Lock()
			s.said[id] = time.Now()
			s.mu.Unlock()
		}
	})
	return s
}

// answers returns how many messages answer each message that was sent.
func (s *talker) answers() map[string]int {
	n := map[string]int{}
	for _, m := range s.fake.Messages(spokenIn) {
		n[m.Answers]++
	}
	return n
}

// unanswered lists the messages that have no answer yet.
func (s *talker) unanswered() (ids []string) {
	have := s.answers()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.said {
		if have[id] == 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// TestTheGatewayIsHandedOver replaces the process that holds the gateway while
// a person talks: the next one resumes its session, and every message is answered
// once.
func TestTheGatewayIsHandedOver(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	server := redistest.Start(t)
	fake := discordtest.New()
	defer fake.Close()
	fake.ResponseTime = time.Minute
	fake.Gateway.Expect(discordtest.Guilds | discordtest.GuildMessages | discordtest.DirectMessages)
	env := append(onDiscord(fake, "gateway"), "NIM_DISCORD_MESSAGES=on", "NIM_STORE="+server.URL(), "NIM_HTTP_DRAIN=0s", "NIM_LIMITS_COMMANDS_PER_MINUTE=1000000")
	serving := newRunningBot(t, env...)
	serving.start()
	if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatalf("%v\n%s", err, serving.log)
	}
	talk := newTalker(fake)
	times := fromEnv(t, "NIM_TEST_HANDOVERS", handovers)
	for range times {
		next := newRunningBot(t, env...)
		next.start()
		time.Sleep(time.Second)
		begun := time.Now()
		serving.stop()
		if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
			t.Fatalf("%v\n%s", err, next.log)
		}
		t.Logf("handed over within %s", time.Since(begun).Round(10*time.Millisecond))
		serving = next
	}
	if times >= 10 {
		serving = killed(t, server, talk, serving, newRunningBot(t, env...))
	}
	close(talk.stop)
	talk.done.Wait()
	serving.await(time.Minute, "everything is answered", func() bool { return len(talk.unanswered()) == 0 || t.Failed() })
	said := len(talk.said)
	for id, n := range talk.answers() {
		if n != 1 {
			t.Errorf("message %s has %d answers, want 1", id, n)
		}
	}
	if _, identified, resumed := fake.Gateway.Counts(); identified != 1 || resumed < times {
		t.Errorf("identified %d and resumed %d times, want 1 and at least %d", identified, resumed, times)
	}
	serving.stop()
	t.Logf("%d messages, %d handovers", said, times)
	if f := fake.Faults(); len(f) > 0 {
		t.Errorf("Discord refused %q", f)
	}
}

// killed kills the process that serves, and checks that the next one answers within
// two seconds of the end of the former's lease.
func killed(t *testing.T, server *redistest.Server, talk *talker, serving, next *runningBot) *runningBot {
	t.Helper()
	next.start()
	time.Sleep(12 * time.Second) // so that the lease was renewed
	if err := serving.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = serving.cmd.Wait() // it was killed
	before := len(talk.answers())
	s, err := redis.Open(server.URL(), redis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	rec, err := s.Get(t.Context(), "lease:discord/"+discordtest.Application+"/shard/0-1")
	if err != nil {
		t.Fatal(err)
	}
	var lease struct {
		Until int64 `json:"until"`
	}
	if err := json.Unmarshal(rec.Data, &lease); err != nil {
		t.Fatal(err)
	}
	until := time.UnixMilli(lease.Until)
	next.await(time.Minute, "it answers again", func() bool { return len(talk.answers()) > before })
	if late := time.Since(until); late > 2*time.Second {
		t.Errorf("after a kill, the bot answers again %s after the lease's end, want at most 2 s", late)
	}
	// The missed messages are answered at the pace that Discord allows, 50 a second.
	next.await(time.Minute, "what was missed is answered", func() bool { return len(talk.unanswered()) <= 2 })
	t.Logf("after a kill, everything is answered %s after the lease's end", time.Since(until))
	return next
}
