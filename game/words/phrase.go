package words

import (
	"fmt"
	"slices"
	"strings"
	syntax "text/template/parse"
)

// A phrase is one parsed form of a catalogue sentence: literals, placeholders, conditions and
// emphasis marks, in order. The catalogue is written in the syntax of text/template, but it uses
// only {{.name}}, {{if .name}}…{{else}}…{{end}}, and *…* for emphasis, so that translators need no
// programming. This small subset is parsed once, when the catalogue is loaded, and then rendered by
// appending to a buffer. Executing text/template for each sentence would take two fifths of a
// command's time. A test compares every phrase with the template that it was parsed from.
type phrase []piece

// piece is a part of a phrase.
type piece struct {
	text string // of a literal; else the name of an argument
	*branches
	kind kind
}

// branches are what a condition chooses from; other pieces have none. There are thousands of pieces, so
// that they keep them apart.
type branches struct{ yes, no phrase }

type kind uint8

const (
	literal     kind = iota
	placeholder      // the argument is rendered
	condition        // yes if the argument is present, not empty and not 0
	emphasis         // toggles emphasis
)

// readPhrase reads the source of a template. Delimiters are those of text/template where they
// are "". Anything beyond placeholders and plain conditions is an error.
func readPhrase(source, leftDelim, rightDelim string) (phrase, error) {
	trees, err := syntax.Parse("sentence", source, leftDelim, rightDelim)
	if err != nil {
		return nil, err
	}
	if len(trees) > 1 {
		return nil, fmt.Errorf("a sentence cannot define templates")
	}
	return readList(trees["sentence"].Root)
}

func readList(list *syntax.ListNode) (phrase, error) {
	if list == nil { // an if without else
		return nil, nil
	}
	var p phrase
	marks := 0
	for _, node := range list.Nodes {
		if text, ok := node.(*syntax.TextNode); ok {
			for i, part := range strings.Split(string(text.Text), "*") {
				if i > 0 {
					p, marks = append(p, piece{kind: emphasis}), marks+1
				}
				if part != "" {
					p = append(p, piece{kind: literal, text: part})
				}
			}
			continue
		}
		read, err := readPiece(node)
		if err != nil {
			return nil, err
		}
		p = append(p, read)
	}
	if marks%2 != 0 {
		return nil, fmt.Errorf("an emphasis isn't closed: %s", list)
	}
	return slices.Clone(p), nil // exactly as long as it is
}

func readPiece(node syntax.Node) (read piece, err error) {
	switch node := node.(type) {
	case *syntax.ActionNode:
		name, err := argumentName(node.Pipe)
		return piece{kind: placeholder, text: name}, err
	case *syntax.IfNode:
		read.kind = condition
		if read.text, err = argumentName(node.Pipe); err != nil {
			return piece{}, err
		}
		read.branches = new(branches)
		if read.yes, err = readList(node.List); err != nil {
			return piece{}, err
		}
		read.no, err = readList(node.ElseList)
		return read, err
	}
	return piece{}, notPlain(node)
}

// argumentName reads ".name" and nothing else.
func argumentName(pipe *syntax.PipeNode) (string, error) {
	if len(pipe.Decl) == 0 && len(pipe.Cmds) == 1 && len(pipe.Cmds[0].Args) == 1 {
		if field, ok := pipe.Cmds[0].Args[0].(*syntax.FieldNode); ok && len(field.Ident) == 1 {
			return field.Ident[0], nil
		}
	}
	return "", notPlain(pipe)
}

func notPlain(node syntax.Node) error {
	return fmt.Errorf("%s is neither a plain {{.name}} nor {{if .name}}", node)
}
