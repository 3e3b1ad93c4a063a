package teach_test

import (
	"testing"

	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/teach"
)

func TestPurposeOf(t *testing.T) {
	for _, c := range []struct {
		key    string
		ending game.Ending
		start  string
		move   game.Move
		want   teach.Purpose
	}{
		{"nim", game.Normal, "5", "A5", teach.Finishes},
		{"nim", game.Misere, "1", "A1", teach.Finishes},
		{"euclid", game.Normal, "3 5", "B3", teach.Forced},
		{"nim", game.Normal, "4 7", "B3", teach.Evens},
		{"nim", game.Normal, "3 3 5", "C5", teach.Evens},
		{"kayles", game.Normal, "5", "A1:2+2", teach.Evens},
		{"nim", game.Misere, "4 7", "B3", teach.Balances}, // copying doesn't win there
		{"nim", game.Normal, "3 4 5", "A2", teach.Balances},
		{"stairs", game.Normal, "3 3 1", "1:2", teach.Balances},
		{"nim", game.Normal, "5 5", "A1", teach.Waits},
		{"nim", game.Normal, "5 5", "A3", teach.Traps},
		{"nim", game.Normal, "1 4 5", "C3", teach.Traps},
		{"nim", game.Normal, "2 2 3 3", "A2", teach.Resists}, // C2 and D2 both answer it
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
