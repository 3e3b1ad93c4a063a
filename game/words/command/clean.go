package command

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// Clean makes text safe to read and to repeat: it replaces control characters by spaces
// and drops invisible ones (direction marks, joiners).
func Clean(text string) string {
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

// Abridge shortens a piece of a person's text so that it can be repeated to them, also in code
// style.
func Abridge(s string) words.Quote {
	const most = 40
	return words.Quote(words.Clip(strings.ReplaceAll(Clean(s), "`", "'"), most))
}

// Abridged converts a refusal of the rules to a Text, and shortens the quoted input.
func Abridged(err *rules.Error) words.Text {
	t := words.TextOf(err.Code, err.Args)
	for i, a := range t.Args {
		if s, isText := a.(string); isText && i%2 == 1 && t.Args[i-1] != "example" { // that is the rules' own
			t.Args[i] = Abridge(s)
		}
	}
	return t
}
