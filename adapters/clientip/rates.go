package clientip

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// maxSources is how many sources Rates remembers: those that asked last. A forgotten one begins
// with a full bucket.
const maxSources = 10_000

// Rates limits how often each source may do something, with a token bucket for each. It is safe for
// concurrent use.
type Rates struct {
	now func() time.Time

	mu      sync.Mutex
	buckets *simplelru.LRU[string, *rate.Limiter]
}

// NewRates makes Rates.
func NewRates(now func() time.Time) *Rates {
	buckets, _ := simplelru.NewLRU[string, *rate.Limiter](maxSources, nil) // the size is positive
	return &Rates{now: now, buckets: buckets}
}

// Allow takes a token from a source's bucket, which holds burst of them and gets limit more a
// second. It returns false if there is none. A source always has the same limit and burst.
func (r *Rates) Allow(source string, limit rate.Limit, burst int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, ok := r.buckets.Get(source)
	if !ok {
		b = rate.NewLimiter(limit, burst)
		r.buckets.Add(source, b)
	}
	return b.AllowN(r.now(), 1)
}

// Places bounds how many requests of each source are served at once. It is safe for concurrent
// use.
type Places struct {
	each int

	mu    sync.Mutex
	taken map[string]int // sources without a request aren't in it
}

// NewPlaces makes Places: each source has that many.
func NewPlaces(each int) *Places { return &Places{each: each, taken: map[string]int{}} }

// Enter takes one of a source's places until leave is called. ok is false if all are taken.
func (p *Places) Enter(source string) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken[source] >= p.each {
		return nil, false
	}
	p.taken[source]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.taken[source]--; p.taken[source] == 0 {
			delete(p.taken, source)
		}
	}, true
}

// Sources is how many sources have a place.
func (p *Places) Sources() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.taken)
}
