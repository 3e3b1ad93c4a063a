package teach

import "testing"

// However many games there are, the day's third position takes turns through all of them.
func TestTheDailyTakesTurnsThroughAllGames(t *testing.T) {
	for n := 2; n <= 60; n++ {
		seen := map[int]bool{}
		for i := range n {
			seen[i*stepOf(n)%n] = true
		}
		if len(seen) != n {
			t.Errorf("of %d games a step of %d leads to %d", n, stepOf(n), len(seen))
		}
	}
}
