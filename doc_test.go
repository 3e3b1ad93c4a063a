package nimbot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"testing"
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
