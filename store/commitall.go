package store

import "context"

// KeyedWrite is a write of the record under Key.
type KeyedWrite struct {
	Key string
	Write
}

// Written is the result of a KeyedWrite: what Store.Commit returns.
type Written struct {
	Record
	Err error
}

// committer is a Store that commits several records with one round trip.
type committer interface {
	// CommitAll does what the function CommitAll says. No write is stored after a read.
	CommitAll(ctx context.Context, writes []KeyedWrite, keys []string) ([]Written, map[string]Record, error)
}

// CommitAll commits each of the writes as Store.Commit does, whatever becomes of the others. Then, when
// the outcome of each is known or lost, it reads the records under keys as Store.GetAll does. A store on
// one server does both with one round trip. Read then asks the store for what was written. The error is that of
// reading; each write has its own.
func CommitAll(ctx context.Context, s Store, writes []KeyedWrite, keys []string) ([]Written, map[string]Record, error) {
	for _, w := range writes {
		forgetAhead(ctx, w.Key)
	}
	if c, ok := s.(committer); ok {
		return c.CommitAll(ctx, writes, keys)
	}
	all := make([]Written, len(writes))
	for i, w := range writes {
		all[i].Record, all[i].Err = s.Commit(ctx, w.Key, w.Write)
	}
	records, err := s.GetAll(ctx, keys)
	return all, records, err
}
