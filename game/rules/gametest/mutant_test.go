package gametest

import (
	"regexp"
	"slices"
	"strconv"
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// The suite detects a label or wording that is off by one, in every game.
func TestWordsThatAreOffByOneAreNoticed(t *testing.T) {
	slowtest.Sequential(t)
	for key, setups := range Setups {
		g, err := rules.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Begin(setups[0], g.Endings[0])
		if err != nil {
			t.Fatal(err)
		}
		wrong := wrongLabels(t, p, "")
		for m := range p.Moves() {
			worded, ok := p.(rules.Worded)
			if !ok { // its components' games word the moves
				break
			}
			w := worded.MoveWords(m)
			for _, mutant := range offByOne(w) {
				if checkWords(p, m, mutant) == nil {
					t.Errorf("%s: %s: MoveWords(%q) = %v passes, want it refused: it is %v", key, p, m, mutant, w)
				}
				wrong++
			}
		}
		if wrong < 4 {
			t.Errorf("%s: %d words were put off by one, want some", key, wrong)
		}
	}
}

// lastNumber finds the last number of a label.
var lastNumber = regexp.MustCompile(`\d+(\D*)$`)

// wrongLabels puts the last number of each label off by one, which checkLabel must
// notice, and returns the number of wrong labels.
func wrongLabels(t *testing.T, p rules.Position, prefix string) int {
	t.Helper()
	wrong := 0
	for ch := range p.Choices(prefix) {
		if !ch.Done {
			wrong += wrongLabels(t, p, ch.Prefix)
		}
		for _, by := range []int{-1, 1} {
			mutant := ch
			mutant.Label = lastNumber.ReplaceAllStringFunc(ch.Label, func(n string) string { return plus(n, by) })
			if mutant.Label == ch.Label {
				continue
			}
			if wrong++; checkLabel(p, prefix, mutant) == nil {
				t.Errorf("%s: Choices(%q) with the label %q for %q passes, want it refused", p, prefix, mutant.Label, ch.Label)
			}
		}
		if n, known := held(p.Diagram(), ch.Label); known && ch.Left == n {
			mutant := ch
			if mutant.Left++; checkLabel(p, prefix, mutant) == nil {
				t.Errorf("%s: Choices(%q) with %d left of %d passes, want it refused", p, prefix, mutant.Left, ch.Left)
			}
		}
	}
	return wrong
}

// plus adds to the number with which a text begins.
func plus(text string, by int) string {
	digits := text[:len(text)-len(lastNumber.FindStringSubmatch(text)[1])]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return text
	}
	return strconv.Itoa(n+by) + text[len(digits):]
}

// offByOne returns copies of w, each with one of its numbers off by one.
func offByOne(w rules.Wording) []rules.Wording {
	var out []rules.Wording
	for i := 1; i < len(w.Args); i += 2 {
		mutant := rules.Wording{Code: w.Code, Args: slices.Clone(w.Args)}
		switch v := w.Args[i].(type) {
		case uint64:
			mutant.Args[i] = v + 1
		case string:
			if !lastNumber.MatchString(v) {
				continue
			}
			mutant.Args[i] = lastNumber.ReplaceAllStringFunc(v, func(n string) string { return plus(n, 1) })
		default:
			continue
		}
		out = append(out, mutant)
	}
	return out
}
