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
	games := map[string]int{}
	r := rand.New(rand.NewPCG(1, 2))
	for _, g := range rules.Games() {
		for seed := range uint64(slowtest.Sizes(20, 200, 10_000)) {
			p, err := teach.NewPuzzle(t.Context(), g, rules.Normal, teach.Find, seed)
			if err != nil {
				t.Fatal(err)
			}
			twin, ok := teach.Twin(p, r)
			if !ok {
				continue
			}
			checkPuzzle(t, twin)
			games[g.Key]++
			got, _ := solve.Grundy(twin.Position)
			want, _ := solve.Grundy(p.Position)
			if twin.Game.Key == g.Key || got != want {
				t.Errorf("the twin of %s %s is %s %s, of value %d, want another game and %d", g.Key, p.Position, twin.Game.Key, twin.Position, got, want)
			}
		}
	}
	if len(games) < 12 {
		t.Errorf("there are twins of %d games, want those of at least 12: %v", len(games), games)
	}
}
