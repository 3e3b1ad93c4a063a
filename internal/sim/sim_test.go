package sim

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"nimbot/internal/slowtest"
)

var (
	seedsFlag = flag.String("seeds", "5-7", "the seeds to run, N or FROM-TO")
	traceFlag = flag.Bool("events", false, "print all that happened")
)

// today is when a run begins: the bubble's clock starts in 2000.
var today = time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)

// run plays one seed, and returns what happened and what was wrong. It runs on one processor, so
// that the seed alone decides the order of events.
func run(t *testing.T, seed uint64, o Options) (w *world) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	synctest.Test(t, func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, seed)
		time.Sleep(time.Until(today))
		w = newWorld(t, seed, o)
		ctx, cancel := context.WithTimeout(context.Background(), o.For)
		defer cancel()
		var doing sync.WaitGroup
		w.people = w.crowd()
		for _, p := range w.people {
			doing.Go(func() { p.lives(ctx, w.people) })
		}
		for i := 0; i+1 < len(w.people); i += 10 {
			g := &counted{world: w, channel: channelID(100 + i), players: [2]*person{w.people[i], w.people[i+1]}, seen: map[int]int{}}
			for _, p := range g.players {
				p.counted = append(p.counted, g.channel)
			}
			doing.Go(func() { g.plays(ctx) })
		}
		doing.Go(func() { w.chaos(ctx) })
		doing.Wait()
		w.faults.Wait()
		time.Sleep(2 * time.Minute)
		w.model.checkRest(context.Background(), w.channels())
		w.model.checkPlatform()
		w.end()
	})
	return w
}

// seeds reads -seeds.
func seeds(t *testing.T) (from, to uint64) {
	t.Helper()
	first, last, isRange := strings.Cut(*seedsFlag, "-")
	if !isRange {
		last = first
	}
	from, err := strconv.ParseUint(first, 10, 64)
	to, err2 := strconv.ParseUint(last, 10, 64)
	if err != nil || err2 != nil {
		t.Fatalf("-seeds %q: want N or FROM-TO", *seedsFlag)
	}
	return from, to
}

// TestSeeds plays seeds and checks what the bot promises.
func TestSeeds(t *testing.T) {
	slowtest.Sequential(t)
	from, to := seeds(t)
	looked := map[string]int{}
	for seed := from; seed <= to; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			began := time.Now()
			w := run(t, seed, Options{
				Copies: 3, People: 20, For: 20 * time.Minute,
				Faults: Faults{Twice: .1, Amid: .1, Platform: .03, Kill: 3 * time.Minute, Gently: .5, Down: 10 * time.Second},
			})
			if *traceFlag {
				fmt.Fprintln(os.Stdout, w.trace)
			}
			for _, wrong := range w.model.wrong {
				t.Error(wrong)
			}
			for check, n := range w.model.fired {
				looked[check] += n
			}
			t.Logf("looked at %v; %v", w.model.fired, time.Since(began))
			if t.Failed() {
				t.Logf("again: go test ./internal/sim -run TestSeeds -seeds %d -events", seed)
			}
		})
	}
	for _, check := range checks {
		if looked[check] == 0 {
			t.Errorf("in seeds %s the check %q had nothing to look at", *seedsFlag, check)
		}
	}
}

// TestASeedReplays runs a seed twice and compares what happened, event by event.
func TestASeedReplays(t *testing.T) {
	slowtest.Sequential(t)
	o := Options{Copies: 3, People: 10, For: 5 * time.Minute, Faults: Faults{Twice: .1, Amid: .1, Platform: .03, Kill: 2 * time.Minute, Gently: .5, Down: 10 * time.Second}}
	first, second := run(t, 11, o).trace.lines, run(t, 11, o).trace.lines
	for i := range min(len(first), len(second)) {
		if first[i] != second[i] {
			t.Fatalf("event %d of %d differs:\n%s\n%s\nafter\n%s", i, len(first), first[i], second[i], strings.Join(first[max(0, i-5):i], "\n"))
		}
	}
	if len(first) != len(second) || len(first) == 0 {
		t.Fatalf("%d and %d events", len(first), len(second))
	}
}
