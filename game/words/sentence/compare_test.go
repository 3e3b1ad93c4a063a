package sentence

import (
	"slices"
	"testing"

	"nimbot/game/rules"
)

// A sentence that asks for equal piles names a move, or the choice between several.
func TestPilesAreMadeEqual(t *testing.T) {
	nim, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		piles, text string
		moves       []rules.Move
	}{
		{"3 4 5", "make B the same as A", []rules.Move{"B1"}},
		{"3 4 5", "make b equal to a", []rules.Move{"B1"}}, // no article
		{"3 4 5", "make a and c equal", []rules.Move{"C2"}},
		{"3 5", "even them out", []rules.Move{"B2"}},
		{"3 4 5", "even them out", []rules.Move{"B1", "C1", "C2"}},
		{"3 3", "even them out", nil},
		{"3 4 5", "don't make B the same as A", nil},
	} {
		p, err := nim.Parse(tt.piles)
		if err != nil {
			t.Fatal(err)
		}
		var moves []rules.Move
		m, choice := english(t).ReadMove(p, tt.text)
		if m != "" {
			moves = append(moves, m)
		}
		if choice != nil {
			for _, option := range choice.Moves {
				moves = append(moves, option.Move)
			}
		}
		slices.Sort(moves)
		if !slices.Equal(moves, tt.moves) {
			t.Errorf("%s: ReadMove(%q) = %q, want %q", tt.piles, tt.text, moves, tt.moves)
		}
	}
}
