package redis_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// BenchmarkCommit measures what the store adds to BenchmarkBare. (chat's
// BenchmarkCommand measures whole moves.)
func BenchmarkCommit(b *testing.B) {
	server := redistest.Start(b)
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			storetest.BenchmarkCommit(b, openAt(b, server.URL(), fmt.Sprint("b", prefixes.Add(1))), callers)
		})
	}
}

// BenchmarkBare sends the same script with the same arguments through the
// client, each call by itself, and doesn't parse the answers.
func BenchmarkBare(b *testing.B) {
	server := redistest.Start(b)
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			const keys = 16
			s := openAt(b, server.URL(), fmt.Sprint("b", prefixes.Add(1)))
			tail := storetest.SizedDoc(1, storetest.DocSize)[len(store.AppendHeader(nil, 1)):]
			due, expires := time.Now().Add(time.Hour).UnixMilli(), time.Now().Add(24*time.Hour).UnixMilli()
			var (
				wg   sync.WaitGroup
				left atomic.Int64
			)
			left.Store(int64(b.N))
			b.ReportAllocs()
			b.ResetTimer()
			for c := range callers {
				wg.Go(func() {
					var versions [keys]uint64
					var names [keys][]string
					for i := range names {
						key := fmt.Sprintf("bench/%d/%d/%d", b.N, c, i)
						names[i] = []string{s.RecordKey(key), s.TasksKey(key), s.ShowsKey(key), key}
					}
					for i := 0; left.Add(-1) >= 0; i++ {
						v, name := &versions[i%keys], names[i%keys]
						err := redis.CommitScript.EvalSha(b.Context(), s.Client(), name[:3],
							*v, store.Format, append(store.AppendHeader(nil, *v+1), tail...), name[3], expires, due, "").Err()
						if err != nil && *v == 0 {
							err = redis.CommitScript.Eval(b.Context(), s.Client(), name[:3],
								*v, store.Format, append(store.AppendHeader(nil, *v+1), tail...), name[3], expires, due, "").Err()
						}
						if err != nil {
							b.Errorf("the script = %v", err)
							return
						}
						*v++
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}
