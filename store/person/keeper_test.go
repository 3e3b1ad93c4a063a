package person_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

func TestPersonKeysAreNotChannelKeys(t *testing.T) {
	for key, want := range map[string]bool{
		person.MemberKey("discord", "42", "7"): true,
		person.PracticeKey("slack/T1", "U7"):   true,
		person.PracticeKey("slack", "U7"):      false, // an id of no team
		"member:discord/42":                    false,
		"practice:discord":                     false,
		"practice:discord/":                    false,
		"discord/42/7":                         false,
		"web-person:ana":                       false,
	} {
		if got := person.IsKey(key); got != want {
			t.Errorf("IsKey(%q) = %v, want %v", key, got, want)
		}
	}
}

// Parsing a key returns the realm and the id from which it was made.
func TestPracticeKeysAreReadBack(t *testing.T) {
	for _, c := range []struct{ realm, user string }{{"discord", "7"}, {"slack/T1", "U7"}, {"web", "a/b"}} {
		key := person.PracticeKey(c.realm, c.user)
		realm, user, ok := person.ParsePracticeKey(key)
		if realm != c.realm || user != c.user || !ok {
			t.Errorf("ParsePracticeKey(%q) = %q, %q, %v, want %q, %q", key, realm, user, ok, c.realm, c.user)
		}
	}
}

// TestChangesOfTwoProcessesAreAllKept lets two keepers change one document, as
// two replicas do.
func TestChangesOfTwoProcessesAreAllKept(t *testing.T) {
	memory := storetest.NewMemory()
	key := person.MemberKey("test", "g", "ana")
	var all sync.WaitGroup
	for range 2 {
		k := person.NewMembers(memory, time.Now, 0)
		for range 4 {
			all.Go(func() {
				for range 25 {
					_, err := k.Change(context.Background(), key, func(m *person.Member) (bool, error) {
						m.Name += "x"
						return true, nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	m, err := person.NewMembers(memory, time.Now, 0).Read(t.Context(), key)
	if got := strings.Count(m.Name, "x"); got != 200 || err != nil {
		t.Errorf("Read() = %d changes, %v, want 200", got, err)
	}
}

// repeating is a store whose client repeats a write because its answer was lost: it then
// meets what it wrote itself.
type repeating struct{ *storetest.Memory }

func (r repeating) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if rec, err := r.Memory.Commit(ctx, key, w); err != nil {
		return rec, err
	}
	return r.Memory.Commit(ctx, key, w)
}

// A repeated write takes effect once.
func TestAWriteWhoseAnswerWasLost(t *testing.T) {
	memory := storetest.NewMemory()
	k := person.NewMembers(repeating{memory}, time.Now, 0)
	key := person.MemberKey("test", "g", "ana")
	for n := range 3 {
		m, err := k.Change(t.Context(), key, func(m *person.Member) (bool, error) { m.LateResults++; return true, nil })
		if err != nil || m.LateResults != n+1 {
			t.Errorf("Change = %d, %v after %d changes", m.LateResults, err, n+1)
		}
	}
}

func TestAChangeThatFailsChangesNothing(t *testing.T) {
	memory := storetest.NewMemory()
	k := person.NewMembers(memory, time.Now, 0)
	key := person.MemberKey("test", "g", "ana")
	no := errors.New("no")
	if _, err := k.Change(t.Context(), key, func(m *person.Member) (bool, error) { m.Name = "ana"; return true, no }); !errors.Is(err, no) {
		t.Errorf("Change() = %v, want %v", err, no)
	}
	if rec, err := memory.Get(t.Context(), key); rec.Version != 0 || err != nil {
		t.Errorf("Get() = version %d, %v, want nothing stored", rec.Version, err)
	}
}

func TestUnknownMembersAreKept(t *testing.T) {
	memory := storetest.NewMemory()
	key := person.PracticeKey("test", "ana")
	data := fmt.Appendf(nil, `{"v":%d,"n":1,"level":"easy","streaks":{"longest":9}}`, store.Format)
	if _, err := memory.Commit(t.Context(), key, store.Write{Data: data}); err != nil {
		t.Fatal(err)
	}
	k := person.NewPractices(memory, time.Now, 0)
	if _, err := k.Change(t.Context(), key, func(p *person.Practice) (bool, error) { p.Level = "hard"; return true, nil }); err != nil {
		t.Fatal(err)
	}
	rec, err := memory.Get(t.Context(), key)
	if got := string(rec.Data); err != nil || !strings.Contains(got, `"streaks":{"longest":9}`) || !strings.Contains(got, `"level":"hard"`) {
		t.Errorf("the document is %s, %v; want the unknown member kept", got, err)
	}
}

func TestDocumentsThatCannotBeReadAreNotOverwritten(t *testing.T) {
	memory := storetest.NewMemory()
	key := person.PracticeKey("test", "ana")
	if _, err := memory.Commit(t.Context(), key, store.Write{Data: fmt.Appendf(nil, `{"v":%d,"n":1,"level":{}}`, store.Format)}); err != nil {
		t.Fatal(err)
	}
	k := person.NewPractices(memory, time.Now, 0)
	if _, err := k.Change(t.Context(), key, func(*person.Practice) (bool, error) { return true, nil }); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("Change() = %v, want %v", err, store.ErrCorrupt)
	}
}

// TestChangeOfIsRefusedAfterLeaving lets a person leave before something that they did is
// recorded, or while it is being recorded. The store is scanned before the record is written.
func TestChangeOfIsRefusedAfterLeaving(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, while bool // when they leave
		at            time.Duration
		want          error
	}{
		{"nobody leaves", false, false, -time.Hour, nil},
		{"left before", true, false, -time.Hour, person.ErrLeaving},
		{"leaves while it's recorded", false, true, -time.Hour, person.ErrLeaving},
		{"came back", true, false, time.Hour, nil},
		{"leaves, and comes back while it's recorded", false, true, time.Hour, nil},
	} {
		memory, now, key := storetest.NewMemory(), time.Now(), person.PracticeKey("test", "ana")
		leave := func() {
			marks := person.NewMarks(memory, time.Now, 0)
			mark, m, _, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(now))
			if err == nil {
				err = marks.Swept(t.Context(), mark, m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if tt.before {
			leave()
		}
		while := func() {}
		if tt.while {
			while = sync.OnceFunc(leave)
		}
		k := person.NewPractices(beforeCommit{memory, while}, time.Now, 0)
		_, err := k.ChangeOf(t.Context(), key, store.UnixOf(now.Add(tt.at)), func(p *person.Practice) (bool, error) {
			p.Level = "hard"
			return true, nil
		})
		rec, _ := memory.Get(t.Context(), key)
		if written := bytes.Contains(rec.Data, []byte("hard")); !errors.Is(err, tt.want) || written != (tt.want == nil) {
			t.Errorf("%s: ChangeOf() = %v, and the document is %s; want %v", tt.name, err, rec.Data, tt.want)
		}
	}
}

// beforeCommit is a store that does something before each commit.
type beforeCommit struct {
	store.Archive
	do func()
}

func (s beforeCommit) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	s.do()
	return s.Archive.Commit(ctx, key, w)
}

// A scan completes only the departure that it was made for.
func TestAScanIsOfOneDeparture(t *testing.T) {
	memory, now := storetest.NewMemory(), time.Now()
	marks := person.NewMarks(memory, time.Now, 0)
	leave := func(at time.Time) (string, person.Mark) {
		t.Helper()
		key, m, _, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(at))
		if err != nil {
			t.Fatal(err)
		}
		return key, m
	}
	key, first := leave(now.Add(-time.Hour))
	_, second := leave(now)
	for _, step := range []struct {
		read person.Mark
		want int
	}{{first, 0}, {second, 1}, {first, 1}, {second, 2}} {
		if err := marks.Swept(t.Context(), key, step.read); err != nil {
			t.Fatal(err)
		}
		if m, err := marks.Read(t.Context(), key); err != nil || m.Sweeps != step.want {
			t.Errorf("after a scan for the mark of %d the mark is %+v, %v; want %d scans", step.read.At, m, err, step.want)
		}
	}
}

// A document from before a person left isn't changed. While the deletion is under way, Change
// deletes it. Afterwards, Change replaces it by a changed empty one, or deletes it if nothing
// changes.
func TestADocumentFromBeforeTheyLeft(t *testing.T) {
	refused := errors.New("refused")
	for _, c := range []struct {
		what     string
		begun    bool // after they left
		underWay bool
		again    func() (bool, error) // what do returns for an empty document
		err      error
		name     string // in the document afterwards, "" if there is none
	}{
		{"before, under way", false, true, nil, person.ErrLeaving, ""},
		{"after, under way again", true, true, nil, person.ErrLeaving, ""},
		{"after, done", true, false, nil, nil, "ana+"},
		{"before, done", false, false, func() (bool, error) { return true, nil }, nil, "+"},
		{"before, done, nothing to change", false, false, func() (bool, error) { return false, nil }, nil, ""},
		{"before, done, refused", false, false, func() (bool, error) { return false, refused }, refused, ""},
	} {
		memory, now := storetest.NewMemory(), time.Now()
		members, marks := person.NewMembers(memory, time.Now, 0), person.NewMarks(memory, time.Now, 0)
		key := person.MemberKey("test", "g", "ana")
		begin := func() {
			t.Helper()
			if _, err := members.Change(t.Context(), key, func(m *person.Member) (bool, error) { m.Name = "ana"; return true, nil }); err != nil {
				t.Fatal(err)
			}
		}
		if !c.begun {
			begin()
		}
		markKey, mark, _, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(now))
		if err != nil {
			t.Fatal(err)
		}
		sweeps := func(n int) {
			t.Helper()
			if _, err := marks.Change(t.Context(), markKey, func(m *person.Mark) (bool, error) { m.Sweeps = n; return true, nil }); err != nil {
				t.Fatal(err)
			}
		}
		if sweeps(1); c.begun {
			begin()
		}
		if c.underWay { // an older backup brought the mark back
			sweeps(0)
		}
		_, err = members.Change(t.Context(), key, func(m *person.Member) (bool, error) {
			if m.Name += "+"; m.Name == "+" {
				return c.again()
			}
			return true, nil
		})
		rec, readErr := memory.Get(t.Context(), key)
		m, _ := members.Read(t.Context(), key)
		if !errors.Is(err, c.err) || readErr != nil || m.Name != c.name || (rec.Version != 0) != (c.name != "") || rec.Version != 0 && m.After != mark.ID {
			t.Errorf("%s: Change = %v, stored is %s (%v); want %v, and the name %q after mark %d", c.what, err, rec.Data, readErr, c.err, c.name, mark.ID)
		}
	}
}

// A member on leaderboards is due when they have been absent for 90 days, or before that when a
// month ends whose points count.
func TestWhenAMemberIsDue(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	december := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	race := func(ago int) *person.Race {
		return &person.Race{Month: person.MonthOf(store.UnixOf(now)) - ago, Points: 3}
	}
	absent := now.Add(person.LeaderboardFor)
	on := []string{"rating"}
	for _, tt := range []struct {
		what   string
		member person.Member
		want   time.Time
	}{
		{"on no leaderboard", person.Member{Race: race(0)}, time.Time{}},
		{"without points of rounds", person.Member{Leaderboards: on}, absent},
		{"with points of this month", person.Member{Leaderboards: on, Race: race(0)}, december},
		{"with points of the month before", person.Member{Leaderboards: on, Race: race(1)}, december},
		{"with earlier points", person.Member{Leaderboards: on, Race: race(2)}, absent},
		{"long absent", person.Member{Leaderboards: on, Race: race(0), Seen: store.UnixOf(now.AddDate(0, 0, -85))}, absent.AddDate(0, 0, -85)},
	} {
		memory := storetest.NewMemory()
		if tt.member.Seen == 0 {
			tt.member.Seen = store.UnixOf(now)
		}
		k := person.NewMembers(memory, func() time.Time { return now }, 0)
		if _, err := k.Change(t.Context(), person.MemberKey("test", "g", "ana"), func(m *person.Member) (bool, error) {
			head := m.Head
			*m = tt.member
			m.Head = head
			return true, nil
		}); err != nil {
			t.Fatal(err)
		}
		for e, err := range memory.All(t.Context()) {
			if err != nil || person.IsKey(e.Key) && !e.Due.Equal(tt.want) {
				t.Errorf("a member %s is due at %v, %v, want %v", tt.what, e.Due, err, tt.want)
			}
		}
	}
}
