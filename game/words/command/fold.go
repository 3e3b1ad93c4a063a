package command

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold replaces the full-width digits, letters and punctuation that East Asian input methods
// produce ("Ｂ２", "３、４") by their ASCII equivalents, and leaves out the counter after a number
// at the end of a word ("２個", "3개").
func Fold(text string) string {
	if isASCII(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case '！' <= r && r <= '｝': // not the tilde, which begins a button's stamp
			return r - '！' + '!'
		case r == '\u3000':
			return ' '
		}
		return r
	}, text)
	return counter.ReplaceAllString(stops.Replace(listed.ReplaceAllString(text, ",$1")), "$1$2")
}

// listed matches a Japanese comma before a digit, because the two numbers may name a square
// ("1、3"). stops replaces the other Japanese commas and full stops, after which people type
// no space.
var listed = regexp.MustCompile(`、([0-9])`)

var stops = strings.NewReplacer("、", ", ", "。", ". ")

// counter matches the counter words that follow a number in Japanese and Korean.
var counter = regexp.MustCompile(`([0-9])(?:個|つ|こ|コ|枚|本|石|개|알|점)([\s,.!?]|$)`)

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// dotted replaces the letters that Turkish has instead of ASCII's i: commands are the same
// in every language, and "HİNT" is the command "hint".
var dotted = strings.NewReplacer("İ", "I", "ı", "i", "i\u0307", "i")

// lower writes a word of a command in small letters by ASCII's rules.
func lower(word string) string {
	if !isASCII(word) {
		word = dotted.Replace(word)
	}
	return strings.ToLower(word)
}

// undotted writes the words of a command with ASCII's i. Mentions stay, since they name
// people.
func undotted(parts []string) []string {
	mayBeDotted := func(p string) bool { return !strings.HasPrefix(p, "@") && !isASCII(p) }
	if !slices.ContainsFunc(parts, mayBeDotted) {
		return parts
	}
	out := slices.Clone(parts)
	for i, p := range out {
		if mayBeDotted(p) {
			out[i] = dotted.Replace(p)
		}
	}
	return out
}

// cutWord splits off the first word of a line.
func cutWord(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// quotes are the quotation marks of the languages that people type in. Phones put them in place
// of the plain ones.
const quotes = "\"'‘’‚‛“”„‟«»‹›「」『』"

// unquoted removes the quotation marks around the words of a command, and around the value of an
// option: ‘3 4 5’, game:“chomp”. An apostrophe inside a word stays.
func unquoted(parts []string) []string {
	out := parts[:1] // in place
	for _, w := range parts[1:] {
		if strings.HasPrefix(w, "@") { // a name
			out = append(out, w)
			continue
		}
		w = strings.Trim(w, quotes)
		if key, value, ok := strings.Cut(w, ":"); ok {
			w = strings.TrimRight(key, quotes) + ":" + strings.TrimLeft(value, quotes)
		}
		if w != "" {
			out = append(out, w)
		}
	}
	return out
}
