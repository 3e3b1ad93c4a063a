package slack

import (
	"context"
	"sync"

	"nimbot/store"
)

// gate wraps a store and lets a test block before or after a commit.
type gate struct {
	store.Store

	mu            sync.Mutex
	before, after chan struct{} // closed to continue; nil: commits don't wait
	waiting       int
}

// hold stops commits, before or after they are done, until release is called.
func (g *gate) hold(before bool) (release func()) {
	held := make(chan struct{})
	g.mu.Lock()
	defer g.mu.Unlock()
	if before {
		g.before = held
	} else {
		g.after = held
	}
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.before, g.after = nil, nil
		close(held)
	})
}

// holds reports whether a commit waits.
func (g *gate) holds() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.waiting > 0
}

func (g *gate) wait(ctx context.Context, at func() chan struct{}) {
	g.mu.Lock()
	held := at()
	if held == nil {
		g.mu.Unlock()
		return
	}
	g.waiting++
	g.mu.Unlock()
	select {
	case <-held:
	case <-ctx.Done():
	}
	g.mu.Lock()
	g.waiting--
	g.mu.Unlock()
}

func (g *gate) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	g.wait(ctx, func() chan struct{} { return g.before })
	rec, err := g.Store.Commit(ctx, key, w)
	g.wait(ctx, func() chan struct{} { return g.after })
	return rec, err
}
