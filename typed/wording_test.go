package typed

import "testing"

// FuzzWordingsAreTried holds the quick looks that spare a text the patterns
// against the patterns: whatever one matches, its look must let through.
func FuzzWordingsAreTried(f *testing.F) {
	for _, text := range []string{
		"2 from b", "all of pile b", "b 2", "from pile b all", "pass on b", "pile b pass",
		"1 from a into 2 and 3", "split a into 1 and 2", "a as 1+2", "split pile a 1, 2", "coin 5 to square 3", "5 -> 3",
		"man a to 3", "both 2", "2 both", "2 from each", "1, 2", "1, and 2", "1 2 and 3", "row 2 column 3",
		"2 rows from the top", "3 at left", "2 from step 4", "step 4: 2", "one stone", "the heap", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range patterns {
			if p.form.MatchString(text) && !p.may(text) {
				t.Errorf("%q has the form %s, and would not be tried", text, p.form)
			}
		}
		if nouns.MatchString(text) && !mayNouns(text) {
			t.Errorf("the nouns of %q would stay", text)
		}
		if numberWord.MatchString(text) && !mayNumber(text) {
			t.Errorf("the numbers of %q would stay words", text)
		}
	})
}
