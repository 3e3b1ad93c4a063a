package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"nimbot/game/words/command"
)

// parseYAML reads a configuration file into the settings. It walks the syntax
// tree instead of decoding into the struct, so that it finds every fault
// with its position, and so that an empty file or section changes nothing.
func parseYAML(all settingList, name string, text []byte) *yamlReader {
	r := &yamlReader{all: all, name: name, text: text, seen: map[string]bool{}}
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.found = Problems{r.syntax(err)}
		return r
	}
	for i, doc := range file.Docs {
		if i > 0 && doc.Body != nil {
			r.problem(doc.Body.GetToken(), "---", "a second document; keep one")
			break
		}
		r.mapping(doc.Body, "")
	}
	return r
}

type yamlReader struct {
	all     settingList
	name    string
	text    []byte
	seen    map[string]bool // keys and sections that were given
	found   Problems
	section string // the last one whose name was read
}

// mapping reads the keys below prefix ("", "http.").
func (r *yamlReader) mapping(n ast.Node, prefix string) {
	switch n := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
	case *ast.MappingNode:
		for _, v := range n.Values {
			r.entry(v, prefix)
		}
	case *ast.MappingValueNode:
		r.entry(n, prefix)
	default:
		key, value := strings.TrimSuffix(prefix, "."), n.GetToken().Value
		if key == "" {
			key, value = "(the file)", "" // don't show the value: it may be a password
		}
		remedy := "not a mapping; write keys with values below it, such as " + r.example(prefix)
		if name, _, joined := strings.Cut(value, ":"); joined && r.all.isSetting(prefix+name) {
			value, remedy = "", "a space is missing after the colon of "+name+":" // what follows may be a secret
		}
		r.found = append(r.found, Problem{Where: r.place(n.GetToken()), Key: key, Value: value, Remedy: remedy})
	}
}

func (r *yamlReader) entry(n *ast.MappingValueNode, prefix string) {
	at := n.Key.GetToken()
	key := prefix + at.Value
	if r.seen[key] {
		r.problem(at, key, "given twice; keep one")
		return
	}
	r.seen[key] = true
	if r.all.isSection(key) {
		r.section = key
		r.mapping(n.Value, key+".")
		return
	}
	s, ok := r.all.find(key)
	if !ok {
		r.unknown(n, key)
		return
	}
	text, ok := scalar(n.Value)
	if !ok {
		r.problem(n.Value.GetToken(), key, "not a single value; write one, such as "+s.key+": "+fmt.Sprint(s.value))
		return
	}
	where := r.place(n.Value.GetToken())
	p := s.set(text, key)
	s.given[key] = where
	if strings.HasPrefix(text, "“") || strings.HasPrefix(text, "”") || strings.HasPrefix(text, "„") {
		p = &Problem{Key: key, Remedy: "in typographic quotes, which are part of the value; write it without them, or in \"straight\" ones"}
	}
	if p != nil {
		p.Where = where
		r.found = append(r.found, *p)
	}
}

// unknown reports a key that doesn't exist, or doesn't exist any more. A value that is text isn't
// shown: it may be a secret.
func (r *yamlReader) unknown(n *ast.MappingValueNode, key string) {
	p := Problem{Where: r.place(n.Key.GetToken()), Key: key, Remedy: "unknown key; take it out: config.example.yaml lists them all"}
	if meant := r.all.ending(key, r.section); len(meant) > 0 {
		p.meant = meant[0]
		p.Remedy = "unknown key; did you mean " + strings.Join(meant, " or ") + "?"
		if section, _, _ := strings.Cut(meant[0], "."); !strings.Contains(key, ".") {
			p.Remedy = "belongs to the section " + section + "; write it below " + section + ":, indented by two spaces"
		}
	} else if near := command.Nearest(key, r.all.keys()); near != "" {
		p.Remedy, p.meant = fmt.Sprintf("unknown key; did you mean %q?", near), near
	}
	switch n.Value.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		p.Value = n.Value.GetToken().Value
	}
	r.found = append(r.found, p)
}

// example returns a setting below prefix.
func (r *yamlReader) example(prefix string) string {
	for _, s := range r.all {
		if rest, ok := strings.CutPrefix(s.key, prefix); ok && !strings.Contains(rest, ".") {
			return fmt.Sprintf("%s: %v", rest, s.value)
		}
	}
	return ""
}

func (r *yamlReader) problem(at *token.Token, key, remedy string) {
	r.found = append(r.found, Problem{Where: r.place(at), Key: key, Remedy: remedy})
}

func (r *yamlReader) place(at *token.Token) string {
	if at == nil || at.Position == nil {
		return r.name
	}
	return fmt.Sprintf("%s:%d:%d", r.name, at.Position.Line, at.Position.Column)
}

func (r *yamlReader) syntax(err error) Problem {
	p := Problem{Where: r.name, Key: "YAML", Remedy: err.Error()}
	var at yaml.Error
	if errors.As(err, &at) {
		p.Where, p.Remedy = r.place(at.GetToken()), at.GetMessage()
	}
	if at != nil && at.GetToken() != nil && secondColon.MatchString(lineOf(r.text, at.GetToken().Position.Line)) {
		p.Remedy = "a second colon in the value; write the value in quotes"
		return p
	}
	for said, meant := range plainSyntax {
		if strings.Contains(p.Remedy, said) {
			p.Remedy = meant
			return p
		}
	}
	p.Remedy += "; correct the file there"
	return p
}

// secondColon matches a line whose value, without quotes, has a colon before a blank or at its end.
var secondColon = regexp.MustCompile(`^\s*[\w.]+:\s+[^"'\s#].*:(\s|$)`)

// lineOf returns a line of a text, counted from 1, or "" if it has fewer.
func lineOf(text []byte, number int) string {
	for line := range strings.Lines(string(text)) {
		if number--; number == 0 {
			return strings.TrimRight(line, "\r\n")
		}
	}
	return ""
}

// plainSyntax says in people's words what the parser means.
var plainSyntax = map[string]string{
	"found character '\t'":                 "a tab; indent with spaces",
	"non-map value is specified":           "not a key with its value; write a space after the colon, such as token: VALUE",
	"value is not allowed in this context": "indented differently from the line above; begin all keys of a section below each other",
}

// scalar returns the text of a single value; a missing value ("token:") is "".
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimRight(n.Value.Value, "\n"), true
	case *ast.NullNode:
		return "", true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}
