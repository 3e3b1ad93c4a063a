package redis_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	miniserver "github.com/alicebob/miniredis/v2/server"
	"go.uber.org/goleak"

	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// hold makes the server answer nobody for a while, so that calls gather.
func hold(t *testing.T, server *redistest.Server, d time.Duration) {
	t.Helper()
	if err := server.Client().ClientPause(t.Context(), d).Err(); err != nil {
		t.Fatal(err)
	}
}

// noLeaks fails the test if goroutines are left when the test and its servers have
// ended.
func noLeaks(t *testing.T) { t.Cleanup(func() { goleak.VerifyNone(t) }) }

// TestCallsShareRoundTrips checks that busy callers share round trips.
func TestCallsShareRoundTrips(t *testing.T) {
	noLeaks(t)
	const callers, moves = 64, 6400
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s := open(t, "redis://"+proxy.Addr)
	load := storetest.Load{Name: "share", Keys: callers}
	if err := load.Run(t.Context(), s, callers, moves); err != nil {
		t.Fatal(err)
	}
	if load.Acked() < moves || load.Unknown()+load.Conflicts()+load.Repeated() > 0 {
		t.Errorf("%s: want all answered once", load.Summary())
	}
	if sent := proxy.Requests(); sent > moves/2 {
		t.Errorf("%d moves took %d requests, want far fewer", moves, sent)
	}
	load.Check(t, s)
	t.Logf("%d moves took %d requests", moves, proxy.Requests())
}

// TestPipelinedCallsGetTheirOwnResults checks that calls with every kind of outcome
// can share a pipeline, and that each gets its own result.
func TestPipelinedCallsGetTheirOwnResults(t *testing.T) {
	const good = 20
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s := open(t, "redis://"+proxy.Addr)
	if _, err := s.Commit(t.Context(), "stale", store.Write{Data: storetest.Doc(1, "first")}); err != nil {
		t.Fatal(err)
	}
	s.Plant(t, "newer", []byte(`{"v":99,"n":1}`))
	s.Plant(t, "broken", []byte("not a record"))
	if err := s.Client().RPush(t.Context(), s.RecordKey("list"), "not", "a", "record").Err(); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		doc  []byte
		want error
	}{
		"stale":  {storetest.Doc(1, "second"), store.ErrConflict},
		"newer":  {storetest.Doc(1, ""), store.ErrNewer},
		"broken": {storetest.Doc(1, ""), store.ErrCorrupt},
		"list":   {storetest.Doc(1, ""), store.ErrCorrupt},
		"huge":   {storetest.SizedDoc(1, 200<<10), nil},
	}
	for i := range good {
		c := cases["stale"]
		c.want = nil
		cases[fmt.Sprint("good", i)] = c
	}
	before := proxy.Requests()
	hold(t, server, 50*time.Millisecond)
	var wg sync.WaitGroup
	for key, c := range cases {
		wg.Go(func() {
			rec, err := s.Commit(t.Context(), key, store.Write{Data: c.doc})
			if !errors.Is(err, c.want) || c.want == nil && rec.Version != 1 {
				t.Errorf("Commit(%q) = version %d, %v, want %v", key, rec.Version, err, c.want)
			}
			if key == "stale" && !strings.Contains(string(rec.Data), "first") {
				t.Errorf("Commit(%q) = %s, want what is stored", key, rec.Data)
			}
		})
		wg.Go(func() {
			rec, err := s.Get(t.Context(), "nothing under "+key)
			if err != nil || rec.Version != 0 {
				t.Errorf("Get of nothing = version %d, %v", rec.Version, err)
			}
		})
	}
	wg.Wait()
	// The proxy counts the huge record as several requests.
	if sent := proxy.Requests() - before; sent > len(cases) {
		t.Errorf("%d calls took %d requests, want far fewer", 2*len(cases), sent)
	}
	for key, c := range cases {
		if rec, err := s.Get(t.Context(), key); c.want == nil && (err != nil || string(rec.Data) != string(c.doc)) {
			t.Errorf("Get(%q) = %d bytes, %v, want what was committed", key, len(rec.Data), err)
		}
	}
}

// TestPipelineDoesNotWaitForALostAnswer checks that one call that waits for a lost
// answer doesn't delay the others.
func TestPipelineDoesNotWaitForALostAnswer(t *testing.T) {
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	const silence = time.Second // until the call that hangs is tried again
	s, err := redis.Open("redis://"+proxy.Addr, redis.Options{Prefix: "over", Timeouts: redis.Timeouts{Connection: silence, Call: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	commit := func(key string, version uint64) error {
		_, err := s.Commit(t.Context(), key, store.Write{Expect: version, Data: storetest.Doc(version+1, "")})
		return err
	}
	if err := commit("stuck", 0); err != nil { // teaches the server the script
		t.Fatal(err)
	}
	proxy.Silence(true)
	stuck, sent := make(chan error, 1), time.Now()
	go func() { stuck <- commit("stuck", 1) }()
	for proxy.Dropped() == 0 { // the proxy has not swallowed the answer yet
		time.Sleep(time.Millisecond)
	}
	proxy.Silence(false)
	for i := range 10 {
		if err := commit(fmt.Sprint("free", i), 0); err != nil {
			t.Errorf("Commit beside a call that hangs = %v", err)
		}
	}
	select {
	case err := <-stuck:
		if took := time.Since(sent); took < silence {
			t.Errorf("the call that hangs was back after %v, before the others: %v", took, err)
		}
		stuck <- err
	default:
	}
	if err := <-stuck; !errors.Is(err, store.ErrConflict) {
		t.Errorf("the call that hung = %v, want to meet its own first try", err)
	}
}

// TestServerThatDoesNotAnswer checks that every call ends by itself while the server
// answers nobody, and that calls succeed again afterwards.
func TestServerThatDoesNotAnswer(t *testing.T) {
	noLeaks(t)
	const callers, moves = 64, 640
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s, err := redis.Open("redis://"+proxy.Addr, redis.Options{Prefix: "silent", Timeouts: redis.Timeouts{Connection: 200 * time.Millisecond, Call: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	proxy.Silence(true)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			_, err := s.Commit(t.Context(), fmt.Sprint("k", i), store.Write{Data: storetest.Doc(1, "")})
			if !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("Commit = %v, want %v", err, store.ErrUnavailable)
			}
		})
	}
	wg.Wait()
	proxy.Silence(false)
	load := storetest.Load{Name: "silent", Keys: callers}
	if err := load.Run(t.Context(), s, callers, moves); err != nil || load.Acked() == 0 {
		t.Errorf("after the silence: %s, %v", load.Summary(), err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	load.Check(t, openAt(t, server.URL(), "silent"))
	t.Log(load.Summary())
}

// TestScriptsForgottenUnderLoad makes the server forget the scripts under load.
func TestScriptsForgottenUnderLoad(t *testing.T) {
	const callers, keys, times = 16, 40, 30
	server := redistest.Start(t)
	s := open(t, server.URL())
	load := storetest.Load{Name: "forget", Keys: keys}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- load.Run(ctx, s, callers, 1<<30) }()
	for range times {
		if err := server.Client().ScriptFlush(t.Context()).Err(); err != nil {
			t.Error(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	shown := load.Unknown()
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if shown+load.Repeated() > 0 {
		t.Errorf("%s: %d unknown before the end, want none and none repeated", load.Summary(), shown)
	}
	load.Check(t, s)
	t.Log(load.Summary())
}

// TestTemporaryRefusalsAreRetried checks that no caller gets an error while the server
// refuses each call once, in each way that the client retries.
func TestTemporaryRefusalsAreRetried(t *testing.T) {
	const callers = 16
	for _, refusal := range []string{
		"LOADING Redis is loading the dataset in memory",
		"READONLY You can't write against a read only replica.",
		"MASTERDOWN Link with MASTER is down",
		"CLUSTERDOWN The cluster is down",
		"TRYAGAIN Multiple keys request during rehashing of slot",
		"NOREPLICAS Not enough good replicas to write.",
		"ERR max number of clients reached",
	} {
		word, _, _ := strings.Cut(refusal, " ")
		t.Run(word, func(t *testing.T) {
			server := miniredis.RunT(t)
			s := open(t, "redis://"+server.Addr())
			commitAll := func(version uint64) {
				var wg sync.WaitGroup
				for i := range callers {
					wg.Go(func() {
						if _, err := s.Commit(t.Context(), fmt.Sprint("k", i), store.Write{Expect: version, Data: storetest.Doc(version+1, "")}); err != nil {
							t.Errorf("Commit = %v", err)
						}
					})
				}
				wg.Wait()
			}
			commitAll(0) // teaches the server the script
			var refused sync.Map
			server.Server().SetPreHook(func(c *miniserver.Peer, command string, args ...string) bool {
				if _, again := refused.LoadOrStore(fmt.Sprint(args), true); again || command != "EVALSHA" {
					return false
				}
				c.WriteError(refusal)
				return true
			})
			commitAll(1)
			n := 0
			refused.Range(func(any, any) bool { n++; return true })
			if n < callers {
				t.Errorf("%d calls were refused, want %d", n, callers)
			}
		})
	}
}

// TestAMovingSlotIsWaitedFor refuses a call more often than a broken connection is retried, because the
// key's slot is on its way to another server.
func TestAMovingSlotIsWaitedFor(t *testing.T) {
	const refusals = 6
	server := miniredis.RunT(t)
	s := open(t, "redis://"+server.Addr())
	var asked atomic.Int64
	server.Server().SetPreHook(func(c *miniserver.Peer, command string, _ ...string) bool {
		if command != "EVALSHA" || asked.Add(1) > refusals {
			return false
		}
		c.WriteError("TRYAGAIN Multiple keys request during rehashing of slot")
		return true
	})
	if _, err := s.Commit(t.Context(), "k", store.Write{Data: storetest.Doc(1, "")}); err != nil {
		t.Errorf("Commit = %v", err)
	}
	if n := asked.Load(); n <= refusals {
		t.Errorf("the server was asked %d times, want more than %d", n, refusals)
	}
}

// TestCloseFinishesCallsInFlight closes a store with calls in flight: each call
// either succeeds or is refused.
func TestCloseFinishesCallsInFlight(t *testing.T) {
	noLeaks(t)
	const calls = 32
	server := redistest.Start(t)
	s, err := redis.Open(server.URL(), redis.Options{Prefix: "close", Timeouts: patient})
	if err != nil {
		t.Fatal(err)
	}
	hold(t, server, 100*time.Millisecond)
	errs := make([]error, calls)
	var wg, begun sync.WaitGroup
	for i := range calls {
		begun.Add(1)
		wg.Go(func() {
			begun.Done()
			_, errs[i] = s.Commit(t.Context(), fmt.Sprint("k", i), store.Write{Data: storetest.Doc(1, "")})
		})
	}
	begun.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	wg.Wait()
	again := openAt(t, server.URL(), "close")
	for i, err := range errs {
		rec, getErr := again.Get(t.Context(), fmt.Sprint("k", i))
		if getErr != nil {
			t.Fatal(getErr)
		}
		if (err == nil) != (rec.Version == 1) || err != nil && !strings.Contains(err.Error(), "closed") {
			t.Errorf("Commit = %v, and version %d is stored", err, rec.Version)
		}
	}
}
