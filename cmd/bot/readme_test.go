package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
)

// badConfig is the file with which docs/operating.md shows `bot check`.
const badConfig = "stoer: bolt:x\nhttp:\n  lisen: y\nlimits: {heap: 0}\n"

// TestDocumentedExamples runs the shell and chat examples of README.md and docs
// and compares their output: blocks that begin with a shell's "$ bot …", and
// chats, whose lines begin with "> ".
func TestDocumentedExamples(t *testing.T) {
	slowtest.Sequential(t)
	shells, chats := 0, 0
	for _, file := range []string{"README.md", "docs/commands.md", "docs/operating.md"} {
		s, c := runExamples(t, file)
		shells, chats = shells+s, chats+c
	}
	if shells != 3 || chats != 1 {
		t.Errorf("README.md and docs show %d commands and %d chats, want 3 and 1", shells, chats)
	}
}

// runExamples runs the examples of a document, compares them with the program's
// output, and counts them.
func runExamples(t *testing.T, file string) (shells, chats int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.yaml"), []byte(badConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(text), "\n```") {
		if i%2 == 0 {
			continue // between the blocks
		}
		first, rest, _ := strings.Cut(strings.TrimPrefix(block, "\n"), "\n")
		switch {
		case strings.HasPrefix(first, "$ bot "):
			shells++
			stdout, stderr, _ := bot(t, dir, "", strings.Fields(first)[2:]...)
			compare(t, file, first, rest, stdout+stderr)
		case strings.HasPrefix(first, "> "):
			chats++
			typed, shown := split(first + "\n" + rest)
			stdout, stderr, _ := bot(t, dir, typed, "play")
			compare(t, file, first, shown, stdout+stderr)
		}
	}
	return shells, chats
}

func compare(t *testing.T, file, what, want, got string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" {
		t.Errorf("%s shows %q (-document +real):\n%s", file, what, diff)
	}
}

// split divides a chat into the typed and the shown lines.
func split(chat string) (typed, shown string) {
	for line := range strings.Lines(chat) {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			typed += rest
		} else {
			shown += line
		}
	}
	return typed, shown
}

// TestDocumentedCommands compares the tables of README.md and docs/typing.md with the table of
// commands: docs/typing.md shows each command that people can type, in its right form, and README.md
// shows ten.
func TestDocumentedCommands(t *testing.T) {
	if _, rows := shownCommands(t, "README.md"); rows != 10 {
		t.Errorf("README.md shows %d commands, want 10", rows)
	}
	shown, _ := shownCommands(t, "docs/typing.md")
	for _, c := range command.Commands() {
		if !shown[c.Name] && c.Shown != command.Nowhere {
			t.Errorf("docs/typing.md does not show `/nim %s`", c.Usage())
		}
	}
}

// shownCommands returns the commands in the table of a document, and how many rows it has.
func shownCommands(t *testing.T, file string) (shown map[string]bool, rows int) {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| command | what happens |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	shown = map[string]bool{}
	for line := range strings.Lines(table) {
		rows++
		cell, _, _ := strings.Cut(strings.ReplaceAll(line, `\|`, "/OR/"), " | ")
		for i, form := range strings.Split(strings.ReplaceAll(cell, "/OR/", "|"), "`") {
			if i%2 == 0 {
				continue // between the forms
			}
			use, called := command.CutName(form)
			word, _, _ := strings.Cut(use, " ")
			c := command.Find(word)
			if word == "me" { // the group's name stands in front of its commands
				c = commandOf(use)
			}
			if !called || c == nil && word != "" && word != "B2" {
				t.Errorf("%s shows `%s`, which is no command", file, form)
			}
			if c == nil {
				continue
			}
			shown[c.Name] = true
			if strings.Contains(use, "[") && word != "me" && use != c.Usage() {
				t.Errorf("%s shows `%s`, want `/nim %s`", file, form, c.Usage())
			}
		}
	}
	return shown, rows
}

// commandOf returns the command of a line that begins with its group's name, nil if there
// is none.
func commandOf(use string) *command.Command {
	line, err := command.Parse(use)
	if err != nil {
		return nil
	}
	return line.Command
}
