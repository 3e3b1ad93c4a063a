package guards

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
	drills  = regexp.MustCompile(`(?m)^ *drill ([\w./]+) '?([\w|.*]+)'?`)
)

// TestLongRunCoversAllDrills checks that .ci/long sets every variable that
// lengthens a test, and that every test that it names exists, because go test
// passes if no test matches.
func TestLongRunCoversAllDrills(t *testing.T) {
	long := readFile(t, ".ci/long")
	for name := range lengthVariables(t) {
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

// TestFuzzTargetsAreBounded checks that no input of a fuzz target can run for ever.
func TestFuzzTargetsAreBounded(t *testing.T) {
	found := 0
	eachTestFunction(t, func(path, function string, uses map[string]bool) {
		if !strings.HasPrefix(function, "Fuzz") {
			return
		}
		if found++; !uses["Input"] {
			t.Errorf("%s: %s does not begin with slowtest.Input(t)", path, function)
		}
	})
	if found < 15 {
		t.Errorf("%d fuzz targets were found, want 15 at least", found)
	}
}

// TestNightlyTestsAreDrills checks that .ci/long runs each test that is skipped or
// smaller elsewhere.
func TestNightlyTestsAreDrills(t *testing.T) {
	run := map[string]string{} // what .ci/long runs, by folder
	for _, d := range drills.FindAllStringSubmatch(readFile(t, ".ci/long"), -1) {
		run[d[1]] += "|" + d[2]
	}
	found := 0
	eachTestFunction(t, func(path, function string, uses map[string]bool) {
		if !uses["Nightly"] && !uses["Sizes"] || strings.HasPrefix(path, "internal") {
			return
		}
		found++
		tests := strings.TrimPrefix(run[filepath.ToSlash(filepath.Dir(path))], "|")
		isTest := strings.HasPrefix(function, "Test")
		if tests == "" || isTest && !regexp.MustCompile("^("+tests+")$").MatchString(function) {
			t.Errorf("%s: .ci/long doesn't run %s, which is longer there", path, function)
		}
	})
	if found < 5 {
		t.Errorf("%d functions are longer every night, want more", found)
	}
}

// TestSequentialTestsStartNothing checks that a test which skips the race detector
// starts no goroutine itself.
func TestSequentialTestsStartNothing(t *testing.T) {
	found := 0
	eachTestFunction(t, func(path, function string, uses map[string]bool) {
		if !uses["Sequential"] {
			return
		}
		found++
		if uses["go"] || uses["Go"] {
			t.Errorf("%s: %s starts a goroutine, so it belongs under the race detector", path, function)
		}
	})
	if found < 10 {
		t.Errorf("%d tests leave out the race detector, want more", found)
	}
}

// eachTestFunction calls do for each function in a test's file, with the names that it
// selects, such as Fatal of t.Fatal, and "go" if it has such a statement.
func eachTestFunction(t *testing.T, do func(path, function string, uses map[string]bool)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			uses := map[string]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					uses["go"] = true
				case *ast.SelectorExpr:
					uses[n.Sel.Name] = true
				}
				return true
			})
			do(path, f.Name.Name, uses)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// lengthVariables returns every variable that lengthens tests and that a Go
// file names.
func lengthVariables(t *testing.T) map[string]bool {
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
