package sentence

import (
	"regexp"
	"slices"
	"strings"
)

// synonyms replaces different wordings of the same thing by one of them.
type synonyms struct {
	means   map[string][]string // replacements, by the words that they replace
	longest map[string]int      // number of words of the longest wording, by its first word
}

// newSynonyms reads the wordings that mean the same. split splits a wording into words; fields
// splits its meaning, which may be in another language.
func newSynonyms(same map[string][]string, split, fields func(string) []string) synonyms {
	s := synonyms{means: map[string][]string{}, longest: map[string]int{}}
	for meaning, others := range same {
		for _, other := range others {
			w := split(other)
			s.means[strings.Join(w, " ")] = fields(meaning)
			s.longest[w[0]] = max(s.longest[w[0]], len(w))
		}
	}
	return s
}

// prefix returns the number of words at the start of a sentence that are a known wording;
// 0 for none.
func (s synonyms) prefix(spoken []string) int {
	if len(spoken) == 0 {
		return 0
	}
	for n := min(s.longest[spoken[0]], len(spoken)); n > 0; n-- {
		if _, ok := s.means[strings.Join(spoken[:n], " ")]; ok {
			return n
		}
	}
	return 0
}

// replace replaces each known wording, the longest first.
func (s synonyms) replace(spoken []string) []string {
	out := make([]string, 0, len(spoken))
	for len(spoken) > 0 {
		if n := s.prefix(spoken); n > 0 {
			out, spoken = append(out, s.means[strings.Join(spoken[:n], " ")]...), spoken[n:]
			continue
		}
		out, spoken = append(out, spoken[0]), spoken[1:]
	}
	return out
}

// clauseEnds matches the punctuation between two clauses of a sentence.
var clauseEnds = regexp.MustCompile(`[,.;:!?…–—]+(?:\s+|$)|\s+[-–—]+\s+`)

// clauses splits a sentence at its punctuation; nil if it has only one clause.
func clauses(text string) []string {
	parts := slices.DeleteFunc(clauseEnds.Split(text, -1), func(c string) bool { return strings.TrimSpace(c) == "" })
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// clausesOrAll is clauses, and the whole text if it has only one clause.
func clausesOrAll(text string) []string {
	if parts := clauses(text); parts != nil {
		return parts
	}
	return []string{text}
}
