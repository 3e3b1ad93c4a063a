//go:build unix

package limit_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
)

// ways are the ways to ask for the work of a game that nobody has played: as a command,
// politely, in a sentence, loosely as a move, misspelt, and as a form sends it.
var ways = []struct{ name, line string }{
	{"plain", "predict 9999 game:%s"},
	{"please", "please predict 9999 game:%s"},
	{"sentence", "who wins %s 9999?"},
	{"move", "%s 9999"},
	{"misspelt", "predcit 9999 game:%s"},
	{"form", "start 9999 game:%s level:perfect first:me"},
	{"drawn", "start game:%s"},
	{"no start", "start game:octal:0.111%.0s"}, // and the work of looking for one each time
	{"no puzzle", "puzzle game:octal:0.011%.0s"},
}

// fresh returns the line about a game that no earlier line was about.
func fresh(line string) string {
	return fmt.Sprintf(line, fmt.Sprintf("octal:0.5637%06o7", attacks.Add(1)))
}

// ask sends one person's line, each time from another channel.
func ask(bot dialog.Responder, who, line string) dialog.Result {
	text := fresh(line)
	place := dialog.Place{Platform: "discord", Guild: "loud", Channel: text}
	return bot.Handle(context.Background(), dialog.Request{Place: place, User: dialog.User{ID: who, Name: who}, Text: text}).Result
}

// BenchmarkCourtesy measures how long ordinary players wait while five people ask for games
// that nobody has played, 60 each and then again, in every way at once and in each way alone:
//
//	go test ./game/router/limit -run - -bench Courtesy -benchtime 1500x
func BenchmarkCourtesy(b *testing.B) {
	for way := -1; way < len(ways); way++ {
		name := "every way"
		if way >= 0 {
			name = ways[way].name
		}
		b.Run(name, func(b *testing.B) {
			rooms := newRoom(b).rooms
			rooms.Limit = limit.New(1_000_000, time.Now)
			bot := router.New(rooms)
			ctx, cancel := context.WithCancel(b.Context())
			var five sync.WaitGroup
			for i := range 5 {
				five.Go(func() {
					for n := 0; ctx.Err() == nil; n++ {
						line := ways[(i+n)%len(ways)].line
						if way >= 0 {
							line = ways[way].line
						}
						// A new person now and then begins with a whole allowance.
						ask(bot, fmt.Sprintf("eve%d-%d", i, n/60), line)
						time.Sleep(time.Millisecond)
					}
				})
			}
			waits := players(b, bot)
			cancel()
			five.Wait()
			slices.Sort(waits)
			b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkPerson measures the processor time that one person gets who asks for 60 games
// that nobody has played, for each way to ask:
//
//	go test ./game/router/limit -run - -bench Person -benchtime 5x
func BenchmarkPerson(b *testing.B) {
	for _, way := range ways {
		b.Run(way.name, func(b *testing.B) {
			used, answered := time.Duration(0), 0
			for b.Loop() {
				rooms := newRoom(b).rooms
				rooms.Limit = limit.New(1_000_000, time.Now)
				bot := router.New(rooms)
				before := processor(b)
				for range 60 {
					if ask(bot, "eve", way.line) != dialog.Limited {
						answered++
					}
				}
				used += processor(b) - before
			}
			b.ReportMetric(float64(used.Milliseconds())/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(answered)/float64(b.N), "answered/op")
		})
	}
}

// processor returns the processor time that this process has used.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
