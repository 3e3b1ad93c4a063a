package talk

import (
	"regexp"
	"slices"
	"strings"
)

// synonyms write what can be said in several ways in one of them.
type synonyms struct {
	means   map[string][]string // by the words that are replaced
	longest int                 // in words
}

// newSynonyms reads what stands for what; apart splits a phrase into words.
func newSynonyms(same map[string][]string, apart func(string) []string) synonyms {
	s := synonyms{means: map[string][]string{}}
	for meaning, others := range same {
		for _, other := range others {
			w := apart(other)
			s.means[strings.Join(w, " ")] = apart(meaning)
			s.longest = max(s.longest, len(w))
		}
	}
	return s
}

// at is how many words at the beginning of a sentence are one way to say
// something; 0 for none.
func (s synonyms) prefix(spoken []string) int {
	for n := min(s.longest, len(spoken)); n > 0; n-- {
		if _, ok := s.means[strings.Join(spoken[:n], " ")]; ok {
			return n
		}
	}
	return 0
}

// replace writes words in the one way, the longest synonym first.
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

// stops are the signs between two clauses of a sentence.
var stops = regexp.MustCompile(`[,.;:!?…–—]+(?:\s+|$)|\s+[-–—]+\s+`)

// clauses are the parts of a sentence between its stops, nil where it has only
// one.
func clauses(text string) []string {
	parts := slices.DeleteFunc(stops.Split(text, -1), func(c string) bool { return strings.TrimSpace(c) == "" })
	if len(parts) < 2 {
		return nil
	}
	return parts
}
