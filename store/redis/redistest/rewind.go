package redistest

import (
	"testing"

	"github.com/redis/go-redis/v9"
)

// Snapshot copies all keys of some servers with DUMP, and returns a function that
// brings them back with FLUSHALL and RESTORE. It reads sorted sets and writes them
// anew instead, because miniredis can't DUMP them.
func Snapshot(t *testing.T, servers ...*redis.Client) (rewind func(*testing.T)) {
	t.Helper()
	saved, sets := make([]map[string]string, len(servers)), make([]map[string][]redis.Z, len(servers))
	for i, server := range servers {
		saved[i], sets[i] = map[string]string{}, map[string][]redis.Z{}
		names, err := server.Keys(t.Context(), "*").Result()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if sets[i][name], err = server.ZRangeWithScores(t.Context(), name, 0, -1).Result(); err == nil {
				continue
			}
			if saved[i][name], err = server.Dump(t.Context(), name).Result(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return func(t *testing.T) {
		t.Helper()
		for i, server := range servers {
			if err := server.FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
			for name, set := range sets[i] {
				if err := server.ZAdd(t.Context(), name, set...).Err(); len(set) > 0 && err != nil {
					t.Fatal(err)
				}
			}
			for name, dump := range saved[i] {
				if err := server.Restore(t.Context(), name, 0, dump).Err(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
