package storetest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/store"
)

// DocSize is the size in bytes of the record of an ordinary game: five heaps
// and twelve moves.
const DocSize = 433

// BenchmarkCommit commits records of DocSize bytes with a deadline, b.N in all
// from that many callers, each on 16 keys of its own. It reports commits/s, and
// the median and the 99th percentile of the waiting times in µs.
func BenchmarkCommit(b *testing.B, s store.Store, callers int) {
	const keys = 16
	var (
		wg    sync.WaitGroup
		left  atomic.Int64
		waits = make([][]time.Duration, callers)
	)
	tail := SizedDoc(1, DocSize)[len(store.AppendHeader(nil, 1)):]
	left.Store(int64(b.N))
	b.ReportAllocs()
	b.ResetTimer()
	for c := range callers {
		wg.Go(func() {
			var versions [keys]uint64
			var names [keys]string
			for i := range names {
				names[i] = fmt.Sprintf("bench/%d/%d/%d", b.N, c, i)
			}
			for i := 0; left.Add(-1) >= 0; i++ {
				v := &versions[i%keys]
				start := time.Now()
				_, err := s.Commit(b.Context(), names[i%keys], store.Write{
					Expect: *v, Data: append(store.AppendHeader(nil, *v+1), tail...), Due: start.Add(10 * time.Minute), Expires: start.Add(37 * 24 * time.Hour),
				})
				if err != nil {
					b.Errorf("Commit = %v", err)
					return
				}
				*v++
				waits[c] = append(waits[c], time.Since(start))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(waits...)
	slices.Sort(all)
	if len(all) == 0 {
		return
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-µs")
}
