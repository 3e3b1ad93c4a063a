package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nimbot/internal/slowtest"
	"nimbot/store/redis/redistest"
)

// balancer sends each request to a replica that is ready, like a load balancer
// that polls /readyz.
type balancer struct {
	replicas []*replica
	proxies  []*httputil.ReverseProxy
	ready    []atomic.Bool
	next     atomic.Uint64
	failed   atomic.Int64 // requests that no replica answered with 200
}

// askEvery is how often the balancer polls each replica.
const askEvery = 50 * time.Millisecond

func newBalancer(t *testing.T, replicas []*replica) *balancer {
	t.Helper()
	b := &balancer{replicas: replicas, ready: make([]atomic.Bool, len(replicas))}
	for _, r := range replicas {
		u, err := url.Parse(r.endpoint)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = ""
		p := httputil.NewSingleHostReverseProxy(u)
		p.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, err error) {
			b.failed.Add(1)
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
		p.ModifyResponse = func(resp *http.Response) error {
			if resp.StatusCode != http.StatusOK {
				b.failed.Add(1)
			}
			return nil
		}
		b.proxies = append(b.proxies, p)
	}
	return b
}

// watch polls the replicas until ctx ends.
func (b *balancer) watch(ctx context.Context) {
	client := http.Client{Timeout: time.Second}
	for ctx.Err() == nil {
		for i, r := range b.replicas {
			resp, err := client.Get("http://" + r.admin + "/readyz")
			b.ready[i].Store(err == nil && resp.StatusCode == http.StatusOK)
			if err == nil {
				_ = resp.Body.Close()
			}
		}
		time.Sleep(askEvery)
	}
}

// ServeHTTP implements http.Handler.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	first := int(b.next.Add(1))
	for n := range b.replicas {
		if i := (first + n) % len(b.replicas); b.ready[i].Load() {
			b.proxies[i].ServeHTTP(w, r)
			return
		}
	}
	b.failed.Add(1)
	http.Error(w, "nobody is ready", http.StatusServiceUnavailable)
}

// upgrade stops a replica as an orchestrator does, and starts it again.
func (r *replica) upgrade(t *testing.T) {
	t.Helper()
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if state := stopped(t, r.cmd.Process); state.ExitCode() != exitGood {
		t.Errorf("after SIGTERM a replica ended with %v, want exit code 0", state)
	}
	r.cmd = nil
	r.restart(t)
}

// TestRollingUpgradeLosesNoRequest replaces two replicas behind a balancer one
// after the other while people play: each interaction is answered, and takes
// effect once.
func TestRollingUpgradeLosesNoRequest(t *testing.T) {
	slowtest.Only(t)
	redis := redistest.Start(t)
	t.Setenv("NIM_HTTP_DRAIN", "1s")
	behind := startFleet(t, redis.URL(), 2)
	b := newBalancer(t, behind.replicas)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() { b.watch(ctx) })
	front := httptest.NewServer(b)
	defer front.Close()
	for !b.ready[0].Load() || !b.ready[1].Load() {
		time.Sleep(askEvery)
	}

	fleet := &fleet{discord: behind.discord, replicas: []*replica{{endpoint: front.URL + "/discord/interactions"}}}
	rooms := make([]*counterGame, 8)
	for i := range rooms {
		rooms[i] = &counterGame{fleet: fleet, channel: strconv.Itoa(900000000000000000 + i), people: duelists}
		rooms[i].begin(t)
	}
	playing, enough := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for _, d := range rooms {
		for seat := range 2 {
			players.Go(func() { d.play(playing, seat) })
		}
	}
	for _, r := range behind.replicas {
		fleet.awaitMoves(int(fleet.answered.Load()) + 100)
		r.upgrade(t)
	}
	fleet.awaitMoves(int(fleet.answered.Load()) + 100)
	enough()
	players.Wait()
	if failed := b.failed.Load(); failed != 0 {
		t.Errorf("%d interactions failed beside %d moves that were answered, want none", failed, fleet.answered.Load())
	}
	for _, d := range rooms {
		d.check(t)
	}
	t.Logf("%d moves answered during two upgrades; of %d the bot couldn't tell what the store had done in time", fleet.answered.Load(), fleet.unknown.Load())
}
