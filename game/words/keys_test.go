package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// namedKey is a catalogue key that the source names literally.
type namedKey struct{ file, by, key string }

// keyTakers are the functions whose first argument is a catalogue key, or a code of one. RefuseAs has
// it second. New is that of package words.
var keyTakers = []string{"say", "text", "refuse", "Refuse", "RefuseAs", "illegal", "notation", "offerText", "OfferText", "New"}

// wholeKey matches a key. One that ends in "." or "-" is completed at run time; the tests of the
// conversation cover those.
var wholeKey = regexp.MustCompile(`^[a-z0-9.-]*[a-z0-9]$`)

// namedKeys returns the keys that a file names: in calls of keyTakers, in the values of the fields Code and
// Text.Key, and codes of refused moves that are returned.
func namedKeys(file string, f *ast.File) (found []namedKey) {
	note := func(by string, x ast.Expr) {
		if key, ok := literal(x); ok && wholeKey.MatchString(key) {
			found = append(found, namedKey{file, by, key})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			of, name := called(n)
			if !slices.Contains(keyTakers, name) || name == "New" && of != "" && of != "words" {
				return true
			}
			at := 0
			if name == "RefuseAs" {
				at = 1
			}
			if at < len(n.Args) {
				note(name, n.Args[at])
			}
		case *ast.CompositeLit:
			of := nameOf(n.Type)
			for _, x := range n.Elts {
				if field, ok := x.(*ast.KeyValueExpr); ok {
					if name := nameOf(field.Key); name == "Code" || name == "Key" && of == "Text" {
						note(name, field.Value)
					}
				}
			}
		case *ast.ReturnStmt:
			for _, x := range n.Results {
				if key, _ := literal(x); strings.HasPrefix(key, "move.") {
					note("return", x)
				}
			}
		}
		return true
	})
	return found
}

// literal returns the value of a string literal.
func literal(x ast.Expr) (text string, ok bool) {
	lit, ok := x.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// called returns the name of a called function, and of its package or receiver, if that is a name.
func called(call *ast.CallExpr) (of, name string) {
	if x, ok := call.Fun.(*ast.SelectorExpr); ok {
		return nameOf(x.X), x.Sel.Name
	}
	return "", nameOf(call.Fun)
}

// nameOf returns the name that an expression is, without its package; "" if it is none.
func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// families are the prefixes of the keys that stand for a code of a game, or that a
// package adds itself.
var families = []string{"", "fact.", "caption.", "position.", "moved.", "menu.", "hint.", "words.", "slack.manifest."}

// sources returns the Go files of all packages in the module except tests and the
// packages that serve only tests, so that no new package is left out.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := d.Name(); {
		case d.IsDir() && path != "../.." && (strings.HasPrefix(name, ".") || strings.HasSuffix(name, "test") || name == "testdata" || name == "tools" || name == "node_modules"):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			text, err := os.ReadFile(path)
			files[path] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sourceKeys returns the keys that the sources name.
func sourceKeys(t *testing.T) (found []namedKey) {
	t.Helper()
	for file, text := range sources(t) {
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, namedKeys(file, f)...)
	}
	return found
}

// TestLiteralKeysAreInTheCatalogue checks every key that the source names.
func TestLiteralKeysAreInTheCatalogue(t *testing.T) {
	slowtest.Sequential(t)
	catalogue := loaded(t)
	packages := map[string]bool{}
	for _, named := range sourceKeys(t) {
		packages[filepath.Dir(named.file)] = true
		inFamily := func(family string) bool { return catalogue.Has(family + named.key) }
		if !slices.ContainsFunc(families, inFamily) && !(catalogue.Has(named.key+".to") && catalogue.Has(named.key+".open")) {
			t.Errorf("%s uses %q, which is not in the catalogue", named.file, named.key)
		}
	}
	for _, dir := range []string{"../../game/chat", "../../game/chat/message", "../../game/people", "../../game/words/sentence", "../../game/router/limit", "../../game/rules"} {
		if !packages[dir] {
			t.Errorf("no key was found in %s, want some: namedKeys or the walk is wrong", dir)
		}
	}
}

func TestEveryGameHasItsRulesCard(t *testing.T) {
	catalogue := loaded(t)
	for _, g := range rules.Games() {
		family, _, _ := strings.Cut(g.Key, ":")
		for _, part := range []string{"goal", "moves", "ending", "example"} {
			if key := "rules." + family + "." + part; !catalogue.Has(key) {
				t.Errorf("the rules card of %s has no %q", g.Key, key)
			}
		}
	}
}

func TestRefusalsSuggestACommand(t *testing.T) {
	catalogue := loaded(t)
	// An ambiguous move is asked about with buttons. Whoever isn't signed in to the Activity can't type.
	// An exercise stands under what is said about an unreadable answer, and says how one is typed.
	unreadable := []string{"practice.numbers-form", "practice.numbers-count", "practice.outcome-form"}
	noCommand := func(key string) bool {
		return key == "move.ambiguous" || strings.HasPrefix(key, "activity.") || slices.Contains(unreadable, key)
	}
	seen := 0
	for _, named := range sourceKeys(t) {
		if named.by != "refuse" && named.by != "Refuse" {
			continue
		}
		seen++
		said := catalogue.Say(words.Text{Key: named.key}, words.Voice{Command: "/nim"})
		if !strings.Contains(said, "`/nim") && !noCommand(named.key) {
			t.Errorf("%s: %q suggests no command: %s", named.file, named.key, said)
		}
	}
	if seen == 0 {
		t.Error("no refusal was found")
	}
}
