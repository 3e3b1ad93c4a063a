// Package bounds bounds how often things are done (Buckets), and how many at once: of all (Queue), or
// of each of many keys (PerKey).
package bounds

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// MaxKeys is how many keys Buckets remember: those that took last. A forgotten one begins with a
// full bucket.
const MaxKeys = 10_000

// Rate is how often something may be done: once each Every on average, and Burst times at once.
type Rate struct {
	Every time.Duration // 0 or less: without a limit
	Burst int           // 0 or less: 1
}

// PerMinute is the rate of n a minute, with bursts of n. 0 or less is without a limit.
func PerMinute(n int) Rate {
	if n <= 0 {
		return Rate{}
	}
	return Rate{Every: time.Minute / time.Duration(n), Burst: n}
}

// Buckets limit how often something is done for each of many keys, such as addresses or people, by a
// token bucket for each. They are safe for concurrent use.
type Buckets struct {
	rate Rate
	now  func() time.Time

	mu  sync.Mutex
	all *simplelru.LRU[string, *bucket]
}

// bucket is a token bucket.
type bucket struct{ full time.Time } // when it is full again, in the past if it is

// NewBuckets makes Buckets of one rate, all of them full. A nil clock is time.Now.
func NewBuckets(r Rate, now func() time.Time) *Buckets {
	r.Burst = max(1, r.Burst)
	if now == nil {
		now = time.Now
	}
	all, _ := simplelru.NewLRU[string, *bucket](MaxKeys, nil) // the size is positive
	return &Buckets{rate: r, now: now, all: all}
}

// Take takes a token from a key's bucket. It returns false if there is none.
func (b *Buckets) Take(key string) bool { return b.TakeSome(key, 1) }

// TakeSome takes n tokens, or parts of them. It returns false, and takes none, if there are fewer; so
// it does if n is more than a bucket holds.
func (b *Buckets) TakeSome(key string, n float64) bool { return b.take(key, n, 0) <= 0 }

// TakeBut takes a token if at least left tokens remain. Otherwise it takes none, and returns how long
// it is until that can be, at least a millisecond; left is smaller than the burst.
func (b *Buckets) TakeBut(key string, left int) (wait time.Duration) {
	if wait = b.take(key, 1, left); wait <= 0 {
		return 0
	}
	return max(time.Millisecond, wait)
}

// take takes n tokens if left remain. Otherwise it takes none, and returns how long it is until that
// can be, more than 0.
func (b *Buckets) take(key string, n float64, left int) (wait time.Duration) {
	if b.rate.Every <= 0 {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now, of := b.now(), b.of(key)
	from := of.full
	if from.Before(now) {
		from = now
	}
	after := from.Add(b.worth(n))
	if wait = after.Sub(now) - b.worth(float64(b.rate.Burst-left)); wait <= 0 {
		of.full = after
	}
	return wait
}

// Adjust takes n more tokens even if there are fewer, so that the key waits for longer, or gives some
// back if n is negative.
func (b *Buckets) Adjust(key string, n float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	of := b.of(key)
	of.full = of.full.Add(b.worth(n))
}

// Empty takes all tokens.
func (b *Buckets) Empty(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(key).full = b.now().Add(b.worth(float64(b.rate.Burst)))
}

// of returns the bucket of a key. mu is held.
func (b *Buckets) of(key string) *bucket {
	of, ok := b.all.Get(key)
	if !ok {
		of = &bucket{}
		b.all.Add(key, of)
	}
	return of
}

// worth returns how long it takes to get n tokens.
func (b *Buckets) worth(n float64) time.Duration { return time.Duration(n * float64(b.rate.Every)) }
