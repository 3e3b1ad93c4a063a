package spelling

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"

	"nimbot/game/words"
)

// Patterns that Japanese sentences must not have.
var japaneseFaults = []struct {
	pattern *regexp.Regexp
	problem string
}{
	{regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}ー][.,!?:;](?:\s|$)`), "has ASCII punctuation behind Japanese"},
	{regexp.MustCompile(`[Ａ-Ｚａ-ｚ０-９]`), "has full-width letters or digits"},
	{regexp.MustCompile(`[ｦ-ﾟ]`), "has half-width katakana"},
	{regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}ー。、] +[\p{Han}\p{Hiragana}\p{Katakana}]|、 +\S`), "has a blank between Japanese words"},
	{regexp.MustCompile(`[\p{Hangul}\p{Cyrillic}]`), "has letters of another language"},
}

// longestLabel is the largest number of characters of a text that needs no full stop.
const longestLabel = 20

// checkJapanese checks the characters and the full stops of Japanese sentences.
func checkJapanese(folder string, sentences []words.Sentence) (faults []words.Fault) {
	for _, s := range sentences {
		add := func(format string, args ...any) {
			faults = append(faults, words.Fault{Language: folder, Key: s.Key, At: s.At, Problem: fmt.Sprintf(format, args...)})
		}
		for _, f := range japaneseFaults {
			if found := f.pattern.FindString(s.Text); found != "" {
				add("%s: %q", f.problem, found)
			}
		}
		if found := strings.TrimFunc(strings.Map(keepNonJIS, s.Text), unicode.IsSpace); found != "" {
			add("has characters that aren't Japanese: %q", found)
		}
		if linesEndIn(s.English, ".") && utf8.RuneCountInString(s.Text) > longestLabel && !linesEndIn(s.Text, "。！？」）…\"5") {
			add("ends in no full stop")
		}
	}
	return faults
}

// keepNonJIS keeps the ideographs that JIS X 0208 lacks, such as simplified Chinese ones.
func keepNonJIS(r rune) rune {
	if !unicode.Is(unicode.Han, r) {
		return -1
	}
	if _, err := japanese.ShiftJIS.NewEncoder().String(string(r)); err != nil {
		return r
	}
	return -1
}

// linesEndIn reports whether every line of a text ends in one of the marks.
func linesEndIn(text, marks string) bool {
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " *\n")
		if last, _ := utf8.DecodeLastRuneInString(line); !strings.ContainsRune(marks, last) {
			return false
		}
	}
	return text != ""
}
