package chat_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/channel"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// BenchmarkCommand compares, for each store, a whole command with the store's commit of
// the same document and, for Redis, with the bare script through the client library. Each
// runs one caller for each channel. Compare them in one run:
//
//	GOGC=400 go test ./game/chat -run - -bench Command -benchmem
//
// GOGC=400 is the setting of the real program.
func BenchmarkCommand(b *testing.B) {
	for _, backend := range []struct {
		name string
		open func(b *testing.B) store.Store
		bare func(b *testing.B, channels int)
	}{{"bolt", openBolt, nil}, {"redis", openRedis, bareRedis}} {
		for _, channels := range []int{1, 16, 64} {
			if backend.bare != nil {
				b.Run(fmt.Sprintf("%s/bare/channels=%d", backend.name, channels), func(b *testing.B) {
					backend.bare(b, channels)
				})
			}
			b.Run(fmt.Sprintf("%s/commit/channels=%d", backend.name, channels), func(b *testing.B) {
				s := backend.open(b)
				data := documentTail(b)
				versions := make([]uint64, channels)
				due, expires := time.Now().Add(7*24*time.Hour), time.Now().Add(37*24*time.Hour)
				measure(b, channels, func(caller int) error {
					v := versions[caller]
					doc := append(store.AppendHeader(make([]byte, 0, len(data)+32), v+1), data...)
					_, err := s.Commit(context.Background(), "bench/"+strconv.Itoa(caller), store.Write{Expect: v, Data: doc, Due: due, Expires: expires})
					versions[caller] = v + 1
					return err
				})
			})
			b.Run(fmt.Sprintf("%s/chat/channels=%d", backend.name, channels), func(b *testing.B) {
				commands(b, backend.open(b), channels, channels)
			})
		}
		b.Run(backend.name+"/chat/one hot channel, clickers=64", func(b *testing.B) {
			hot(b, backend.open(b), 64)
		})
	}
}

// BenchmarkHandle measures chat alone: the same commands on a store that takes no time.
func BenchmarkHandle(b *testing.B) { commands(b, instant{}, 1, 1) }

// BenchmarkHandleFullest does the same in a channel whose list of remembered deliveries
// is full.
func BenchmarkHandleFullest(b *testing.B) {
	h := newHandler(b, instant{}, spread(1020))
	next := 0
	step := func(int) error { next++; return playStep(h, 0, next-1) }
	for range 1024 {
		if err := step(0); err != nil {
			b.Fatal(err)
		}
	}
	measure(b, 1, step)
}

// instant is a store that keeps nothing and takes no time.
type instant struct{ store.Store }

func (instant) Get(context.Context, string) (store.Record, error) { return store.Record{}, nil }
func (instant) Commit(_ context.Context, _ string, w store.Write) (store.Record, error) {
	return store.Record{Version: w.Expect + 1, Data: w.Data}, nil
}

// play is a game between two people that is never over: challenge, accept,
// twelve moves, stop, and again.
var play = []struct{ who, text string }{
	{"u1", "challenge @u2 9 8 7 6 5"}, {"u2", "accept"},
	{"u1", "A1"}, {"u2", "B1"}, {"u1", "take 2 from C"}, {"u2", "D1"}, {"u1", "E1"}, {"u2", "A2"},
	{"u1", "B2"}, {"u2", "C1"}, {"u1", "D2"}, {"u2", "E2"}, {"u1", "take 1 from A"}, {"u2", "B1"},
	{"u1", "stop"}, {"u2", "accept"},
}

func newHandler(b *testing.B, s store.Store, now func() time.Time) *chat.Handler {
	b.Helper()
	return newHandlerWith(b, s, now, 0)
}

// newHandlerWith is newHandler with another limit of tables.
func newHandlerWith(b *testing.B, s store.Store, now func() time.Time, tables int) *chat.Handler {
	b.Helper()
	catalogue, err := words.Load()
	if err != nil {
		b.Fatal(err)
	}
	return chat.New(chat.Config{Store: s, Words: catalogue, Seed: 1, Now: now, Log: slog.New(slog.DiscardHandler), Limits: chat.Limits{Tables: tables}})
}

// spread returns a clock that advances so that the given number of commands falls within
// ten minutes, the time that deliveries are remembered.
func spread(commands int) func() time.Time {
	var done atomic.Int64
	return func() time.Time {
		return time.Unix(1_800_000_000, 0).Add(time.Duration(done.Add(1)) * 10 * time.Minute / time.Duration(commands))
	}
}

// commands plays in many channels at once.
func commands(b *testing.B, s store.Store, callers, channels int) {
	h := newHandler(b, s, spread(64*channels))
	next := make([]int, callers)
	measure(b, callers, func(caller int) error {
		next[caller]++
		return playStep(h, caller, next[caller]-1)
	})
}

// playStep does the nth command of a channel's games.
func playStep(h *chat.Handler, channel, n int) error {
	step := play[n%len(play)]
	r := h.Handle(context.Background(), dialog.Request{
		ID:    strconv.Itoa(n + 1),
		Place: dialog.Place{Platform: "bench", Channel: strconv.Itoa(channel)},
		User:  dialog.User{ID: step.who, Name: step.who}, Text: step.text,
		Mentions: mentioned,
	})
	if r.Result != dialog.Done {
		return fmt.Errorf("%q gave %v", step.text, r.Result)
	}
	return nil
}

var mentioned = map[string]dialog.User{"u2": {ID: "u2", Name: "Bob"}}

// hot lets many people press buttons of one board at once; the bot answers each move. A
// new game begins every fifty moves.
func hot(b *testing.B, s store.Store, clickers int) {
	h := newHandler(b, s, nil)
	place := dialog.Place{Platform: "bench", Channel: "hot"}
	ask := func(text string) dialog.Reply {
		return h.Handle(context.Background(), dialog.Request{Place: place, User: dialog.User{ID: "u1", Name: "u1"}, Text: text})
	}
	ask("start 1000000000 1000000000")
	var moves atomic.Int64
	measure(b, clickers, func(int) error {
		if moves.Add(1)%50 == 0 {
			ask("stop")
			ask("start 1000000000 1000000000")
		}
		if r := ask("A1"); r.Result != dialog.Done && (r.State == nil || !r.State.Over) {
			return fmt.Errorf("the move gave %v", r.Result)
		}
		return nil
	})
}

// documentTail is a document in the middle of such a game, without its head.
func documentTail(b *testing.B) []byte {
	c := channel.Document{Version: 1, Play: channel.Play{Turn: 7, Game: &channel.Game{
		ID: "1k2j3h4g5f", Key: "nim", Ending: "normal", Start: "9 8 7 6 5",
		Players: [2]channel.Player{{ID: "u1", Name: "u1"}, {ID: "u2", Name: "Bob"}},
		Events:  "A1 B1 C2 D1 E1 A2", Since: 1_800_000_000,
	}}}
	for i := range 64 {
		c.Remember(strconv.Itoa(i), time.Unix(1_800_000_000, 0))
	}
	data := c.Encode()
	return data[len(store.AppendHeader(nil, 1)):]
}

func openBolt(b *testing.B) store.Store {
	s, err := bolt.Open(filepath.Join(b.TempDir(), "bench.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	closeAtEnd(b, s)
	return s
}

func openRedis(b *testing.B) store.Store {
	s, err := redis.Open(redistest.Start(b).URL(), redis.Options{})
	if err != nil {
		b.Fatal(err)
	}
	closeAtEnd(b, s)
	return s
}

// bareRedis sends the script of a commit through the client library, without batching,
// and ignores the results.
func bareRedis(b *testing.B, channels int) {
	text, err := os.ReadFile("../../store/redis/lua/commit.lua")
	if err != nil {
		b.Fatal(err)
	}
	script := goredis.NewScript(string(text))
	client := goredis.NewClient(&goredis.Options{Addr: redistest.Start(b).Addr, PoolSize: 64})
	closeAtEnd(b, client)
	if err := script.Load(context.Background(), client).Err(); err != nil {
		b.Fatal(err)
	}
	data := documentTail(b)
	versions := make([]uint64, channels)
	due, expires := time.Now().Add(7*24*time.Hour).UnixMilli(), time.Now().Add(37*24*time.Hour).UnixMilli()
	measure(b, channels, func(caller int) error {
		v, key := versions[caller], "bench/"+strconv.Itoa(caller)
		doc := append(store.AppendHeader(make([]byte, 0, len(data)+32), v+1), data...)
		keys := []string{"nim:{" + strconv.Itoa(caller) + "}:" + key, "nim:{" + strconv.Itoa(caller) + "}#tasks", "nim:{" + strconv.Itoa(caller) + "}#shows:" + key}
		versions[caller] = v + 1
		return script.EvalSha(context.Background(), client, keys, v, store.Format, doc, key, expires, due, "").Err()
	})
}

func closeAtEnd(b *testing.B, s io.Closer) {
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
}

// measure lets callers do b.N ops in all, and reports rate and percentiles.
func measure(b *testing.B, callers int, op func(caller int) error) {
	b.ReportAllocs()
	chattest.Measure(b, callers, func(caller int) time.Duration {
		began := time.Now()
		if err := op(caller); err != nil {
			b.Error(err)
		}
		return time.Since(began)
	})
}

// BenchmarkTables measures a pressed move in a place with several live tables, on a store
// that takes no time. The tables' players press in turn.
func BenchmarkTables(b *testing.B) {
	for _, tables := range []int{1, 8, 32} {
		b.Run(fmt.Sprint("live=", tables), func(b *testing.B) {
			c := newHandlerWith(b, instant{}, spread(60), tables)
			p := newPairs(b, c, tables)
			n := 0
			b.ReportAllocs()
			for b.Loop() {
				p.move(b, n%tables)
				n++
			}
		})
	}
}

// BenchmarkHotTables measures it while 64 people press at once: at one table, and at eight.
func BenchmarkHotTables(b *testing.B) {
	for _, tables := range []int{1, 8} {
		b.Run(fmt.Sprint("live=", tables), func(b *testing.B) {
			p := newPairs(b, newHandlerWith(b, openBolt(b), spread(60), tables), tables)
			turns := make([]sync.Mutex, tables)
			var next atomic.Int64
			b.SetParallelism(64 / runtime.GOMAXPROCS(0))
			b.RunParallel(func(pb *testing.PB) {
				at := int(next.Add(1)) % tables
				for pb.Next() {
					turns[at].Lock()
					p.move(b, at)
					turns[at].Unlock()
				}
			})
		})
	}
}

// pairs are pairs of people who play on piles that are never used up.
type pairs struct {
	h     *chat.Handler
	stamp []string // of each table's present board
	moves []int
}

func newPairs(b *testing.B, h *chat.Handler, tables int) *pairs {
	b.Helper()
	p := &pairs{h: h, stamp: make([]string, tables), moves: make([]int, tables)}
	for i := range tables {
		first, second := p.seat(i, 0), p.seat(i, 1)
		r := p.handle(first, "challenge @"+second.ID+" 1000000000 999999999 7 6 5 first:me", second)
		r = p.handle(second, "accept ~"+stampIn(b, r), second)
		p.stamp[i] = stampIn(b, r)
	}
	return p
}

func (p *pairs) seat(table, seat int) dialog.User {
	id := fmt.Sprintf("u%d.%d", table, seat)
	return dialog.User{ID: id, Name: id}
}

func (p *pairs) handle(u dialog.User, text string, other dialog.User) dialog.Reply {
	return p.h.Handle(context.Background(), dialog.Request{
		Place: dialog.Place{Platform: "bench", Channel: "c"}, User: u, Text: text, Mentions: map[string]dialog.User{other.ID: other},
	})
}

// move presses a move on a table, and takes back a dozen from time to time, so that the
// game doesn't grow.
func (p *pairs) move(b *testing.B, at int) {
	u, text := p.seat(at, p.moves[at]%2), "A1 ~"+p.stamp[at]
	r := p.handle(u, text, u)
	if r.Result != dialog.Done {
		b.Fatalf("%s's %q was %s", u.ID, text, r.Result)
	}
	p.moves[at]++
	p.stamp[at] = stampIn(b, r)
	if p.moves[at]%12 == 0 {
		p.handle(p.seat(at, 0), "stop ~"+p.stamp[at], u)
		r = p.handle(p.seat(at, 1), "accept", u)
		p.handle(p.seat(at, 0), "rematch first:me ~"+stampIn(b, r), u)
		r = p.handle(p.seat(at, 1), "accept", u)
		p.stamp[at] = stampIn(b, r)
	}
}

// stampIn returns the stamp of a reply's board.
func stampIn(b *testing.B, r dialog.Reply) string {
	b.Helper()
	for _, m := range r.Messages {
		for _, button := range m.Buttons {
			if _, stamp, ok := strings.Cut(button.Command, "~"); ok && m.IsBoard() {
				return stamp
			}
		}
	}
	b.Fatalf("no board in the reply: %s", r.Result)
	return ""
}
