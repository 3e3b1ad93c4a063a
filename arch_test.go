package nimbot_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// allowed is the import table of ARCHITECTURE.md: which of our packages each
// package may import. A name ending in "/*" stands for the packages below it.
// Tests may also import what testMay lists.
var allowed = map[string][]string{
	"game":                  {},
	"game/solve":            {"game"},
	"game/gametest":         {"game", "game/solve"},
	"store":                 {},
	"store/storetest":       {"store"},
	"store/bolt":            {"store"},
	"store/redis":           {"store"},
	"store/redis/redistest": {},
	"store/metered":         {"store"},
	"board":                 {"game"},
	"chat":                  {"game", "game/solve", "store"},
	"adapters/adaptertest":  {"chat", "store", "board", "game"},
	"adapters/console":      {"chat", "board", "game", "store", "adapters/names"},
	"adapters/discord":      {"chat", "board", "game", "store"},
	"adapters/discord/*":    {},
	"adapters/slack":        {"chat", "board", "game", "store"},
	"adapters/slack/*":      {},
	"adapters/web":          {"chat", "board", "game", "store", "adapters/peer", "adapters/names"},
	"adapters/names":        {},
	"adapters/peer":         {},
	"cmd/bot":               {"*"},
}

// testMay is what test files may import besides.
var testMay = []string{"game/gametest", "store/storetest", "store/bolt", "store/redis", "store/redis/redistest", "adapters/adaptertest", "adapters/discord/discordtest", "adapters/slack/slacktest", "game", "game/solve", "store", "chat"}

const module = "nimbot/"

func TestImportsFollowTheTable(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "tools") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || filepath.Dir(file) == "." {
			return nil
		}
		from := filepath.ToSlash(filepath.Dir(file))
		may, ok := rule(from)
		if !ok {
			t.Errorf("%s: package %s is not in the import table", file, from)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			name := strings.Trim(imp.Path.Value, `"`)
			if !strings.HasPrefix(name, module) {
				// The rules depend on nothing but the standard library.
				if strings.HasPrefix(from, "game") && strings.Contains(strings.Split(name, "/")[0], ".") && !strings.HasSuffix(file, "_test.go") {
					t.Errorf("%s imports %s; game may import the standard library only", file, name)
				}
				continue
			}
			to := strings.TrimPrefix(name, module)
			ok := covers(may, to) || strings.HasSuffix(file, "_test.go") && (to == from || covers(testMay, to))
			if !ok {
				t.Errorf("%s imports %s; %s may import only %v", file, to, from, may)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func rule(pkg string) ([]string, bool) {
	if may, ok := allowed[pkg]; ok {
		return may, true
	}
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		if may, ok := allowed[path.Dir(dir)+"/*"]; ok {
			return may, true
		}
	}
	return nil, false
}

func covers(may []string, pkg string) bool {
	for _, m := range may {
		if m == "*" || m == pkg {
			return true
		}
	}
	return false
}
