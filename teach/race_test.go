package teach

import (
	"math/rand/v2"
	"testing"

	"nimbot/game"
)

// In every game the last question of a round takes more than the first, on the whole, and
// each is small enough to be asked about.
func TestARoundGetsHarder(t *testing.T) {
	const rounds, several = 12, 5
	for _, g := range game.Games() {
		if !g.Offers(game.Normal) {
			continue
		}
		var first, last float64
		for seed := range uint64(rounds) {
			for _, n := range []int{1, several} {
				p, ok := Raced(rand.New(rand.NewPCG(seed, uint64(n))), func() game.Game { return g }, game.Normal, n, several)
				if !ok {
					t.Fatalf("%s: there is no question %d", g.Key, n)
				}
				if len(p.Position.String()) > raceLength {
					t.Errorf("%s: question %d asks about %s", g.Key, n, p.Position)
				}
				if n == 1 {
					first += p.work()
				} else {
					last += p.work()
				}
			}
		}
		if last <= first {
			t.Errorf("%s: %d last questions take %.1f in all, the first ones %.1f, want more", g.Key, rounds, last, first)
		}
	}
}
