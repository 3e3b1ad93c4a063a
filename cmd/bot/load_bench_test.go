package main

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/store/redis/redistest"
)

// BenchmarkDiscord sends signed slash commands to the program, which keeps its games in Redis, over
// some connections: starts, each in a channel of its own, or games of a start and ten moves. Beside
// the time it reports the program's own processor time for a command, and the median time of an
// answer. NIM_BENCH_PROGRAM names another version's program to compare with; run both in turns:
//
//	go test ./cmd/bot -run - -bench Discord -benchtime 20000x
func BenchmarkDiscord(b *testing.B) {
	for _, load := range []struct {
		name        string
		connections int
		moves       int
	}{{"start/1", 1, 0}, {"start/16", 16, 0}, {"start/64", 64, 0}, {"game/16", 16, 10}} {
		b.Run(load.name, func(b *testing.B) {
			f := startFleet(b, redistest.Start(b).URL(), 1)
			r := f.replicas[0]
			if r.program = os.Getenv("NIM_BENCH_PROGRAM"); r.program != "" {
				r.restart(b)
			}
			for i := range 200 { // the first commands of a process cost more
				f.loads(b, i, load.moves)
			}
			took := make([]time.Duration, b.N)
			var next atomic.Int64
			before := r.processorTime(b)
			b.ResetTimer()
			var sending sync.WaitGroup
			for range load.connections {
				sending.Go(func() {
					for {
						end := next.Add(int64(1 + load.moves))
						for i, d := range f.loads(b, 1000+int(end), load.moves) {
							if at := int(end) - load.moves - 1 + i; at < b.N {
								took[at] = d
							}
						}
						if end >= int64(b.N) {
							return
						}
					}
				})
			}
			sending.Wait()
			b.StopTimer()
			sent := max(next.Load(), int64(b.N))
			b.ReportMetric(float64((r.processorTime(b)-before).Microseconds())/float64(sent), "cpu-us/op")
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(r.resident(b))/(1<<20), "resident-MB")
		})
	}
}

// loads starts a game in a channel of its own, plays some moves there, and returns how long each
// command took.
func (f *fleet) loads(b *testing.B, channel, moves int) (took []time.Duration) {
	d := &counterGame{fleet: f, channel: strconv.Itoa(910000000000000000 + channel)}
	d.people[0] = discordtest.Person{ID: strconv.Itoa(810000000000000000 + channel), Name: "Ana"}
	sends := func(command, option, value string) {
		in := f.sign(d.interaction(0, discordtest.Typed("nim", command, nil, discordtest.Option{Name: option, Value: value})))
		begun := time.Now()
		status, body, err := f.post(b.Context(), 0, in)
		if took = append(took, time.Since(begun)); err != nil || status != http.StatusOK {
			b.Errorf("%s %s = %d, %s, %v", command, value, status, body, err)
		}
	}
	sends("start", "piles", cmp.Or(strings.Repeat("50 51 52", min(moves, 1)), "3 4 5"))
	for i := range moves {
		sends("move", "move", string(rune('A'+i%3))+"1")
	}
	return took
}

// processorTime returns the processor time that a replica has taken, to a hundredth of a second.
func (r *replica) processorTime(b *testing.B) time.Duration {
	fields := r.stat(b)
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		b.Fatal(err)
	}
	system, err := strconv.Atoi(fields[12])
	if err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * (time.Second / 100)
}

// resident returns the bytes of memory that a replica has in use.
func (r *replica) resident(b *testing.B) int {
	pages, err := strconv.Atoi(r.stat(b)[21])
	if err != nil {
		b.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// stat returns what Linux tells about a replica's process, from its state on: see proc_pid_stat(5).
func (r *replica) stat(b *testing.B) []string {
	b.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.cmd.Process.Pid))
	if err != nil {
		b.Skip("this system doesn't tell a process's times")
	}
	return strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
}
