package person_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// oneCall is a store that commits several records with one call, and counts its calls.
type oneCall struct {
	*storetest.Memory
	calls  int
	before func() // a call to CommitAll
}

func (s *oneCall) Get(ctx context.Context, key string) (store.Record, error) {
	s.calls++
	return s.Memory.Get(ctx, key)
}

func (s *oneCall) CommitAll(ctx context.Context, writes []store.KeyedWrite, keys []string) ([]store.Written, map[string]store.Record, error) {
	s.calls++
	s.before()
	return store.CommitAll(ctx, s.Memory, writes, keys)
}

// TestChangeAll changes the documents of two people while somebody else changes one, or one of them
// leaves. Each ends as if it had been changed alone.
func TestChangeAll(t *testing.T) {
	now := time.Now()
	keys := []string{person.MemberKey("test", "g", "ana"), person.MemberKey("test", "g", "bob")}
	refused := errors.New("refused")
	for _, tt := range []struct {
		what  string
		while func(t *testing.T, s store.Store)
		err   error
		names []string // in the documents afterwards
		calls int      // 0: any number
	}{
		{"alone", func(*testing.T, store.Store) {}, nil, []string{"old+", "old+"}, 3},
		{"changed meanwhile", func(t *testing.T, s store.Store) {
			if _, err := person.NewMembers(s, time.Now, 0).Change(t.Context(), keys[1], func(m *person.Member) (bool, error) { m.Name = "new"; return true, nil }); err != nil {
				t.Error(err)
			}
		}, nil, []string{"old+", "new+"}, 0},
		{"changed meanwhile, so that it's refused", func(t *testing.T, s store.Store) {
			if _, err := person.NewMembers(s, time.Now, 0).Change(t.Context(), keys[1], func(m *person.Member) (bool, error) { m.Name = "no"; return true, nil }); err != nil {
				t.Error(err)
			}
		}, refused, []string{"old+", "no"}, 0},
		{"bob leaves meanwhile", func(t *testing.T, s store.Store) {
			if _, _, _, err := person.NewMarks(s, time.Now, 0).Leave(t.Context(), "test", "bob", store.UnixOf(now)); err != nil {
				t.Error(err)
			}
		}, person.ErrLeaving, []string{"old+", ""}, 0},
		{"bob leaves and comes back meanwhile", func(t *testing.T, s store.Store) {
			marks := person.NewMarks(s, time.Now, 0)
			key, m, _, err := marks.Leave(t.Context(), "test", "bob", store.UnixOf(now))
			if err == nil {
				err = marks.Swept(t.Context(), key, m)
			}
			if err != nil {
				t.Error(err)
			}
		}, nil, []string{"old+", "+"}, 0},
	} {
		memory := storetest.NewMemory()
		for _, key := range keys {
			if _, err := person.NewMembers(memory, time.Now, 0).Change(t.Context(), key, func(m *person.Member) (bool, error) { m.Name = "old"; return true, nil }); err != nil {
				t.Fatal(err)
			}
		}
		s := &oneCall{Memory: memory, before: sync.OnceFunc(func() { tt.while(t, memory) })}
		k := person.NewMembers(s, time.Now, 0)
		if _, err := k.Marks(0).Of(t.Context(), "test", "cy"); err != nil { // reads the salts
			t.Fatal(err)
		}
		s.calls = 0
		err := errors.Join(k.ChangeAll(t.Context(), keys, func(_ string, m *person.Member) (bool, error) {
			if m.Name == "no" {
				return false, refused
			}
			m.Name += "+"
			return true, nil
		})...)
		if !errors.Is(err, tt.err) || err != nil && tt.err == nil {
			t.Errorf("%s: ChangeAll = %v, want %v", tt.what, err, tt.err)
		}
		if tt.calls != 0 && s.calls != tt.calls {
			t.Errorf("%s: ChangeAll made %d calls, want %d", tt.what, s.calls, tt.calls)
		}
		var names []string
		for _, key := range keys {
			m, err := person.NewMembers(memory, time.Now, 0).Read(t.Context(), key)
			if err != nil {
				t.Error(err)
			}
			names = append(names, m.Name)
		}
		if !slices.Equal(names, tt.names) {
			t.Errorf("%s: the documents have %q, want %q", tt.what, names, tt.names)
		}
	}
}
