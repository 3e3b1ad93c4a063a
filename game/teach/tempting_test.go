package teach_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
)

// People try first what takes a whole part, makes two parts equal, or leaves the least.
func TestTemptingMoves(t *testing.T) {
	for _, tt := range []struct {
		game, position string
		want           []rules.Move
	}{
		{"nim", "3 4 5", []rules.Move{"A3", "B1", "B4", "C1", "C2", "C5"}},
		{"nim", "1 2", []rules.Move{"A1", "B1", "B2"}},
		{"nim", "5", []rules.Move{"A5"}},
		{"subtraction", "9 {1,2,3}", []rules.Move{"A3"}},
		{"subtraction", "9 20 {1,2,3}", []rules.Move{"A3", "B3"}},
	} {
		g, err := rules.Lookup(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		var got []rules.Move
		likes := teach.Tempting(p)
		for m := range p.Moves() {
			if likes(m) {
				got = append(got, m)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("in %s %s people try %v first, want %v", tt.game, tt.position, got, tt.want)
		}
	}
}

// What asks for a nim-sum says so, so that its working is shown as the lesson teaches it.
func TestNimSumsAreWorkedOut(t *testing.T) {
	asked := 0
	for _, l := range teach.Lessons() {
		for seed := range uint64(30) {
			for _, s := range l.Exercise(seed) {
				if s.Topic == teach.NimSums {
					asked++
				}
				if (s.Topic == teach.NimSums) != s.Adds {
					t.Errorf("lesson %s, %d: a question about %v adds %v: %v", l.ID, seed, s.Topic, s.Given, s.Adds)
				}
			}
		}
	}
	if asked == 0 {
		t.Error("no lesson asks for a nim-sum")
	}
}

// The answers are to moves of different kinds, such as taking a whole pile and evening out.
func TestAnswersOfDifferentKinds(t *testing.T) {
	for start, want := range map[string]string{"2 4 6": "A2 B2", "1 4 5": "A1 B3", "3 5 6": "A3 B2"} {
		p, err := lookup(t, "nim").Parse(start)
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for _, x := range teach.Refutations(sure(t, p, rules.Normal), 2) {
			moves = append(moves, string(x.Move))
		}
		if got := strings.Join(moves, " "); got != want {
			t.Errorf("Answers(%s) are to %s, want %s", start, got, want)
		}
	}
}
