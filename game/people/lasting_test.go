package people_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/people"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
	"nimbot/store/round"
	"nimbot/store/storetest"
)

// Nothing that is recorded about a person with a private profile makes them visible.
func TestAHiddenProfileStaysHidden(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	h.change("ana", func(m *person.Member) { m.Private = true })
	rounds := func() error {
		var r round.Round
		r.Ask(round.Question{Choices: 8, Right: []int{1}}, 1000)
		for choice, who := range []string{"bob", "ana"} {
			if err := r.TakeAnswer(round.Person{ID: who, Name: who}, choice, 1500, 0); err != nil {
				return err
			}
		}
		r.Reveal(round.MilliOf(h.now))
		return people.Rounds{Book: h.Book}.CountRound(t.Context(), inGuild, &r)
	}
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"a rated pair", func() error { return h.pair("ana", "bob", 4) }},
		{"practice", func() error {
			return h.Practised(t.Context(), inGuild, chattest.Person("ana"), person.Practised{Puzzles: 1400, PuzzlesOff: 90, Streak: 3, Day: store.UnixOf(h.now), Lessons: 1})
		}},
		{"a round", rounds},
		{"rebuilding", func() error { return h.RebuildLeaderboards(t.Context()) }},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		m := h.member("ana")
		for _, board := range []string{"rating", "month", "lessons", "last-month"} {
			if !m.Private || slices.Contains(h.on(board), "ana") {
				t.Errorf("after %s the profile is private: %v, and on %s stand %q; want it private and ana nowhere", step.what, m.Private, board, h.on(board))
			}
		}
	}
	if m := h.member("ana"); m.Rating == nil || m.PracticeSummary == nil || m.Race.In(person.MonthOf(store.UnixOf(h.now))) == 0 {
		t.Errorf("the document is %+v, want all of it recorded", m)
	}
}

// A person who had everything deleted and came back keeps what they did since, however often the
// store is scanned: their documents, private game, place in a round, and seat at a table.
func TestNewDataOutlastsScans(t *testing.T) {
	s := storetest.NewMemory()
	w := newCluster(t, s)
	w.store.off.Store(true)
	rounds := round.NewKeeper(s, w.now)
	inRound := func(who ...string) {
		t.Helper()
		_, err := rounds.Change(t.Context(), "test/g/six", func(r *round.Round) (bool, error) {
			*r = round.Round{Head: store.Head{Version: r.Version}}
			r.Ask(round.Question{Choices: 8, Right: []int{1}}, round.MilliOf(w.now()))
			for _, id := range who {
				if err := r.TakeAnswer(round.Person{ID: id, Name: id}, 1, round.MilliOf(w.now()), 0); err != nil {
					return false, err
				}
			}
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.tables()
	inRound("id-"+secret, "id-bob")
	if got := w.talkIn("five", secret, "forget everywhere yes"); !strings.Contains(got, "no longer store") {
		t.Fatalf("forget everywhere yes = %q, want it done", got)
	}
	r, err := rounds.Read(t.Context(), "test/g/six")
	if _, there := r.AnswerOf("id-bob"); err != nil || !there || len(traces(t, s)) > 0 {
		t.Errorf("the round has %+v, %v, and there are traces in %q; want bob's answer alone", r, err, traces(t, s))
	}
	w.ahead.Add(int64(time.Hour))
	w.tables()
	w.talkIn("five", secret, "puzzle")
	inRound("id-bob", "id-"+secret)
	before := traces(t, s)
	for _, key := range []string{ownSix, "test/g/six", round.Key("test/g/six"), person.PracticeKey("test", "id-"+secret), person.MemberKey("test", "g", "id-"+secret)} {
		if !slices.Contains(before, key) {
			t.Fatalf("after they came back there are traces in %q, want one in %s", before, key)
		}
	}
	for range 2 {
		w.ahead.Add(int64(time.Hour))
		if err := w.replicas[1].Book.SweepNow(t.Context()); err != nil {
			t.Fatal(err)
		}
		if after := traces(t, s); !slices.Equal(after, before) {
			t.Errorf("after another scan there are traces in %q, want those in %q", after, before)
		}
	}
}

// While a deletion isn't complete, asking again says so, and the language that the person
// chose is forgotten already.
func TestForgettingAgainWhileUnderWay(t *testing.T) {
	memory := storetest.NewMemory()
	s := &readonly{Archive: memory}
	w := newCluster(t, s)
	w.store.off.Store(true)
	w.talkIn("one", secret, "puzzle")
	w.talkIn("one", secret, "language de")
	place := leaversRequest("").Place
	book := w.replicas[0].Book
	if got := book.LanguageOf(t.Context(), place, "id-"+secret); got != "de" {
		t.Fatalf("LanguageOf = %q, want de", got)
	}
	kind := "practice:"
	s.from.Store(&kind)
	for _, after := range []time.Duration{0, time.Second, 2 * time.Minute} {
		w.ahead.Add(int64(after))
		if got := w.talkIn("one", secret, "forget everywhere yes"); !strings.Contains(got, "under way") && !strings.Contains(got, "being deleted") {
			t.Errorf("%v later forget everywhere yes = %q, want that it's under way", after, got)
		}
		if got := book.LanguageOf(t.Context(), place, "id-"+secret); got != "" {
			t.Errorf("%v later LanguageOf = %q, want none", after, got)
		}
	}
	s.from.Store(nil)
	w.settle()
	if found := traces(t, s); len(found) > 0 {
		t.Errorf("traces are left in %q", found)
	}
}

// If a person left two stores that were merged, the latest time counts.
func TestTheLatestDepartureCounts(t *testing.T) {
	for _, c := range []struct {
		what        string
		first, here time.Duration // when they left the other store and this one
	}{{"the other store last", 2 * time.Hour, time.Hour}, {"this store last", time.Hour, 2 * time.Hour}} {
		other, h := newBookFixture(t, storetest.NewMemory()), newBookFixture(t, storetest.NewMemory())
		begun := h.now
		other.now, h.now = begun.Add(c.first), begun.Add(c.here)
		other.leaves("ana")
		h.leaves("ana")
		now := func() time.Time { return begun.Add(3 * time.Hour) }
		for _, e := range entries(t, other.store) {
			var err error
			if person.IsSaltsKey(e.Key) {
				_, err = person.JoinSalts(t.Context(), h.store, e, now)
			} else {
				_, err = h.store.Restore(t.Context(), e)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		// Between the two departures bob played ana.
		h.change("bob", func(m *person.Member) {
			m.Pairs = []person.Pair{{With: "ana", At: store.UnixOf(begun.Add(90 * time.Minute)), Rating: 1500, Deviation: 90, Score: 1, Game: "nim", Start: "1"}}
		})
		merged := people.New(people.Config{Store: h.store, Now: now})
		if err := merged.SweepNow(t.Context()); err != nil {
			t.Fatal(err)
		}
		if m := h.member("bob"); m.Pairs[0].With != platform.ForgottenID {
			t.Errorf("%s: bob's document names %q, want nobody", c.what, m.Pairs[0].With)
		}
		marks := person.NewMarks(h.store, now, 0)
		if _, _, made, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(begun.Add(2*time.Hour+30*time.Second))); err != nil || made {
			t.Errorf("%s: leaving again within a minute of the latest time: made %v, %v; want it refused", c.what, made, err)
		}
	}
}

// While everything about a person is being deleted, their results are neither recorded nor an
// error: a game or a round goes on without a trace of them.
func TestNothingIsRecordedWhileTheyLeave(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	marks := person.NewMarks(h.store, func() time.Time { return h.now }, 0)
	if _, _, made, err := marks.Leave(t.Context(), "test", "ana", store.UnixOf(h.now)); err != nil || !made {
		t.Fatalf("Leave = %v, %v", made, err)
	}
	h.now = h.now.Add(time.Second) // after they left, before the store is scanned
	var won round.Round
	won.Ask(round.Question{Choices: 8, Right: []int{1}}, 1000)
	for choice, who := range []string{"zoe", "ana"} {
		if err := won.TakeAnswer(round.Person{ID: who, Name: who}, choice, 1500, 0); err != nil {
			t.Fatal(err)
		}
	}
	won.Reveal(round.MilliOf(h.now))
	rounds := people.Rounds{Book: h.Book}
	for what, do := range map[string]func() error{
		"a game begins": func() error {
			return h.BeginsIn(t.Context(), []chat.BegunSeat{{Place: inGuild, Who: "ana", At: store.UnixOf(h.now) - 2}, {Place: inGuild, Who: "bob"}})
		},
		"a game ends": func() error {
			return h.Count(t.Context(), inGuild, []channel.Game{h.against("bob", "3 4 5", "A1 !resign:1")})
		},
		"they practise": func() error {
			return h.Practised(t.Context(), inGuild, chattest.Person("ana"), person.Practised{Streak: 3})
		},
		"they join a round": func() error { return rounds.Joins(t.Context(), inGuild, "ana") },
		"they win a round":  func() error { return rounds.CountRound(t.Context(), inGuild, &won) },
		"their app is gone": func() error { return h.RecordUninstall(t.Context(), "test", "ana") },
	} {
		if err := do(); err != nil {
			t.Errorf("%s: %v, want no error", what, err)
		}
		if got := h.there(person.MemberKey("test", "g", "ana"), person.PracticeKey("test", "ana")); len(got) > 0 {
			t.Errorf("after %s there are %q", what, got)
		}
	}
	if m := h.member("bob"); len(m.Open) != 1 || len(m.Games) != 1 {
		t.Errorf("the opponent's document is %+v, want the game begun and counted", m)
	}
	for _, step := range []struct {
		after time.Duration
		sweep bool
		want  bool
	}{{0, false, true}, {time.Hour, false, true}, {0, true, false}} {
		if h.now = h.now.Add(step.after); step.sweep {
			if err := h.SweepNow(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if leaving, err := h.Leaving(t.Context(), inGuild, "ana"); err != nil || leaving != step.want {
			t.Errorf("%v later, the store scanned: %v, Leaving = %v, %v; want %v", step.after, step.sweep, leaving, err, step.want)
		}
	}
	h.leaves("ana") // again: that moment counts, too
	if leaving, err := h.Leaving(t.Context(), inGuild, "ana"); err != nil || !leaving {
		t.Errorf("a moment after a complete deletion, Leaving = %v, %v; want true", leaving, err)
	}
}

// An error of the store isn't taken for a departure.
func TestAnErrorOfTheStoreIsTold(t *testing.T) {
	s := &readonly{Archive: storetest.NewMemory()}
	h := newBookFixture(t, s)
	kind := "member:"
	s.from.Store(&kind)
	for what, err := range map[string]error{
		"BeginsIn":  h.BeginsIn(t.Context(), []chat.BegunSeat{{Place: inGuild, Who: "ana"}}),
		"Joins":     people.Rounds{Book: h.Book}.Joins(t.Context(), inGuild, "ana"),
		"Practised": h.Practised(t.Context(), inGuild, chattest.Person("ana"), person.Practised{Streak: 3}),
		"Count":     h.Count(t.Context(), inGuild, []channel.Game{h.against("bob", "3 4 5", "A1 !resign:1")}),
	} {
		if !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("%s = %v, want %v", what, err, store.ErrUnavailable)
		}
	}
}

// The points of a round count once, however often and whenever they are handed over.
func TestPointsOfARoundCountOnce(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	rounds := people.Rounds{Book: h.Book}
	for n, id := range []string{"one", "two"} {
		r := round.Round{ID: id}
		r.Ask(round.Question{Choices: 8, Right: []int{1}}, 1000)
		for i, who := range []string{"ana", "bob"} {
			if err := r.TakeAnswer(round.Person{ID: who, Name: who}, 1, round.Milli(1500+i), 0); err != nil {
				t.Fatal(err)
			}
		}
		r.Reveal(round.MilliOf(h.now))
		for range 3 {
			if err := rounds.CountRound(t.Context(), inGuild, &r); err != nil {
				t.Fatal(err)
			}
			h.now = h.now.Add(time.Second)
		}
		month := person.MonthOf(store.UnixOf(h.now))
		if ana, bob := h.member("ana").Race.In(month), h.member("bob").Race.In(month); ana != 3*(n+1) || bob != 2*(n+1) {
			t.Errorf("after %d rounds ana has %d points and bob %d, want 3 and 2 each", n+1, ana, bob)
		}
	}
}
