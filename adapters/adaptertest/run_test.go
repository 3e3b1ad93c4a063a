package adaptertest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Under the race detector the tests that call Run divide the conversations among them.
func TestAllPartsAreRun(t *testing.T) {
	files, err := filepath.Glob("../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	run := map[int]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := "nimbot/adapters/" + filepath.Base(filepath.Dir(file))
		if strings.HasSuffix(parsed.Name.Name, "_test") {
			folder += "_test"
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && callsRun(f) {
				test := folder + "." + f.Name.Name
				run[partOf(test)] += " " + test
			}
		}
	}
	for part := range parts {
		if run[part] == "" {
			t.Errorf("no test runs part %d; choose another value of dealt: %v", part, run)
		}
	}
}

// callsRun reports whether a function calls adaptertest.Run itself.
func callsRun(f *ast.FuncDecl) (calls bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Run" {
			x, named := s.X.(*ast.Ident)
			calls = calls || named && x.Name == "adaptertest"
		}
		return true
	})
	return calls
}
