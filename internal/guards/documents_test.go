package guards

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimbot/game/words/command"
)

// TestDocumentedFilesExist looks for every file that a document names.
func TestDocumentedFilesExist(t *testing.T) {
	named := regexp.MustCompile("`([\\w.*-]+/[\\w./*-]+\\.(?:go|js|ya?ml|md|json))`")
	documents, err := filepath.Glob("docs/*.md")
	if err != nil || len(documents) < 5 {
		t.Fatalf("docs holds %q, %v", documents, err)
	}
	for _, document := range append(documents, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if files, err := filepath.Glob(m[1]); err != nil || len(files) == 0 {
				t.Errorf("%s names %s, which isn't there", document, m[1])
			}
		}
	}
}

// TestEachLanguageHasAReadme checks that the README leads to a page in each language, and
// that the commands and links of those pages work.
func TestEachLanguageHasAReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("game/words/locales/*/glossary.yaml")
	if err != nil || len(folders) < 2 {
		t.Fatalf("the languages are %q, %v", folders, err)
	}
	cmd, link := regexp.MustCompile("`/nim ([^`]+)`"), regexp.MustCompile(`\]\((\.\.?/[^)]+)\)`)
	for _, folder := range folders {
		language := filepath.Base(filepath.Dir(folder))
		page := "docs/readme/" + language + ".md"
		text, err := os.ReadFile(page)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(readme), "]("+page+")") {
			t.Errorf("README.md doesn't lead to %s", page)
		}
		commands, links := cmd.FindAllStringSubmatch(string(text), -1), link.FindAllStringSubmatch(string(text), -1)
		if len(commands) < 5 || len(links) < 3 || !strings.Contains(string(text), "`/nim me language "+language+"`") {
			t.Errorf("%s has %d commands and %d links, want more, and its language", page, len(commands), len(links))
		}
		for _, m := range commands {
			if line, err := command.Parse(m[1]); err != nil || line.Name() == "move" {
				t.Errorf("%s: %q is read as %q, %v", page, m[1], line.Name(), err)
			}
		}
		for _, m := range links {
			if _, err := os.Stat(filepath.Join("docs/readme", m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
