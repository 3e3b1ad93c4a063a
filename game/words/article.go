package words

import "strings"

// The keys of the two forms of the indefinite article in a language that has two: the second comes
// before a number whose spoken form begins with a vowel.
const (
	plainArticle = "article.a"
	vowelArticle = "article.an"
)

// fixArticle replaces "a" by "an" before a number that was appended after the first n bytes, if
// its spoken form begins with a vowel.
func (s *renderer) fixArticle(n int) {
	if n == len(s.out) || s.out[n] < '0' || s.out[n] > '9' || s.lexicon[vowelArticle] == nil || !spokenWithVowel(string(s.out[n:])) {
		return
	}
	plain := " " + s.fixed(plainArticle) + " "
	if !strings.HasSuffix(" "+string(s.out[:n]), plain) {
		return
	}
	number := string(s.out[n:])
	s.out = s.out[:n-len(plain)+1]
	s.text(New(vowelArticle))
	s.out = append(append(s.out, ' '), number...)
}

// fixed returns a sentence without arguments.
func (s *renderer) fixed(key string) string {
	before := len(s.out)
	s.text(New(key))
	said := string(s.out[before:])
	s.out = s.out[:before]
	return said
}

// spokenWithVowel reports whether a number in digits begins with a vowel when it's
// spoken in English: eight, eleven, eighteen, eighty, and their thousands.
func spokenWithVowel(number string) bool {
	end := strings.IndexFunc(number, func(r rune) bool { return r != ',' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(number)
	}
	digits := strings.ReplaceAll(number[:end], ",", "")
	first := digits[:(len(digits)-1)%3+1]
	return digits[0] == '8' || first == "11" || first == "18"
}
