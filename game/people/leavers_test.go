package people_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/router/routertest"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// plant puts a record into the store, as another process or a backup might.
func (h *bookFixture) plant(key, body string, at time.Time) {
	h.t.Helper()
	data := append(store.AppendHeader(nil, uint64(at.UnixMicro())), body+"}"...)
	if _, err := h.store.Restore(h.t.Context(), store.Entry{Key: key, Record: store.Record{Version: uint64(at.UnixMicro()), Data: data}}); err != nil {
		h.t.Fatal(err)
	}
}

// there reports which of some records are stored.
func (h *bookFixture) there(keys ...string) (there []string) {
	for _, e := range entries(h.t, h.store) {
		if slices.Contains(keys, e.Key) {
			there = append(there, e.Key)
		}
	}
	slices.Sort(there)
	return there
}

// Whether a person's document is deleted depends on its `after` field, not on its times.
func TestDeletionDependsOnTheAfterField(t *testing.T) {
	for _, c := range []struct {
		what  string
		after bool
		at    time.Duration
		want  bool
	}{
		{"from before", false, -time.Hour, false},
		{"from before, by a clock that was ahead", false, time.Hour, false},
		{"from after", true, time.Hour, true},
		{"from after, by a clock that was behind", true, -time.Hour, true},
	} {
		h := newBookFixture(t, storetest.NewMemory())
		left := h.now
		h.leaves("ana")
		mark, err := person.NewMarks(h.store, func() time.Time { return h.now }, 0).Of(t.Context(), "test", "ana")
		if err != nil {
			t.Fatal(err)
		}
		keys := []string{person.MemberKey("test", "g", "ana"), person.PracticeKey("test", "ana")}
		body := `,"name":"ana"`
		if c.after {
			body = `,"after":` + strconv.FormatUint(mark.ID, 10)
		}
		for _, key := range keys {
			h.plant(key, body, left.Add(c.at))
		}
		h.now = left.Add(2 * time.Hour)
		if err := h.SweepNow(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := h.there(keys...); len(got) != 0 && len(got) != len(keys) || (len(got) > 0) != c.want {
			t.Errorf("of documents %s there are %q, want them kept: %v", c.what, got, c.want)
		}
	}
}

// Adapters' own documents are cleared of people who left, and deleted if nobody else is
// in them.
func TestPeopleAreDeletedFromAdaptersDocuments(t *testing.T) {
	s := storetest.NewMemory()
	h := newBookFixture(t, s)
	h.Book = people.New(people.Config{Store: s, Now: func() time.Time { return h.now }, Forget: func(key string, data []byte, next uint64, left func(realm, user string) bool) ([]byte, bool) {
		if !strings.HasPrefix(key, "home:") || !left("test", "ana") {
			return nil, false
		}
		switch text := string(data); {
		case !strings.Contains(text, "ana"):
			return nil, false
		case !strings.Contains(text, "bob"):
			return nil, true
		}
		return append(store.AppendHeader(nil, next), `,"of":"bob"}`...), true
	}})
	for key, who := range map[string]string{"home:1": "ana", "home:2": "ana bob", "home:3": "bob", "elsewhere:1": "ana"} {
		h.plant(key, `,"of":"`+who+`"`, h.now.Add(-time.Hour))
	}
	h.leaves("ana")
	if got, want := h.there("home:1", "home:2", "home:3", "elsewhere:1"), []string{"elsewhere:1", "home:2", "home:3"}; !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
	for _, key := range []string{"home:2", "home:3"} {
		if rec, err := s.Get(t.Context(), key); err != nil || !strings.Contains(string(rec.Data), `"of":"bob"`) {
			t.Errorf("%s is %s, %v; want it to be about bob alone", key, rec.Data, err)
		}
	}
	h.plant("home:1", `,"of":"ana"`, h.now.Add(time.Hour))
	h.now = h.now.Add(2 * time.Hour)
	if err := h.SweepNow(t.Context()); err != nil || len(h.there("home:1")) != 1 {
		t.Errorf("what came after they came back is gone, %v", err)
	}
}

// broken is a store whose All fails, for one record or completely.
type broken struct {
	store.Archive
	key string
}

var errBroken = errors.New("the disk is broken")

func (b broken) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		if !yield(store.Entry{Key: b.key}, errBroken) {
			return
		}
		for e, err := range b.Archive.All(ctx) {
			if !yield(e, err) {
				return
			}
		}
	}
}

// An unreadable record doesn't stop a scan. If the store can't be read, the scan fails:
// no deletion and no leaderboard is reported as complete.
func TestScanOfADamagedStore(t *testing.T) {
	for _, key := range []string{"member:test/g/zoe", ""} {
		h := newBookFixture(t, storetest.NewMemory())
		if err := h.pair("ana", "bob", 2); err != nil {
			t.Fatal(err)
		}
		h.plant(person.MemberKey("test", "g", "abe"), `,"pairs":[{"with":"ana"}],"games":9`, h.now) // damaged, and before all others
		h.now = h.now.Add(time.Hour)
		marks := person.NewMarks(h.store, func() time.Time { return h.now }, 0)
		mark, _, _, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(h.now))
		if err != nil {
			t.Fatal(err)
		}
		h.Book = people.New(people.Config{Store: broken{h.store, key}, Now: func() time.Time { return h.now }, Log: slog.New(slog.DiscardHandler)})
		if err := h.SweepNow(t.Context()); (err == nil) != (key != "") {
			t.Errorf("with a broken record %q SweepNow = %v", key, err)
		}
		m, err := marks.Read(t.Context(), mark)
		if gone := len(h.there(person.MemberKey("test", "g", "ana"))) == 0; err != nil || gone != (key != "") || m.UnderWay() == gone {
			t.Errorf("with a broken record %q the document is gone: %v, the mark %+v, %v", key, gone, m, err)
		}
		if err := h.RebuildLeaderboards(t.Context()); (err == nil) != (key != "") {
			t.Errorf("with a broken record %q RebuildLeaderboards = %v", key, err)
		}
	}
}

// If one member's document is damaged, the other member's result is still counted.
func TestADamagedMemberDoesNotBlockOthers(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	h.plant(person.MemberKey("test", "g", "ana"), `,"games":9`, h.now)
	h.Book = people.New(people.Config{Store: h.store, Now: func() time.Time { return h.now }, Log: slog.New(slog.DiscardHandler)})
	h.counts(h.against("bob", "3 4 5", "A2 !resign:0"))
	if m := h.member("bob"); len(m.Games) != 1 || m.Games[0].People.Won != 1 {
		t.Errorf("the other player has %+v, want the game won", m.Games)
	}
}

// The reply's ForgotEverywhere is set only in the answer to the confirmation, because adapters delete
// their own data then.
func TestForgotEverywhereIsSetOnConfirmation(t *testing.T) {
	for line, want := range map[string]bool{
		"forget everywhere": false, "forget me everywhere": false, "forget everywhere no": false, "profile": false, "forget everywhere yes": true, "forget me everywhere YES": true,
	} {
		c := routertest.NewRoom(t)
		c.Play("ana: start 3 4 5", "ana: resign")
		r := c.Says("ana", line)
		if r.ForgotEverywhere != want || r.Result != dialog.Told {
			t.Errorf("%q: forgotten everywhere %v, %s; want %v", line, r.ForgotEverywhere, r.Result, want)
		}
		if again := c.Says("ana", line); want && (again.ForgotEverywhere || again.Result != dialog.Refused) {
			t.Errorf("%q once more: forgotten everywhere %v, %s; want it refused", line, again.ForgotEverywhere, again.Result)
		}
	}
}
