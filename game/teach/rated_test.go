package teach_test

import (
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// A rated pair begins from a start that the first player can win, and in which a guess keeps
// the win at most half of the time.
func TestRatedStarts(t *testing.T) {
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		different := map[string]bool{}
		for seed := range uint64(40) {
			setup, ok := teach.RatedStart(g, e, drawing(rand.New(rand.NewPCG(seed, 3))))
			if !ok {
				t.Fatalf("seed %d: no start", seed)
			}
			p, err := g.Begin(setup, e)
			if err != nil {
				t.Fatal(err)
			}
			a := sure(t, p, e)
			legal, winning := teach.CountMoves(p.Moves()), teach.CountMoves(a.Winning())
			if winning == 0 || 2*winning > legal || legal > teach.MaxLegal {
				t.Errorf("%s: %d of %d moves win, want one, and half at most", setup, winning, legal)
			}
			different[setup] = true
		}
		if len(different) < 20 {
			t.Errorf("%d of 40 starts are different, want 20 at least", len(different))
		}
	})
}

// In a year of casual draws, the first player wins about half, if a game has enough lost
// starts. Otherwise the first player wins every start, and a coin decides who that is.
func TestCasualStarts(t *testing.T) {
	slowtest.Only(t)
	const year = 365
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		won, lost := 0, map[string]bool{}
		coin := 0
		for seed := range uint64(year) {
			setup, toss, _ := teach.BalancedStart(g, e, drawing(rand.New(rand.NewPCG(seed, 2))))
			p, err := g.Begin(setup, e)
			if err != nil {
				t.Fatal(err)
			}
			if sure(t, p, e).Outcome == rules.N {
				won++
			} else {
				lost[setup] = true
			}
			if toss {
				coin++
			}
		}
		t.Logf("%s, %v: the first player wins %d of %d, a coin gives the seat in %d, %d lost starts", g.Key, e, won, year, coin, len(lost))
		switch share := float64(won) / year; {
		case coin == 0 && (share < .45 || share > .55):
			t.Errorf("the first player wins %.0f %%, want 45 to 55", 100*share)
		case coin == 0 && len(lost) < 70: // of 182 drawn from a hundred, 84 are expected to differ
			t.Errorf("%d lost starts were drawn in a year, want a hundred to draw from", len(lost))
		case coin > 0 && (coin != year || won != year):
			t.Errorf("a coin gives the seat in %d of %d, and the first player wins %d; want all", coin, year, won)
		}
	})
}
