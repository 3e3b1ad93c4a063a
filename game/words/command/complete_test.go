package command

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
)

// texts returns the texts of completions, with "…" after unfinished moves.
func texts(all []Completion) (out []string) {
	for _, c := range all {
		if c.Label.Key == "complete.unfinished" {
			c.Text += "…"
		}
		out = append(out, c.Text)
	}
	return out
}

func positionOf(t *testing.T, key, start string) rules.Position {
	t.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(start)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Whole moves are proposed if all of them fit on a platform's list, otherwise the next step,
// which is marked as unfinished.
func TestCompleteMove(t *testing.T) {
	for _, tt := range []struct{ game, start, prefix, want string }{
		{"nim", "1 2", "", "A1 B1 B2"},
		{"nim", "3 4 5", "b", "B1 B2 B3 B4"},
		{"nim", "3 4 5", "B 2", "B2"},
		{"nim", "3 4 5", "D", ""},
		{"nim", "20 6", "", "A… B…"}, // one move more than a list holds
		{"nim", "20 20", "a1", "A1 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19"},
		{"nim", "1000000000000000000 3", "", "A… B…"},
		{"nim", "1000000000000000000 3", "b", "B1 B2 B3"},
		{"kayles", "7", "a", "A1 A1:1+5 A1:2+4 A1:3+3 A2 A2:1+4 A2:2+3"},
	} {
		if got := strings.Join(texts(CompleteMove(positionOf(t, tt.game, tt.start), tt.prefix)), " "); got != tt.want {
			t.Errorf("CompleteMove(%s %s, %q) = %q, want %q", tt.game, tt.start, tt.prefix, got, tt.want)
		}
	}
	if all := CompleteMove(positionOf(t, "nim", "19 6"), ""); len(all) != maxCompletions {
		t.Errorf("of 25 moves %d are proposed: %q", len(all), texts(all))
	}
}

// Each word of a line is completed with the words that may stand there, and with moves only
// where a move may be typed.
func TestComplete(t *testing.T) {
	for _, tt := range []struct{ text, want, inGame string }{
		{"re", "review resign rematch reveal", ""},
		{"b", "board begin", " B1 B2"},
		{"me", "me", ""},
		{"me ", "settings games export forget profile visibility pings language", ""},
		{"me p", "profile pings", ""},
		{"me visibility ", "", ""},
		{"start ", "game: level: first: misere", ""},
		{"start LE", "level:", ""},
		{"start level:", "level:easy level:medium level:hard level:perfect", ""},
		{"start 3 4 level:p", "level:perfect", ""},
		{"start game:ka", "game:kayles game:dawson-kayles", ""},
		{"start piles:", "", ""},
		{"start nope:", "", ""},
		{"challenge @bob f", "first:", ""},
		{"puzzle m", "misere mine", ""},
		{"settings pings:", "pings:on pings:off pings:auto", ""},
		{"rules ka", "kayles dawson-kayles", ""},
		{"move b", "", "B1 B2"},
		{"take b", "", ""}, // the move goes on in words
		{"hint ", "", ""},
		{"please b", "", ""},
	} {
		for _, p := range []rules.Position{nil, positionOf(t, "nim", "1 2")} {
			want := tt.want
			if p != nil {
				want += tt.inGame
			}
			if got := strings.Join(texts(Complete(tt.text, func() rules.Position { return p })), " "); got != want {
				t.Errorf("Complete(%q) at %v = %q, want %q", tt.text, p, got, want)
			}
		}
	}
	if got := texts(CompleteLanguages([]string{"de", "en"}, "D")); !slices.Equal(got, []string{"de"}) {
		t.Errorf(`CompleteLanguages("D") = %q, want de`, got)
	}
	nim, err := rules.Lookup("nim")
	if got := texts(CompleteSetup("nim", "")); err != nil || !slices.Equal(got, nim.Examples) {
		t.Errorf(`CompleteSetup("nim", "") = %q, %v; want %q`, got, err, nim.Examples)
	}
	if got := texts(CompleteSetup("nim", nim.Examples[0])); len(got) == 0 || got[0] != nim.Examples[0] {
		t.Errorf("CompleteSetup(nim, %q) = %q, want it", nim.Examples[0], got)
	}
}
