package store_test

import (
	"context"
	"testing"

	"nimbot/store"
	"nimbot/store/storetest"
)

// counts is a store that counts the records that are asked for one by one.
type counts struct {
	store.Archive
	gets int
}

func (c *counts) Get(ctx context.Context, key string) (store.Record, error) {
	c.gets++
	return c.Archive.Get(ctx, key)
}

// TestReadAhead reads records ahead for a request. What the request writes, and what is asked for
// after its end, is read from the store.
func TestReadAhead(t *testing.T) {
	s := &counts{Archive: storetest.NewMemory()}
	set := func(ctx context.Context, key, what string) {
		t.Helper()
		if _, err := store.Change(ctx, s, key, func(rec store.Record) (store.Write, error) {
			return store.Write{Data: storetest.Doc(rec.Version+1, what)}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	read := func(ctx context.Context, key, want string, gets int) {
		t.Helper()
		s.gets = 0
		rec, err := store.Read(ctx, s, key)
		if want != "" {
			want = string(storetest.Doc(rec.Version, want))
		}
		if string(rec.Data) != want || err != nil || s.gets != gets {
			t.Errorf("%q has %q, %v after %d calls, want %q after %d", key, rec.Data, err, s.gets, want, gets)
		}
	}
	plain := t.Context()
	set(plain, "a", "old")
	if err := store.ReadAhead(plain, s, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	read(plain, "a", "old", 1) // no request began

	request, over := store.WithAhead(plain)
	read(request, "a", "old", 1)
	if err := store.ReadAhead(request, s, []string{"a", "none"}); err != nil {
		t.Fatal(err)
	}
	read(request, "a", "old", 0)
	read(request, "none", "", 0)
	set(plain, "a", "new") // by another request
	read(request, "a", "old", 0)
	set(request, "a", "newer") // meets a conflict first
	read(request, "a", "newer", 1)
	over()
	read(request, "none", "", 1)
	if err := store.ReadAhead(request, s, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	read(request, "a", "newer", 1)
}
