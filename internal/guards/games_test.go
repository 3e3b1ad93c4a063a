package guards

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
)

// A game is one file. Outside game/rules only the lists of lessons name a game, and no source names the
// method of a working: a game that needs something special declares it as an optional
// interface (the abilities in game/rules/ability.go and game/rules/wording.go).
func TestGamesAreNamedInTheirOwnFilesOnly(t *testing.T) {
	named := map[string]string{}
	for _, g := range rules.Games() {
		named[g.Key] = "a game's key"
	}
	for _, method := range methodNames(t) {
		named[method] = "the method of a working"
	}
	delete(named, rules.Default) // the bot's command has the same name
	delete(named, "sum")         // so has an argument of many sentences
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (filepath.ToSlash(file) == "game/rules" || d.Name() == "testdata" || d.Name() == "tools" || len(file) > 1 && strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || slices.Contains(curriculum, filepath.ToSlash(file)) {
			return nil
		}
		for text, at := range stringLiterals(t, file) {
			if what, ok := named[text]; ok {
				t.Errorf("%s: %q is %s; let the game say what is needed here (see rules.Worded, rules.Loose, rules.Working)", at, text, what)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// curriculum are the lists of lessons: which games a lesson teaches is its own
// content, and no other code may tell games apart.
var curriculum = []string{"game/teach/lessons.go", "game/teach/gamelessons.go"}

// methodNames are the methods that the catalogue words.
func methodNames(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("game/words/locales/en/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	method := regexp.MustCompile(`(?m)^method\.([a-z-]+):`)
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range method.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	if len(names) < 10 {
		t.Fatalf("the catalogue in %q words the methods %q, want all of them", files, names)
	}
	return names
}

// stringLiterals are the string literals of a file, and where each is.
func stringLiterals(t *testing.T, file string) map[string]token.Position {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]token.Position{}
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				out[text] = set.Position(lit.Pos())
			}
		}
		return true
	})
	return out
}
