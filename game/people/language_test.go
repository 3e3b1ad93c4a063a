package people_test

import (
	"context"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// silent is a store that stops answering.
type silent struct {
	store.Archive
	off bool
}

func (s *silent) Get(ctx context.Context, key string) (store.Record, error) {
	if s.off {
		return store.Record{}, context.DeadlineExceeded
	}
	return s.Archive.Get(ctx, key)
}

// A person is answered in the language that they chose, even when the store doesn't answer
// any more. A choice of another process is found within a minute.
func TestLanguageIsKnownWhileTheStoreIsAway(t *testing.T) {
	s := &silent{Archive: storetest.NewMemory()}
	h := newBookFixture(t, s)
	choose := func(language string) {
		_, err := person.NewMembers(s, func() time.Time { return h.now }, 0).Change(t.Context(), person.MemberKey("test", "g", "ana"), func(m *person.Member) (bool, error) {
			m.Language = language
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	choose("de")
	for _, step := range []struct {
		choice string
		later  time.Duration
		off    bool
		want   string
	}{
		{"", 0, false, "de"},
		{"fr", 59 * time.Second, false, "de"},
		{"", time.Second, false, "fr"},
		{"", time.Hour, true, "fr"},
	} {
		if step.choice != "" {
			choose(step.choice)
		}
		h.now, s.off = h.now.Add(step.later), step.off
		if got := h.LanguageOf(t.Context(), inGuild, "ana"); got != step.want {
			t.Errorf("%v later, the store silent: %v, LanguageOf = %q, want %q", step.later, step.off, got, step.want)
		}
	}
}
