package teach_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// A first start is one that Start could draw, in every game, ending and seat, and smaller
// than Start's are on average. Cake has at most five rows of six, Moore's Nim three piles.
func TestFirstStart(t *testing.T) {
	slowtest.Sequential(t)
	draws := 20
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		for seat := range rules.Seat(2) {
			var first, usual uint64
			for seed := range uint64(draws) {
				r := rand.New(rand.NewPCG(seed, uint64(seat)))
				setup, ok := teach.FirstStart(g, e, seat, drawing(r))
				if !ok {
					t.Fatalf("First(seat %d, seed %d) found none", seat, seed)
				}
				checkStart(t, g, e, seat, setup, r)
				p := begun(t, g, e, setup)
				first += p.Size().Total
				if rows := p.Diagram().Rows; g.Key == "cake" && (len(rows) > 5 || len(rows[0].Cells) > 6) || g.Key == "moore" && len(rows) != 3 {
					t.Errorf("First(seat %d, seed %d) = %s, want at most 5x6 in Cake and three piles in Moore's Nim", seat, seed, setup)
				}
				if setup, ok = teach.Start(g, e, seat, drawing(r)); ok {
					usual += begun(t, g, e, setup).Size().Total
				}
			}
			if 10*first > 9*usual {
				t.Errorf("seat %d: the first starts have %d things in all, the others %d; want them smaller", seat, first, usual)
			}
		}
	})
}

func begun(t *testing.T, g rules.Game, e rules.Ending, setup string) rules.Position {
	t.Helper()
	p, err := g.Begin(setup, e)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The lesson of Chomp ends in a game that begins with a shape for which it teaches a bite.
func TestChompBeginsWithATaughtShape(t *testing.T) {
	l, _ := teach.LessonOf("chomp")
	for seed := range uint64(200) {
		start := l.Start(seed, 0)
		p := begun(t, lookup(t, "chomp"), rules.Normal, start.Start)
		taught := slices.ContainsFunc(p.(rules.Explainer).Facts(rules.Normal), func(f rules.Fact) bool { return f.Args["move"] != nil })
		if !taught {
			t.Errorf("Start(%d) = %s, of which nothing is taught", seed, start.Start)
		}
	}
}
