package words_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// american matches American spellings. The catalogue is in British English
// ("Mouldy cake", "to practise").
var american = regexp.MustCompile(`(?i)\b(?:colors?|neighbor\w*|behaviors?|favorites?|favor|the math|mold\w*|gray|center\w*|analyz\w*|recogniz\w*|organiz\w*|apologiz\w*|canceled|gotten|toward|anymore|anytime|backward|to practice|practice (?:with|these|this|it|them)|practicing)\b`)

func TestTheCatalogueIsInOneEnglish(t *testing.T) {
	files, err := filepath.Glob("locales/en/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("the catalogue has the files %q: %v", files, err)
	}
	for _, file := range files {
		if filepath.Base(file) == "talk.yaml" { // it has what people say
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			_, said, _ := strings.Cut(line, ": ") // people don't read keys
			if word := american.FindString(strings.ReplaceAll(said, "/analyze/", "")); word != "" {
				t.Errorf("%s: %q in %s", file, word, strings.TrimSpace(line))
			}
		}
	}
}
