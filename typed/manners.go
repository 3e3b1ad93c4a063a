package typed

import (
	"slices"
	"strings"
)

// withoutManners is a command without words of politeness around it: "hint 2
// please". What is no command stays as it is, and so does one that ends
// something: with words behind it, it's asked about first.
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
	c := Find(strings.ToLower(rest[0]))
	if c == nil || c.Ends || len(rest) < len(parts) && slices.ContainsFunc(rest[1:], func(w string) bool { return isWord(w) && !strings.EqualFold(w, c.Fixed) }) {
		return parts // "please show me the board" is a sentence
	}
	for _, n := range []int{2, 1} {
		for len(rest) > n && courteous(rest[len(rest)-n:], courtesies) == n {
			rest = rest[:len(rest)-n]
		}
	}
	return rest
}

// courteous counts the words that a line begins with and that are one of the
// courtesies; 0 for none.
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

// core is the longest phrase in a sentence that has only fillers around it: "well
// played" of "well played, everybody". Without one, it's the sentence.
func (t *Talk) core(rest []string) []string {
	filler := func(w string) bool { return t.fillers[w] }
	first, last := 0, len(rest)
	for first < last && filler(rest[first]) {
		first++
	}
	for last > first && filler(rest[last-1]) {
		last--
	}
	if first == last { // nothing but fillers, any of which may be a phrase: "alright then"
		first, last = len(rest), 0
	}
	for n := len(rest); n > max(0, last-first); n-- {
		for i := max(0, last-n); i <= min(first, len(rest)-n); i++ {
			if _, ok := t.phrases[strings.Join(rest[i:i+n], " ")]; ok {
				return rest[i : i+n]
			}
		}
	}
	return rest
}

// afterManners is what words of politeness stand before, beforeManners what
// they stand behind.
func (t *Talk) afterManners(spoken []string) []string {
	for len(spoken) > 0 && t.isPolite(spoken[0]) {
		spoken = spoken[1:]
	}
	return spoken
}

func (t *Talk) beforeManners(spoken []string) []string {
	for len(spoken) > 0 && t.isPolite(spoken[len(spoken)-1]) {
		spoken = spoken[:len(spoken)-1]
	}
	return spoken
}

func (t *Talk) isPolite(word string) bool { return t.polite[word] != "" }

func (t *Talk) withoutFillers(spoken []string) []string {
	short := make([]string, 0, len(spoken))
	for _, w := range spoken {
		if !t.fillers[w] {
			short = append(short, w)
		}
	}
	return short
}
