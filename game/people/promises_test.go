package people_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
	"nimbot/store/storetest"
)

// on returns who is on a leaderboard of the server.
func (h *bookFixture) on(board string) (who []string) {
	h.t.Helper()
	lines, _, err := h.store.Lines(h.t.Context(), board+":test/g", 0, 99)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, l := range lines {
		who = append(who, l.Member)
	}
	slices.Sort(who)
	return who
}

// leaves lets a person leave, and waits for the scan of the store.
func (h *bookFixture) leaves(who string) {
	h.t.Helper()
	marks := person.NewMarks(h.store, func() time.Time { return h.now }, 0)
	key, mark, made, err := marks.Leave(h.t.Context(), "test", who, store.UnixOf(h.now))
	if err != nil || !made {
		h.t.Fatalf("Leave = %v, %v", made, err)
	}
	if err := h.SweepNow(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	if m, err := marks.Read(h.t.Context(), key); err != nil || m.ID != mark.ID || m.UnderWay() {
		h.t.Fatalf("after the look the mark is %+v, %v", m, err)
	}
}

// change changes a person's stored document.
func (h *bookFixture) change(who string, do func(*person.Member)) {
	h.t.Helper()
	_, err := person.NewMembers(h.store, func() time.Time { return h.now }, 0).Change(h.t.Context(), person.MemberKey("test", "g", who), func(m *person.Member) (bool, error) {
		do(m)
		return true, nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// A private profile is visible only to its owner and on no leaderboard; making it public
// restores it. An invalid word changes nothing.
func TestAHiddenProfileIsHidden(t *testing.T) {
	for _, command := range []string{"visibility", "profile"} {
		c := routertest.NewRoom(t)
		c.Play("ana: challenge @bob rated", "bob: accept", "bob: resign", "bob: resign")
		var versions []uint64
		for _, step := range []struct {
			say            string
			result         dialog.Result
			told           string
			hidden, refuse bool
		}{
			{command + " public", dialog.Told, "Everyone here can see your profile now", false, false},
			{"visibility secret", dialog.Refused, "public or private", false, false},
			{command + " private", dialog.Told, "Only you can see your profile now", true, true},
			{command + " private", dialog.Told, "Only you can see your profile now", true, true},
			{"visibility hide", dialog.Refused, "public or private", true, true},
			{command + " PUBLIC", dialog.Told, "Everyone here can see your profile now", false, false},
		} {
			r := c.Says("ana", step.say)
			c.Expect(r, step.told)
			rec, err := c.Store.Get(t.Context(), person.MemberKey("test", "local", "ana"))
			if err != nil {
				t.Fatal(err)
			}
			versions = append(versions, rec.Version)
			if r.Result != step.result {
				t.Errorf("%q was %s, want %s", step.say, r.Result, step.result)
			}
			if r := c.Says("bob", "profile @ana"); (r.Result == dialog.Refused) != step.refuse {
				t.Errorf("after %q bob asks for ana's profile: %s, %s; want it refused: %v", step.say, r.Result, c.Text(r), step.refuse)
			}
			if r := c.Says("ana", "profile"); r.Result == dialog.Refused {
				t.Errorf("after %q ana asks for her own profile: %s", step.say, c.Text(r))
			}
			lines, _, err := c.Store.(store.Archive).Lines(t.Context(), "rating:test/local", 0, 9)
			on := slices.ContainsFunc(lines, func(l store.Line) bool { return l.Member == "ana" })
			if err != nil || on == step.hidden || len(lines) == 0 {
				t.Errorf("after %q the board has %v, %v; want ana there: %v, and bob", step.say, lines, err, !step.hidden)
			}
		}
		if slices.Sort(versions); len(slices.Compact(versions)) != 3 {
			t.Errorf("the document was written as %d, want a write for each change alone", versions)
		}
	}
}

// A result from before the deletion isn't counted and doesn't name the person; a later
// one is counted.
func TestALateResultAfterLeaving(t *testing.T) {
	for _, c := range []struct {
		what  string
		after time.Duration
		want  bool
	}{{"before", -time.Minute, false}, {"at that moment", 0, false}, {"after", time.Minute, true}} {
		h := newBookFixture(t, storetest.NewMemory())
		h.leaves("ana")
		ended := store.UnixOf(h.now.Add(c.after))
		h.now = h.now.Add(time.Hour)
		g := h.against("bob", "3 4 5", "!resign:1", func(g *channel.Game) {
			strength := channel.PlayerRating{Rating: 1500, Deviation: 350}
			g.Since, g.Pair = ended, &channel.Pair{Game: 2, Score: [2]int{4, 0}, RatingsBefore: [2]channel.PlayerRating{strength, strength}}
		})
		h.counts(g)
		if got := h.member("ana"); (len(got.Games) > 0) != c.want || (got.Version != 0) != c.want {
			t.Errorf("of a game from %s the leaver's document has %+v, want it counted: %v", c.what, got.Games, c.want)
		}
		bob := h.member("bob")
		if len(bob.Pairs) != 1 || (bob.Pairs[0].With == "ana") != c.want || !c.want && bob.Pairs[0].With != platform.ForgottenID {
			t.Errorf("of a game from %s the opponent's document has %+v, want the leaver named: %v", c.what, bob.Pairs, c.want)
		}
	}
}

// Other members' documents lose the person who left, up to the deletion, and nothing
// else.
func TestOpponentsWhoLeftAreForgotten(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	left := store.UnixOf(h.now)
	h.leaves("ana")
	h.now = h.now.Add(time.Hour)
	pair := func(with string, at store.Unix) person.Pair {
		return person.Pair{With: with, At: at, Rating: 1500, Deviation: 100, Score: 1, Game: "nim", Start: "1"}
	}
	h.change("dora", func(m *person.Member) {
		m.Seen = store.UnixOf(h.now)
		m.Pairs = []person.Pair{pair("ana", left-1), pair("bob", left-1), pair("ana", left), pair("ana", left+1)}
		m.PairsBegun = []person.BegunPair{{With: "ana", At: left}, {With: "bob", At: left}, {With: "ana", At: left + 1}}
	})
	if err := h.SweepNow(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	m := h.member("dora")
	for _, p := range m.Pairs {
		got = append(got, p.With)
	}
	for _, b := range m.PairsBegun {
		got = append(got, b.With)
	}
	gone := platform.ForgottenID
	if want := []string{gone, "bob", gone, "ana", gone, "bob", "ana"}; !slices.Equal(got, want) {
		t.Errorf("the opponents are %q, want %q", got, want)
	}
}

// A scan deletes only documents and lines of people who left.
func TestAScanSparesOtherPeople(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	if err := h.pair("ana", "bob", 2); err != nil {
		t.Fatal(err)
	}
	h.now = h.now.Add(time.Hour)
	h.leaves("ana")
	if m := h.member("ana"); m.Version != 0 {
		t.Errorf("the leaver's document is %+v, want none", m)
	}
	if m := h.member("bob"); m.Rating == nil || len(m.Pairs) != 1 || m.Pairs[0].With != platform.ForgottenID {
		t.Errorf("the opponent's document is %+v, want the rating kept and nobody named", m)
	}
	if got := h.on("rating"); !slices.Equal(got, []string{"bob"}) {
		t.Errorf("on the board are %q, want bob alone", got)
	}
}

// A game that nobody wins is a draw for both; a stopped game isn't counted.
func TestDrawnAndStoppedGames(t *testing.T) {
	for _, c := range []struct {
		game, start, events string
		want                person.Count
	}{
		{"nim", "3 4 5", "A2 !resign:1", person.Count{Played: 1, Won: 1}},
		{"nim", "3 4 5", "A2 !resign:0", person.Count{Played: 1}},
		{"nim", "3 4 5", "A2 !stop:0", person.Count{}},
		{"northcott", "red 5:1,5", "A2 A4 A1 A5 A2 A4 A1 A5", person.Count{Played: 1, Drawn: 1}}, // the third time that this position occurs
	} {
		h := newBookFixture(t, storetest.NewMemory())
		h.counts(h.against("bob", c.start, c.events, func(g *channel.Game) { g.Key = c.game }))
		m := h.member("ana")
		if got := m.Games[0].People; got.Played != c.want.Played || got.Won != c.want.Won || got.Drawn != c.want.Drawn || m.Games[0].Bot.Played != 0 {
			t.Errorf("%q counts %+v against people, %+v against the bot; want %+v and none", c.events, got, m.Games[0].Bot, c.want)
		}
	}
}

// A line stays on its leaderboard for the documented time.
func TestHowLongALineStaysOnALeaderboard(t *testing.T) {
	for later, want := range map[time.Duration]bool{person.LeaderboardFor: true, person.LeaderboardFor + time.Second: false} {
		h := newBookFixture(t, storetest.NewMemory())
		if err := h.Practised(t.Context(), inGuild, chattest.Person("ana"), person.Practised{Lessons: 1, Passed: "1"}); err != nil {
			t.Fatal(err)
		}
		h.now = h.now.Add(later)
		if err := h.RebuildLeaderboards(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := len(h.on("lessons")) > 0; got != want {
			t.Errorf("%v later the line is there: %v, want %v", later, got, want)
		}
	}
}

// A profile shows a streak for three days, and none from days that a wrong clock made.
func TestHowLongAStreakIsShown(t *testing.T) {
	for _, c := range []struct {
		day, later time.Duration // of the streak's last day, from now
		want       bool
	}{
		{0, 3 * 24 * time.Hour, true}, {0, 3*24*time.Hour + time.Second, false},
		{14 * time.Hour, 0, true}, {14*time.Hour + time.Second, 0, false},
	} {
		room := routertest.NewRoom(t)
		_, err := person.NewMembers(room.Store, room.Clock, 0).Change(t.Context(), person.MemberKey("test", "local", "ana"), func(m *person.Member) (bool, error) {
			m.PracticeSummary = &person.Practised{Streak: 5, Day: store.UnixOf(room.Now.Add(c.day))}
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		room.Pass(c.later)
		if got := strings.Contains(room.Text(room.Says("bob", "profile @ana")), "Daily streak"); got != c.want {
			t.Errorf("a streak up to %v from now is shown %v later: %v, want %v", c.day, c.later, got, c.want)
		}
	}
}

// A server has three leaderboards. Skill, puzzle rating and streak are in the profile alone.
func TestThreeLeaderboards(t *testing.T) {
	c := routertest.NewRoom(t)
	for _, by := range []string{"rating", "month", "lessons"} {
		if r := c.Says("ana", "leaders "+by); r.Result != dialog.Told {
			t.Errorf("leaders %s is %s: %s, want it told", by, r.Result, c.Text(r))
		}
	}
	for _, by := range []string{"skill", "puzzles", "streak", "race", "last-month"} {
		r := c.Says("ana", "leaders "+by)
		if text := c.Text(r); r.Result != dialog.Refused || !strings.Contains(text, "Try `/nim leaders rating`, `month` or `lessons`") {
			t.Errorf("leaders %s is %s: %s, want it refused with the three that there are", by, r.Result, text)
		}
	}
}

// A profile shows the totals of all games, the rating with a ? while it is unsure, and a
// current streak.
func TestProfile(t *testing.T) {
	c := routertest.NewRoom(t)
	pairs := make([]person.Pair, 2)
	for i := range pairs {
		pairs[i] = person.Pair{With: "bob", Rating: 1500, Deviation: 100, Score: 1}
	}
	now := store.UnixOf(c.Now)
	full := person.Member{
		Name: "ana", Seen: now, Pairs: pairs,
		Games: []person.Games{
			{Game: "nim", People: person.Count{Played: 6, Won: 3, Drawn: 1}, Bot: person.Count{Played: 11, Won: 4, Drawn: 2}},
			{Game: "", People: person.Count{Played: 9, Won: 4, Drawn: 2}, Bot: person.Count{Played: 20, Won: 5, Drawn: 8}},
		},
		Rating:          &person.Rating{Rating: 1600.6, Deviation: 110, Volatility: .06},
		PracticeSummary: &person.Practised{Puzzles: 1333, PuzzlesOff: 109, Streak: 4, Day: now, Lessons: 2, Checks: 1, Stuck: 5},
	}
	set := func(do func(m *person.Member)) {
		t.Helper()
		_, err := person.NewMembers(c.Store, c.Clock, 0).Change(t.Context(), person.MemberKey("test", "local", "ana"), func(m *person.Member) (bool, error) {
			full.Version = m.Version
			*m = full
			do(m)
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	skill := func(leeway float64) person.Skill {
		return person.Skill{Judged: 40, Kept: 33, Credit: 20, Chance: 10, Leeway: leeway, Variance: 6}
	}
	for _, step := range []struct {
		change       func(m *person.Member)
		has, hasNone []string
	}{
		{func(*person.Member) {}, []string{"15 games", "7 won", "3 drawn", "5 lost", "31 games", "9 won", "10 drawn", "12 lost", "Rating: 1601? (rated pairs: 2)", "Puzzle rating: 1333 Daily streak", "4 days", "Lessons: 2", "What stuck from the lessons: 5 of 6"}, []string{"Skill", "skill"}},
		{func(m *person.Member) {
			m.Base, m.Rating = m.Rating, &person.Rating{Rating: 1600, Deviation: 109.9, Volatility: .06}
		}, []string{"Rating: 1600 (rated pairs: 2+)"}, nil},
		{func(m *person.Member) {
			m.PracticeSummary = &person.Practised{PuzzlesOff: 110, Streak: 4, Day: now - 4*24*60*60}
		}, nil, []string{"Puzzle rating", "days", "lesson"}},
		{func(m *person.Member) { m.PracticeSummary = &person.Practised{Puzzles: 1333, PuzzlesOff: 110} }, []string{"Puzzle rating: 1333?"}, nil},
		{func(m *person.Member) { m.Games[0].Skill = skill(30) }, []string{"kept: 33 of 40", "Skill: ", "Nim: "}, []string{"board", "Other games"}},
		{func(m *person.Member) { m.Games[1].Skill = skill(30) }, []string{"Other games: "}, nil},
		{func(m *person.Member) { m.Games[0].Skill = skill(1) }, []string{"play a few more games first"}, []string{"Nim: "}},
		{func(m *person.Member) { m.Games = m.Games[:1]; m.Games[0].Skill = skill(30) }, []string{"Skill: "}, []string{"Nim: "}},
		{func(m *person.Member) { m.Games = nil }, []string{"Rating", "Puzzle"}, []string{"against"}},
		{func(m *person.Member) { m.PracticeSummary = nil }, []string{"15 games"}, []string{"Puzzle"}},
	} {
		games := slices.Clone(full.Games)
		set(func(m *person.Member) { m.Games = slices.Clone(games); step.change(m) })
		for who, line := range map[string]string{"ana": "profile", "bob": "profile @ana"} {
			text := c.Text(c.Says(who, line))
			for _, want := range step.has {
				if !strings.Contains(text, want) {
					t.Errorf("%s's %q lacks %q:\n%s", who, line, want, text)
				}
			}
			for _, none := range step.hasNone {
				if strings.Contains(text, none) {
					t.Errorf("%s's %q has %q:\n%s", who, line, none, text)
				}
			}
		}
	}
}
