package storetest

import (
	"context"
	"fmt"

	"nimbot/store"
)

// Failing is a store whose Get fails with Err.
type Failing struct {
	store.Archive
	Err error
}

// Get implements store.Store.
func (f Failing) Get(context.Context, string) (store.Record, error) {
	return store.Record{}, fmt.Errorf("%w: as a test wants it", f.Err)
}
