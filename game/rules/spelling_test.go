package rules

import (
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// spellingLists are all spellings that games understand besides notation.
var spellingLists = [][]spelling{
	takeSpellings, splitSpellings, slideSpellings, turnSpellings, passSpellings, bothSpellings,
	cakeSpellings, biteSpellings, manSpellings, stairSpellings, runSpellings, edgeSpellings,
}

// FuzzSpellingsAreTried checks that every text that matches a pattern contains the
// pattern's word, without which the pattern isn't tried.
func FuzzSpellingsAreTried(f *testing.F) {
	for _, text := range []string{
		"2 from b", "all of pile b", "2 off b", "b 2", "from pile b all", "pass on b", "pile b pass",
		"1 from a into 2 and 3", "split a into 1 and 2", "a as 1+2", "split pile a 1, 2", "coin 5 to square 3", "5 -> 3",
		"man a to 3", "a -> 3", "both 2", "2 both", "2 from each", "1, 2", "1, and 2", "1 2 and 3", "row 2 column 3",
		"2 rows from the top", "3 at left", "2 from step 4", "step 4: 2", "7 to 4", "edge 1 and 2", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		slowtest.Input(t)
		for _, list := range spellingLists {
			for _, s := range list {
				if s.form.MatchString(text) && !strings.Contains(text, s.word) {
					t.Errorf("%q has the form %s, and would not be tried: it lacks %q", text, s.form, s.word)
				}
			}
		}
	})
}
