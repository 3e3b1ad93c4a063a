package nimbot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/words/command"
)

// docName finds the first word of a doc comment if it looks like an identifier:
// plain sentences begin with a capital letter, and plain words have none inside.
var docName = regexp.MustCompile(`^([a-z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)(?:[^\w-]|$)`)

// TestDocCommentsNameTheirDeclaration checks that a doc comment that begins with
// an identifier begins with the declared one: a renaming, or a function that was
// inserted below a comment, leaves wrong ones behind.
func TestDocCommentsNameTheirDeclaration(t *testing.T) {
	seen := 0
	check := func(file string, doc *ast.CommentGroup, names ...*ast.Ident) {
		if word := docName.FindStringSubmatch(doc.Text()); word != nil {
			seen++
			if !slices.ContainsFunc(names, func(id *ast.Ident) bool { return id.Name == word[1] }) {
				t.Errorf("%s: the comment of %s begins with %s", file, names[0].Name, word[1])
			}
		}
	}
	for _, src := range sources(t) {
		f, err := parser.ParseFile(token.NewFileSet(), src.file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				check(src.file, d.Doc, d.Name)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					doc := d.Doc // of a group in parentheses it is no declaration's
					switch s := spec.(type) {
					case *ast.TypeSpec:
						if d.Lparen.IsValid() {
							doc = s.Doc
						}
						check(src.file, doc, s.Name)
					case *ast.ValueSpec:
						if d.Lparen.IsValid() {
							doc = s.Doc
						}
						check(src.file, doc, s.Names...)
					}
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("%d doc comments begin with an identifier, want at least 1000", seen)
	}
}

// TestEachLanguageHasAReadme checks that the README leads to a page in each language, and
// that the commands and links of those pages work.
func TestEachLanguageHasAReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("words/locales/*/glossary.yaml")
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
