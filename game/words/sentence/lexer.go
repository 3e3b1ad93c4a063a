package sentence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// betweenSizes matches signs between sizes of piles: "3-4-5", "3/4/5".
var betweenSizes = regexp.MustCompile(`(\d)(?:[-/|]|\s[-/|]\s)\b`)

// lexer splits sentences into words.
type lexer struct {
	signs  map[string]bool   // words that contain punctuation
	digits map[string]string // of the words for 1, 2, …
	one    string            // the word for 1, "" if it has several forms
	*folding
	pieces       pieces              // of texts without spaces
	suffixes     map[string]moveRole // what may follow an apostrophe: "A'dan"
	contractions map[string][]string // what contractions stand for
	splits       *memo[[]string]     // remembers splits, because a line is read in many ways
}

// signsOf returns the words with punctuation in them that occur between sizes of piles or are a
// phrase: ":)".
func signsOf(w *words.Talk) map[string]bool {
	signs := setOf(w.Between)
	for _, list := range w.Phrases { // phrases for an exercise have none
		for _, phrase := range list {
			if phrase != "" && phrase[0] == ':' && !strings.Contains(phrase, " ") {
				signs[phrase] = true
			}
		}
	}
	return signs
}

// newLexer makes the lexer of a language.
func newLexer(w *words.Talk, f *folding) *lexer {
	l := &lexer{folding: f, signs: signsOf(w), digits: map[string]string{}, contractions: map[string][]string{}, splits: newMemo[[]string](maxLines)}
	for i, forms := range w.Numbers {
		for word := range strings.SplitSeq(forms, "/") {
			l.digits[word] = strconv.Itoa(i + 1)
		}
	}
	if len(w.Numbers) > 0 {
		l.one = w.Numbers[0]
	}
	for full, short := range w.Contractions {
		for _, word := range short {
			l.contractions[word] = strings.Fields(full)
		}
	}
	return l
}

// expandContractions writes contractions in full.
func (l *lexer) expandContractions(spoken []string) []string {
	out := make([]string, 0, len(spoken))
	for _, w := range spoken {
		if full, ok := l.contractions[w]; ok {
			out = append(out, full...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// split splits a sentence into words in lower case, without punctuation and with
// contractions in full. It leaves mentions as they are.
func (l *lexer) split(text string) []string { return slices.Clone(l.splits.of(text, l.splitUncached)) }

func (l *lexer) splitUncached(text string) []string {
	var out []string
	text = strings.TrimRight(l.fold(text), " .!?…")
	if strings.ContainsAny(text, "-/|") {
		text = betweenSizes.ReplaceAllString(text, "$1 ")
	}
	for _, field := range strings.Fields(separateSigns(text)) {
		if field[0] == '@' && len(field) > 1 {
			out = append(out, command.Mentioned(field))
			continue
		}
		word := strings.ToLower(field)
		if name, _, toned := strings.Cut(word, "::skin-tone-"); toned {
			word = name + ":"
		}
		if l.signs[word] {
			out = append(out, word)
			continue
		}
		if before, after, ok := strings.Cut(word, "'"); ok && l.suffixes[after] == filler && (len(before) == 1 || isNumber(before)) {
			word = before + " " + after
		}
		for _, w := range strings.Fields(pileInLatin(cleanWord(word))) {
			out = append(out, l.expandContractions(l.cut(w))...)
		}
	}
	return out
}

// cut cuts a word of a script that needs no spaces.
func (l *lexer) cut(word string) []string {
	if !strings.ContainsFunc(word, writesTogether) {
		return []string{word}
	}
	return l.pieces.cut(word)
}

// arrowReplacer puts spaces around signs of several characters: "A->1".
var arrowReplacer = strings.NewReplacer("-->", " --> ", "->", " -> ", "=>", " => ", ":=", " := ", "-=", " -= ")

// inDigits writes number words in digits.
func (l *lexer) inDigits(spoken []string) []string {
	out := slices.Clone(spoken)
	for i, w := range out {
		if digits, ok := l.digits[w]; ok {
			out[i] = digits
		}
	}
	return out
}

// separateSigns puts spaces around symbols that stand for words, such as emoji, and drops
// skin tones and variation selectors.
func separateSigns(text string) string {
	if text = command.Clean(text); !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || strings.ContainsRune("-=:", r) }) {
		return text
	}
	var b strings.Builder
	for _, r := range arrowReplacer.Replace(text) {
		switch {
		case 0x1F3FB <= r && r <= 0x1F3FF, r == 0xFE0F: // skin tones, the variation selector of emoji
		case r > unicode.MaxASCII && unicode.In(r, unicode.So, unicode.Sm):
			b.WriteRune(' ')
			b.WriteRune(r)
			b.WriteRune(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// cleanWord removes a word's punctuation: it drops apostrophes and replaces other signs
// inside by spaces. Letters repeated for emphasis are reduced to one.
func cleanWord(word string) string {
	word = strings.Map(func(r rune) rune {
		switch r {
		case '\'', '’', '`', '*', '_':
			return -1
		case ',', ';', '!', '?', '#', '(', ')', '[', ']', '{', '}', '"', '“', '”', '…', '&', '+', '^':
			return ' '
		}
		return r
	}, word)
	return shorten(strings.Trim(word, ".: "))
}

// shorten writes a letter that occurs three times or more in a row once: "hellooo".
func shorten(word string) string {
	r := []rune(word)
	out := r[:0:0]
	for i := 0; i < len(r); {
		end := i
		for end < len(r) && r[end] == r[i] {
			end++
		}
		if n := end - i; n >= 3 && unicode.IsLetter(r[i]) {
			out = append(out, r[i])
		} else {
			out = append(out, r[i:end]...)
		}
		i = end
	}
	return string(out)
}
