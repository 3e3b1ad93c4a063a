package rules

import (
	"slices"
	"testing"
)

// People name piles by their sizes as well, and coins in any order.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		key, start, text string
		want             string
	}{
		{"nim", "7 8 10", "7 becomes 2", "A5"}, {"nim", "7 8 10", "make the 10 a 3", "C7"},
		{"nim", "1 1 5", "cut the 5 down to 1", "C4"}, {"nim", "7 8", "8 -> 3", "B5"}, {"nim", "3 4 5", "3 becomes 2", ""}, {"nim", "3 4 5", "the 3 becomes 2", "A1"}, {"nim", "7 8", "9 becomes 3", ""}, {"nim", "7 8", "7 becomes 8", ""},
		{"pass", "1 4 5", "pass on the 4", "B0"}, {"pass", "1 4 5", "pass on b", "b0"}, {"pass", "1 4 5", "pass on the 3", ""},
		{"mock-turtles", "1 2 3", "1, 2 and 3", "3,2,1"}, {"turtles", "2 10", "2 10", "10,2"}, {"turtles", "2 5", "5,2", "5,2"},
		{"moore", "2 0 3 k2", "both", "A2C3"}, {"moore", "2 2 k2", "both piles", "A2B2"}, {"moore", "1 2 3 k2", "both", ""},
		{"octal:0.137", "2", "both", "A2"}, {"kayles", "0 2", "both", "B2"}, {"nim", "2 2", "both", ""},
		{"kayles", "5", "middle", "A1:2+2"}, {"kayles", "4", "middle 2", "A2:1+1"},
		{"kayles", "2 3", "middle in b", "B1:1+1"}, {"kayles", "1", "middle", "A1"}, {"kayles", "3", "2 in middle", "2inmiddle"},
	} {
		g, err := Lookup(c.key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(c.start)
		if err != nil {
			t.Fatal(err)
		}
		got := p.(Loose).Readings(c.text)
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) {
			t.Errorf("%s %s: Readings(%q) = %q, want %q", c.key, c.start, c.text, got, c.want)
		}
	}
}
