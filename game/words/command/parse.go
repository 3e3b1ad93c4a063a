// Package command reads commands and moves as people type them. It only parses: it produces
// no messages and changes no state. Package sentence reads sentences.
//
// # Commands
//
// [Commands] is the table of all commands. [Parse] reads a line by it and returns
// a [Line]. Everything else that lists commands is derived from the table, too:
// completion ([Complete]), the guess at a misspelt word ([UnknownCommand]), what a
// platform registers and asks for in its forms, the help and docs/typing.md. What a
// command does is one function in another package, mostly in chat; tests compare the
// functions with the table.
//
// # Moves
//
// [ReadMove] reads a move, in notation ("B2") or nearly so ("take 2 from b").
//
// # Refusals
//
// Errors that a person should read are a [*Refusal], which holds a [words.Text].
package command

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// maxText is the length of the longest line that is read, in characters: twice the longest
// value of the option piles.
const maxText = 1000

// Line is a command that a person typed or pressed, split into its parts.
type Line struct {
	Command *Command // nil when nothing could be read
	Rest    string   // what follows the name, without options and mention
	Typed   string   // everything but the stamp
	Bare    bool     // the line is a move without a command's name, or is empty and means "play"
	Stamp   string   // of the pressed board, "7.9f3a"; "" if the line was typed
	Chooses bool     // the button also chooses the table that the person means
	Hosts   bool     // the button is on the private board of a simul's host
	Who     string   // the mention, without "@"
	Options Options  // of a command that names or sets up a game
}

// Pressed reports whether the line came from a button.
func (l Line) Pressed() bool { return l.Stamp != "" }

// Table returns the table of the board that was pressed: 0 for the person's private game, 1 for
// a stamp that names no table.
func (l Line) Table() int {
	first, rest, _ := strings.Cut(l.Stamp, ".")
	if !strings.Contains(rest, ".") {
		return 1
	}
	n, err := strconv.Atoi(first)
	if err != nil {
		return 1
	}
	return n
}

// Choosing is the mark at the end of a stamp whose button also chooses the table that the
// person means.
const Choosing = "!"

// Hosting is the mark at the end of a stamp whose button is on the private board of a
// simul's host.
const Hosting = "^"

// Plain reports whether the line can't be a sentence: it has the name of a command with
// nothing but options or a setup in one game's own notation, or it is a move from a lettered pile.
func (l Line) Plain() bool {
	if l.Bare {
		return letteredMove.MatchString(l.Typed)
	}
	if l.Command == nil || l.Who != "" {
		return false
	}
	_, named := rules.NamedBy(strings.Fields(l.Rest))
	return l.Rest == "" || l.Command.Sets() && named
}

var letteredMove = regexp.MustCompile(`^[A-Za-z][1-9][0-9]*$`)

// Name returns the command's name, "" if the line couldn't be read.
func (l Line) Name() string {
	if l.Command == nil {
		return ""
	}
	return l.Command.Name
}

// Begun returns the line's command with the person whom it mentions, and without the words after it.
func (l Line) Begun() string {
	return l.Command.Typed(func(option string) string {
		if o, _ := l.Command.Option(option); o.Kind == Person {
			return l.Who
		}
		return ""
	})
}

// NamesTable returns the number of the table that the line names: "stop 3", "stop table 3".
func (l Line) NamesTable() (number int, ok bool) {
	if l.Command == nil {
		return 0, false
	}
	if _, takes := l.Command.Option(tableNumber.Name); !takes {
		return 0, false
	}
	return tableOf(l.Rest)
}

// tableOf reads the number of a table: "3", "#3", "table 3".
func tableOf(text string) (number int, ok bool) {
	text = strings.TrimPrefix(strings.TrimPrefix(lower(text), "table "), "#")
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0
}

// HasExtraWords reports whether words follow a command that takes none: "help me", "stop
// that".
func (l Line) HasExtraWords() bool {
	c := l.Command
	_, named := l.NamesTable()
	takes := func(o Option) bool { return o.Kind != Flag || strings.EqualFold(o.Name, l.Rest) }
	takesNone := !slices.ContainsFunc(c.Options, takes) || c.tunes() && !c.Sets() || c.takes(tableNumber.Name, Number) && !named
	return l.Rest != "" && !l.Pressed() && takesNone && c.Fixed == "" && c.Shown != Nowhere
}

// HasWords reports whether words follow a command that it has no option for, so that the line
// may be a sentence: "start over please", "hint but not the answer".
func (l Line) HasWords() bool {
	c := l.Command
	number := len(c.Options) > 0 && c.Options[0].Kind == Number && c.Options[0].Bare
	words := strings.Fields(l.Rest)
	_, named := rules.NamedBy(words) // a setup, even if it can't be read
	return l.HasExtraWords() || (c.Sets() || number) && !named && slices.ContainsFunc(words, IsWord) && !l.isSetup()
}

// isSetup reports whether the line's Rest is a position in the notation of its game, which may have
// words: "red 8:2,5 6:1,6".
func (l Line) isSetup() bool {
	g, err := rules.Lookup(l.Options.Game)
	if err != nil || !l.Command.Sets() {
		return false
	}
	_, err = g.Parse(l.Rest)
	return err == nil
}

// Of returns what the line is about. The command's row says that, with two exceptions: a
// practice command with words that it doesn't take is a sentence ("show me the board"),
// and "forget everywhere" is about more than the channel.
func (l Line) Of() Of {
	switch c := l.Command; {
	case c == nil, c.Of == Practice && len(c.Options) == 0 && l.Rest != "" && !l.Pressed():
		return Chat
	case c.Name == "forget":
		if _, ok := l.Everywhere(); ok {
			return People
		}
		return c.Of
	default:
		return c.Of
	}
}

// Everywhere returns the words after "everywhere" or "me everywhere" at the start of the
// line's Rest, in small letters. ok is false if the Rest begins with neither.
func (l Line) Everywhere() (rest string, ok bool) {
	words := strings.Fields(strings.ToLower(l.Rest))
	if len(words) > 0 && words[0] == "me" {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != "everywhere" {
		return "", false
	}
	return strings.Join(words[1:], " "), true
}

// From is the word after "retry" before the game, the ending and the position to begin with.
const From = "from"

// Setup returns the position that the line sets up, and its game and ending. ok is false if it sets
// up none.
func (l Line) Setup() (key string, e rules.Ending, position string, ok bool) {
	switch {
	case l.Command == nil || l.Rest == "":
	case l.Command.Sets():
		return l.Options.Game, l.Options.Ending, l.Rest, true
	case l.Command.Name == "retry":
		words := append(strings.SplitN(l.Rest, " ", 4), "", "", "")
		return words[1], rules.EndingOf(words[2]), words[3], words[0] == From
	}
	return "", 0, "", false
}

// TakesWork reports whether the line is costly: whether it sets up a position of a game
// that needs a table or a search.
func (l Line) TakesWork() bool {
	key, e, _, ok := l.Setup()
	if !ok {
		return false
	}
	g, err := rules.Lookup(key)
	return err == nil && g.IsCostly(e)
}

// Refusal is an error that the person is told about.
type Refusal struct{ Text words.Text }

func (r *Refusal) Error() string { return fmt.Sprint(r.Text.Key, " ", r.Text.Args) }

func refuse(key string, args words.Args) error { return &Refusal{words.New(key, args...)} }

// TooLong refuses a text that is longer than any line that is read.
func TooLong(text string) error {
	if n := utf8.RuneCountInString(text); n > maxText {
		return refuse("parse.too-long", words.Args{"length", n, "max", maxText})
	}
	return nil
}

// Parse reads a line. If there is an error, it is a *Refusal, and the line still says what
// it was about. courtesies are the polite words that may surround a typed command
// (words.Catalogue.Courtesies).
func Parse(text string, courtesies ...[]string) (Line, error) {
	if err := TooLong(text); err != nil {
		return Line{}, err
	}
	parts := strings.Fields(Fold(Clean(text)))
	var l Line
	if n := len(parts); n > 0 && strings.HasPrefix(parts[n-1], "~") {
		l.Stamp, parts = parts[n-1][1:], parts[:n-1]
		l.Stamp, l.Chooses = strings.CutSuffix(l.Stamp, Choosing)
		l.Stamp, l.Hosts = strings.CutSuffix(l.Stamp, Hosting)
	}
	l.Typed = strings.Join(parts, " ")
	if len(parts) == 0 {
		l.Command, l.Bare = Find("play"), true
		return l, nil
	}
	parts = ungrouped(parts)
	if !l.Pressed() {
		parts = withoutManners(parts, courtesies)
	}
	if bare, ok := strings.CutPrefix(parts[0], "/"); ok && Find(lower(bare)) != nil { // "/hint", as people type it to other bots
		parts[0] = bare
	}
	word := lower(parts[0])
	if strings.Trim(l.Typed, "?") == "" { // nothing but a question mark
		word = "help"
	}
	if l.Command = Find(word); l.Command == nil || len(parts) > 1 && l.Command.Alone {
		l.Command, l.Rest, l.Bare = Find("move"), l.Typed, true
		return l, nil
	}
	parts = undotted(parts)
	if !l.Pressed() {
		parts = unquoted(parts)
	}
	rest := parts[1:]
	var err error
	if l.Command.tunes() {
		rest, err = l.readOptions(rest)
	}
	l.Rest = strings.Join(rest, " ")
	if word != l.Command.Name && l.Rest != "" { // "take 2 from B" is read as a whole
		l.Rest = strings.Join(parts, " ")
	}
	if word == "board" {
		if _, numbered := tableOf(l.Rest); numbered { // "board" alone shows the person's own board
			l.Command = Find("watch")
		}
	}
	return l, err
}
