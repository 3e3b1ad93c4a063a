package web

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"nimbot/game/words"
)

// TestEveryKeyIsInTheCatalogue checks the keys of the page's own sentences that its Go files and HTML
// files name. One that ends in "." or "-" is completed at run time.
func TestEveryKeyIsInTheCatalogue(t *testing.T) {
	lexicon, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile(`"(web\.[a-z.-]*[a-z])"`)
	for _, pattern := range []string{"static/*.html", "*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range quoted.FindAllStringSubmatch(string(source), -1) {
				if seen++; !lexicon.Has(m[1]) {
					t.Errorf("%s says %q, which is not in the catalogue", file, m[1])
				}
			}
		}
		if seen == 0 {
			t.Errorf("%s name no key", pattern)
		}
	}
}
