package sim

import (
	"cmp"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"nimbot/internal/slowtest"
	"nimbot/store/redis"
)

var (
	seedsFlag  = flag.String("seeds", "", "the seeds to run, N or FROM-TO; \"\": those of NIM_TEST_SEEDS, or a few")
	forFlag    = flag.Duration("for", 20*time.Minute, "for how long a seed is played, by the simulated clock")
	peopleFlag = flag.Int("people", 20, "how many people stroll; others do one thing each")
	stallsFlag = flag.Bool("stalls", false, "let the store stall and refuse for some seconds, too")
	traceFlag  = flag.Bool("events", false, "print all that happened")
)

// today is when a run begins: the bubble's clock starts in 2000.
var today = time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)

// run plays one seed, and returns what happened and what was wrong. It runs on one processor, so
// that the seed alone decides the order of events.
func run(t *testing.T, seed uint64, o Options) (w *world) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if o.hung == nil {
		o.hung = hangs
	}
	readSchemas()
	var started atomic.Pointer[world]
	defer time.AfterFunc(cmp.Or(o.bound, max(bound, o.For/4)), func() { o.hung(started.Load()) }).Stop()
	defer debug.SetGCPercent(debug.SetGCPercent(collectAt)) // a quarter of the time would be collecting garbage
	synctest.Test(t, func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, seed)
		time.Sleep(time.Until(today))
		w = newWorld(t, seed, o)
		started.Store(w)
		late := time.AfterFunc(o.For+time.Hour, func() { o.hung(w) })
		w.plays()
		late.Stop()
	})
	return w
}

// collectAt is by how many percent the memory grows before garbage is collected: up to about a gigabyte in all.
const collectAt = 1500

// bound is how long a seed may take by the real clock, or a quarter of the simulated time if that is
// longer: many times what it takes. A bubble whose time stands still, because somebody waits for a
// lock or for something outside, is found by it.
const bound = 10 * time.Minute

// hangs ends the tests because a seed doesn't end.
func hangs(w *world) {
	last := []string{"it hasn't begun"}
	if w != nil {
		last = w.trace.lines()
	}
	panic("a seed hangs; its last events:\n" + strings.Join(last[max(0, len(last)-cutLines):], "\n"))
}

// seeds reads -seeds.
func seeds(t *testing.T) (from, to uint64) {
	t.Helper()
	wanted := cmp.Or(*seedsFlag, os.Getenv("NIM_TEST_SEEDS"), fmt.Sprint("5-", 4+slowtest.Count(2, 10)))
	first, last, isRange := strings.Cut(wanted, "-")
	if !isRange {
		last = first
	}
	from, err := strconv.ParseUint(first, 10, 64)
	to, err2 := strconv.ParseUint(last, 10, 64)
	if err != nil || err2 != nil {
		t.Fatalf("the seeds %q: want N or FROM-TO", wanted)
	}
	return from, to
}

// usual are the options of a run.
func usual() Options {
	return Options{
		Copies: 3, People: *peopleFlag, For: *forFlag, mover: alternate,
		Faults: Faults{Twice: .1, Amid: .1, Platform: .03, Late: .2, Kill: 3 * time.Minute, Gently: .5, Down: 10 * time.Second, Clocks: 3 * time.Minute, Stalls: *stallsFlag},
	}
}

// ofSeed returns the options of a seed.
func ofSeed(seed uint64) Options {
	o := usual()
	if seed%everyFile == 0 {
		o.File, o.Copies = true, 1
	}
	o.Socket = seed%everySocket == 0
	return o
}

// fewSeeds is from how many seeds on each check must have had something to look at.
const fewSeeds = 8

// everyFile says which seeds are played on an embedded file, and everySocket in which ones Slack delivers over Socket
// Mode: those that they divide.
const (
	everyFile   = 4
	everySocket = 3
)

// TestSeeds plays seeds and checks what the bot promises.
func TestSeeds(t *testing.T) {
	slowtest.Quick(t)
	slowtest.Sequential(t)
	from, to := seeds(t)
	if missing := readSchemas(); missing != nil {
		t.Logf("messages are held against the documented limits only, not against the schemas of %s", strings.Join(missing, " and "))
	}
	looked := map[string]int{}
	for seed := from; seed <= to; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			began := processor()
			w := run(t, seed, ofSeed(seed))
			if *traceFlag {
				fmt.Fprintln(os.Stdout, w.trace)
			}
			for i, wrong := range w.model.wrong {
				t.Error(wrong.line)
				if i < 3 {
					t.Logf("what happened there until %s:\n%s", wrong.at.Format(clockFormat), w.trace.cut(wrong))
				}
			}
			for check, n := range w.model.fired {
				looked[check] += n
			}
			t.Logf("looked at %v; %v of processor", w.model.fired, processor()-began)
			if t.Failed() {
				t.Logf("again: go test ./internal/sim -run TestSeeds -seeds %d -for %v -events", seed, *forFlag)
			}
		})
	}
	for _, check := range checks {
		if looked[check] == 0 && to-from+1 >= fewSeeds {
			t.Errorf("in seeds %d-%d the check %q had nothing to look at", from, to, check)
		}
	}
}

// processor is how much processor time the tests have taken.
func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // it can't fail
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// TestASeedReplays runs seeds twice until one is the same, event by event: with deliveries that come
// twice, copies that are stopped and started, and clocks that differ. One in ten isn't the same,
// more on a busy machine: a goroutine that yields to others waits for as many as the runtime likes.
func TestASeedReplays(t *testing.T) {
	slowtest.Quick(t)
	slowtest.Sequential(t)
	o := short()
	o.Faults = Faults{Twice: .1, Kill: 2 * time.Minute, Gently: 1, Down: 10 * time.Second, Clocks: 3 * time.Minute}
	for seed := range uint64(8) {
		parted := replay(t, seed+11, o)
		if parted == "" {
			return
		}
		t.Log(parted)
	}
	t.Error("no seed was the same twice")
}

// TestSeedsReplayUnderFaults counts the seeds that are the same twice where connections break and the
// platform fails, too. Not all are: which of its goroutines net/http wakes first is drawn by the
// runtime, not by the seed.
func TestSeedsReplayUnderFaults(t *testing.T) {
	slowtest.Nightly(t)
	same, all := 0, 30
	for seed := range uint64(all) {
		parted := replay(t, seed+11, short())
		if parted == "" {
			same++
			continue
		}
		t.Log(parted)
	}
	t.Logf("%d of %d seeds were the same twice", same, all)
	if 3*same < all {
		t.Errorf("%d of %d seeds were the same twice, want a third", same, all)
	}
}

// short are the options of a run that is played twice.
func short() Options {
	o := usual()
	o.People, o.For = 10, 5*time.Minute
	return o
}

// replay plays a seed twice and says where the second run parts from the first, "" if it doesn't.
func replay(t *testing.T, seed uint64, o Options) (parted string) {
	t.Helper()
	first, second := run(t, seed, o).trace.lines(), run(t, seed, o).trace.lines()
	if len(first) == 0 {
		t.Fatalf("seed %d: nothing happened", seed)
	}
	if slices.Equal(first, second) {
		return ""
	}
	i := 0
	for i < min(len(first), len(second))-1 && first[i] == second[i] {
		i++
	}
	return fmt.Sprintf("seed %d: event %d of %d differs:\n%s\n%s", seed, i, len(first), first[i], second[i])
}

// TestAWrongModelIsFound plants a mistake in the model: it believes that everybody moves twice.
func TestAWrongModelIsFound(t *testing.T) {
	slowtest.Quick(t)
	slowtest.Sequential(t)
	o := Options{Copies: 1, People: 2, For: 2 * time.Minute, mover: func(done int) int { return done / 2 % 2 }}
	for _, wrong := range run(t, 1, o).model.wrong {
		if strings.Contains(wrong.line, "the model is wrong") {
			return
		}
	}
	t.Error("nothing says that the model is wrong")
}

// TestAHangIsFound lets somebody wait for something that is outside the simulation, so that its clock
// stands still.
func TestAHangIsFound(t *testing.T) {
	slowtest.Quick(t)
	slowtest.Sequential(t)
	var found atomic.Bool
	outside := make(chan struct{})
	o := Options{Copies: 1, People: 2, For: time.Minute, mover: alternate, stuck: outside, bound: 2 * time.Second, hung: func(*world) {
		found.Store(true)
		close(outside)
	}}
	if run(t, 1, o); !found.Load() {
		t.Error("the hang isn't found")
	}
}

func TestMain(m *testing.M) {
	redis.LogTo(slog.New(slog.DiscardHandler)) // of connections that break
	os.Exit(m.Run())
}
