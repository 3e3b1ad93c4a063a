package rules

import "testing"

// TestWorkingsOfTheory checks which theory a working names, and what it says about a lost
// position.
func TestWorkingsOfTheory(t *testing.T) {
	for _, tt := range []struct {
		key, text           string
		ending              Ending
		method, lost, check string
	}{
		{"moore", "3 4 5 k2", Normal, "moore", "", ""},
		{"moore", "3 4 5 k2", Misere, "moore-misere", "", ""},
		{"moore", "3 3 3 k2", Normal, "moore", "lost-moore", ""},
		{"moore", "3 3 3 k2", Misere, "moore-misere", "lost-moore", ""},
		{"moore", "1 1 1 k2", Normal, "moore", "lost-moore", ""},
		{"moore", "1 1 1 k2", Misere, "moore-end", "", "moore-end"},
		{"moore", "1 1 1 1 k2", Misere, "moore-end", "lost-moore-end", "moore-end"},
		{"wythoff", "7 12", Normal, "wythoff", "", ""},
		{"wythoff", "7 12", Misere, "wythoff-misere", "", ""},
		{"fibonacci", "20", Normal, "zeckendorf", "", ""},
		{"fibonacci", "20", Misere, "zeckendorf-misere", "", ""},
		{"euclid", "25 7", Normal, "euclid", "", ""},
		{"euclid", "25 7", Misere, "euclid-misere", "", ""},
		{"turtles", "1 4 6", Normal, "nim-sum", "", ""},
		{"turtles", "1 4 6", Misere, "turtles-misere", "", ""},
		{"turtles", "1 2 3", Normal, "nim-sum", "lost", ""},
		{"mock-turtles", "2 3 5 8", Normal, "nim-sum", "lost", ""},
		{"mock-turtles", "2 3 5 8", Misere, "mock-turtles-misere", "", ""},
		{"ruler", "3 4", Normal, "nim-sum", "", ""},
		{"ruler", "3 4", Misere, "tame", "", ""},
		{"kayles", "5 7", Misere, "misere-quotient", "", ""},
	} {
		g, err := Lookup(tt.key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Begin(tt.text, tt.ending)
		if err != nil {
			t.Fatalf("%s: Begin(%q) = %v", tt.key, tt.text, err)
		}
		w := p.(Theory).Working(tt.ending)
		if w.Method != tt.method || w.Lost != tt.lost || w.Check != tt.check {
			t.Errorf("%s %q, %v: Working = method %q, lost %q, check %q, want %q, %q, %q",
				tt.key, tt.text, tt.ending, w.Method, w.Lost, w.Check, tt.method, tt.lost, tt.check)
		}
	}
}
