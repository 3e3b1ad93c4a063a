package slack

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimbot/game/words"
)

// TestEverySentenceIsUsedAndThere compares the adapter's sentences with the catalogue: each
// key in the sources is in the catalogue, and each key of the catalogue is in the sources.
func TestEverySentenceIsUsedAndThere(t *testing.T) {
	lexicon, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	said, begun := map[string]bool{}, []string{}
	literal := regexp.MustCompile(`"(slack\.[a-z.-]+|help\.|button\.[a-z-]+|bot\.name)"`)
	for _, source := range sources(t) {
		for _, m := range literal.FindAllStringSubmatch(source, -1) {
			if key := m[1]; strings.HasSuffix(key, ".") {
				begun = append(begun, key) // the rest of the key is computed
			} else {
				said[key] = true
			}
		}
	}
	for key := range said {
		if !lexicon.Has(key) {
			t.Errorf("%q is said and not in the catalogue", key)
		}
	}
	catalogue, err := os.ReadFile("../../game/words/locales/en/slack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^(slack\.[a-z.-]+):`).FindAllStringSubmatch(string(catalogue), -1) {
		used := said[m[1]]
		for _, b := range begun {
			used = used || strings.HasPrefix(m[1], b)
		}
		if !used {
			t.Errorf("%q stands in the catalogue and is never said", m[1])
		}
	}
}

// sources returns the package's files, without its tests, by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[file] = string(source)
	}
	return all
}
