package slack

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// ttlCache caches a bounded number of values, each for ttl after it was put or changed. A
// full cache drops the least recently used value. It is safe for concurrent use. (The
// library's expirable cache has a clock that can't be replaced and a goroutine that can't
// be stopped.)
type ttlCache[K comparable, V any] struct {
	ttl time.Duration
	now func() time.Time

	mu  sync.Mutex
	all *simplelru.LRU[K, remembrance[V]]
}

type remembrance[V any] struct {
	value V
	until time.Time
}

func newTTLCache[K comparable, V any](size int, ttl time.Duration, now func() time.Time) *ttlCache[K, V] {
	all, err := simplelru.NewLRU[K, remembrance[V]](size, nil)
	if err != nil {
		panic(err) // the sizes are constants
	}
	return &ttlCache[K, V]{ttl: ttl, now: now, all: all}
}

// get returns the value of k, if it is present and not expired.
func (m *ttlCache[K, V]) get(k K) (v V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(k)
}

func (m *ttlCache[K, V]) find(k K) (v V, ok bool) {
	r, ok := m.all.Get(k)
	if ok && !m.now().Before(r.until) {
		m.all.Remove(k)
		return v, false
	}
	return r.value, ok
}

// put stores v under k and returns the previous value.
func (m *ttlCache[K, V]) put(k K, v V) (before V, had bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, had = m.find(k)
	m.all.Add(k, remembrance[V]{v, m.now().Add(m.ttl)})
	return before, had
}

// change lets f change the value of k, the zero V if there is none. f must not use the
// cache.
func (m *ttlCache[K, V]) change(k K, f func(*V)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, _ := m.find(k)
	f(&v)
	m.all.Add(k, remembrance[V]{v, m.now().Add(m.ttl)})
}

// forget removes k.
func (m *ttlCache[K, V]) forget(k K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all.Remove(k)
}

// addIfAbsent reports whether k is new, and remembers it.
func (m *ttlCache[K, V]) addIfAbsent(k K) bool {
	var none V
	_, had := m.put(k, none)
	return !had
}

func (m *ttlCache[K, V]) has(k K) bool {
	_, ok := m.get(k)
	return ok
}
