package chat

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/store"
	"nimbot/words"
)

// maxText is the longest command in bytes: 25 piles of ten digits fit twice.
const maxText = 1000

// command is a parsed request.
type command struct {
	name  string // one of commands, or "move"
	rest  string // what follows the name, without options and mention
	typed string // everything but the stamp
	bare  bool   // a move without a command word in front
	stamp string // "7.9f3a", "" when it was typed
	who   string // the mention, without "@"
	opt   options
}

// options are what key:value words and the ending's name say.
type options struct {
	game   string
	level  solve.Level
	first  string
	clock  time.Duration
	ending game.Ending
	given  map[string]bool
}

// stepCommand is what the buttons of a move's steps say; people are never told
// of it.
const stepCommand = "pick"

// commands are the words that a command may begin with, those that people know.
var commands = []string{
	"start", "challenge", "open", "accept", "decline", "confirm", "take", "move", "hint", "explain",
	"predict", "board", "undo", "resign", "stop", "rematch", "games", "rules", "help", "settings", "forget",
}

// withOptions are the commands that read key:value words.
var withOptions = map[string]bool{"start": true, "challenge": true, "open": true, "predict": true}

// refusal is an error that is told to the person.
type refusal struct {
	text Text
	how  Result
}

func (r *refusal) Error() string { return fmt.Sprint(r.text.Key, " ", r.text.Args) }

func refuse(key string, args Args) error { return &refusal{say(key, args), Refused} }

func corrupt(err error) error { return fmt.Errorf("%w: %v", store.ErrCorrupt, err) }

// refusalOf is how an error of the rules or of chat is told; ok is false for
// errors that are nobody's fault.
func refusalOf(err error) (r *refusal, ok bool) {
	if errors.As(err, &r) {
		return r, true
	}
	var g *game.Error
	if errors.As(err, &g) {
		t := TextOf(g.Code, g.Args)
		for i, a := range t.Args {
			if s, isText := a.(string); isText && i%2 == 1 {
				t.Args[i] = abridge(s)
			}
		}
		return &refusal{t, Refused}, true
	}
	return nil, false
}

// parse reads a command. The error, if any, is a refusal; the command is then
// still good for finding out what it was about.
func parse(text string) (command, error) {
	if len(text) > maxText {
		return command{}, refuse("parse.too-long", Args{"length", len(text), "max", maxText})
	}
	words := strings.Fields(clean(text))
	var c command
	if n := len(words); n > 0 && strings.HasPrefix(words[n-1], "~") {
		c.stamp, words = words[n-1][1:], words[:n-1]
	}
	c.typed = strings.Join(words, " ")
	if len(words) == 0 {
		c.name = "board"
		c.bare = true
		return c, nil
	}
	c.name = strings.ToLower(words[0])
	if !isCommand(c.name) {
		c.name, c.rest, c.bare = "move", c.typed, true
		return c, nil
	}
	rest := words[1:]
	var err error
	if withOptions[c.name] {
		rest, err = c.readOptions(rest)
	}
	c.rest = strings.Join(rest, " ")
	if c.name == "take" {
		c.name = "move"
		if c.rest != "" {
			c.rest = c.typed
		}
	}
	return c, err
}

func isCommand(word string) bool { return word == stepCommand || slices.Contains(commands, word) }

// clean makes text safe to read and to repeat: control characters become
// blanks, and invisible ones (marks of direction, joiners) vanish.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case ' ' <= r && r <= '~': // nearly every command; the tables of Unicode are slow
			return r
		case r == utf8.RuneError, unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
}

// abridge shortens a piece of somebody's text to be repeated to them in code
// style, where it is inert.
func abridge(s string) string {
	const most = 40
	s = strings.ReplaceAll(clean(s), "`", "'")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// readOptions takes the mention, the ending and key:value words out of words.
func (c *command) readOptions(words []string) (rest []string, err error) {
	c.opt = options{game: game.Default, level: solve.Perfect, given: map[string]bool{}}
	for i, w := range words {
		key, value, hasColon := strings.Cut(w, ":")
		key, value = strings.ToLower(key), strings.ToLower(value)
		var problem error
		switch {
		case game.InSetup(words[i:]):
			rest = append(rest, w)
		case strings.HasPrefix(w, "@"):
			problem = c.once("@", func() error { c.who = w[1:]; return nil })
		case key == "misere" || key == "misère" || key == "normal":
			problem = c.once("misere", func() error { return c.readEnding(key, value, w) })
		case hasColon && key != "" && isWord(key) && !isFamily(w):
			problem = c.once(key, func() error { return c.readOption(key, value) })
		case isGame(strings.ToLower(w)), isFamily(w):
			problem = c.once("game", func() error { return c.readOption("game", strings.ToLower(w)) })
		default:
			rest = append(rest, w)
		}
		if err == nil {
			err = problem
		}
	}
	return rest, err
}

func (c *command) once(key string, set func() error) error {
	if c.opt.given[key] && key == "@" {
		return refuse("challenge.several", nil)
	}
	if c.opt.given[key] {
		return refuse("option.twice", Args{"option", abridge(key)})
	}
	c.opt.given[key] = true
	return set()
}

func (c *command) readEnding(key, value, word string) error {
	c.opt.ending = game.Misere
	if key == "normal" {
		c.opt.ending = game.Normal
	}
	switch value {
	case "", "true", "yes":
	case "false", "no":
		c.opt.ending = game.Normal
	default:
		return refuse("option.ending", Args{"part", abridge(word)})
	}
	return nil
}

var optionKeys = []string{"game", "level", "first", "clock", "misere"}

func (c *command) readOption(key, value string) error {
	switch key {
	case "game":
		if _, err := game.Lookup(value); err != nil {
			return unknownGame(value, err)
		}
		c.opt.game = value
	case "level":
		for _, l := range solve.Levels() {
			if string(l) == value {
				c.opt.level = l
				return nil
			}
		}
		return refuse("option.level", Args{"part", abridge(value)})
	case "first":
		return c.readFirst(value)
	case "clock":
		return c.readClock(value)
	default:
		if near := nearest(key, optionKeys); near != "" {
			return refuse("option.unknown-near", Args{"option", abridge(key), "near", near})
		}
		return refuse("option.unknown", Args{"option", abridge(key)})
	}
	return nil
}

func (c *command) readFirst(value string) error {
	switch value {
	case "me", "random":
	case "bot", "them", "you":
		value = "them"
	default:
		return refuse("option.first", Args{"part", abridge(value)})
	}
	c.opt.first = value
	return nil
}

// The bounds of a clock per move.
const (
	minClock = 10 * time.Second
	maxClock = 7 * 24 * time.Hour
)

func (c *command) readClock(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d < minClock || d > maxClock {
		return refuse("option.clock", Args{"part", abridge(value)})
	}
	c.opt.clock = d.Round(time.Second)
	return nil
}

// isWord tells an option's key from a piece of notation such as "8:2,5".
func isWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && r != '_' && r != '-' {
			return false
		}
	}
	return len(s) > 1
}

// isFamily recognises a parametric key that contains a colon itself, even one
// with a mistake in its parameter.
func isFamily(word string) bool {
	word = strings.ToLower(word)
	key, _, ok := strings.Cut(word, ":")
	if !ok || slices.Contains(optionKeys, key) {
		return false
	}
	_, err := game.Lookup(word)
	return !isUnknown(err)
}

// isUnknown tells a key that no game has from a mistake in a parameter.
func isUnknown(err error) bool {
	var g *game.Error
	return errors.As(err, &g) && g.Code == "game.unknown"
}

func isGame(word string) bool {
	_, err := game.Lookup(word)
	return err == nil
}

// unknownGame words err for a key that somebody typed, with a near one.
func unknownGame(key string, err error) error {
	if !isUnknown(err) && !strings.HasSuffix(key, ":") {
		return err
	}
	if near := nearGame(key); near != "" {
		return refuse("game.unknown-near", Args{"game", abridge(key), "near", near})
	}
	return refuse("game.unknown", Args{"game", abridge(key)})
}

// nearGame is the key of the game that a word means, were it without the
// parameter that belongs to it; "" when none is near.
func nearGame(word string) string {
	keys := gameKeys()
	for _, k := range keys {
		if words.Family(k) == words.Family(strings.ToLower(word)) {
			return k
		}
	}
	return nearest(word, keys)
}

func gameKeys() []string {
	keys := make([]string, 0, len(game.Games()))
	for _, g := range game.Games() {
		keys = append(keys, g.Key)
	}
	return keys
}

// nearest is the known word that was probably meant, "" when none is near.
func nearest(word string, known []string) string {
	word = strings.ToLower(word)
	best, least := "", 1+min(2, len(word)/2)
	for _, k := range known {
		if d := distance(word, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters to insert, remove, replace or swap with their
// neighbour (optimal string alignment).
func distance(a, b string) int {
	if len(a) > 40 {
		return len(a)
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
