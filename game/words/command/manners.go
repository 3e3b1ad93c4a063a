package command

import (
	"slices"
	"strings"
)

// withoutManners removes polite words around a command: "hint 2 please". Other lines are
// unchanged. So is a command that ends something: with extra words, the bot asks for
// confirmation.
func withoutManners(parts []string, courtesies [][]string) []string {
	if len(parts) == 1 {
		return parts
	}
	rest := parts
	for n := courteous(rest, courtesies); n > 0; n = courteous(rest, courtesies) {
		rest = rest[n:]
	}
	if len(rest) == 0 {
		return parts
	}
	rest = ungrouped(rest)
	c := Find(lower(rest[0]))
	if c == nil || c.Ends || len(rest) < len(parts) && slices.ContainsFunc(rest[1:], func(w string) bool { return IsWord(w) && !strings.EqualFold(w, c.Fixed) }) {
		return parts // "please show me the board" is a sentence
	}
	for _, n := range []int{2, 1} {
		for len(rest) > n && courteous(rest[len(rest)-n:], courtesies) == n {
			rest = rest[:len(rest)-n]
		}
	}
	return rest
}

// courteous returns how many words at the start of a line are one of the courtesies; 0
// for none.
func courteous(parts []string, courtesies [][]string) int {
	says := func(part, word string) bool {
		return len(part) >= len(word) && strings.EqualFold(strings.Trim(part, ".,!"), word)
	}
	for _, phrase := range courtesies {
		if n := len(phrase); n <= len(parts) && slices.EqualFunc(parts[:n], phrase, says) {
			return n
		}
	}
	return 0
}
