package slack

import (
	"container/list"
	"sync"
	"time"
)

// memory keeps values for a while: at most max of them, each for ttl since it
// was put. It is safe for concurrent use.
type memory[K comparable, V any] struct {
	mu  sync.Mutex
	max int
	ttl time.Duration
	now func() time.Time
	all map[K]*list.Element
	age *list.List // of *remembrance, the oldest first
}

type remembrance[K comparable, V any] struct {
	key   K
	value V
	until time.Time
}

func newMemory[K comparable, V any](max int, ttl time.Duration, now func() time.Time) *memory[K, V] {
	return &memory[K, V]{max: max, ttl: ttl, now: now, all: map[K]*list.Element{}, age: list.New()}
}

// get returns what was put under k.
func (m *memory[K, V]) get(k K) (v V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(k)
}

func (m *memory[K, V]) find(k K) (v V, ok bool) {
	m.forgetOld()
	e := m.all[k]
	if e == nil {
		return v, false
	}
	return e.Value.(*remembrance[K, V]).value, true
}

// put keeps v under k and returns what was there before.
func (m *memory[K, V]) put(k K, v V) (before V, had bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, had = m.find(k)
	m.drop(m.all[k])
	m.all[k] = m.age.PushBack(&remembrance[K, V]{k, v, m.now().Add(m.ttl)})
	for m.age.Len() > m.max {
		m.drop(m.age.Front())
	}
	return before, had
}

// forget removes k.
func (m *memory[K, V]) forget(k K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(m.all[k])
}

// first reports whether k is new, and remembers it.
func (m *memory[K, V]) first(k K) bool {
	var none V
	_, had := m.put(k, none)
	return !had
}

func (m *memory[K, V]) has(k K) bool {
	_, ok := m.get(k)
	return ok
}

func (m *memory[K, V]) forgetOld() {
	now := m.now()
	for e := m.age.Front(); e != nil && !now.Before(e.Value.(*remembrance[K, V]).until); e = m.age.Front() {
		m.drop(e)
	}
}

func (m *memory[K, V]) drop(e *list.Element) {
	if e == nil {
		return
	}
	m.age.Remove(e)
	delete(m.all, e.Value.(*remembrance[K, V]).key)
}
