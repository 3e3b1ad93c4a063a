package sim

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/alicebob/miniredis/v2"

	"nimbot/cmd/bot/config"
	"nimbot/store"
	"nimbot/store/redis"
)

// server is a simulated Redis server.
type server struct {
	*miniredis.Miniredis
	world   *world
	read    *redis.Store
	scripts *scripts   // run its scripts
	tasks   [64]string // the keys of what is due
}

// repeatAfter is the store's pause before a pipeline is sent again: always the same, or the client
// library would draw it without the seed.
const repeatAfter = 20 * time.Millisecond

func (w *world) newServer() *server {
	s := &server{Miniredis: miniredis.NewMiniRedis(), world: w}
	for bucket := range s.tasks {
		s.tasks[bucket] = fmt.Sprintf("nim:{%d}#tasks", bucket)
	}
	first, err := s.Dial() // starts it
	if err != nil {
		w.t.Fatal(err)
	}
	_ = first.Close() // nothing was written
	s.scripts = runsScripts(s.Server())
	if s.read, err = s.connect("reader"); err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (s *server) url() config.StoreURL { return "redis://redis.test" }

func (s *server) open(host string) (store.Archive, error) { return s.connect(host) }

func (s *server) connect(host string) (*redis.Store, error) {
	dial := func(context.Context, string, string) (net.Conn, error) {
		if s.world.network.isDead(host) {
			return nil, errRefused
		}
		conn, err := s.Dial()
		if err != nil {
			return nil, err
		}
		return s.world.network.wrap(conn, host, storeHost), nil
	}
	return redis.Open(s.url().Reveal(), redis.Options{Dial: dial, Timeouts: redis.Timeouts{Repeat: repeatAfter}})
}

// refuses has the server load its data set, as after a start.
func (s *server) refuses(d time.Duration) { s.scripts.refuseUntil(time.Now().Add(d)) }

// dies has nothing to do: the connections of the copy are broken.
func (s *server) dies(string) {}

func (s *server) reads() store.Archive { return s.read }

// isDue looks into the server, which costs next to nothing: 64 questions by three copies a second are
// most of what an idle hour costs.
func (s *server) isDue(now time.Time) bool {
	for _, bucket := range s.tasks {
		tasks, err := s.SortedSet(bucket)
		if err != nil {
			continue // there are none
		}
		for _, at := range tasks {
			if at <= float64(now.UnixMilli()) {
				return true
			}
		}
	}
	return false
}

// expireEvery is how often the server drops what has expired. miniredis would do it at each command,
// which takes a tenth of a run.
const expireEvery = 5 * time.Second

func (s *server) expires(ctx context.Context) {
	for sleep(ctx, expireEvery) {
		s.FastForward(expireEvery)
	}
}

func (s *server) everything() map[string]string {
	all := map[string]string{}
	for _, key := range s.Keys() {
		switch s.Type(key) {
		case "string":
			all[key], _ = s.Get(key) // it is one
		case "zset":
			members, _ := s.SortedSet(key)
			all[key] = fmt.Sprint(members)
		case "hash":
			fields, _ := s.HKeys(key)
			all[key] = strings.Join(fields, " ")
		default:
			s.world.model.breaks("the store has a %s under %s, which nothing looks into", s.Type(key), key)
		}
	}
	return all
}

func (s *server) close() {
	_ = s.read.Close() // it only read
	s.Miniredis.Close()
	s.world.network.cut(storeHost)
}
