package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// The marks around a name that is written from right to left. Without them it would reorder
// the digits and marks beside it (Unicode's UAX #9, first strong isolate).
const isolate, endIsolate = '\u2068', '\u2069'

// Undirected returns s without marks of direction, which could reorder the text that follows,
// and without the combining marks at its start, which would join the text before it.
func Undirected(s string) string {
	if isASCII(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, s)
	return strings.TrimLeftFunc(s, unicode.IsMark)
}

// isRightToLeft reports whether s has a character of a script that is written from right to
// left.
func isRightToLeft(s string) bool {
	return !isASCII(s) && strings.IndexFunc(s, func(r rune) bool {
		p, _ := bidi.LookupRune(r)
		switch p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return true
		}
		return false
	}) >= 0
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foreign appends what people wrote, such as a name, so that it can't reorder its sentence. A
// mention shows name on the platform, whatever said is.
func (s *renderer) foreign(said, name string) {
	said = Undirected(said)
	if !isRightToLeft(said) && !isRightToLeft(Undirected(name)) {
		s.out = append(s.out, said...)
		return
	}
	s.out = utf8.AppendRune(s.out, isolate)
	s.out = append(s.out, said...)
	s.out = utf8.AppendRune(s.out, endIsolate)
}
