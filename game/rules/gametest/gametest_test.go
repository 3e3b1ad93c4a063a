package gametest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

func TestEveryGameConforms(t *testing.T) {
	slowtest.Sequential(t)
	for _, key := range slices.Sorted(maps.Keys(gametest.Setups)) {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			g, err := rules.Lookup(key)
			if err != nil {
				t.Fatalf("Lookup(%q): %v", key, err)
			}
			gametest.Run(t, g, gametest.Setups[key]...)
		})
	}
}

// Tables and searches are shared. Concurrent callers must get equal answers, without data
// races.
func TestConcurrentAnalysis(t *testing.T) {
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			t.Run(g.Key+"/"+e.String(), func(t *testing.T) {
				t.Parallel()
				var answers [4]string
				var wg sync.WaitGroup
				for i := range answers {
					wg.Go(func() { answers[i] = ask(g, e) })
				}
				wg.Wait()
				for i, a := range answers {
					if a != answers[0] || a == "" {
						t.Errorf("asker %d was told %q, asker 0 %q", i, a, answers[0])
					}
				}
			})
		}
	}
}

// ask analyses some random starts and writes the answers down.
func ask(g rules.Game, e rules.Ending) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(5, 8))
	for range 10 {
		p, err := g.Begin(g.Random(r, e), e)
		if err != nil {
			return err.Error()
		}
		a, err := solve.Analyze(p, e)
		fmt.Fprintln(&b, p, a.Outcome, a.First(), err)
	}
	return b.String()
}

func TestEveryListedGameHasSetups(t *testing.T) {
	for _, g := range rules.Games() {
		if len(gametest.Setups[g.Key]) == 0 {
			t.Errorf("%s is listed but has no line in gametest.Setups", g.Key)
		}
	}
}
