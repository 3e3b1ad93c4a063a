package redis_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// The normal run is short; each number can be raised by its variable.
const (
	faultMoves  = 20_000 // NIM_TEST_MOVES: moves while answers are dropped
	serverKills = 4      // NIM_TEST_KILLS: kill -9 of the server
	slotMoves   = 24     // NIM_TEST_SLOTS: slots moved under load
)

// number returns the number in an environment variable, or usual if there is none.
func number(variable string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return usual
}

// openAt opens a store with a prefix of its own on a server.
func openAt(t testing.TB, url, prefix string) *redis.Store {
	t.Helper()
	return openWith(t, url, redis.Options{Prefix: prefix})
}

// openPatient opens a store whose calls outlast a busy machine, for tests in which no call may have
// an unknown outcome.
func openPatient(t testing.TB, url, prefix string) *redis.Store {
	t.Helper()
	return openWith(t, url, redis.Options{Prefix: prefix, Timeouts: patient})
}

func openWith(t testing.TB, url string, o redis.Options) *redis.Store {
	t.Helper()
	s, err := redis.Open(url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return s
}

// TestDroppedAnswers drops one answer in a hundred after the server has
// executed the command. No move is applied twice, and no applied move is
// reported as refused: while only one process writes, a move can only conflict
// with its own first try.
func TestDroppedAnswers(t *testing.T) {
	const onePercent, callers, keys = 10_000, 16, 100
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s := openAt(t, "redis://"+proxy.Addr, "drop")
	moves := number("NIM_TEST_MOVES", slowtest.Count(faultMoves/5, faultMoves))
	load := storetest.Load{Name: "drop", Keys: keys}
	proxy.Drop(onePercent)
	if err := load.Run(t.Context(), s, callers, moves); err != nil {
		t.Fatal(err)
	}
	proxy.Drop(0)
	if load.Unknown() > 0 || load.Conflicts() > 0 {
		t.Errorf("%s: want none unknown and none refused", load.Summary())
	}
	if load.Repeated() < moves/1000 {
		t.Errorf("%s: the test did not test much", load.Summary())
	}
	load.Check(t, openAt(t, server.URL(), "drop"))
	t.Logf("%d answers dropped: %s", proxy.Dropped(), load.Summary())
}

// TestOvertakenWriteIsAnErrRepeated repeats a write whose answer was lost, after another
// process has overwritten it. The error must say that the write may have been stored.
func TestOvertakenWriteIsAnErrRepeated(t *testing.T) {
	for name, meanwhile := range map[string]func(*redis.Store) error{
		"the same server": func(*redis.Store) error { return nil },
		"a server that has forgotten the script": func(s *redis.Store) error {
			return s.Client().ScriptFlush(t.Context()).Err()
		},
	} {
		t.Run(name, func(t *testing.T) { overtake(t, meanwhile) })
	}
}

// overtake loses the answer to a write, overwrites it, and calls meanwhile before the client
// sends the write again.
func overtake(t *testing.T, meanwhile func(*redis.Store) error) {
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s, other := openAt(t, "redis://"+proxy.Addr, "overtaken"), openAt(t, server.URL(), "overtaken")
	over := func() { // as soon as the write is there and its answer is lost
		for range 10_000 {
			rec, err := other.Get(t.Context(), "a")
			if err != nil || rec.Version == 1 && proxy.Dropped() > 0 {
				_, err := other.Commit(t.Context(), "a", store.Write{Expect: 1, Data: storetest.Doc(2, "theirs")})
				if err := errors.Join(err, meanwhile(other)); err != nil {
					t.Error(err)
				}
				proxy.Drop(0)
				return
			}
		}
	}
	if _, err := s.Commit(t.Context(), "b", store.Write{Data: storetest.Doc(1, "")}); err != nil { // connects, loads the script
		t.Fatal(err)
	}
	const always = 1_000_000
	proxy.Drop(always)
	var both sync.WaitGroup
	both.Go(over)
	rec, err := s.Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, "ours")})
	both.Wait()
	if !errors.Is(err, store.ErrRepeated) || rec.Version != 2 {
		t.Errorf("the write gave version %d, %v, want 2, %v", rec.Version, err, store.ErrRepeated)
	}
	_, err = s.Commit(t.Context(), "a", store.Write{Expect: 1, Data: storetest.Doc(2, "late")})
	if !errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrRepeated) {
		t.Errorf("a write that was sent once gave %v, want %v", err, store.ErrConflict)
	}
}

// TestTwoProcesses has two separate stores commit moves to the same channels.
func TestTwoProcesses(t *testing.T) {
	const callers, keys, moves = 8, 10, 3000
	server := redistest.Start(t)
	load := storetest.Load{Name: "two", Keys: keys}
	var wg sync.WaitGroup
	for range 2 {
		s := openPatient(t, server.URL(), "two")
		wg.Go(func() {
			if err := load.Run(t.Context(), s, callers, moves/2); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	// On a slow machine the client sends a command again, which meets its own first try.
	if load.Unknown() > 0 || load.Conflicts() == 0 {
		t.Errorf("%s: want conflicts and no unknown outcome", load.Summary())
	}
	load.Check(t, openAt(t, server.URL(), "two"))
	t.Log(load.Summary())
}

// TestKill kills the server again and again under load and starts it again on
// its files. With appendfsync always that must be linearizable.
func TestKill(t *testing.T) {
	slowtest.Only(t)
	const callers, keys = 8, 20
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	s := openAt(t, server.URL(), "kill")
	load := storetest.Load{Name: "kill", Keys: keys}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- load.Run(ctx, s, callers, 1<<30) }()
	n := number("NIM_TEST_KILLS", serverKills)
	for range n {
		time.Sleep(100 * time.Millisecond)
		server.Kill()
		time.Sleep(20 * time.Millisecond)
		if err := server.Restart(); err != nil {
			stop()
			t.Fatal(err)
		}
	}
	// Moves must go on by themselves.
	before := load.Acked()
	for start := time.Now(); load.Acked() == before; time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("no move was answered after the last restart")
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	load.Check(t, openAt(t, server.URL(), "kill"))
	t.Logf("%d kills: %s", n, load.Summary())
}

// testMovingSlots moves slots of a cluster from node to node under load:
// callers see no errors.
func testMovingSlots(t *testing.T, cluster *redistest.Cluster) {
	const callers, keys = 8, 40
	s := openPatient(t, cluster.URL(), "move")
	load := storetest.Load{Name: "move", Keys: keys}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- load.Run(ctx, s, callers, 1<<30) }()
	n := number("NIM_TEST_SLOTS", slotMoves)
	for i := range n {
		if err := cluster.MoveSlot(ctx, s.RecordKey(load.Channel(i%keys))); err != nil {
			t.Error(err)
			break
		}
	}
	shown := load.Unknown()
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if shown > 0 {
		t.Errorf("%s: %d of them before the end", load.Summary(), shown)
	}
	load.Check(t, openAt(t, cluster.URL(), "move"))
	t.Logf("%d slots moved: %s", n, load.Summary())
}

// TestRoundTrips checks that a commit sends one request once the server knows the script.
func TestRoundTrips(t *testing.T) {
	const moves = 200
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s := openAt(t, "redis://"+proxy.Addr, "trips")
	commit := func(n uint64) {
		t.Helper()
		now := time.Now()
		w := store.Write{Expect: n, Data: storetest.Doc(n+1, ""), Due: now, Show: store.ShowAt(1, now), Expires: now.Add(time.Hour)}
		if _, err := s.Commit(t.Context(), "a", w); err != nil {
			t.Fatal(err)
		}
	}
	commit(0) // connects, and teaches the server the script
	before := proxy.Requests()
	for n := range uint64(moves) {
		commit(n + 1)
	}
	if sent := proxy.Requests() - before; sent != moves {
		t.Errorf("%d commits sent %d requests, want one each", moves, sent)
	}
}

// TestMemoryPerGame bounds the server memory that a game takes: its record with
// its deadline and its expiry.
func TestMemoryPerGame(t *testing.T) {
	const games, atMost = 10_000, 800 // bytes
	server := redistest.Start(t)
	s := openAt(t, server.URL(), "nim")
	used := func() int {
		t.Helper()
		n, err := server.Client().InfoMap(t.Context(), "memory").Result()
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := strconv.Atoi(n["Memory"]["used_memory"])
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	commit := func(key string) {
		w := store.Write{Data: storetest.SizedDoc(1, storetest.DocSize), Due: time.Now().Add(time.Hour), Expires: time.Now().Add(24 * time.Hour)}
		if _, err := s.Commit(t.Context(), key, w); err != nil {
			t.Error(err)
		}
	}
	var wg sync.WaitGroup
	const callers = 16
	for c := range callers {
		commit(fmt.Sprint("warm", c)) // don't count connections and the script
	}
	before := used()
	for c := range callers {
		wg.Go(func() {
			for i := c; i < games; i += callers {
				// A channel's key on Discord: two ids of 18 digits.
				commit(fmt.Sprintf("discord/%018d/%018d", i/10, i))
			}
		})
	}
	wg.Wait()
	per := (used() - before) / games
	if per > atMost {
		t.Errorf("a game takes %d bytes, want at most %d", per, atMost)
	}
	t.Logf("a game takes %d bytes", per)
}

// TestCallerDeadlineWinsOverClientTimeouts checks that a call to a hanging server ends
// with the caller's deadline, although the client's timeouts are far longer.
func TestCallerDeadlineWinsOverClientTimeouts(t *testing.T) {
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	const long = time.Hour
	s, err := redis.Open("redis://"+proxy.Addr, redis.Options{Prefix: "hang", Timeouts: redis.Timeouts{Connection: long, Call: long}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "a"); err != nil { // there is a connection
		t.Fatal(err)
	}
	proxy.Silence(true)
	calls := map[string]func(context.Context) error{
		"Get": func(ctx context.Context) error { _, err := s.Get(ctx, "a"); return err },
		"Commit": func(ctx context.Context) error {
			_, err := s.Commit(ctx, "a", store.Write{Data: storetest.Doc(1, "")})
			return err
		},
		"Claim": func(ctx context.Context) error { _, err := s.Claim(ctx, time.Now(), time.Minute, 9); return err },
		"All": func(ctx context.Context) error {
			for _, err := range s.All(ctx) {
				return err
			}
			return nil
		},
	}
	for name, call := range calls {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		answer := make(chan error, 1)
		go func() { answer <- call(ctx) }()
		select {
		case err := <-answer:
			if !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%s of a server that hangs = %v, want %v", name, err, store.ErrUnavailable)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s of a server that hangs keeps a caller whose time is over", name)
		}
		cancel()
	}
	proxy.Silence(false)
	proxy.Break() // ends the calls that still hang
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
}
