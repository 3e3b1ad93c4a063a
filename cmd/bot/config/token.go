package config

import (
	"io"
	"regexp"
	"strings"
	"unicode"
)

// tokens matches Slack's and Discord's tokens anywhere in a text.
var tokens = regexp.MustCompile(`\bx(?:ox[a-z](?:\.xox[a-z])?|app)-[\w-]{4,}|\b[MNO][A-Za-z0-9]{16,}\.[\w-]{4,}\.[\w-]{6,}`)

// word matches a word that may be a key or a secret: characters of base64, in
// either of its alphabets. No key or secret of a platform is shorter.
var word = regexp.MustCompile(`[A-Za-z0-9_+/=-]{20,}`)

// publicKey matches a public key. It isn't secret, and `bot check` has to show the
// application's.
var publicKey = regexp.MustCompile(`^[0-9A-Fa-f]{64}$`)

// withoutTokens hides everything that looks like a token, a key or a secret,
// because it may be in the wrong setting. spared matches words that must stay
// visible; nil: none.
func withoutTokens(text string, spared *regexp.Regexp) string {
	return word.ReplaceAllStringFunc(tokens.ReplaceAllLiteralString(text, redacted), func(w string) string {
		if !isRandom(w) || spared != nil && spared.MatchString(w) {
			return w
		}
		return redacted
	})
}

// key32 matches a key of 32 bytes in base64. Other words with a slash are paths.
var key32 = regexp.MustCompile(`^-*[A-Za-z0-9+/]{43}=?$`)

// hexKey matches a key or a secret in hexadecimal digits.
var hexKey = regexp.MustCompile(`^-*[0-9A-Fa-f]{32,}$`)

// isRandom reports whether a word looks randomly generated: letters and digits,
// or small and capital letters, alternate far more often than in names and
// dates.
func isRandom(w string) bool {
	if strings.Contains(w, "/") {
		return key32.MatchString(w)
	}
	if hexKey.MatchString(w) {
		return true
	}
	const fewest = 4 // alternations of letters and digits: a name with a date has three
	kinds, digits, changes := 0, 0, 0
	var before rune
	for _, r := range w {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		if before != 0 && kind(r) != kind(before) {
			if kinds++; unicode.IsDigit(r) != unicode.IsDigit(before) {
				changes++
			}
		}
		if unicode.IsDigit(r) {
			digits++
		}
		before = r
	}
	return digits > 0 && (changes >= fewest || kinds*2 >= len(w))
}

func kind(r rune) int {
	switch {
	case unicode.IsDigit(r):
		return 0
	case unicode.IsUpper(r):
		return 1
	}
	return 2
}

// Redact returns a text with "[redacted]" in place of each word that may be a secret, and of each
// URL with a password.
func Redact(text string) string { return withoutTokens(withoutAddresses(text), publicKey) }

// Tokenless returns a writer that redacts tokens. Each Write must hold whole
// lines.
func Tokenless(w io.Writer) io.Writer { return tokenless{w} }

type tokenless struct{ io.Writer }

// Write implements io.Writer.
func (t tokenless) Write(b []byte) (int, error) {
	if _, err := t.Writer.Write(tokens.ReplaceAllLiteral(b, []byte(redacted))); err != nil {
		return 0, err
	}
	return len(b), nil
}
