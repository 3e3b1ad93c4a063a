package redis_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	goredis "github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

func TestMain(m *testing.M) {
	redis.LogTo(slog.New(slog.DiscardHandler)) // these tests break connections on purpose
	os.Exit(m.Run())
}

// patient are long timeouts, for tests that aren't about timeouts.
var patient = redis.Timeouts{Connection: 10 * time.Second, Call: 30 * time.Second}

// prefixes counts the tests' stores: each has a key prefix of its own, so that
// they may share a server.
var prefixes atomic.Int64

// open opens an empty store.
func open(t testing.TB, url string) *planted {
	t.Helper()
	prefix := fmt.Sprint("t", prefixes.Add(1))
	s, err := redis.Open(url, redis.Options{Prefix: prefix, Timeouts: patient})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return &planted{Store: s}
}

// planted is a store into which a test can put anything.
type planted struct {
	*redis.Store
}

// Ordered tells the suite that Claim returns the oldest tasks first.
func (p *planted) Ordered() bool { return true }

// Plant puts any value under a key.
func (p *planted) Plant(t *testing.T, key string, value []byte) {
	t.Helper()
	if err := p.Client().Set(t.Context(), p.RecordKey(key), value, 0).Err(); err != nil {
		t.Fatal(err)
	}
}

// Snapshot implements storetest.Rewinder.
func (p *planted) Snapshot(t *testing.T) (rewind func(*testing.T)) {
	t.Helper()
	cluster, ok := p.Client().(*goredis.ClusterClient)
	if !ok {
		return redistest.Snapshot(t, p.Client().(*goredis.Client))
	}
	var (
		mu    sync.Mutex
		nodes []*goredis.Client
	)
	err := cluster.ForEachMaster(t.Context(), func(_ context.Context, node *goredis.Client) error {
		mu.Lock()
		defer mu.Unlock()
		nodes = append(nodes, node)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return redistest.Snapshot(t, nodes...)
}

// mini is a store on miniredis, whose clock a test can put forward.
type mini struct {
	*planted
	server *miniredis.Miniredis
}

func (m mini) Advance(d time.Duration) { m.server.FastForward(d) }

// TestMiniredis runs the suite where no Redis server is installed.
func TestMiniredis(t *testing.T) {
	if _, err := exec.LookPath(redistest.Binary); err == nil {
		t.Skip("TestServer carries the suite on a real server, in a tenth of the time")
	}
	storetest.Run(t, func(t *testing.T) store.Archive {
		server := miniredis.RunT(t)
		return mini{open(t, "redis://"+server.Addr()), server}
	})
}

func TestServer(t *testing.T) {
	server := redistest.Start(t)
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	storetest.Run(t, func(t *testing.T) store.Archive { return open(t, server.URL()) })
}

// TestCluster runs all cluster tests on one cluster, because starting it takes
// seconds.
func TestCluster(t *testing.T) {
	slowtest.Only(t)
	cluster := redistest.StartCluster(t)
	t.Run("Suite", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T) store.Archive { return open(t, cluster.URL()) })
	})
	t.Run("Check", func(t *testing.T) { testCheckCluster(t, cluster) })
	t.Run("MovingSlots", func(t *testing.T) { testMovingSlots(t, cluster) })
}

// TestForeignKeysAreSkipped checks that other keys under the prefix are skipped.
func TestForeignKeysAreSkipped(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	if _, err := s.Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, ""), Due: time.UnixMilli(1)}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{s.Prefix() + ":{17}#top:guild", s.Prefix() + ":{17}:a", s.Prefix() + ":owner"} {
		if err := s.Client().ZAdd(t.Context(), name, goredis.Z{Score: 3, Member: "ana"}).Err(); err != nil {
			t.Fatal(err)
		}
	}
	var keys []string
	for e, err := range s.All(t.Context()) {
		if err != nil {
			t.Errorf("All = %q, %v", e.Key, err)
		}
		keys = append(keys, e.Key)
	}
	if len(keys) != 1 || keys[0] != "a" {
		t.Errorf("All = %q, want a alone", keys)
	}
}

// TestMigrateBolt migrates a file's records to a server and from there into
// another file.
func TestMigrateBolt(t *testing.T) {
	const records = 500
	file := func() *bolt.Store {
		t.Helper()
		s, err := bolt.Open(filepath.Join(t.TempDir(), "nim.db"), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	}
	from, back := file(), file()
	server := open(t, redistest.Start(t).URL())
	load := storetest.Load{Name: "migrate", Keys: 20}
	if err := load.Run(t.Context(), from, 16, records); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ from, to store.Archive }{{from, server}, {server, back}, {from, back}} {
		if done, err := store.Migrate(t.Context(), step.from, step.to, nil); err != nil || done.Verified != done.Records || done.Records == 0 {
			t.Fatalf("Migrate = %+v, %v", done, err)
		}
	}
	load.Check(t, back)
}
