package nimbot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// imports names the document with the table of packages and their imports.
const imports = "docs/packages.md"

// allowedImports is what a row of that table allows.
type allowedImports struct {
	ours    []string // our packages that may be imported; nil: all
	outside []string // modules
}

// tests is the name of the row for test files; it adds to their package's own.
const tests = "*_test.go"

const module = "nimbot/"

// readTable reads the table: packages, what they hold, which of ours they may
// import, and which modules.
func readTable(t *testing.T) map[string]allowedImports {
	t.Helper()
	text, err := os.ReadFile(imports)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| package | what it holds | may import (of ours) | outside modules |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	code := regexp.MustCompile("`([^`]+)`")
	names := func(cell string) []string {
		all := []string{}
		for _, m := range code.FindAllStringSubmatch(cell, -1) {
			all = append(all, m[1])
		}
		return all
	}
	found := map[string]allowedImports{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 4 {
			if !strings.HasPrefix(line, "| ---") {
				t.Errorf("%s: the row %q has %d cells, want 4", imports, line, len(cells))
			}
			continue
		}
		r := allowedImports{ours: names(cells[2]), outside: names(cells[3])}
		if cells[2] == "all" {
			r.ours = nil
		}
		for _, name := range names(cells[0]) {
			if _, twice := found[name]; twice {
				t.Errorf("%s: %s has two rows", imports, name)
			}
			found[name] = r
		}
	}
	return found
}

// source is a file of ours, by what it imports.
type source struct {
	file, from    string
	ours, outside []string
}

// sources reads the imports of every file, on whatever system it is built.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
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
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		s := source{file: file, from: filepath.ToSlash(filepath.Dir(file))}
		for _, imp := range f.Imports {
			name := strings.Trim(imp.Path.Value, `"`)
			switch host, _, _ := strings.Cut(name, "/"); {
			case strings.HasPrefix(name, module):
				s.ours = append(s.ours, strings.TrimPrefix(name, module))
			case strings.Contains(host, "."):
				s.outside = append(s.outside, name)
			}
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// isModule reports whether an import path belongs to a module as the table
// names it: without its host, "x/text" for golang.org/x/text.
func isModule(name string) func(path string) bool {
	return func(path string) bool {
		_, path, _ = strings.Cut(path, "/")
		return path == name || strings.HasPrefix(path, name+"/")
	}
}

// TestImportsFollowTheTable checks every file's imports against its package's
// row, and that the table lists every package.
func TestImportsFollowTheTable(t *testing.T) {
	rows, seen := readTable(t), map[string]bool{tests: true}
	for _, s := range sources(t) {
		r, ok := rows[s.from]
		if !ok {
			t.Errorf("%s: %s has no row for %s; add one, with what the package may import", s.file, imports, s.from)
			continue
		}
		seen[s.from] = true
		ours, outside := r.ours, r.outside
		if strings.HasSuffix(s.file, "_test.go") {
			outside = append(slices.Clone(outside), rows[tests].outside...)
			if ours != nil {
				ours = append(append(slices.Clone(ours), rows[tests].ours...), s.from)
			}
		}
		for _, to := range s.ours {
			if ours != nil && !slices.Contains(ours, to) {
				t.Errorf("%s imports %s; %s may import only %v", s.file, to, s.from, ours)
			}
		}
		for _, path := range s.outside {
			if !slices.ContainsFunc(outside, func(name string) bool { return isModule(name)(path) }) {
				t.Errorf("%s imports %s; of modules %s may import only %v", s.file, path, s.from, outside)
			}
		}
	}
	for name := range rows {
		if !seen[name] {
			t.Errorf("%s has a row for %s, which is no package", imports, name)
		}
	}
}

// TestTransitiveImportsFollowTable checks that a package's transitive imports
// stay within the rows of the packages that it may import, and that there is no
// cycle.
func TestTransitiveImportsFollowTable(t *testing.T) {
	rows := readTable(t)
	direct := map[string][]string{}
	modules := map[string][]string{}
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.file, "_test.go") {
			direct[s.from] = append(direct[s.from], s.ours...)
			modules[s.from] = append(modules[s.from], s.outside...)
		}
	}
	allowed := map[string][]string{}
	for name, r := range rows {
		if allowed[name] = r.ours; r.ours == nil {
			allowed[name] = slices.DeleteFunc(slices.Collect(maps.Keys(rows)), func(x string) bool { return x == name || x == tests })
		}
	}
	for from := range direct {
		if _, ok := rows[from]; !ok {
			continue // the test above asks for its row
		}
		may := closure(allowed, from)
		if slices.Contains(may, from) {
			t.Errorf("by the table %s can reach itself", from)
		}
		var names []string
		for _, name := range append(may, from) {
			names = append(names, rows[name].outside...)
		}
		for _, to := range append(closure(direct, from), from) {
			if to != from && !slices.Contains(may, to) {
				t.Errorf("%s reaches %s, which its row and theirs do not allow: %v", from, to, may)
			}
			for _, path := range modules[to] {
				if !slices.ContainsFunc(names, func(name string) bool { return isModule(name)(path) }) {
					t.Errorf("%s reaches %s by %s; allowed are %v", from, path, to, names)
				}
			}
		}
	}
}

// TestRoomsHaveNoCycle checks that the folders at the top, each with its subfolders, have no
// cycle: a reader can order them from bottom to top.
func TestRoomsHaveNoCycle(t *testing.T) {
	room := func(name string) string { name, _, _ = strings.Cut(name, "/"); return name }
	direct, why := map[string][]string{}, map[[2]string]string{}
	for _, s := range sources(t) {
		for _, to := range s.ours {
			if arrow := [2]string{room(s.from), room(to)}; arrow[0] != arrow[1] && !strings.HasSuffix(s.file, "_test.go") {
				direct[arrow[0]], why[arrow] = append(direct[arrow[0]], arrow[1]), s.file
			}
		}
	}
	for arrow, file := range why {
		if slices.Contains(closure(direct, arrow[1]), arrow[0]) {
			t.Errorf("%s imports %s, and %s reaches %s: move what both need below them", file, arrow[1], arrow[1], arrow[0])
		}
	}
}

// closure is all that can be reached from a package.
func closure(to map[string][]string, from string) []string {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(p string) {
		for _, next := range to[p] {
			if !seen[next] {
				seen[next] = true
				visit(next)
			}
		}
	}
	visit(from)
	return slices.Sorted(maps.Keys(seen))
}

// TestNoFileIsLong checks that files stay short enough to read in one sitting,
// and that package chat stays small enough to understand as a whole. Tests, and
// what serves only them, may be longer.
func TestNoFileIsLong(t *testing.T) {
	// chat also checks whether a rated pair or a round elsewhere forbids a command, and has the
	// tables of a channel, and the simul that several of them make; the limit includes that.
	const most, mostOfChat = 350, 4830 // of it, 90 draw starts outside the lane, and charge for them
	ofChat := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasSuffix(file, "test") || strings.HasPrefix(file, ".") && file != "."):
			return filepath.SkipDir
		case path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		n := strings.Count(string(text), "\n")
		if n > most {
			t.Errorf("%s has %d lines, want at most %d; split it by subject", file, n, most)
		}
		if path.Dir(file) == "chat" {
			ofChat += n
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if ofChat >= mostOfChat {
		t.Errorf("package chat has %d lines, want fewer than %d; move what only shows things to chat/scene, or raise the bound with its reason", ofChat, mostOfChat)
	}
}

// TestArchitectureIsShort keeps ARCHITECTURE.md to what a newcomer needs. Reasons
// belong in docs/decisions.md, single facts in docs/where.md.
func TestArchitectureIsShort(t *testing.T) {
	const most = 10 << 10
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > most {
		t.Errorf("ARCHITECTURE.md has %d bytes, want at most %d", len(text), most)
	}
}

// TestDrawingFollowsTable compares the drawing in ARCHITECTURE.md with the table of
// imports: between the drawn packages it has an arrow for each import, unless a longer
// way along the arrows leads to the same package.
func TestDrawingFollowsTable(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, drawing, _ := strings.Cut(string(text), "```mermaid\n")
	drawing, _, _ = strings.Cut(drawing, "```")
	drawn := map[string][]string{}
	for line := range strings.Lines(drawing) {
		left, right, _ := strings.Cut(strings.TrimSpace(line), " --> ")
		for _, from := range strings.Split(left, " & ") {
			for _, to := range strings.Split(right, " & ") {
				if to != "" {
					drawn[from] = append(drawn[from], to)
					if _, ok := drawn[to]; !ok {
						drawn[to] = nil
					}
				}
			}
		}
	}
	if len(drawn) < 10 {
		t.Fatalf("the drawing has %d packages, want at least 10", len(drawn))
	}
	rows := readTable(t)
	imported := map[string][]string{}
	for from := range drawn {
		row, ok := rows[from]
		if !ok {
			t.Errorf("the drawing has %s, which the table lacks", from)
		}
		for to := range drawn {
			if to != from && (row.ours == nil || slices.Contains(row.ours, to)) {
				imported[from] = append(imported[from], to)
			}
		}
	}
	for from, all := range imported {
		for _, to := range all {
			others := slices.ContainsFunc(all, func(x string) bool { return x != to && slices.Contains(closure(imported, x), to) })
			if slices.Contains(drawn[from], to) == others {
				t.Errorf("the drawing has the arrow %s --> %s: %v, want %v", from, to, others, !others)
			}
		}
	}
	for from, all := range drawn {
		for _, to := range all {
			if !slices.Contains(imported[from], to) {
				t.Errorf("the drawing has %s --> %s, which the table doesn't allow", from, to)
			}
		}
	}
}

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

// mostFunctions is how many functions may work on one type.
const mostFunctions = 40

// TestMethodCountPerType counts the methods of every type except those that
// serve only tests, together with the functions whose receiverLikeArgument argument is a
// pointer to it.
func TestMethodCountPerType(t *testing.T) {
	seen := 0
	for _, pkg := range packages(t) {
		if strings.HasSuffix(pkg, "test") { // a fake does all that its platform does
			continue
		}
		for name, n := range functionsOn(t, pkg, receiverLikeArgument) {
			seen++
			if n > mostFunctions {
				t.Errorf("%d functions of %s work on %s, want at most %d", n, pkg, name, mostFunctions)
			}
		}
	}
	if seen < 100 {
		t.Errorf("functions were counted for %d types, want all of them", seen)
	}
}

// TestFunctionsPerSession counts every function that takes a session, because
// chat.session and practice.session were once god objects.
func TestFunctionsPerSession(t *testing.T) {
	for _, pkg := range []string{"chat", "practice"} {
		count := functionsOn(t, pkg, argumentTypes)
		for name, n := range count {
			if n > mostFunctions && !ast.IsExported(name) {
				t.Errorf("%d functions of %s work on %s, want at most %d", n, pkg, name, mostFunctions)
			}
		}
		if count["session"] == 0 {
			t.Errorf("no function of %s works on a session", pkg)
		}
	}
}

// packages are the folders with code.
func packages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, s := range sources(t) {
		if !slices.Contains(all, s.from) {
			all = append(all, s.from)
		}
	}
	return all
}

// argumentTypes returns the types of all arguments of a function.
func argumentTypes(fn *ast.FuncDecl) (types []ast.Expr) {
	for _, field := range fn.Type.Params.List {
		types = append(types, field.Type)
	}
	return types
}

// receiverLikeArgument returns the type of a function's receiverLikeArgument argument, a
// context aside, if that is a pointer.
func receiverLikeArgument(fn *ast.FuncDecl) []ast.Expr {
	for _, typ := range argumentTypes(fn) {
		switch typ := typ.(type) {
		case *ast.SelectorExpr:
			if typ.Sel.Name == "Context" {
				continue
			}
		case *ast.StarExpr:
			return []ast.Expr{typ}
		}
		break
	}
	return nil
}

// functionsOn counts the functions of a package by its own types that they are
// methods of or take as an argument; counted selects the arguments.
func functionsOn(t *testing.T, pkg string, counted func(*ast.FuncDecl) []ast.Expr) map[string]int {
	t.Helper()
	files, err := filepath.Glob(pkg + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			types := counted(fn)
			if fn.Recv != nil {
				types = append(types, fn.Recv.List[0].Type)
			}
			for _, typ := range types {
				if star, ok := typ.(*ast.StarExpr); ok {
					typ = star.X
				}
				if generic, ok := typ.(*ast.IndexExpr); ok {
					typ = generic.X
				}
				if id, ok := typ.(*ast.Ident); ok && !slices.Contains(predeclared, id.Name) {
					count[id.Name]++
				}
			}
		}
	}
	return count
}

// predeclared are types that any function may take.
var predeclared = []string{"string", "int", "bool", "error", "any"}
