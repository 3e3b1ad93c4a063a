package limit_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
)

// BenchmarkAttack measures how long ordinary players wait for their commands,
// alone and while one person sends the costliest commands that there are, each
// about another game, in 20 servers as fast as the answers come:
//
//	go test ./game/router/limit -run - -bench Attack -benchtime 3000x
//
// "burst" begins with the attacker's whole allowance, and "unlimited" is the
// attack without a Limiter.
func BenchmarkAttack(b *testing.B) {
	for _, c := range []struct {
		name            string
		attacks, limits bool
	}{{"alone", false, true}, {"burst", true, true}, {"unlimited", true, false}} {
		b.Run(c.name, func(b *testing.B) {
			rooms := newRoom(b).rooms
			if c.limits {
				rooms.Limit = limit.New(1_000_000, time.Now)
			}
			bot := router.New(rooms)
			stop := func() {}
			if c.attacks {
				stop = attack(bot)
			}
			waits := players(b, bot)
			stop()
			slices.Sort(waits)
			b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// players lets four people play, each in a channel of their own, with a command
// every five milliseconds; b.N commands in all. It returns how long they waited.
func players(b *testing.B, bot dialog.Responder) []time.Duration {
	const people = 4
	waits := make([][]time.Duration, people)
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			place := dialog.Place{Platform: "discord", Guild: "quiet", Channel: fmt.Sprint(i)}
			for n := range b.N/people + 1 {
				text := []string{"start 3 4 5", "A1", "hint 3", "resign"}[n%4]
				begun := time.Now()
				r := bot.Handle(context.Background(), dialog.Request{Place: place, User: dialog.User{ID: fmt.Sprint("player", i), Name: "Ana"}, Text: text})
				waits[i] = append(waits[i], time.Since(begun))
				if r.Result != dialog.Done && r.Result != dialog.Told {
					b.Errorf("%q = %v", text, r.Result)
				}
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	all.Wait()
	return slices.Concat(waits...)
}

// costly are the commands whose work is greatest, a whole table, for a start
// and for a refusal. (Searches come one at a time anyway.) %o is the game's
// number.
var costly = []string{"start 9999 game:octal:0.5637%06o7", "start 1000000000 game:octal:0.5637%06o7"}

// attacks numbers the games that attackers ask for.
var attacks atomic.Int64

// attack sends costly commands from one person in 20 servers, until stop is
// called.
func attack(bot dialog.Responder) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for ctx.Err() == nil {
				n := attacks.Add(1)
				bot.Handle(ctx, dialog.Request{
					Place: dialog.Place{Platform: "discord", Guild: fmt.Sprint("loud", i), Channel: fmt.Sprint(n)},
					User:  dialog.User{ID: "eve", Name: "Eve"},
					Text:  fmt.Sprintf(costly[n%int64(len(costly))], n),
				})
				time.Sleep(time.Millisecond)
			}
		})
	}
	return func() { cancel(); all.Wait() }
}
