package redistest

import (
	"testing"

	"github.com/redis/go-redis/v9"
)

// Snapshot copies all that some servers hold, with DUMP, and returns what
// brings it back: FLUSHALL, and RESTORE of the copy.
func Snapshot(t *testing.T, servers ...*redis.Client) (rewind func(*testing.T)) {
	t.Helper()
	saved := make([]map[string]string, len(servers))
	for i, server := range servers {
		saved[i] = map[string]string{}
		names, err := server.Keys(t.Context(), "*").Result()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
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
			for name, dump := range saved[i] {
				if err := server.Restore(t.Context(), name, 0, dump).Err(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
