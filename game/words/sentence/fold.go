package sentence

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"nimbot/game/words"
)

// folding normalizes what people type, so that it can be compared: lower-case letters without
// accents, half-width digits and letters, hiragana for katakana. Commands aren't folded; package
// command reads them by ASCII rules.
type folding struct {
	spellings *strings.Replacer // letters that stand for one with an accent: "ue"
}

func newFolding(w *words.Talk) *folding {
	var pairs []string
	for long, short := range w.Spellings {
		pairs = append(pairs, long, short)
	}
	return &folding{spellings: strings.NewReplacer(pairs...)}
}

// letterReplacer replaces letters that Unicode doesn't decompose, and punctuation by its ASCII
// form. The Turkish dotless i becomes an i, and so do both Turkish capitals.
var letterReplacer = strings.NewReplacer(
	"ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "ı", "i", "ё", "е",
	"、", ", ", "。", ". ", "・", " ", "「", ` " `, "」", ` " `, "〜", "", "~", "", "¿", " ", "¡", " ", "«", " ", "»", " ", "’", "'", "‘", "'", "´", "'",
)

// pileLetters are the Cyrillic letters that look or sound like the name of a pile.
var pileLetters = strings.NewReplacer("а", "a", "б", "b", "в", "b", "с", "c", "ц", "c", "д", "d", "е", "e")

// cyrillicMove matches a move that was typed with Cyrillic letters: "с3". Other words of one
// letter are words.
var cyrillicMove = regexp.MustCompile(`^[абвсцде]\d+$`)

// pileInLatin writes the name of the pile in a short move as the board does.
func pileInLatin(word string) string {
	if cyrillicMove.MatchString(word) {
		return pileLetters.Replace(word)
	}
	return word
}

// fold folds a text. It leaves mentions as they are.
func (f *folding) fold(text string) string {
	if !strings.Contains(text, "@") {
		return f.foldField(text)
	}
	fields := strings.Fields(text)
	for i, field := range fields {
		if field[0] != '@' {
			fields[i] = f.foldField(field)
		}
	}
	return strings.Join(fields, " ")
}

func (f *folding) foldField(text string) string {
	text = letterReplacer.Replace(strings.ToLower(norm.NFKC.String(text)))
	return f.spellings.Replace(strings.Map(foldRune, text))
}

// The katakana that have a hiragana counterpart, and their distance in code points.
const (
	firstKatakana, lastKatakana = 'ァ', 'ヶ'
	betweenKana                 = 'ァ' - 'ぁ'
)

// foldRune takes the accent from a Latin letter, and writes a katakana as hiragana.
func foldRune(r rune) rune {
	switch {
	case r <= unicode.MaxASCII:
		return r
	case firstKatakana <= r && r <= lastKatakana:
		return r - betweenKana
	case 0x300 <= r && r <= 0x36F: // accents on their own
		return -1
	case unicode.Is(unicode.Latin, r):
		for _, base := range norm.NFD.String(string(r)) {
			return base
		}
	}
	return r
}

// writesTogether reports whether a letter belongs to a script in which words stand without
// spaces, or with spaces that people leave out.
func writesTogether(r rune) bool {
	return r > unicode.MaxLatin1 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// pieces are the known words at which a text without spaces is cut.
type pieces struct {
	known   map[string]bool
	longest int // length of the longest, in letters
}

// cut cuts a text at the longest known words. Digits and Latin letters are words of their
// own, and so is what stands between known words.
func (p pieces) cut(text string) (found []string) {
	r, unknown := []rune(text), 0
	flush := func(end int) {
		if unknown < end {
			found = append(found, string(r[unknown:end]))
		}
	}
	for i := 0; i < len(r); {
		n := p.at(r[i:])
		if n == 0 && r[i] <= unicode.MaxASCII {
			for n = 1; i+n < len(r) && r[i+n] <= unicode.MaxASCII && p.at(r[i+n:]) == 0; n++ {
			}
		}
		if n == 0 {
			i++
			continue
		}
		flush(i)
		found = append(found, string(r[i:i+n]))
		i += n
		unknown = i
	}
	flush(len(r))
	return found
}

// at returns the length of the longest known word at the start of a text; 0 for none.
func (p pieces) at(r []rune) int {
	for n := min(p.longest, len(r)); n > 0; n-- {
		if p.known[string(r[:n])] {
			return n
		}
	}
	return 0
}
