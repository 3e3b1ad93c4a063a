package clientip

import "sync"

// Places bounds how many requests of each source are served at once. It is safe for concurrent
// use.
type Places struct {
	each int

	mu    sync.Mutex
	taken map[string]int // sources without a request aren't in it
}

// NewPlaces returns Places for at most each requests of a source at once.
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

// Sources returns how many sources have a request that is being served.
func (p *Places) Sources() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.taken)
}
