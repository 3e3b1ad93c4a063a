package discord

import (
	"container/list"
	"sync"
)

// lru remembers values up to a weight in all: those that were not used for
// the longest time are forgotten first. It is safe for concurrent use.
type lru[K comparable, V any] struct {
	most  int // weight
	weigh func(K, V) int

	mu     sync.Mutex
	weight int
	all    map[K]*list.Element
	used   *list.List // of *remembered[K, V], least recently used first
}

type remembered[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](most int, weigh func(K, V) int) *lru[K, V] {
	return &lru[K, V]{most: most, weigh: weigh, all: map[K]*list.Element{}, used: list.New()}
}

// get returns what is remembered of k.
func (l *lru[K, V]) get(k K) (v V, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.all[k]
	if e == nil {
		return v, false
	}
	l.used.MoveToBack(e)
	return e.Value.(*remembered[K, V]).value, true
}

// put remembers v of k, and returns what was remembered before.
func (l *lru[K, V]) put(k K, v V) (old V, ok bool) {
	return l.replace(k, v, func(V) bool { return true })
}

// replace remembers v of k, and returns what was remembered before. What is
// remembered stays, and is not returned, unless it may be replaced.
func (l *lru[K, V]) replace(k K, v V, may func(old V) bool) (old V, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.all[k]; e != nil {
		if !may(e.Value.(*remembered[K, V]).value) {
			return old, false
		}
		old, ok = l.drop(e).value, true
	}
	l.all[k] = l.used.PushBack(&remembered[K, V]{k, v})
	l.weight += l.weigh(k, v)
	for l.weight > l.most {
		l.drop(l.used.Front())
	}
	return old, ok
}

// drop forgets an entry. mu is held.
func (l *lru[K, V]) drop(e *list.Element) *remembered[K, V] {
	r := l.used.Remove(e).(*remembered[K, V])
	delete(l.all, r.key)
	l.weight -= l.weigh(r.key, r.value)
	return r
}
