package sentence

import (
	"slices"
	"testing"

	"nimbot/game/rules"
)

// The bot asks about half a move if it may mean several moves. It asks nothing about a
// sentence that doesn't begin to name a move.
func TestHalfAMoveIsAskedAbout(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		key, position, text string
		move                rules.Move
		asked               []rules.Move
	}{
		{"nim", "3 4 5", "I'll take 2", "", []rules.Move{"A2", "B2", "C2"}},
		{"nim", "3 4 5", "take four", "", []rules.Move{"B4", "C4"}},
		{"nim", "3 4 5", "take 5", "C5", nil},
		{"nim", "3 4 5", "two please", "", []rules.Move{"A2", "B2", "C2"}},
		{"nim", "3 4 9", "take from C", "", []rules.Move{"C1", "C2", "C3", "C4", "C9"}},
		{"nim", "3 4 5", "remove from the first pile", "", []rules.Move{"A1", "A2", "A3"}},
		{"nim", "1 4 5", "A", "", []rules.Move{"A1"}},
		{"nim", "1 4 5", "take from A", "A1", nil},
		{"nim", "9 9 9 9 9 9", "take 3", "", nil}, // too many to choose from
		{"nim", "3 4 5", "take 9", "", nil},
		{"nim", "3 4 5", "ill have two", "", []rules.Move{"A2", "B2", "C2"}},
		{"nim", "3 4 5", "not B, take 2 from C", "", []rules.Move{"C2"}},
		{"nim", "3 4 5", "no, 2 from A", "", []rules.Move{"A2"}},
		{"nim", "3 4 5", "take 2 from A, no 3 from B", "", nil},
		{"nim", "3 4 5", "nice one", "", nil},
		{"nim", "3 4 5", "don't take 2", "", nil},
		{"nim", "3 4 5", "shall I take 2?", "", nil},
		{"nim", "3 4 5", "the last pile", "", nil},
		{"subtraction", "13 {1,2,3}", "ill take two", "A2", nil},
		{"northcott", "red 8:2,5 6:1,6", "take 2", "", nil}, // Northcott's letters name rows, not piles
	} {
		g, err := rules.Lookup(tt.key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Read(tt.position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		move, choice := talk.ReadMove(p, tt.text)
		var asked []rules.Move
		if choice != nil {
			for _, m := range choice.Moves {
				asked = append(asked, m.Move)
			}
		}
		if move != tt.move || !slices.Equal(asked, tt.asked) {
			t.Errorf("ReadMove(%s, %q) = %q, asks about %q, want %q, %q", tt.position, tt.text, move, asked, tt.move, tt.asked)
		}
	}
}
