package typed

import "testing"

// FuzzWordingsAreTried holds the quick looks that spare a text the patterns
// against the patterns: whatever one matches, its look must let through.
func FuzzWordingsAreTried(f *testing.F) {
	for _, text := range []string{
		"one stone", "the heap", "all the pins in row b", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if nouns.MatchString(text) && !mayNouns(text) {
			t.Errorf("the nouns of %q would stay", text)
		}
		if numberWord.MatchString(text) && !mayNumber(text) {
			t.Errorf("the numbers of %q would stay words", text)
		}
	})
}
