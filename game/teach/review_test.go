package teach_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

func review(t testing.TB, m rules.Match) teach.Review {
	t.Helper()
	r, err := teach.NewReview(m)
	if err != nil {
		t.Fatalf("NewReview(%v, %q) = %v", m.Setup(), m.Events(), err)
	}
	return r
}

func TestReview(t *testing.T) {
	for _, c := range []struct {
		what, key     string
		start, events string
		points        string // turn:seat:retry position
		never         [2]bool
		flawless      bool
		winner        rules.Seat
	}{
		{"given away once", "nim", "3 4 5", "C1 A3 B4 C4", "1:0:3 4 5", [2]bool{}, false, 1},
		{"given away by turns", "nim", "3 4 5", "C1 A1 B1 A1 B1 A1 B2 C4", "1:0:3 4 5 2:1:3 4 4 3:0:2 4 4 4:1:2 3 4 5:0:1 3 4 6:1:1 2 4 7:0:0 2 4", [2]bool{}, false, 1},
		{"never winning", "nim", "1 4 5", "A1 C1 B1 C1 B3 C3", "", [2]bool{true, false}, true, 1},
		{"won from the start", "nim", "3 4 5", "A2 A1 C1 B4 C4", "", [2]bool{false, true}, true, 0},
		{"resigned", "nim", "1 4 5", "A1 !resign:1", "", [2]bool{true, false}, true, 0},
		{"nothing was played", "nim", "1 4 5", "!resign:0", "", [2]bool{true, true}, true, 1},
		{"out of time", "nim", "3 4 5", "C1 !timeout:1", "1:0:3 4 5", [2]bool{}, false, 0},
		{"stopped", "nim", "3 4 5", "A2 !stop:1", "", [2]bool{false, true}, true, rules.Nobody},
		{"drawn", "northcott", "red 8:3,6 8:4,5", "A2 A7 A3 A6 A2 A7 A3 A6", "1:0:red 8:3,6 8:4,5 2:1:blue 8:2,6 8:4,5", [2]bool{}, false, rules.Nobody},
		{"a mistake that was taken back", "nim", "3 4 5", "C1 !undo:0 A2 C1", "", [2]bool{false, true}, true, rules.Nobody},
	} {
		r := review(t, match(t, c.key, rules.Normal, c.start, c.events))
		var points []string
		for _, d := range r.TurningPoints() {
			points = append(points, fmt.Sprintf("%d:%d:%s", d.Turn, d.Seat, d.Before))
		}
		never := [2]bool{r.NeverWinning(0), r.NeverWinning(1)}
		if got := strings.Join(points, " "); !strings.HasPrefix(got, c.points) || c.points == "" && got != "" ||
			never != c.never || r.Flawless() != c.flawless || r.Result.Winner != c.winner {
			t.Errorf("%s: turning points %q, never winning %v, flawless %v, winner %d; want %q, %v, %v, %d",
				c.what, got, never, r.Flawless(), r.Result.Winner, c.points, c.never, c.flawless, c.winner)
		}
	}
}

// From a turning point one can begin a match, and win it.
func TestTurningPointsCanBeRetried(t *testing.T) {
	points := 0
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for seed := range uint64(10) {
				for _, d := range review(t, played(t, g, e, rand.New(rand.NewPCG(seed, 9)))).TurningPoints() {
					m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: d.Before.String()})
					if err != nil {
						t.Errorf("%s, %v: a match from turning point %s: %v", g.Key, e, d.Before, err)
						continue
					}
					if a, err := solve.Analyze(m.Position(), e); err != nil || a.Outcome != rules.N {
						t.Errorf("%s, %v: turning point %s is %v, %v, want N", g.Key, e, d.Before, a.Outcome, err)
					}
					points++
				}
			}
		}
	}
	if points < 200 {
		t.Errorf("%d turning points were tried, want hundreds", points)
	}
}

func TestResistance(t *testing.T) {
	for _, c := range []struct {
		start, events string
		value         float64
		ok            bool
	}{
		// In 1 2 3 the replies to A1, B1, B2, C1, C2, C3 win in 1 of 5, 1 of 5,
		// 1 of 4, 1 of 5, 1 of 4 and 1 of 3 cases.
		{"1 2 3", "A1", 1, true},
		{"1 2 3", "C3", -2.4286, true},
		{"1 1", "A1", 0, false}, // both moves are the same
		{"3 4 5", "C1", 0, false},
	} {
		ds := decisions(t, match(t, "nim", rules.Normal, c.start, c.events))
		got, ok := teach.ResistanceOf(rules.Normal, ds...).Value()
		if ok != c.ok || math.Abs(got-c.value) > 1e-3 {
			t.Errorf("%s, %s: resistance %.4f, %v, want %.4f, %v", c.start, c.events, got, ok, c.value, c.ok)
		}
	}
}

// The resistance of random play is 0 in expectation, and perfect play resists.
func TestResistanceOfSimulatedPlayers(t *testing.T) {
	slowtest.Sequential(t)
	g := lookup(t, "nim")
	for _, e := range g.Endings {
		pooled := func(p gametest.Player) float64 {
			var sum teach.Resistance
			for seed := range uint64(2000) {
				r := rand.New(rand.NewPCG(seed, 2))
				m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: g.Random(r, e)})
				if err != nil {
					t.Fatal(err)
				}
				if m, err = m.Play(0, p(m.Position(), r)); err != nil {
					t.Fatal(err)
				}
				sum = sum.Plus(teach.ResistanceOf(e, decisions(t, m)...))
			}
			value, _ := sum.Value()
			return value
		}
		if got := pooled(gametest.Random); math.Abs(got) > .1 {
			t.Errorf("%v play: random moves resist %.3f, want about 0", e, got)
		}
		if got := pooled(gametest.AtLevel(solve.Perfect, e)); got < .5 {
			t.Errorf("%v play: the perfect level resists %.3f, want much more than 0", e, got)
		}
	}
}

// longest is a long match of a game, by its smallest moves.
func longest(b *testing.B, key string, e rules.Ending, start string, moves int) rules.Match {
	b.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: key, Ending: e, Start: start})
	if err != nil {
		b.Fatal(err)
	}
	for len(m.Moves()) < moves && !m.Result().Over {
		legal := slices.Collect(func(yield func(rules.Move) bool) {
			n := 0
			for mv := range m.Position().Moves() {
				if n++; n > 50 || !yield(mv) {
					return
				}
			}
		})
		if m, err = m.Play(m.ToMove(), legal[0]); err != nil {
			b.Fatal(err)
		}
	}
	return m
}

// BenchmarkReview reviews games of 200 moves, and the longest in the largest
// positions that chat allows, as chat does.
func BenchmarkReview(b *testing.B) {
	heaps := strings.TrimSpace(strings.Repeat("1000000000 ", 25))
	for _, c := range []struct {
		name, key, start string
		ending           rules.Ending
		moves            int
	}{
		{"nim-200-moves", "nim", "60 70 80", rules.Normal, 200},
		{"kayles-200-moves", "kayles", "150 130 120", rules.Misere, 200},
		{"largest-nim", "nim", heaps, rules.Normal, rules.MaxPlies},
		{"largest-pass", "pass", heaps, rules.Misere, rules.MaxPlies},
		{"largest-lasker", "lasker", heaps, rules.Misere, rules.MaxPlies},
		{"largest-kayles", "kayles", heaps, rules.Misere, rules.MaxPlies},
		{"large-kayles", "kayles", strings.TrimSpace(strings.Repeat("150 ", 25)), rules.Misere, rules.MaxPlies},
		{"large-lasker", "lasker", strings.TrimSpace(strings.Repeat("150 ", 25)), rules.Normal, rules.MaxPlies},
		{"largest-grundy", "grundy", strings.TrimSpace(strings.Repeat("1000 ", 25)), rules.Normal, rules.MaxPlies},
		{"largest-stairs", "stairs", strings.TrimSpace(strings.Repeat("160 ", 25)), rules.Misere, rules.MaxPlies},
		{"largest-moore", "moore", heaps + " k3", rules.Normal, rules.MaxPlies},
		{"largest-wythoff", "wythoff", "1000000000 999999999", rules.Normal, rules.MaxPlies},
		{"largest-mock-turtles", "mock-turtles", "999999990 999999991 999999992 999999993 999999994 999999995 999999996 999999997 999999998 999999999", rules.Normal, rules.MaxPlies},
		{"largest-turtles", "turtles", "999999990 999999991 999999992 999999993 999999994 999999995 999999996 999999997 999999998 999999999", rules.Normal, rules.MaxPlies},
		{"largest-ruler", "ruler", "490 491 492 493 494 495 496 497 498 499", rules.Normal, rules.MaxPlies},
		{"largest-chomp", "chomp", "10x10", rules.Normal, 100},
		{"largest-dawson-misere", "dawson-kayles", "80", rules.Misere, 100},
	} {
		m := longest(b, c.key, c.ending, c.start, c.moves)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			turns := 0
			for b.Loop() {
				r, err := teach.NewReviewWithin(m, teach.QuickWork)
				if err != nil {
					b.Fatal(err)
				}
				turns = len(r.Decisions)
			}
			b.ReportMetric(float64(len(m.Moves())), "moves")
			b.ReportMetric(float64(turns), "turns")
		})
	}
}

// A player who resigns in a position that they could still win gave up.
func TestGaveUp(t *testing.T) {
	for _, c := range []struct {
		start, events string
		seat          rules.Seat
		want          bool
	}{
		{"3 4 5", "!resign:0", 0, true},
		{"1 4 5", "!resign:0", 0, false},
		{"3 4 5", "A2 !resign:0", 0, true}, // off turn
		{"3 4 5", "A2 !resign:1", 1, false},
		{"3 4 5", "C1 !timeout:1", 1, true},
		{"3 4 5", "C1 !timeout:1", 0, false},
		{"3 4 5", "C1 !undo:0 !resign:0", 0, true},
		{"3 4 5", "A2 !stop:0", 0, false},
	} {
		if got := review(t, match(t, "nim", rules.Normal, c.start, c.events)).GaveUp(c.seat); got != c.want {
			t.Errorf("GaveUp(%d) of %q, %q = %v, want %v", c.seat, c.start, c.events, got, c.want)
		}
	}
}

// A review that is cut claims nothing about the moves that it hasn't seen.
func TestAReviewIsCut(t *testing.T) {
	m := match(t, "nimble", rules.Normal, "2 5 6", "2-1 6-5 5-4 5-4 4-1 4-1") // 10 moves of 3 parts at first
	for _, c := range []struct{ most, turns int }{{1, 1}, {13, 1}, {14, 2}, {1000, 6}} {
		r, err := teach.NewReviewWithin(m, c.most)
		whole := c.turns == 6
		if err != nil || len(r.Decisions) != c.turns || r.Truncated == whole || r.Flawless() != whole || r.NeverWinning(0) != whole {
			t.Errorf("NewReviewWithin(%d) sees %d turns, cut %v, flawless %v, never winning %v, %v; want %d turns",
				c.most, len(r.Decisions), r.Truncated, r.Flawless(), r.NeverWinning(0), err, c.turns)
		}
	}
}

func TestLastGiveaway(t *testing.T) {
	for _, c := range []struct {
		start, events string
		seat          rules.Seat
		want          rules.Move
		turn          int
	}{
		{"3 4 5", "C1", 0, "C1", 1},
		{"3 4 5", "C1", 1, "", 0},
		{"3 4 5", "C1 A1 B1", 0, "B1", 3}, // the last one
		{"3 4 5", "C1 !undo:0 A2", 0, "", 0},
		{"1 4 5", "A1 C1", 0, "", 0},
		{"3 4 5", "", 0, "", 0},
	} {
		m, turn, ok, err := teach.LastGiveaway(match(t, "nim", rules.Normal, c.start, c.events), c.seat)
		if m != c.want || turn != c.turn || ok != (c.want != "") || err != nil {
			t.Errorf("GaveAway(%q, %q, seat %d) = %q, %d, %v, %v, want %q, %d", c.start, c.events, c.seat, m, turn, ok, err, c.want, c.turn)
		}
	}
}

// Every answer refutes its move, in every game and ending; in most lost
// positions with several moves there are two.
func TestRefutations(t *testing.T) {
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		lost, two := 0, 0
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(seed, 4))
			p, err := g.Begin(g.Random(r, e), e)
			if err != nil {
				t.Fatal(err)
			}
			a := sure(t, p, e)
			answers := teach.Refutations(a, 2)
			if a.Outcome == rules.N {
				if len(answers) > 0 {
					t.Errorf("Answers(%s) = %v in a won position, want none", p, answers)
				}
				continue
			}
			if teach.CountMoves(p.Moves()) > 1 {
				lost++
			}
			if len(answers) == 2 && answers[0].Move != answers[1].Move {
				two++
			}
			for _, x := range answers {
				q, err := p.Play(x.Move)
				if err != nil || q.String() != x.After.String() {
					t.Fatalf("Answers(%s): %s leads to %v, %v, want %s", p, x.Move, q, err, x.After)
				}
				if q, err = q.Play(x.Reply); err != nil || sure(t, q, e).Outcome != rules.P {
					t.Errorf("Answers(%s) answers %s with %s, which does not refute it (%v)", p, x.Move, x.Reply, err)
				}
			}
		}
		if two < lost*9/10 {
			t.Errorf("%d of %d lost positions have two answers, want nearly all", two, lost)
		}
	})
}

// A question that is never answered changes nothing of a review.
func TestUnansweredQuestionsChangeNoReview(t *testing.T) {
	moves := []rules.Event{findMove(0, "A2"), findMove(1, "B1"), findMove(0, "C1"), findMove(1, "A1"), findMove(0, "B1"), findMove(1, "C2")}
	setup := rules.Setup{Game: "nim", Start: "3 4 5"}
	plain := reviewOf(t, setup, moves)
	if n := len(plain.TurningPoints()); n < 2 {
		t.Fatalf("%d turning points, want several", n)
	}
	for i := 1; i <= len(moves); i++ {
		for _, ask := range []rules.Event{{Kind: rules.Asked, Seat: 0, What: rules.AskUndo}, {Kind: rules.Asked, Seat: 1, What: rules.AskStop}} {
			asked := reviewOf(t, setup, slices.Insert(slices.Clone(moves), i, ask))
			if got, want := fmt.Sprint(asked.TurningPoints()), fmt.Sprint(plain.TurningPoints()); got != want {
				t.Errorf("with %v after move %d, it turned at %v, want %v", ask, i, got, want)
			}
		}
	}
}

func findMove(s rules.Seat, m rules.Move) rules.Event {
	return rules.Event{Kind: rules.Moved, Seat: s, Move: m}
}

func reviewOf(t *testing.T, setup rules.Setup, events []rules.Event) teach.Review {
	t.Helper()
	m, err := rules.NewMatch(setup)
	for _, e := range events {
		if err == nil {
			m, err = m.Apply(e)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := teach.NewReview(m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
