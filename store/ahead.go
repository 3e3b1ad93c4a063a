package store

import (
	"context"
	"sync"
)

// ahead are the records that were read together for a request, before they're asked for one by one.
type ahead struct {
	mu      sync.Mutex
	records map[string]Record // nil: the request has been answered
}

// aheadKey is the key of a request's *ahead in its context.
type aheadKey struct{}

// WithAhead returns the context of one request, for which ReadAhead can read records. The caller
// calls over when the request is answered; goroutines that continue after that read the store.
func WithAhead(ctx context.Context) (_ context.Context, over func()) {
	a := &ahead{records: map[string]Record{}}
	return context.WithValue(ctx, aheadKey{}, a), func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.records = nil
	}
}

// ReadAhead reads the records under keys in one call, for Read and Change. It does nothing for a
// context without WithAhead. The error is the store's.
func ReadAhead(ctx context.Context, s Store, keys []string) error {
	a, ok := ctx.Value(aheadKey{}).(*ahead)
	if !ok {
		return nil
	}
	found, err := s.GetAll(ctx, keys)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.records != nil {
		for key, rec := range found {
			a.records[key] = rec
		}
	}
	return nil
}

// Read returns the record under key as it was read ahead for the request, or else as it is
// stored. The error is that of Store.Get.
func Read(ctx context.Context, s Store, key string) (Record, error) {
	if a, ok := ctx.Value(aheadKey{}).(*ahead); ok {
		a.mu.Lock()
		rec, known := a.records[key]
		a.mu.Unlock()
		if known {
			return rec, nil
		}
	}
	return s.Get(ctx, key)
}

// forgetAhead makes Read ask the store for a record that the request is about to write.
func forgetAhead(ctx context.Context, key string) {
	if a, ok := ctx.Value(aheadKey{}).(*ahead); ok {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.records, key)
	}
}
