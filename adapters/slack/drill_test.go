package slack

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/cmd/bot/logs"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/storetest"
)

// The bounds of the adapter's resources while Slack behaves at its worst.
const (
	drillMemory = 150 << 20 // resident bytes in addition to those before
	drillFiles  = 200       // descriptors, of both ends
)

// drillFor returns how long a drill lasts: NIM_TEST_DRILL=5m runs the long form.
func drillFor(t *testing.T) time.Duration {
	d, err := time.ParseDuration(os.Getenv("NIM_TEST_DRILL"))
	if err != nil {
		return 1500 * time.Millisecond
	}
	if deadline, ok := t.Deadline(); ok && time.Until(deadline) < d+time.Minute {
		t.Fatalf("NIM_TEST_DRILL=%v needs a larger -timeout", d)
	}
	return d
}

// idle returns an envelope that asks for nothing.
func idle(id string) map[string]any {
	return map[string]any{"type": "events_api", "envelope_id": id, "payload": map[string]any{"type": "event_callback"}}
}

var ends = map[string]any{"type": "disconnect", "reason": "warning"}

// drills maps names to what a hostile Slack does on every connection.
var drills = map[string]func(k *slacktest.Socket, n int){
	// The connection stays open, so the bot decides how many there are.
	"an envelope and its end": func(k *slacktest.Socket, n int) {
		k.Send(idle(fmt.Sprint("x", n)))
		k.Send(ends)
	},
	"an envelope and a break": func(k *slacktest.Socket, n int) {
		k.Send(idle(fmt.Sprint("x", n)))
		k.Close()
	},
	"its end again and again": func(k *slacktest.Socket, _ int) {
		for k.Send(ends) {
			time.Sleep(time.Millisecond)
		}
	},
	"what cannot be read": func(k *slacktest.Socket, n int) {
		for i := 0; k.Send("no packet"); i++ {
			k.Send(map[string]any{"type": "slash_commands", "envelope_id": fmt.Sprint(n, "-", i), "payload": 7})
			time.Sleep(100 * time.Microsecond)
		}
	},
	"ten thousand envelopes": func(k *slacktest.Socket, n int) {
		for i := range 10_000 {
			k.Send(idle(fmt.Sprint(n, "-", i)))
		}
		k.Close()
	},
}

// TestHostileSlack has the fake misbehave in each way for drillFor. The bot opens at most
// one connection a second, and memory, descriptors and log size stay bounded.
func TestHostileSlack(t *testing.T) {
	slowtest.Only(t)
	for name, hostile := range drills {
		t.Run(name, func(t *testing.T) { drill(t, hostile, nil) })
	}
	t.Run("its calls are too many", func(t *testing.T) {
		drill(t, nil, func(s *slacktest.Server) {
			s.Fail("apps.connections.open", strings.Split(strings.Repeat("429 2,", 10_000), ",")...)
		})
	})
}

func drill(t *testing.T, hostile func(k *slacktest.Socket, n int), begin func(*slacktest.Server)) {
	lasts := drillFor(t)
	s, said := slacktest.New(), &logBuffer{}
	defer s.Close()
	var n atomic.Int64
	if hostile != nil {
		s.OnSocket = func(k *slacktest.Socket) { hostile(k, int(n.Add(1))) }
	}
	if begin != nil {
		begin(s)
	}
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Config{
		Words: catalogue, Store: storetest.NewMemory(), APIURL: s.URL, BotToken: slacktest.BotToken, AppToken: slacktest.AppToken,
		Log: slog.New(logs.Thin(slog.NewTextHandler(said, nil))), // the same handler as the program's
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := a.RunSocket(ctx); err != nil {
			t.Errorf("RunSocket() = %v", err)
		}
	})
	defer running.Wait()
	defer cancel()
	begun := time.Now()
	before, memory, files := resident(t), 0, 0
	for time.Since(begun) < lasts {
		memory, files = max(memory, resident(t)-before), max(files, descriptors(t))
		time.Sleep(50 * time.Millisecond)
	}
	took := time.Since(begun)
	opens, lines := len(s.Calls("apps.connections.open")), strings.Count(said.String(), "\n")
	t.Logf("%v: %d opens, %d lines of log, %d descriptors, %d MB more", took.Round(time.Second), opens, lines, files, memory>>20)
	if most := int(took/time.Second) + 1; opens > most {
		t.Errorf("%d connections were opened in %v, want at most %d", opens, took, most)
	}
	if most := int(took/time.Second) + 10; lines > most {
		t.Errorf("%d lines were logged in %v, want at most %d; the first are\n%.2000s", lines, took, most, said.String())
	}
	if files > drillFiles {
		t.Errorf("%d descriptors were open, want at most %d", files, drillFiles)
	}
	for _, p := range s.Problems() {
		t.Errorf("Slack minds: %s", p)
	}
	if memory > drillMemory {
		t.Errorf("%d MB more were resident, want at most %d", memory>>20, drillMemory>>20)
	}
}

// resident returns how many bytes of memory the process holds, 0 if the system doesn't say.
func resident(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kB, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kB << 10
}

// descriptors returns how many files and sockets the process has open.
func descriptors(t *testing.T) int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return len(all)
}
