package command

import (
	"testing"

	"nimbot/internal/slowtest"
)

// FuzzQuickTests checks that the quick tests mayNouns and mayNumber pass every
// text that their patterns match.
func FuzzQuickTests(f *testing.F) {
	for _, text := range []string{
		"one stone", "the heap", "all the pins in row b", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		slowtest.Input(t)
		if nouns.MatchString(text) && !mayNouns(text) {
			t.Errorf("the nouns of %q would stay", text)
		}
		if numberWord.MatchString(text) && !mayNumber(text) {
			t.Errorf("the numbers of %q would stay words", text)
		}
	})
}
