package people_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
	"nimbot/store/storetest"
)

// bookFixture is a Book on its own, with a clock that tests move.
type bookFixture struct {
	*people.Book
	t     *testing.T
	store store.Archive
	now   time.Time
	games int
}

var inGuild = dialog.Place{Platform: "test", Guild: "g", Channel: "c"}

func newBookFixture(t *testing.T, s store.Archive) *bookFixture {
	h := &bookFixture{t: t, store: s, now: time.Unix(1_800_000_000, 0)}
	h.Book = people.New(people.Config{Store: s, Now: func() time.Time { return h.now }, Seed: 1})
	return h
}

func (h *bookFixture) member(who string) person.Member {
	h.t.Helper()
	m, err := person.NewMembers(h.store, nil, 0).Read(h.t.Context(), person.MemberKey("test", "g", who))
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// against returns a finished game of ana, who had the first seat.
func (h *bookFixture) against(other, start, events string, change ...func(*channel.Game)) channel.Game {
	h.games++
	g := channel.Game{
		ID: fmt.Sprint("g", h.games), Key: "nim", Ending: "normal", Start: start, Events: events, Since: store.UnixOf(h.now),
		Players: [2]channel.Player{{ID: "ana", Name: "ana"}, {ID: other, Name: other}},
	}
	for _, c := range change {
		c(&g)
	}
	return g
}

func (h *bookFixture) counts(games ...channel.Game) {
	h.t.Helper()
	if err := h.Count(h.t.Context(), inGuild, games); err != nil {
		h.t.Fatal(err)
	}
}

// pair lets two people begin and finish a rated pair, in which the first scores
// halves of the four half points.
func (h *bookFixture) pair(a, b string, halves int) error {
	h.t.Helper()
	h.games++
	id := fmt.Sprint("g", h.games)
	offer := channel.Offer{ID: id, From: channel.Player{ID: a, Name: a}, Key: "nim", Ending: "normal"}
	p, err := h.Pair(context.Background(), inGuild, offer, dialog.User{ID: b, Name: b})
	if err != nil {
		return err
	}
	h.now = h.now.Add(time.Minute)
	return h.Count(context.Background(), inGuild, []channel.Game{{
		ID: id, Key: "nim", Ending: "normal", Start: p.Start, Players: [2]channel.Player{{ID: a, Name: a}, {ID: b, Name: b}},
		Events: "!resign:0", Since: store.UnixOf(h.now), Pair: &channel.Pair{Game: 2, Score: [2]int{halves, 4 - halves}, RatingsBefore: p.Before},
	}})
}

// TestRatingsCanBeComputedAgain plays far more pairs than are kept: the rating
// follows from the kept pairs and the rating before them.
func TestRatingsCanBeComputedAgain(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	for i := range 70 {
		if i%2 == 0 {
			h.now = h.now.Add(time.Duration(i) * 26 * time.Hour)
		}
		if err := h.pair("ana", fmt.Sprint("p", i%7), []int{4, 2, 0, 4, 3}[i%5]); err != nil {
			t.Fatal(err)
		}
	}
	m := h.member("ana")
	if len(m.Pairs) != person.MaxPairs || m.Base == nil {
		t.Fatalf("%d pairs are kept, base %v, want %d and a base", len(m.Pairs), m.Base, person.MaxPairs)
	}
	if r, off := recomputed(m); off > 1e-6 {
		t.Errorf("computed again the rating is %v, stored %+v", r, *m.Rating)
	}
	starts := map[string]bool{}
	for _, p := range m.Pairs {
		starts[p.Start] = true
	}
	if len(starts) != len(m.Pairs) {
		t.Errorf("%d pairs had %d starts, want a new one each", len(m.Pairs), len(starts))
	}
}

// TestAPairIsRated checks the example of Glickman's paper end to end.
func TestAPairIsRated(t *testing.T) {
	for _, c := range []struct {
		halves    int
		ana, bob  float64
		deviation float64
	}{
		{4, 1662.3108939, 1337.6891061, 290.3189637},
		{3, 1662.3108939, 1337.6891061, 290.3189637},
		{2, 1500, 1500, 290.3189616},
		{0, 1337.6891061, 1662.3108939, 290.3189637},
	} {
		h := newBookFixture(t, storetest.NewMemory())
		if err := h.pair("ana", "bob", c.halves); err != nil {
			t.Fatal(err)
		}
		ana, bob := h.member("ana").Rating, h.member("bob").Rating
		if math.Abs(ana.Rating-c.ana) > 1e-6 || math.Abs(bob.Rating-c.bob) > 1e-6 || math.Abs(ana.Deviation-c.deviation) > 1e-6 {
			t.Errorf("after %d of 4 half points: %+v and %+v, want %.7f and %.7f", c.halves, *ana, *bob, c.ana, c.bob)
		}
		lines, _, err := h.store.Lines(t.Context(), "rating:test/g", 0, 9)
		if err != nil || len(lines) != 2 {
			t.Errorf("the board has %v, %v, want both", lines, err)
		}
		for _, l := range lines {
			if r := h.member(l.Member).Rating; l.Score != r.Rating-2*r.Deviation {
				t.Errorf("the board has %v, want %v", l, r.Rating-2*r.Deviation)
			}
		}
	}
}

func TestThreePairsADayAreTheLimit(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	h.now = time.Date(2027, 3, 1, 23, 0, 0, 0, time.UTC)
	for i, want := range []bool{true, true, true, false} {
		a, b := "ana", "bob"
		if i%2 == 1 {
			a, b = b, a
		}
		if err := h.pair(a, b, 2); (err == nil) != want {
			t.Errorf("pair %d of the day: %v, want it begun: %v", i+1, err, want)
		}
	}
	if err := h.pair("ana", "cleo", 2); err != nil {
		t.Errorf("a pair with somebody else: %v", err)
	}
	h.now = h.now.Add(time.Hour)
	if err := h.pair("bob", "ana", 2); err != nil {
		t.Errorf("a pair on the next day: %v", err)
	}
}

// TestAnOfferCountsOnce accepts one offer again and again, as a person does whose
// press was refused or had no effect.
func TestAnOfferCountsOnce(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	offer := channel.Offer{ID: "o", From: channel.Player{ID: "ana"}, Key: "nim", Ending: "normal"}
	for range 10 {
		if _, err := h.Pair(t.Context(), inGuild, offer, dialog.User{ID: "bob"}); err != nil {
			t.Fatalf("accepting the same offer again: %v", err)
		}
	}
	for i, want := range []bool{true, true, false} {
		if err := h.pair("ana", "bob", 2); (err == nil) != want {
			t.Errorf("pair %d beside it: %v, want it begun: %v", i+1, err, want)
		}
	}
}

// TestALineLeavesTheBoardAfterNinetyDays calls Due, as a worker does.
func TestALineLeavesTheBoardAfterNinetyDays(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	if err := h.pair("ana", "bob", 4); err != nil {
		t.Fatal(err)
	}
	lines := func() int {
		_, n, err := h.store.Lines(t.Context(), "rating:test/g", 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	step := func() {
		tasks, err := h.store.Claim(t.Context(), h.now, time.Second, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range tasks {
			if err := h.Due(t.Context(), task.Key); err != nil {
				t.Fatal(err)
			}
		}
	}
	h.now = h.now.Add(89 * 24 * time.Hour)
	if step(); lines() != 2 {
		t.Errorf("after 89 days %d are on the board, want 2", lines())
	}
	h.now = h.now.Add(2 * 24 * time.Hour)
	if step(); lines() != 0 {
		t.Errorf("after 91 days %d are on the board, want none", lines())
	}
	if m := h.member("ana"); m.Rating == nil || len(m.Leaderboards) != 0 {
		t.Errorf("the document has %+v on %q, want the rating kept and no board", m.Rating, m.Leaderboards)
	}
	if err := h.pair("ana", "bob", 4); err != nil || lines() != 2 {
		t.Errorf("after another pair %d are on the board, %v, want 2", lines(), err)
	}
}

// TestALateResultIsRefused fills a member's list of counted results: an older
// result is then refused, and counted in LateResults.
func TestALateResultIsRefused(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	count := func(id string, at time.Time) {
		t.Helper()
		err := h.Count(t.Context(), inGuild, []channel.Game{{
			ID: id, Key: "nim", Ending: "normal", Start: "1", Players: [2]channel.Player{{ID: "ana"}, {ID: platform.BotID}}, Events: "A1", Since: store.UnixOf(at),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 450 {
		count(fmt.Sprint("g", i), h.now.Add(time.Duration(i)*time.Second))
	}
	count("g449", h.now.Add(449*time.Second))
	count("g100", h.now.Add(100*time.Second))
	count("g0", h.now)
	m := h.member("ana")
	if got := m.Games[0].Bot; got.Played != 450 || got.Won != 450 || m.LateResults != 1 {
		t.Errorf("counted %+v, refused %d, want 450 games won and one refused", got, m.LateResults)
	}
}

// TestTheDocumentStaysSmall fills a document to all its bounds.
func TestTheDocumentStaysSmall(t *testing.T) {
	slowtest.Sequential(t)
	h := newBookFixture(t, storetest.NewMemory())
	for i := range 70 {
		if err := h.pair("123456789012345678", fmt.Sprintf("9%017d", i), i%5); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 {
		err := h.Count(t.Context(), inGuild, []channel.Game{{
			ID: fmt.Sprintf("8chars%02d", i), Key: []string{"nim", "kayles", "octal:0.77", "chomp", "subtraction:1,2"}[i%5], Ending: "normal", Start: []string{"3 4", "5 7", "5", "3 3", "7"}[i%5],
			Players: [2]channel.Player{{ID: "123456789012345678", Name: strings.Repeat("Ü", 32)}, {ID: platform.BotID}}, Events: "!resign:0", Since: store.UnixOf(h.now),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	rec, err := h.store.Get(t.Context(), person.MemberKey("test", "g", "123456789012345678"))
	if n := len(rec.Data); err != nil || n > 32<<10 {
		t.Errorf("the document has %d bytes, %v, want at most 32 kB", n, err)
	}
	for _, g := range h.member("123456789012345678").Games {
		if strings.Contains(g.Game, ":") {
			t.Errorf("the sums of %q are kept by themselves, want those of its family", g.Game)
		}
	}
}

// TestDirectMessagesCompareNobody checks that direct messages have no ratings and no
// leaderboards.
func TestDirectMessagesCompareNobody(t *testing.T) {
	memory := storetest.NewMemory()
	h := newBookFixture(t, memory)
	dm := dialog.Place{Platform: "discord", Guild: "@me", Channel: "7"}
	if _, err := h.Pair(t.Context(), dm, channel.Offer{ID: "o", Key: "nim", From: channel.Player{ID: "ana"}}, dialog.User{ID: "bob"}); err == nil {
		t.Error("a rated pair began in a direct message")
	}
	for i := range 40 {
		err := h.Count(t.Context(), dm, []channel.Game{{
			ID: fmt.Sprint("g", i), Key: "nim", Ending: "normal", Start: "3 4 5", Players: [2]channel.Player{{ID: "ana"}, {ID: platform.BotID}}, Events: "A2 C1 !resign:0", Since: store.UnixOf(h.now),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for l := range memory.AllLines(t.Context()) {
		t.Errorf("there is a line %v, want none", l)
	}
	if rec, err := memory.Get(t.Context(), person.MemberKey("discord", "@me", "ana")); err != nil || !bytes.Contains(rec.Data, []byte(`"played":40`)) {
		t.Errorf("the document is %s, %v, want 40 games", rec.Data, err)
	}
}
