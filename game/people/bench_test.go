package people_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// onBoard is how many people are on the board of BenchmarkLeaders.
const onBoard = 100_000

// BenchmarkLeaders measures the first page of a board for a person whose own line,
// with its neighbours, is in the middle of the board.
func BenchmarkLeaders(b *testing.B) {
	for _, backend := range backends[1:] {
		b.Run(backend.name, func(b *testing.B) {
			s := backend.open(b)
			fillBoard(b, s)
			catalogue, err := words.Load()
			if err != nil {
				b.Fatal(err)
			}
			talk := routertest.NewBot(chat.Config{Store: s, Words: catalogue, Log: slog.New(slog.DiscardHandler)}, s)
			ask := func() int {
				r := talk.Handle(context.Background(), dialog.Request{
					Place: inGuild, User: dialog.User{ID: memberAt(onBoard / 2), Name: "me"}, Text: "leaders",
				})
				return len(r.Messages[0].Lines)
			}
			if n := ask(); n != 15 {
				b.Fatalf("leaders shows %d lines, want a title, ten, a gap and three", n)
			}
			var times []time.Duration
			for b.Loop() {
				began := time.Now()
				ask()
				times = append(times, time.Since(began))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
		})
	}
}

func memberAt(rank int) string { return fmt.Sprintf("%018d", rank) }

// fillBoard puts people on the board of ratings, with documents for those who
// are looked at.
func fillBoard(b *testing.B, s store.Archive) {
	b.Helper()
	var all sync.WaitGroup
	const writers = 64
	for w := range writers {
		all.Go(func() {
			for i := w; i < onBoard; i += writers {
				l := store.Line{Member: memberAt(i), Score: float64(-i), Version: 1}
				if err := s.SetLine(context.Background(), "rating:test/g", l); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	members := person.NewMembers(s, time.Now, 0)
	for _, around := range []int{0, onBoard / 2} {
		for i := max(0, around-20); i < around+20; i++ {
			_, err := members.Change(context.Background(), person.MemberKey("test", "g", memberAt(i)), func(m *person.Member) (bool, error) {
				m.Rating, m.Seen = &person.Rating{Rating: 1500, Deviation: 60, Volatility: .06}, store.UnixOf(time.Now())
				return true, nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// commits is a store that counts writes.
type commits struct {
	store.Archive
	n int
}

func (c *commits) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	c.n++
	return c.Archive.Commit(ctx, key, w)
}

// BenchmarkCount measures the work after a game between two rated people. No answer
// waits for it.
func BenchmarkCount(b *testing.B) {
	s := &commits{Archive: storetest.NewMemory()}
	now := time.Unix(1_800_000_000, 0)
	book := people.New(people.Config{Store: s, Now: func() time.Time { return now }})
	g := channel.Game{
		Key: "nim", Ending: "normal", Start: "3 4 5", Events: "A2 B3 C1 A1 B1 C4", Players: [2]channel.Player{{ID: "ana", Name: "Ana"}, {ID: "bob", Name: "Bob"}},
		Pair: &channel.Pair{Game: 2, Score: [2]int{4, 0}, RatingsBefore: [2]channel.PlayerRating{{Rating: 1500, Deviation: 100}, {Rating: 1500, Deviation: 100}}},
	}
	b.ReportAllocs()
	games := 0
	for b.Loop() {
		games++
		now = now.Add(time.Second)
		g.ID, g.Since = fmt.Sprint("g", games), store.UnixOf(now)
		if err := book.Count(context.Background(), inGuild, []channel.Game{g}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.n)/float64(2*games), "writes/person")
}
