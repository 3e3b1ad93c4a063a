package teach_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
)

// match replays a match.
func match(t testing.TB, key string, e rules.Ending, start, events string) rules.Match {
	t.Helper()
	m, err := rules.Replay(rules.Setup{Game: key, Ending: e, Start: start}, events)
	if err != nil {
		t.Fatalf("%s: Replay(%q, %q) = %v", key, start, events, err)
	}
	return m
}

func decisions(t testing.TB, m rules.Match) []teach.Decision {
	t.Helper()
	ds, err := teach.Decisions(m)
	if err != nil {
		t.Fatalf("Decisions(%v, %q) = %v", m.Setup(), m.Events(), err)
	}
	return ds
}

func TestDecisions(t *testing.T) {
	type want struct {
		turn           int
		seat           rules.Seat
		before, after  string
		legal, winning int
		judged, kept   bool
		better         []rules.Move
	}
	for _, c := range []struct {
		key           string
		ending        rules.Ending
		start, events string
		want          []want
	}{
		{"nim", rules.Normal, "3 4 5", "C1 A3 B4", []want{
			{1, 0, "3 4 5", "3 4 4", 12, 1, true, false, []rules.Move{"A2"}},
			{2, 1, "3 4 4", "0 4 4", 11, 1, true, true, nil},
			{3, 0, "0 4 4", "0 0 4", 8, 0, false, false, nil},
		}},
		{"nim", rules.Misere, "2 1", "A2", []want{
			{1, 0, "2 1", "0 1", 3, 1, true, true, nil},
		}},
		{"nim", rules.Normal, "5000", "A1 A2", []want{ // too many moves to be judged
			{1, 0, "5000", "4999", 4097, 1, false, false, nil},
			{2, 1, "4999", "4997", 4097, 1, false, false, nil},
		}},
		{"nim", rules.Normal, "4096", "A1", []want{
			{1, 0, "4096", "4095", 4096, 1, true, false, []rules.Move{"A4096"}},
		}},
		{"nim", rules.Misere, "1 1 1 1", "A1", []want{ // every move wins
			{1, 0, "1 1 1 1", "0 1 1 1", 4, 4, false, false, nil},
		}},
		{"lasker", rules.Normal, "3 4", "A1", []want{ // two moves are better
			{1, 0, "3 4", "2 4", 10, 2, true, false, []rules.Move{"A:1+2", "B1"}},
		}},
		{"northcott", rules.Normal, "red 8:4,5 8:4,8", "B3", []want{ // only a move that makes progress is shown
			{1, 0, "red 8:4,5 8:4,8", "blue 8:4,5 8:3,8", 9, 2, true, false, []rules.Move{"B7"}},
		}},
	} {
		got := decisions(t, match(t, c.key, c.ending, c.start, c.events))
		if len(got) != len(c.want) {
			t.Errorf("%s %s, %q: %d decisions, want %d", c.key, c.start, c.events, len(got), len(c.want))
			continue
		}
		for i, w := range c.want {
			d := got[i]
			g := want{d.Turn, d.Seat, d.Before.String(), d.After.String(), d.Legal, d.Winning, d.Judged(), d.Kept(), d.Better}
			if g.turn != w.turn || g.seat != w.seat || g.before != w.before || g.after != w.after || g.legal != w.legal ||
				g.winning != w.winning || g.judged != w.judged || g.kept != w.kept || !slices.Equal(g.better, w.better) {
				t.Errorf("%s %s, %q: decision %d = %+v, want %+v", c.key, c.start, c.events, i+1, g, w)
			}
		}
	}
}

// A turn with a hint counts as a guess. Of a turn that was taken back, the first try counts.
func TestHintsAndTakebacks(t *testing.T) {
	for _, c := range []struct {
		what, events string
		kept         int
		credit       float64
		points       int // turning points of the game as it stands
		decisions    int
	}{
		{"kept", "A2", 1, 1, 0, 1},
		{"given away", "C1", 0, 0, 1, 1},
		{"a hint, kept", "!hint:0 A2", 1, 1.0 / 12, 0, 1},
		{"a hint, given away", "!hint:0 C1", 0, 1.0 / 12, 0, 1},
		{"the opponent's hint", "!hint:1 A2", 1, 1, 0, 1},
		{"given away, taken back, kept", "C1 !undo:0 A2", 0, 0, 0, 2},
		{"kept, taken back, given away", "A2 !undo:0 C1", 1, 1, 1, 2},
		{"given away twice", "C1 !undo:0 C2", 0, 0, 1, 2},
		{"a hint for the second try", "C1 !undo:0 !hint:0 A2", 0, 0, 0, 2},
		{"a hint, then taken back and tried again", "!hint:0 A2 !undo:0 A2", 1, 1.0 / 12, 0, 2},
		{"with the answer taken back", "C1 B4 !undo:0 A2", 0, 0, 0, 3},
		{"a hint, then another way back to the position", "!hint:0 C1 !undo:0 A2", 0, 1.0 / 12, 0, 2},
	} {
		r, err := teach.NewReview(match(t, "nim", rules.Normal, "3 4 5", c.events))
		if err != nil {
			t.Fatal(err)
		}
		s := r.Skill[0]
		if s.Judged != 1 || s.Kept != c.kept || s.Credit != c.credit || len(r.TurningPoints()) != c.points || len(r.Decisions) != c.decisions {
			t.Errorf("%s: %+v, %d turning points, %d decisions; want 1 judged, %d kept, credit %v, %d turning points, %d decisions",
				c.what, s, len(r.TurningPoints()), len(r.Decisions), c.kept, c.credit, c.points, c.decisions)
		}
	}
}

// In every listed game, under both endings, decisions agree with the rules and the complete
// analysis.
func TestDecisionsOfEveryGame(t *testing.T) {
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for seed := range uint64(3) {
				m := played(t, g, e, rand.New(rand.NewPCG(seed, 5)))
				ds := decisions(t, m)
				if len(ds) != len(m.Moves()) {
					t.Fatalf("%s, %v: %d decisions of %d moves", g.Key, e, len(ds), len(m.Moves()))
				}
				for i, d := range ds {
					checkDecision(t, g, e, m, i, d)
				}
			}
		}
	}
}

func checkDecision(t *testing.T, g rules.Game, e rules.Ending, m rules.Match, i int, d teach.Decision) {
	t.Helper()
	before, after := m.Positions()[i], m.Positions()[i+1]
	var legal, winning int
	for mv := range before.Moves() {
		legal++
		if leavesLost(t, before, mv, e) {
			winning++
			continue
		}
		if slices.Contains(d.Better, mv) {
			t.Errorf("%s, %v: better than %s in %s is %s, which does not win", g.Key, e, d.Move, before, mv)
		}
	}
	a, err := solve.Analyze(after, e)
	if err != nil {
		t.Fatal(err)
	}
	judged := winning > 0 && winning < legal
	kept := judged && a.Outcome == rules.P
	if d.Turn != i+1 || int(d.Seat) != i%2 || d.Before.String() != before.String() || d.After.String() != after.String() || d.Move != m.Moves()[i] ||
		d.Legal != legal || d.Winning != winning || d.Judged() != judged || d.Kept() != kept || (len(d.Better) > 0) != (judged && !kept) || len(d.Better) > 3 {
		t.Errorf("%s, %v: decision %+v; want move %s from %s, %d of %d legal moves winning, judged %v, kept %v",
			g.Key, e, d, m.Moves()[i], before, winning, legal, judged, kept)
	}
}

// leavesLost reports whether the opponent is lost after a move.
func leavesLost(t *testing.T, p rules.Position, m rules.Move, e rules.Ending) bool {
	t.Helper()
	q, err := p.Play(m)
	if err != nil {
		t.Fatalf("%s: Play(%q) = %v", p, m, err)
	}
	a, err := solve.Analyze(q, e)
	if err != nil {
		t.Fatalf("Analyze(%s, %v) = %v", q, e, err)
	}
	return a.Outcome == rules.P
}

// played is a match of random moves from a random start; a loopy one may end
// drawn.
func played(t testing.TB, g rules.Game, e rules.Ending, r *rand.Rand) rules.Match {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: g.Random(r, e)})
	if err != nil {
		t.Fatal(err)
	}
	for !m.Result().Over && len(m.Moves()) < 40 {
		moves := slices.Collect(m.Position().Moves())
		if m, err = m.Play(m.ToMove(), moves[r.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// A position in which a hint was taken stays hinted, whatever is taken back, because the
// player knows it when it comes again.
func TestAHintOutlastsATakeback(t *testing.T) {
	for _, c := range []struct {
		what, events string
		judged       int
		credit       float64
	}{
		{"no hint", "C1 A2 !undo:0 C1 A2 B2", 2, 2},
		{"a hint, then the same way", "C1 A2 !hint:0 !undo:0 C1 A2 B2", 2, 1 + 1.0/6},
		{"a hint, then the same up to the order of piles", "C1 A2 !hint:0 !undo:0 C1 B2 A2", 2, 1 + 1.0/6},
		{"a hint elsewhere", "C1 A2 !hint:0 !undo:0 C1 A1 B1", 2, 2},
		{"the opponent's hint", "C1 A2 !hint:1 !undo:0 C1 A2 B2", 2, 2},
	} {
		r, err := teach.NewReview(match(t, "nim", rules.Normal, "4 4 1", c.events))
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Skill[0]; s.Judged != c.judged || math.Abs(s.Credit-c.credit) > 1e-9 {
			t.Errorf("%s: %d judged, credit %v; want %d and %v", c.what, s.Judged, s.Credit, c.judged, c.credit)
		}
	}
}
