package rules_test

import (
	"testing"

	"nimbot/game/rules"

	"github.com/google/go-cmp/cmp"
)

func TestMarksAreWhatMovesDid(t *testing.T) {
	took := func(by rules.Seat, row int, from, to uint64) rules.Mark {
		return rules.Mark{By: by, Deed: rules.Took, Row: row, From: from, To: to}
	}
	turned := func(by rules.Seat, from, to uint64) rules.Mark {
		return rules.Mark{By: by, Deed: rules.Turned, From: from, To: to}
	}
	slid := func(by rules.Seat, row int, from, to uint64) rules.Mark {
		return rules.Mark{By: by, Deed: rules.Slid, Row: row, From: from, To: to}
	}
	tests := []struct {
		key, start string
		moves      []rules.Move
		want       []rules.Mark
	}{
		{"nim", "3 4 5", []rules.Move{"A2"}, []rules.Mark{took(0, 0, 2, 3)}},
		{"nim", "3 4 5", []rules.Move{"A2", "C1", "C2"}, []rules.Mark{took(1, 2, 5, 5), took(0, 2, 3, 4)}},
		{"pass", "3 4", []rules.Move{"A0", "B2"}, []rules.Mark{{By: 0, Deed: rules.Passed, Row: 0}, took(1, 1, 3, 4)}},
		{"moore", "3 4 5 k2", []rules.Move{"A1C2"}, []rules.Mark{took(0, 0, 3, 3), took(0, 2, 4, 5)}},
		{"wythoff", "3 5", []rules.Move{"AB2"}, []rules.Mark{took(0, 0, 2, 3), took(0, 1, 4, 5)}},
		{"fibonacci", "13", []rules.Move{"4", "2"}, []rules.Mark{took(0, 0, 10, 13), took(1, 0, 8, 9)}},
		{"lasker", "6 2", []rules.Move{"B1", "A:2+4"}, []rules.Mark{took(0, 2, 2, 2), {By: 1, Deed: rules.Split, From: 2, To: 4}}},
		{"kayles", "7", []rules.Move{"A1:3+3"}, []rules.Mark{{Deed: rules.Split, From: 3, To: 3}, took(0, 0, 4, 4)}},
		{"turtles", "1 4 6", []rules.Move{"6,3", "4,2"}, []rules.Mark{turned(0, 6, 6), turned(0, 3, 3), turned(1, 4, 4), turned(1, 2, 2)}},
		{"mock-turtles", "1 4 6", []rules.Move{"6,3,2"}, []rules.Mark{turned(0, 6, 6), turned(0, 3, 3), turned(0, 2, 2)}},
		{"ruler", "1 4 6", []rules.Move{"6-5", "5"}, []rules.Mark{turned(0, 5, 6), turned(1, 5, 5)}},
		{"coins", "2 5 9", []rules.Move{"9-6", "5-3"}, []rules.Mark{slid(0, 0, 9, 6), slid(1, 0, 5, 3)}},
		{"northcott", "red 8:2,5 6:1,6", []rules.Move{"A4", "B2"}, []rules.Mark{slid(0, 0, 2, 4), slid(1, 1, 6, 2)}},
		{"stairs", "2 0 3", []rules.Move{"3:2", "1:1"}, []rules.Mark{took(0, 2, 2, 3), {Deed: rules.Put, Row: 1, From: 1, To: 2}, took(1, 0, 2, 2)}},
		{"cake", "5x8@2,3", []rules.Move{"right2", "top1"}, []rules.Mark{took(0, 3, 4, 5), took(1, 0, 1, 1)}},
		{"chomp", "3x4", []rules.Move{"2,3"}, []rules.Mark{took(0, 1, 3, 4), took(0, 2, 3, 4)}},
		{"bush", "0-1 1-2 1-3", []rules.Move{"1-2"}, []rules.Mark{{Deed: rules.Took, Edges: []rules.Edge{{From: 1, To: 2}}}}},
	}
	for _, test := range tests {
		m, err := rules.NewMatch(rules.Setup{Game: test.key, Start: test.start})
		for _, move := range test.moves {
			if err == nil {
				m, err = m.Play(m.ToMove(), move)
			}
		}
		if err != nil {
			t.Errorf("%s %s %q: %v", test.key, test.start, test.moves, err)
			continue
		}
		if diff := cmp.Diff(test.want, m.MarksAt(len(test.moves), 2, false)); diff != "" {
			t.Errorf("%s %s %q: MarksAt (-want +got):\n%s", test.key, test.start, test.moves, diff)
		}
	}
}

// Every game says what its moves do.
func TestEveryGameIsMarked(t *testing.T) {
	for _, g := range rules.Games() {
		for _, setup := range g.Examples {
			p, err := g.Read(setup, rules.Normal)
			if err != nil {
				t.Fatal(err)
			}
			marked, ok := p.(rules.Marked)
			if !ok {
				t.Errorf("%s is not Marked", g.Key)
				continue
			}
			for m := range p.Moves() {
				if len(marked.Marks(m)) == 0 {
					t.Errorf("%s %s: Marks(%q) is empty", g.Key, setup, m)
				}
			}
		}
	}
}
