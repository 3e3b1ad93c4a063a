package redis_test

import (
	"errors"
	"testing"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// TestCommitAllIsOneRoundTrip commits and reads at once. While answers are lost, every write ends as it
// is told to have ended.
func TestCommitAllIsOneRoundTrip(t *testing.T) {
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s := openAt(t, "redis://"+proxy.Addr, "all")
	keys := []string{"a", "b", "c"}
	versions := map[string]uint64{}
	commit := func() (failed int) {
		t.Helper()
		var writes []store.KeyedWrite
		for _, key := range keys {
			writes = append(writes, store.KeyedWrite{Key: key, Write: store.Write{Expect: versions[key], Data: storetest.Doc(versions[key]+1, "")}})
		}
		written, read, err := store.CommitAll(t.Context(), s, writes, keys)
		for i, key := range keys {
			w := written[i]
			switch {
			case w.Err == nil, errors.Is(w.Err, store.ErrRepeated) && w.Version == versions[key]+1:
				versions[key]++
			case errors.Is(w.Err, store.ErrUnavailable):
				failed++
				proxy.Drop(0)
				rec, err := s.Get(t.Context(), key)
				if err != nil || rec.Version != versions[key] && rec.Version != versions[key]+1 {
					t.Fatalf("after %v, %q has version %d, %v, want %d or the next", w.Err, key, rec.Version, err, versions[key])
				}
				versions[key] = rec.Version
				continue
			default:
				t.Fatalf("the write of %q gave version %d, %v, want %d", key, w.Version, w.Err, versions[key]+1)
			}
			if err == nil && read[key].Version != versions[key] {
				t.Fatalf("%q was read with version %d, want %d", key, read[key].Version, versions[key])
			}
		}
		return failed
	}
	commit() // connects, and teaches the server the script
	before := proxy.Requests()
	commit()
	if sent := proxy.Requests() - before; sent != 1 {
		t.Errorf("three writes and three reads took %d requests, want one", sent)
	}
	if err := server.Client().ScriptFlush(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	commit()
	failed := 0
	for range slowtest.Count(40, 400) {
		proxy.Drop(300_000)
		failed += commit()
		proxy.Drop(0)
	}
	t.Logf("%d answers were lost; %d outcomes stayed unknown", proxy.Dropped(), failed)
}
