package bounds

import "sync"

// PerKey bounds how much runs at once for each of many keys, such as addresses. It is safe for
// concurrent use.
type PerKey struct {
	each int

	mu      sync.Mutex
	running map[string]int // keys for which nothing runs aren't in it
}

// NewPerKey returns a PerKey that lets each callers of a key run at once.
func NewPerKey(each int) *PerKey { return &PerKey{each: each, running: map[string]int{}} }

// Enter takes one of a key's places. ok is false if all are taken; otherwise the caller must call
// leave exactly once when done.
func (p *PerKey) Enter(key string) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[key] >= p.each {
		return nil, false
	}
	p.running[key]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.running[key]--; p.running[key] == 0 {
			delete(p.running, key)
		}
	}, true
}

// Keys returns for how many keys something runs.
func (p *PerKey) Keys() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.running)
}
