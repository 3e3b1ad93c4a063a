package people_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// against returns a finished game of ana, who had the first seat.
func (h *bookFixture) against(other, start, events string, change ...func(*channel.Game)) channel.Game {
	h.games++
	g := channel.Game{
		ID: fmt.Sprint("g", h.games), Key: "nim", Ending: "normal", Start: start, Events: events, Since: store.UnixOf(h.now), RandomStart: store.UnixOf(h.now),
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

// Games count for the skill board if the bot drew their start and it promises two
// decisions, however the game went on.
func TestGamesThatCountForTheSkillBoard(t *testing.T) {
	for _, c := range []struct {
		what          string
		other         string
		start, events string
		change        func(*channel.Game)
		judged        int
		credit        float64
	}{
		{"a drawn start, lost at once", words.BotID, "3 4 5", "C1 A3 B4 C4", nil, 1, 0},
		{"a drawn start, left at once", words.BotID, "3 4 5", "!stop:0", nil, 1, 1.0 / 12},
		{"a start that was chosen", words.BotID, "3 4 5", "A2 C1 !stop:0", func(g *channel.Game) { g.RandomStart = 0 }, 0, 0},
		{"a start with one decision", words.BotID, "1000", "A1000", nil, 0, 0},
		{"a start at which the bot was let begin", words.BotID, "3 4 5", "A2 !resign:1", func(g *channel.Game) {
			g.BotBegan, g.Players[0], g.Players[1] = true, g.Players[1], g.Players[0]
		}, 1, 1.0 / 12},
		{"between people, the start that both saw isn't counted", "bob", "3 4 5", "A2 C1 B1 !resign:1", nil, 1, 0},
		{"rated", "bob", "3 4 5", "A2 !resign:1", func(g *channel.Game) { g.Pair = &channel.Pair{Game: 1} }, 1, 1},
		{"rated, the second game", "bob", "3 4 5", "A2 !resign:1", func(g *channel.Game) { g.Pair = &channel.Pair{Game: 2} }, 0, 0},
	} {
		h := newBookFixture(t, storetest.NewMemory())
		g := h.against(c.other, c.start, c.events)
		if c.change != nil {
			c.change(&g)
		}
		if g.Pair != nil {
			for i := range g.Pair.RatingsBefore {
				g.Pair.RatingsBefore[i] = channel.PlayerRating{Rating: 1500, Deviation: 350}
			}
		}
		h.counts(g)
		if b := h.member("ana").BoardSkill; b.Judged != c.judged || math.Abs(b.Credit-c.credit) > 1e-9 {
			t.Errorf("%s: %d judged, credit %v; want %d and %v", c.what, b.Judged, b.Credit, c.judged, c.credit)
		}
	}
}

// Games from a typed start never count. Of the games from drawn starts, the first ones
// of a day count: twenty against the bot, three with the same person.
func TestTheBoardCannotBeFarmed(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	for range 60 {
		h.counts(h.against(words.BotID, "1000", "A1000", func(g *channel.Game) { g.RandomStart = 0 }))
	}
	if lines, _, err := h.store.Lines(t.Context(), "skill:test/g", 0, 9); err != nil || len(lines) != 0 {
		t.Errorf("after sixty typed starts the board has %v, %v, want nobody", lines, err)
	}
	for _, c := range []struct {
		other string
		most  int
	}{{words.BotID, 20}, {"bob", 3}, {"cy", 3}} {
		before := h.member("ana").BoardSkill.Judged
		for range c.most + 5 {
			h.now = h.now.Add(time.Minute)
			h.counts(h.against(c.other, "3 4 5", "C1 A1 B1 !resign:1"))
		}
		each := 2
		if c.other != words.BotID {
			each = 1
		}
		if got := h.member("ana").BoardSkill.Judged - before; got != c.most*each {
			t.Errorf("%d games of a day with %s counted %d decisions, want %d", c.most+5, c.other, got, c.most*each)
		}
	}
	h.now = h.now.Add(24 * time.Hour)
	before := h.member("ana").BoardSkill.Judged
	h.counts(h.against(words.BotID, "3 4 5", "C1 A3 B4 C4"))
	if got := h.member("ana").BoardSkill.Judged - before; got != 1 {
		t.Errorf("the next day's first game counted %d decisions, want 1", got)
	}
}

// Finishing good games first doesn't change which games count.
func TestGamesCountInTheOrderTheyBegan(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	var bad, good []channel.Game
	begun := h.now
	for i := range 40 {
		at := store.UnixOf(begun.Add(time.Duration(i) * time.Minute))
		g := h.against(words.BotID, "3 4 5", "C1 A3 B4 C4", func(g *channel.Game) { g.RandomStart = at })
		if i%2 == 1 {
			g.Events = "A2 C1 B1 A1 B2 C2 B1 C2"
			good = append(good, g)
			continue
		}
		bad = append(bad, g)
	}
	h.now = h.now.Add(7 * 24 * time.Hour)
	for _, g := range append(good, bad...) {
		g.Since = store.UnixOf(h.now)
		h.counts(g)
	}
	// The twenty good games count, and so do the bad ones that began before the last of them.
	if m := h.member("ana"); m.SkillGames[0].Games != 40 {
		t.Errorf("%+v, want all of the forty counted", m.SkillGames)
	}
}

// runs returns how many runs are simulated, and of how many days: NIM_TEST_RUNS of sixty
// days, or a few short ones.
func runs() (runs, days int) {
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_RUNS")); err == nil {
		return n, 60
	}
	return 3, 12
}

// leaving is how a player avoids a decision in which they don't know the answer; ""
// if they guess.
type leaving string

// playGame plays a drawn start as a player who knows the answer in a share q of the
// decisions, and in the others avoids the decision or guesses.
func playGame(t *testing.T, start string, q float64, leave leaving, bot gametest.Player, r *rand.Rand) (events string, passed bool) {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: "nim", Start: start})
	if err != nil {
		t.Fatal(err)
	}
	do := func(e rules.Event) {
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	person := rules.Seat(0)
	for !m.Result().Over {
		if m.ToMove() != person {
			do(rules.Event{Kind: rules.Moved, Seat: m.ToMove(), Move: bot(m.Position(), r)})
			continue
		}
		a, err := solve.Analyze(m.Position(), rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		knows := r.Float64() < q
		switch {
		case a.Outcome == rules.N && knows:
			do(rules.Event{Kind: rules.Moved, Seat: person, Move: a.Best()})
		case a.Outcome == rules.N && leave == "pass" && len(m.Moves()) == 0:
			person, passed = 1, true
		case a.Outcome == rules.N && leave == "undo" && m.CanTakeBack(person) && m.Count(rules.TookBack, person) < 9:
			do(rules.Event{Kind: rules.TookBack, Seat: person})
		case a.Outcome == rules.N && leave == "hint":
			do(rules.Event{Kind: rules.Hinted, Seat: person})
			do(rules.Event{Kind: rules.Moved, Seat: person, Move: a.Best()})
		case a.Outcome == rules.N && leave != "" && leave != "undo":
			do(rules.Event{Kind: rules.Stopped, Seat: person})
		default:
			do(rules.Event{Kind: rules.Moved, Seat: person, Move: gametest.Random(m.Position(), r)})
		}
	}
	return m.Events(), passed
}

// practising lets a player play some games on each of the days, and returns their
// skill on the board.
func practising(t *testing.T, q float64, leave leaving, days, gamesADay int, seed uint64) person.Skill {
	t.Helper()
	h := newBookFixture(t, storetest.NewMemory())
	g, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, uint64(1000*q)))
	bots := []gametest.Player{gametest.AtLevel(solve.Easy, rules.Normal), gametest.AtLevel(solve.Perfect, rules.Normal)}
	for range days {
		for i := range gamesADay {
			start, ok := teach.Start(g, rules.Normal, 0, rules.NewDrawing(t.Context(), r))
			if !ok {
				t.Fatal("no start")
			}
			events, passed := playGame(t, start, q, leave, bots[i%2], r)
			h.now = h.now.Add(time.Minute)
			h.counts(h.against(words.BotID, start, events, func(g *channel.Game) {
				if g.BotBegan = passed; passed {
					g.Players[0], g.Players[1] = g.Players[1], g.Players[0]
				}
			}))
		}
		h.now = h.now.Add(24 * time.Hour)
	}
	return h.member("ana").BoardSkill
}

// standing returns a skill's value and its lower end, by which the board is ordered.
func standing(s person.Skill) (value, low float64) {
	k := teach.Skill{Judged: s.Judged, Kept: s.Kept, Credit: s.Credit, Chance: s.Chance, Leeway: s.Leeway, Variance: s.Variance}
	low, _ = k.Interval()
	return k.Value(), low
}

// A player who knows the answer in a quarter of the decisions stays below one who knows
// it in three quarters and plays three games a day, however the former avoids decisions.
// NIM_TEST_RUNS=60 simulates sixty runs of sixty days.
func TestNobodyClimbsTheSkillBoardByChoosing(t *testing.T) {
	slowtest.Sequential(t)
	n, days := runs()
	for _, leave := range []leaving{"", "stop", "undo", "pass", "hint"} {
		t.Run("leaves by "+string(leave), func(t *testing.T) {
			t.Parallel()
			above, highest := 0, math.Inf(-1)
			lowest := math.Inf(1)
			for run := range uint64(n) {
				_, honest := standing(practising(t, .75, "", days, 3, run))
				value, farmed := standing(practising(t, .25, leave, days, 20, run))
				if farmed >= honest {
					above++
				}
				highest, lowest = max(highest, value), min(lowest, honest)
			}
			t.Logf("%d runs of %d days: above %d times; the farmer's S at most %.3f, the honest lower bound at least %.3f", n, days, above, highest, lowest)
			if above > 0 {
				t.Errorf("who knows a quarter stood above who knows three quarters in %d of %d runs", above, n)
			}
		})
	}
}

// The board's sample is unbiased. If games were left out because of what happened in
// them, the ones that were lost at the first blunder would be missing.
func TestTheBoardsSampleIsUnbiased(t *testing.T) {
	slowtest.Sequential(t)
	n, days := runs()
	for _, q := range []float64{0, .25, .5} {
		t.Run(fmt.Sprint(q), func(t *testing.T) {
			t.Parallel()
			var all teach.Skill
			for run := range uint64(n) {
				s := practising(t, q, "", days, 10, 100+run)
				all = all.Plus(teach.Skill{Judged: s.Judged, Kept: s.Kept, Credit: s.Credit, Chance: s.Chance, Leeway: s.Leeway, Variance: s.Variance})
			}
			bound := 3 * math.Sqrt((1-q)*(all.Variance+q*(all.Leeway-all.Variance))) / all.Leeway
			t.Logf("q = %v: S = %.4f over %d decisions, 3 standard errors are %.4f", q, all.Value(), all.Judged, bound)
			if math.Abs(all.Value()-q) > bound {
				t.Errorf("who knows %v has %.4f, want it within %.4f", q, all.Value(), bound)
			}
		})
	}
}

// The conversation records whether the start of a game was drawn, and when.
func TestDrawnStarts(t *testing.T) {
	c := routertest.NewRoom(t)
	for _, tt := range []struct {
		what   string
		lines  []string
		drawn  bool
		passed bool
	}{
		{"drawn", []string{"ana: start"}, true, false},
		{"the bot was let begin", []string{"ana: start", "ana: begin"}, true, true},
		{"typed", []string{"ana: start 3 4 5"}, false, false},
		{"typed, the bot was let begin", []string{"ana: start 3 4 5", "ana: begin"}, false, false},
		{"again", []string{"ana: start", "ana: resign", "ana: rematch"}, false, false},
		{"offered", []string{"ana: challenge @bob", "bob: accept"}, true, false},
		{"offered with piles", []string{"ana: challenge @bob 3 4 5", "bob: accept"}, false, false},
		{"rated", []string{"ana: challenge @bob rated", "bob: accept"}, true, false},
		{"rated, the second game", []string{"ana: challenge @bob rated", "bob: accept", "bob: resign"}, false, false},
	} {
		c.Place.Channel = tt.what
		c.Play(tt.lines...)
		if g := c.Document().Game; (g.RandomStart != 0) != tt.drawn || g.BotBegan != tt.passed {
			t.Errorf("%s: drawn %d, passed %v; want drawn %v, passed %v", tt.what, g.RandomStart, g.BotBegan, tt.drawn, tt.passed)
		}
	}
}
