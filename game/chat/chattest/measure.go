package chattest

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Measure runs b.N ops, spread over callers goroutines. Each op returns its latency.
// Measure reports rate and percentiles, and returns the mean time per op.
func Measure(b *testing.B, callers int, op func(caller int) time.Duration) time.Duration {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(b.N))
	times := make([][]time.Duration, callers)
	var all sync.WaitGroup
	b.ResetTimer()
	for c := range callers {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				times[c] = append(times[c], op(c))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	sorted := slices.Concat(times...)
	slices.Sort(sorted)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
	b.ReportMetric(float64(sorted[len(sorted)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(sorted[len(sorted)*99/100].Microseconds()), "p99-µs")
	return b.Elapsed() / time.Duration(b.N)
}
