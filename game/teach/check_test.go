package teach_test

import (
	"fmt"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

// A check has four positions of Nim and two of one other game that wasn't drilled, all
// different, each with few winning moves, which are the solver's.
func TestCheck(t *testing.T) {
	drilled := map[string]bool{"cake": true, "coins": true, "nimble": true, "stairs": true, "northcott": true}
	others := map[string]bool{}
	for seed := range uint64(slowtest.Sizes(60, 200, 2000)) {
		all := teach.Check(seed, teach.CheckGame(seed, func(key string) bool { return drilled[key] }))
		met := map[string]bool{}
		for i, p := range all {
			met[p.Key()] = true
			a, err := solve.Analyze(p.Position, p.Ending)
			var wins []rules.Move
			for m := range a.Winning() {
				wins = append(wins, m)
			}
			if err != nil || fmt.Sprint(wins) != fmt.Sprint(p.Winning) {
				t.Errorf("seed %d: the moves %v win in %s %s, the solver says %v, %v", seed, p.Winning, p.Game.Key, p.Position, wins, err)
			}
			if nim := p.Game.Key == "nim"; nim != (i < 4) || drilled[p.Game.Key] || i > 3 && p.Game.Key != all[4].Game.Key {
				t.Errorf("seed %d: position %d is of %s", seed, i, p.Game.Key)
			}
			if 5*len(p.Winning) > p.Legal || len(p.Winning) == 0 {
				t.Errorf("seed %d: %d of %d moves win in %s %s", seed, len(p.Winning), p.Legal, p.Game.Key, p.Position)
			}
		}
		if len(all) != 6 || len(met) != 6 {
			t.Errorf("seed %d: %d positions, %d different", seed, len(all), len(met))
		}
		others[all[4].Game.Key] = true
	}
	if len(others) != 1 {
		t.Errorf("the other games are %v, want the one that wasn't drilled", others)
	}
	for _, drilled := range []bool{true, false} { // with all games drilled, or none, any game may be drawn
		met := map[string]bool{}
		for seed := range uint64(60) {
			met[teach.Check(seed, teach.CheckGame(seed, func(string) bool { return drilled }))[5].Game.Key] = true
		}
		if len(met) != 6 {
			t.Errorf("where all games are drilled (%v) or none, the other games are %v, want all six", drilled, met)
		}
	}
	for right, want := range []teach.Retention{"not-shown", "not-shown", "not-shown", "part", "part", "all", "all"} {
		if got := teach.RetentionOf(right); got != want {
			t.Errorf("%d right of 6 is %s, want %s", right, got, want)
		}
	}
}
