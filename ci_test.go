package nimbot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	lengths = regexp.MustCompile(`\bNIM_TEST_[A-Z_]+\b`)
	called  = regexp.MustCompile(`(?m)^ *drill `)
	drills  = regexp.MustCompile(`(?m)^ *drill ([\w/]+) '?([\w|.*]+)'?`)
)

// TestLongDrillsAreThere holds .ci/long against the tree: it sets every variable by
// which a test gets longer, and names tests that there are, because go test passes
// where none matches.
func TestLongDrillsAreThere(t *testing.T) {
	long := readFile(t, ".ci/long")
	for name := range everyLength(t) {
		// Those of store/bolt are for its own child processes.
		if !strings.Contains(long+readFile(t, ".ci/run"), name) && !strings.HasPrefix(name, "NIM_TEST_BOLT_") {
			t.Errorf(".ci/long does not set %s, by which a test gets longer", name)
		}
	}
	found := drills.FindAllStringSubmatch(long, -1)
	if n := len(called.FindAllString(long, -1)); len(found) < 15 || len(found) != n {
		t.Errorf(".ci/long has %d drills that can be read, of %d", len(found), n)
	}
	for _, d := range found {
		folder, tests := d[1], ""
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			tests += readFile(t, file)
		}
		for name := range strings.SplitSeq(d[2], "|") {
			if !regexp.MustCompile(`(?m)^func ` + name + `\(t \*testing\.T\)`).MatchString(tests) {
				t.Errorf(".ci/long runs %s of %s, which has no such test", name, folder)
			}
		}
	}
	if workflow := readFile(t, ".github/workflows/nightly.yml"); !strings.Contains(workflow, "- run: .ci/long\n") {
		t.Error("nightly.yml does not run .ci/long")
	}
}

// TestSequentialTestsStartNothing keeps what is concurrent under the race detector: a
// test that leaves it out starts no goroutine itself.
func TestSequentialTestsStartNothing(t *testing.T) {
	found := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			sequential, starts := false, false
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					starts = true
				case *ast.SelectorExpr:
					sequential = sequential || n.Sel.Name == "Sequential"
					starts = starts || n.Sel.Name == "Go"
				}
				return true
			})
			if sequential {
				found++
			}
			if sequential && starts {
				t.Errorf("%s: %s starts a goroutine, so it belongs under the race detector", path, d.(*ast.FuncDecl).Name)
			}
		}
		return nil
	})
	if err != nil || found < 10 {
		t.Errorf("%d tests leave out the race detector, %v; want more", found, err)
	}
}

// everyLength is every variable for tests that a Go file names.
func everyLength(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			for _, name := range lengths.FindAllString(readFile(t, path), -1) {
				all[name] = true
			}
		}
		return err
	})
	if err != nil || len(all) < 10 {
		t.Fatalf("the tree has the variables %v, %v; want more", all, err)
	}
	return all
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
