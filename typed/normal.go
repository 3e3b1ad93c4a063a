package typed

import (
	"maps"
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
func (s synonyms) at(spoken []string) int {
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
		if n := s.at(spoken); n > 0 {
			out, spoken = append(out, s.means[strings.Join(spoken[:n], " ")]...), spoken[n:]
			continue
		}
		out, spoken = append(out, spoken[0]), spoken[1:]
	}
	return out
}

// vocabulary are words to which a misspelt one can be corrected.
type vocabulary struct {
	known  map[string]bool
	target []string // those that a misspelt word may mean, in order
}

// newVocabulary makes a vocabulary of known words. A misspelt one can mean those
// that mean says.
func newVocabulary(known map[string]bool, mean func(word string) bool) vocabulary {
	v := vocabulary{known: known}
	for _, w := range slices.Sorted(maps.Keys(known)) {
		if isWord(w) && mean(w) {
			v.target = append(v.target, w)
		}
	}
	return v
}

// correct is the word that was meant: word itself unless it is unknown, and a
// single slip away from one known word alone. Of several, the one that has the
// same letters is meant.
func (v vocabulary) correct(word string) string {
	if len(word) < 3 || v.known[word] || !isWord(word) {
		return word
	}
	if once := v.undrawn(word); once != word {
		return once
	}
	meant, several := "", false
	for _, k := range v.target {
		if max(len(k), len(word)) < 4 && len(k) != len(word) || distance(word, k) != 1 {
			continue
		}
		if anagrams(word, k) {
			return k
		}
		meant, several = k, meant != ""
	}
	if meant == "" || several || max(len(meant), len(word)) < 4 {
		return word
	}
	return meant
}

// undrawn is a word whose last letter isn't drawn out: "heyy", "plss".
func (v vocabulary) undrawn(word string) string {
	if len(word) < 3 || v.known[word] || !isWord(word) {
		return word
	}
	end := word[len(word)-1:]
	once := strings.TrimRight(word, end) + end
	if _, known := slices.BinarySearch(v.target, once); !known {
		return word
	}
	return once
}

// anagrams reports whether two words have the same letters.
func anagrams(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// corrected corrects every word, but makes no command of the first one other than
// a move: a misspelt command is asked about.
func (v vocabulary) corrected(spoken []string) []string {
	out := slices.Clone(spoken)
	for i, w := range spoken {
		meant := v.correct(w)
		if c := Find(meant); i > 0 || c == nil || c.Name == "move" {
			out[i] = meant
		}
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
