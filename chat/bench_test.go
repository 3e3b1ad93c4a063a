package chat_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/chat"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// BenchmarkCommand measures a whole move through chat and the embedded store
// beside the bare commit of a document of the same size, each by as many
// callers as there are channels. Compare the two in one run:
//
//	go test ./chat -run - -bench Command -benchmem
func BenchmarkCommand(b *testing.B) {
	for _, channels := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("commit/channels=%d", channels), func(b *testing.B) {
			s := openBolt(b)
			data := recordOf(b)
			versions := make([]uint64, channels)
			measure(b, channels, func(caller int) error {
				v := versions[caller]
				doc := append(store.AppendHeader(nil, v+1), data...)
				_, err := s.Commit(context.Background(), fmt.Sprintf("bench/%d", caller), store.Write{
					Expect: v, Data: doc, Due: time.Unix(1<<32, 0), Expires: time.Unix(1<<33, 0),
				})
				versions[caller] = v + 1
				return err
			})
		})
		b.Run(fmt.Sprintf("chat/channels=%d", channels), func(b *testing.B) {
			words, err := chat.LoadWords()
			if err != nil {
				b.Fatal(err)
			}
			h := chat.New(chat.Config{Store: openBolt(b), Words: words, Seed: 1, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
			start, next := make([]func(string) chat.Reply, channels), make([]int, channels)
			for i := range start {
				place := chat.Place{Platform: "bench", Channel: fmt.Sprint(i)}
				n := 0
				start[i] = func(text string) chat.Reply {
					n++
					return h.Handle(context.Background(), chat.Request{
						ID: fmt.Sprint("delivery-", n), Place: place, User: chat.User{ID: "u1", Name: "Ana"}, Text: text,
					})
				}
			}
			measure(b, channels, func(caller int) error {
				r := start[caller](benchGame[next[caller]%len(benchGame)])
				next[caller]++
				if r.Result != chat.Done {
					return fmt.Errorf("%q gave %v", benchGame[(next[caller]-1)%len(benchGame)], r.Result)
				}
				return nil
			})
		})
	}
}

// BenchmarkHandle is what chat itself costs: the same commands on a store that
// takes no time.
func BenchmarkHandle(b *testing.B) {
	words, err := chat.LoadWords()
	if err != nil {
		b.Fatal(err)
	}
	h := chat.New(chat.Config{Store: storetest.NewMemory(), Words: words, Seed: 1, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	n := 0
	measure(b, 1, func(int) error {
		text := benchGame[n%len(benchGame)]
		n++
		r := h.Handle(context.Background(), chat.Request{
			ID: fmt.Sprint("delivery-", n), Place: chat.Place{Platform: "bench", Channel: "1"}, User: chat.User{ID: "u1", Name: "Ana"}, Text: text,
		})
		if r.Result != chat.Done {
			return fmt.Errorf("%q gave %v", text, r.Result)
		}
		return nil
	})
}

// benchGame is a game of twelve commands against the bot, over and over.
var benchGame = []string{"start 9 8 7 6 5 level:easy", "A1", "undo", "B1", "undo", "C1", "undo", "D1", "undo", "E1", "undo", "A2", "stop"}

// recordOf is the rest of a document in the middle of such a game.
func recordOf(b *testing.B) []byte {
	c := store.Channel{Turn: 7, Game: &store.Game{
		ID: "1k2j3h4g5f", Key: "nim", Ending: "normal", Start: "9 8 7 6 5",
		Players: [2]store.Player{{ID: "u1", Name: "Ana"}, {ID: "bot", Level: "easy"}},
		Events:  "A1 B2 !undo:0 B1 C2 !undo:0 C1 D2 !undo:0 D1 E2", Since: 1_800_000_000,
	}}
	c.Version = 1
	for i := range 10 {
		c.Remember(fmt.Sprint(i), time.Unix(1_800_000_000, 0))
	}
	data, err := c.Encode()
	if err != nil {
		b.Fatal(err)
	}
	return data[len(store.AppendHeader(nil, 1)):]
}

func openBolt(b *testing.B) *bolt.Store {
	s, err := bolt.Open(filepath.Join(b.TempDir(), "bench.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// measure has callers do b.N ops in all and reports rate and percentiles.
func measure(b *testing.B, callers int, op func(caller int) error) {
	b.ReportAllocs()
	var left atomic.Int64
	left.Store(int64(b.N))
	times := make([][]time.Duration, callers)
	var wg sync.WaitGroup
	b.ResetTimer()
	for c := range callers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				began := time.Now()
				if err := op(c); err != nil {
					b.Error(err)
					return
				}
				times[c] = append(times[c], time.Since(began))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(times...)
	slices.Sort(all)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-µs")
}
