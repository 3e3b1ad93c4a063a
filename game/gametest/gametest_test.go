package gametest_test

import (
	"maps"
	"slices"
	"testing"

	"nimbot/game"
	"nimbot/game/gametest"
)

func TestEveryGameConforms(t *testing.T) {
	for _, key := range slices.Sorted(maps.Keys(gametest.Setups)) {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			g, err := game.Lookup(key)
			if err != nil {
				t.Fatalf("Lookup(%q): %v", key, err)
			}
			gametest.Run(t, g, gametest.Setups[key]...)
		})
	}
}

func TestEveryListedGameHasSetups(t *testing.T) {
	for _, g := range game.Games() {
		if len(gametest.Setups[g.Key]) == 0 {
			t.Errorf("%s is listed but has no line in gametest.Setups", g.Key)
		}
	}
}
