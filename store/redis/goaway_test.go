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

	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// holdFor bounds how long a server is held.
const holdFor = 30 * time.Second

// holdWrites makes the server answer no write until release is called, however
// slow the machine is.
func holdWrites(t *testing.T, server *redistest.Server) (release func()) {
	t.Helper()
	if err := server.Client().Do(t.Context(), "client", "pause", holdFor.Milliseconds(), "write").Err(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := server.Client().ClientUnpause(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// held waits until the server holds n connections' writes.
func held(t *testing.T, server *redistest.Server, n int) {
	t.Helper()
	for held := 0; held < n; time.Sleep(time.Millisecond) {
		info, err := server.Client().Info(t.Context(), "clients").Result()
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(info, "blocked_clients:")
		if _, err := fmt.Sscan(rest, &held); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCancelledCallLeavesItsPipeline cancels callers: they return at once, and
// the calls that shared their pipelines still get their results.
func TestCancelledCallLeavesItsPipeline(t *testing.T) {
	noLeaks(t)
	const (
		alone = 3 // calls that leave by themselves; the others gather
		each  = 8
	)
	server := redistest.Start(t)
	s, err := redis.Open(server.URL(), redis.Options{Timeouts: redis.Timeouts{Connection: 2 * holdFor, Call: 2 * holdFor}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	commit := func(ctx context.Context, key string) error {
		_, err := s.Commit(ctx, key, store.Write{Data: storetest.Doc(1, "")})
		return err
	}
	if err := commit(t.Context(), "first"); err != nil { // connects
		t.Fatal(err)
	}
	release := holdWrites(t, server)
	ctx, cancel := context.WithCancel(t.Context())
	var (
		staying, going sync.WaitGroup
		stayed         atomic.Int64
	)
	stay := func(key string) {
		if err := commit(t.Context(), key); err != nil {
			t.Errorf("Commit of one who stays = %v", err)
		}
		stayed.Add(1)
	}
	for i := range alone {
		staying.Go(func() { stay(fmt.Sprint("ahead", i)) })
	}
	held(t, server, alone)
	for i := range each {
		staying.Go(func() { stay(fmt.Sprint("stays", i)) })
		going.Go(func() {
			err := commit(ctx, fmt.Sprint("goes", i))
			if !errors.Is(err, context.Canceled) || !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("Commit of one who goes = %v", err)
			}
		})
	}
	held(t, server, alone+1) // a pipeline
	cancel()
	going.Wait()
	if n := stayed.Load(); n > 0 {
		t.Errorf("%d calls were answered before the others had gone", n)
	}
	release()
	staying.Wait()
}
