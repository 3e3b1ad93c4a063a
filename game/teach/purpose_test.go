package teach_test

import (
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
)

func TestPurposeOf(t *testing.T) {
	for _, c := range []struct {
		key    string
		ending rules.Ending
		start  string
		move   rules.Move
		want   teach.Purpose
	}{
		{"nim", rules.Normal, "5", "A5", teach.Finishes},
		{"nim", rules.Misere, "1", "A1", teach.Finishes},
		{"euclid", rules.Normal, "3 5", "B3", teach.Forced},
		{"nim", rules.Normal, "4 7", "B3", teach.Evens},
		{"nim", rules.Normal, "3 3 5", "C5", teach.Evens},
		{"kayles", rules.Normal, "5", "A1:2+2", teach.Evens},
		{"nim", rules.Misere, "4 7", "B3", teach.Balances}, // copying doesn't win there
		{"nim", rules.Normal, "3 4 5", "A2", teach.Balances},
		{"stairs", rules.Normal, "3 3 1", "1:2", teach.Balances},
		{"nim", rules.Normal, "5 5", "A1", teach.Waits},
		{"nim", rules.Normal, "5 5", "A3", teach.Traps},
		{"nim", rules.Normal, "1 4 5", "C3", teach.Traps},
		{"nim", rules.Normal, "2 2 3 3", "A2", teach.Resists}, // C2 and D2 both answer it
	} {
		p, err := lookup(t, c.key).Parse(c.start)
		if err != nil {
			t.Fatal(err)
		}
		a, err := solve.Analyze(p, c.ending)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := teach.PurposeOf(a, c.move); got != c.want || err != nil {
			t.Errorf("%s %s, %v: PurposeOf(%s) = %q, %v, want %q", c.key, c.start, c.ending, c.move, got, err, c.want)
		}
	}
}
