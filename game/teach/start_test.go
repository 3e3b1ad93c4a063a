package teach_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// In every game, under both endings and from both seats, the person can win, can lose, and has
// at least two decisions, whichever of the winning moves they choose.
func TestStart(t *testing.T) {
	slowtest.Sequential(t)
	draws := 20
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		for seat := range rules.Seat(2) {
			different := map[string]bool{}
			for seed := range uint64(draws) {
				r := rand.New(rand.NewPCG(seed, uint64(seat)))
				setup, ok := teach.Start(g, e, seat, drawing(r))
				if !ok {
					t.Fatalf("Start(seat %d, seed %d) found none", seat, seed)
				}
				different[setup] = true
				checkStart(t, g, e, seat, setup, r)
			}
			if len(different) < draws/4 { // there are five lost ones to draw in Fibonacci Nim and Wythoff's game
				t.Errorf("seat %d: %d of %d starts are different, want %d at least: %v", seat, len(different), draws, draws/4, different)
			}
		}
	})
}

// checkStart plays a start as its winner, by any winning moves, against
// perfect play.
func checkStart(t *testing.T, g rules.Game, e rules.Ending, seat rules.Seat, setup string, r *rand.Rand) {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: setup})
	if err != nil {
		t.Fatal(err)
	}
	for !m.Result().Over {
		move := gametest.AtLevel(solve.Perfect, e)
		if m.ToMove() == seat {
			move = gametest.Knowing(1, e)
			if a := sure(t, m.Position(), e); a.Outcome == rules.N && g.Loopy {
				move = gametest.AtLevel(solve.Perfect, e) // any winning move could go on for ever
			}
		}
		if m, err = m.Play(m.ToMove(), move(m.Position(), r)); err != nil {
			t.Fatal(err)
		}
	}
	judged, first := 0, true
	for _, d := range decisions(t, m) {
		if d.Seat != seat {
			continue
		}
		if first && !d.Judged() {
			t.Errorf("%s for seat %d: %d of %d moves win on the first turn", setup, seat, d.Winning, d.Legal)
		}
		first = false
		if d.Judged() {
			judged++
		}
	}
	if m.Result().Winner != seat || judged < 2 {
		t.Errorf("%s for seat %d: winner %d after %d judged decisions in %s, want at least 2", setup, seat, m.Result().Winner, judged, m.Events())
	}
}

func TestStartWhereThereIsNone(t *testing.T) {
	g := lookup(t, "octal:0.3")
	r := rand.New(rand.NewPCG(1, 1))
	if setup, ok := teach.Start(g, rules.Normal, 0, drawing(r)); ok {
		t.Errorf("Start = %q in a game in which nothing can be got wrong, want none", setup)
	}
	if setup, _, ok := teach.BalancedStart(g, rules.Normal, drawing(r)); ok {
		t.Errorf("Balanced = %q, want none", setup)
	}
}

// drawing is a drawing with the numbers of r.
func drawing(r *rand.Rand) *rules.Drawing { return rules.NewDrawing(context.Background(), r) }

func BenchmarkStart(b *testing.B) {
	for _, key := range []string{"nim", "chomp", "euclid", "fibonacci", "kayles", "wythoff", "bush", "northcott"} {
		g := lookup(b, key)
		for seat := range rules.Seat(2) {
			b.Run(key+"-"+string('0'+rune(seat)), func(b *testing.B) {
				for seed := uint64(0); b.Loop(); seed++ {
					teach.Start(g, rules.Normal, seat, drawing(rand.New(rand.NewPCG(seed, 1))))
				}
			})
		}
	}
}
