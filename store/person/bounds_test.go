package person_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

const (
	minute = 60
	day    = 24 * 60 * minute
	noon   = store.Unix(20_000*day + day/2)
)

// A mark covers events up to its own second. A mark from the future covers nothing: its
// writer's clock was wrong. Clocks may differ by a minute.
func TestMarkCovers(t *testing.T) {
	stored := store.Head{Version: 1}
	for _, c := range []struct {
		mark           person.Mark
		at, now        store.Unix
		covers, within bool // within an hour before now
	}{
		{person.Mark{}, 0, noon, false, false},
		{person.Mark{Head: stored, At: noon}, noon - 1, noon + 9, true, true},
		{person.Mark{Head: stored, At: noon}, noon, noon + 9, true, true},
		{person.Mark{Head: stored, At: noon}, noon + 1, noon + 9, false, true},
		{person.Mark{Head: stored, At: noon}, noon, noon + 60*minute - 1, true, true},
		{person.Mark{Head: stored, At: noon}, noon, noon + 60*minute, true, false},
		{person.Mark{Head: stored, At: noon + minute}, noon, noon, true, true},
		{person.Mark{Head: stored, At: noon + minute + 1}, noon, noon, false, false},
	} {
		if got := c.mark.Covers(c.at, c.now); got != c.covers {
			t.Errorf("a mark of %d covers %d at %d: %v, want %v", c.mark.At, c.at, c.now, got, c.covers)
		}
		if got := c.mark.Within(time.Hour, c.now); got != c.within {
			t.Errorf("a mark of %d is within an hour of %d: %v, want %v", c.mark.At, c.now, got, c.within)
		}
	}
}

// Times in the future are corrected; all others stay.
func TestFutureTimesAreCorrected(t *testing.T) {
	for _, c := range []struct {
		at     store.Unix
		future bool
	}{{noon - 1, false}, {noon + minute, false}, {noon + minute + 1, true}} {
		seen, forgot := c.at, c.at
		if c.future {
			seen, forgot = noon, 0
		}
		m := person.Member{Seen: c.at, Forgot: c.at, Rating: &person.Rating{At: c.at}, Base: &person.Rating{At: c.at}}
		m.FixFuture(noon)
		if m.Seen != seen || m.Forgot != forgot || m.Rating.At != seen || m.Base.At != seen {
			t.Errorf("set right at %d, times of %d are seen %d, forgot %d, rated %d and %d", noon, c.at, m.Seen, m.Forgot, m.Rating.At, m.Base.At)
		}
	}
}

// A result counts once, even if another id contains its id. A result older than the
// remembered ones is refused.
func TestAResultIsTakenOnce(t *testing.T) {
	var m person.Member
	for _, c := range []struct {
		id   string
		at   store.Unix
		want bool
	}{
		{"g12", 100, true}, {"g1", 100, true}, {"2", 100, true}, {"12", 100, true}, // parts of each other
		{"g12", 100, false}, {"g1", 101, false}, {"2", 99, false}, {"12", 100, false},
	} {
		if got := m.Take(c.id, c.at); got != c.want {
			t.Errorf("Take(%q, %d) = %v, want %v; taken: %q", c.id, c.at, got, c.want, m.CountedResults)
		}
	}
	for i := range 399 { // with the last four, three more than are remembered
		m.Take(fmt.Sprint("x", i), 200)
	}
	if m.Forgot != 100 || m.LateResults != 0 {
		t.Errorf("the end of what was dropped is %d, refused %d; want 100 and none", m.Forgot, m.LateResults)
	}
	for _, c := range []struct {
		at      store.Unix
		want    bool
		refused int
	}{{99, false, 1}, {100, true, 1}} {
		if got := m.Take(fmt.Sprint("late", c.at), c.at); got != c.want || m.LateResults != c.refused {
			t.Errorf("a result of %d is taken: %v, refused %d; want %v and %d", c.at, got, m.LateResults, c.want, c.refused)
		}
	}
}

// Results arrive in any order, so Forgot is the latest end of all dropped results.
func TestDroppedResultsEndedInAnyOrder(t *testing.T) {
	var m person.Member
	m.Take("late", 300)
	m.Take("early", 100)
	for i := range 400 {
		m.Take(fmt.Sprint("x", i), 400)
	}
	for _, c := range []struct {
		id   string
		at   store.Unix
		want bool
	}{{"early", 100, false}, {"between", 200, false}, {"of that second", 300, true}} {
		if got := m.Take(c.id, c.at); got != c.want {
			t.Errorf("Take(%q, %d) = %v, dropped until %d; want %v", c.id, c.at, got, m.Forgot, c.want)
		}
	}
}

// Lists in the document keep the latest entries, without duplicates.
func TestListsKeepTheLatestEntriesWithoutDuplicates(t *testing.T) {
	var m person.Member
	for _, place := range []string{"a", "b", "b", "c", "a", strings.Repeat("x", 60), strings.Repeat("y", 61)} {
		m.NoteIn(place)
	}
	if want := []string{"b", "c", "a", strings.Repeat("x", 60)}; !slices.Equal(m.Places, want) {
		t.Errorf("the places are %q, want %q", m.Places, want)
	}
	for _, place := range []string{"a", "b", "a"} {
		m.RunsIn(place)
	}
	if want := []string{"b", "a"}; !slices.Equal(m.Running, want) {
		t.Errorf("pairs run in %q, want %q", m.Running, want)
	}
	for _, at := range []store.Unix{10, 11, 12} {
		m.Begin(person.BegunPair{At: at}, 11)
	}
	if len(m.PairsBegun) != 2 || m.PairsBegun[0].At != 11 {
		t.Errorf("the pairs that were begun since 11 are %+v, want two", m.PairsBegun)
	}
}

// The puzzles that a person got lately are listed by game, the latest game and puzzle last.
func TestPuzzlesThatWereSetLately(t *testing.T) {
	var p person.Practice
	for _, set := range []struct {
		game string
		hash byte
	}{{"nim", 1}, {"kayles", 2}, {"chomp", 3}, {"nim", 4}, {"kayles", 5}, {"nim", 1}} {
		p.NoteSet(set.game, [3]byte{set.hash})
	}
	for game, want := range map[string][][3]byte{"nim": {{1}, {4}, {1}}, "kayles": {{2}, {5}}, "chomp": {{3}}, "cake": nil} {
		if got := p.SetOf(game); !slices.Equal(got, want) {
			t.Errorf("SetOf(%q) = %v, want %v", game, got, want)
		}
	}
	var games []string
	for _, s := range p.Set {
		games = append(games, s.Game)
	}
	if want := []string{"chomp", "kayles", "nim"}; !slices.Equal(games, want) {
		t.Errorf("the games are %q, want %q", games, want)
	}
}

// A member has sums for at most forty games; further games share one sum.
func TestSumsOfManyGames(t *testing.T) {
	var m person.Member
	for i := range 45 {
		m.Of(fmt.Sprint("game", i)).Bot.Played++
	}
	m.Of("game39").Bot.Played++ // the last game with a sum of its own
	var others int
	for _, g := range m.Games {
		switch g.Game {
		case "":
			others = g.Bot.Played
		case "game39":
			if g.Bot.Played != 2 {
				t.Errorf("%q has %d games, want 2", g.Game, g.Bot.Played)
			}
		}
	}
	if len(m.Games) != 41 || others != 5 {
		t.Errorf("there are %d sums, that of the others is %d; want 41 and 5", len(m.Games), others)
	}
}

// A document with an impossible number counts as damaged: it can't be read, and stays
// unchanged.
func TestImpossibleDocuments(t *testing.T) {
	member, practice := person.MemberKey("test", "g", "ana"), person.PracticeKey("test", "ana")
	rated := func(deviation, volatility string) string {
		return `{"rating":1500,"deviation":` + deviation + `,"volatility":` + volatility + `}`
	}
	pair := func(with, deviation, score string) string {
		return `"pairs":[{"with":"` + with + `","rating":1,"deviation":` + deviation + `,"score":` + score + `}]`
	}
	for _, c := range []struct {
		key, body string
		ok        bool
	}{
		{member, `"games":[{"game":"nim","bot":{"played":3,"won":1,"drawn":2}}]`, true},
		{member, `"games":[{"game":"nim","bot":{"played":3,"won":2,"drawn":2}}]`, false},
		{member, `"games":[{"game":"nim","people":{"played":3,"won":4}}]`, false},
		{member, `"games":[{"game":"nim","bot":{"played":-1,"won":-1}}]`, false},
		{member, `"games":[{"game":"nim","bot":{"played":3,"won":-1}}]`, false},
		{member, `"games":[{"game":"nim","bot":{"played":3,"drawn":-1}}]`, false},
		{member, `"games":[{"game":"nim","skill":{"judged":-1}}]`, false},
		{member, `"games":[{"game":"nim","skill":{"leeway":-0.5}}]`, false},
		{member, `"rating":` + rated("50", ".06"), false}, // not JSON
		{member, `"rating":` + rated("50", "0.06"), true},
		{member, `"rating":` + rated("0", "0.06"), false},
		{member, `"rating":` + rated("50", "0"), false},
		{member, `"base":` + rated("-1", "0.06"), false},
		{member, pair("bob", "30", "0.5"), true},
		{member, pair("", "30", "0.5"), false},
		{member, pair("bob", "0", "0.5"), false},
		{member, pair("bob", "30", "-0.5"), false},
		{member, pair("bob", "30", "1.5"), false},
		{practice, `"course":[{"id":"pairs","asked":60}]`, true},
		{practice, `"course":[{"id":"pairs","asked":61}]`, false},
		{practice, `"course":[{"id":"pairs","asked":-1}]`, false},
		{practice, `"turn":-1`, false},
		{practice, `"now":{"kind":"puzzle","step":1,"plies":1}`, true},
		{practice, `"now":{"kind":"puzzle","step":-1}`, false},
		{practice, `"now":{"kind":"puzzle","plies":-1}`, false},
		{practice, `"now":{"kind":"puzzle","position":"` + strings.Repeat("1", 2000) + `"}`, true},
		{practice, `"now":{"kind":"puzzle","position":"` + strings.Repeat("1", 2001) + `"}`, false},
	} {
		memory := storetest.NewMemory()
		if _, err := memory.Commit(t.Context(), c.key, store.Write{Data: fmt.Appendf(nil, `{"v":%d,"n":1,%s}`, store.Format, c.body)}); err != nil {
			t.Fatal(err)
		}
		var err error
		if c.key == member {
			_, err = person.NewMembers(memory, time.Now, 0).Read(t.Context(), c.key)
		} else {
			_, err = person.NewPractices(memory, time.Now, 0).Read(t.Context(), c.key)
		}
		if (err == nil) != c.ok || err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("with %.80s reading gives %v, want it readable: %v", c.body, err, c.ok)
		}
	}
}
