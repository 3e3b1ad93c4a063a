package teach_test

import (
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// A twin is another game's position with the same values, and can be won and lost.
func TestTwins(t *testing.T) {
	games, summed := map[string]int{}, 0
	r := rand.New(rand.NewPCG(1, 2))
	for _, g := range rules.Games() {
		for seed := range uint64(slowtest.Sizes(20, 200, 10_000)) {
			p, err := teach.NewPuzzle(t.Context(), g, rules.Normal, teach.Find, seed)
			if err != nil {
				t.Fatal(err)
			}
			sums := seed%2 == 0
			twin, ok := teach.Twin(p, r, sums)
			if !ok {
				continue
			}
			checkPuzzle(t, twin)
			games[g.Key]++
			if sums && g.Key != "sum" && twin.Game.Key != "sum" && live(p.Position) > 1 {
				t.Errorf("the twin of %s %s is %s %s, want a sum if there are two parts", g.Key, p.Position, twin.Game.Key, twin.Position)
			}
			if twin.Game.Key == "sum" {
				summed++
			}
			got, _ := solve.Grundy(twin.Position)
			want, _ := solve.Grundy(p.Position)
			if twin.Game.Key == g.Key || got != want {
				t.Errorf("the twin of %s %s is %s %s, of value %d, want another game and %d", g.Key, p.Position, twin.Game.Key, twin.Position, got, want)
			}
		}
	}
	if summed == 0 {
		t.Error("no twin is a sum of two games")
	}
	if len(games) < 12 {
		t.Errorf("there are twins of %d games, want those of at least 12: %v", len(games), games)
	}
}

// live counts the parts that don't count 0, or nothing if all count 0 or 1: then every move is as good as any other.
func live(p rules.Position) (n int) {
	s, most := p.(rules.Sum), uint64(0)
	for i := range s.Parts() {
		if v := s.Value(i).Grundy; v > 0 {
			n, most = n+1, max(most, v)
		}
	}
	if most < 2 {
		return 0
	}
	return n
}
