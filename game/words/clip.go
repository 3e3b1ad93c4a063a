package words

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Clip shortens s to at most n characters, the last of which is an ellipsis if something was cut.
// Characters are counted as the platforms count them, as code points, and grapheme clusters (a
// letter with its marks, a flag) are never split: a cut falls between grapheme clusters (Unicode's
// UAX #29).
func Clip(s string, n int) string {
	if fitsIn(s, n) {
		return s
	}
	return strings.TrimSpace(Truncate(s, n-1)) + "…"
}

// Truncate returns the first n characters of s, cut like Clip but without an ellipsis.
func Truncate(s string, n int) string {
	if fitsIn(s, n) {
		return s
	}
	end, state := 0, -1
	for rest := s; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if n -= utf8.RuneCountInString(cluster); n < 0 {
			break
		}
		end += len(cluster)
	}
	return s[:end]
}

// fitsIn reports whether s has at most n characters.
func fitsIn(s string, n int) bool { return len(s) <= n || utf8.RuneCountInString(s) <= n }
