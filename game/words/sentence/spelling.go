package sentence

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"nimbot/game/words/command"
)

// vocabulary has the known words, and among them those to which a misspelt word may be corrected.
type vocabulary struct {
	known  wordSet
	target []string      // what a misspelt word is corrected to, sorted
	memo   *memo[string] // corrections, remembered because a sentence is read in several ways
}

// memo caches a function of a text. It is emptied when it is full.
type memo[V any] struct {
	most int

	mu     sync.Mutex
	values map[string]V // by the text
}

// How many words and lines a memo holds. A line is read in many ways, one after the other.
const (
	maxWords = 4096
	maxLines = 64
)

func newMemo[V any](most int) *memo[V] { return &memo[V]{values: map[string]V{}, most: most} }

// of returns the cached value of a text, or computes and caches it.
func (m *memo[V]) of(text string, workOut func(text string) V) V {
	m.mu.Lock()
	v, known := m.values[text]
	m.mu.Unlock()
	if known {
		return v
	}
	v = workOut(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.values) >= m.most {
		clear(m.values)
	}
	m.values[text] = v
	return v
}

// correctedTo returns the known words to which a misspelt one is corrected: those of an alphabet that
// allowed accepts.
func correctedTo(words map[string]bool, allowed func(word string) bool) (target []string) {
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if isSpelt(w) && allowed(w) {
			target = append(target, w)
		}
	}
	return target
}

// slip is the difference between a misspelt word and the one that was meant, from the
// most to the least likely.
type slip uint8

const (
	slipSwap     slip = iota // two letters changed places
	slipDoubling             // a letter stands once instead of twice, or twice instead of once
	slipInner                // one letter is wrong, missing or too much, but not the first
	slipInitial              // the first letter of a long word is missing, or an extra letter comes before it
	slipTwo                  // two slips in a long word
	slipNone
)

// A word needs at least minForSlip letters for any slip but a swap or a missing vowel, and at least
// minForTwoSlips for two slips, or for a missing or extra first letter.
const (
	minForSlip     = 4
	minForTwoSlips = 7
)

// slipOf returns the slip that makes word of a known word, which has two letters or more.
func slipOf(word, known []rune) slip {
	long := min(len(word), len(known)) >= minForTwoSlips
	if d := len(word) - len(known); d < -2 || d > 2 || !long && word[0] != known[0] && word[0] != known[1] {
		return slipNone // the case of nearly all words
	}
	switch n := command.Distance(word, known); {
	case n == 1 && anagrams(word, known):
		return slipSwap
	case len(word) < minForSlip && (n != 1 || !vowelMissing(word, known)):
	case n == 1 && slices.Equal(withoutDoubles(word), withoutDoubles(known)):
		return slipDoubling
	case n == 1 && word[0] == known[0]:
		return slipInner
	case n == 1 && long && len(word) != len(known):
		return slipInitial
	case n == 2 && long && word[0] == known[0]:
		return slipTwo
	}
	return slipNone
}

// vowelMissing reports whether word is the known word without one of its vowels: "tke",
// "frm".
func vowelMissing(word, known []rune) bool {
	for i, c := range known {
		if strings.ContainsRune("aeiouаеёиоуыэюя", c) && slices.Equal(slices.Concat(known[:i], known[i+1:]), word) {
			return true
		}
	}
	return false
}

// correct returns the known word that was probably meant. It returns word itself if that is known, or
// if two known words are equally likely, but for letters that changed places: then the first one by
// the alphabet is meant. A word in a script of syllables or signs isn't corrected, because one of them
// is more than a letter.
func (v vocabulary) correct(word string) string {
	if v.known.has(word) || !isSpelt(word) {
		return word
	}
	if undrawn := v.trimRepeats(word); undrawn != word {
		return undrawn
	}
	return v.memo.of(word, v.likeliest)
}

// isSpelt reports whether word is three letters or more, of an alphabet.
func isSpelt(word string) bool {
	letters := 0
	for _, r := range word {
		if r >= utf8.RuneSelf && !unicode.In(r, unicode.Latin, unicode.Cyrillic) {
			return false
		}
		letters++
	}
	return letters >= 3 && command.IsWord(word)
}

// likeliest returns the known word that word most likely misspells, or word itself if there is none
// or several are equally likely.
func (v vocabulary) likeliest(word string) string {
	meant, likeliest, several := word, slipNone, false
	letters := []rune(word)
	for _, k := range v.target {
		switch s := slipOf(letters, []rune(k)); {
		case s < likeliest:
			meant, likeliest, several = k, s, false
		case s == likeliest && s != slipNone:
			several = true
		}
	}
	if several && likeliest != slipSwap {
		return word
	}
	return meant
}

// trimRepeats writes a word's last letter once if it is repeated for emphasis: "heyy",
// "plss".
func (v vocabulary) trimRepeats(word string) string {
	_, size := utf8.DecodeLastRuneInString(word)
	end := word[len(word)-size:]
	trimmed := word
	for strings.HasSuffix(trimmed, end+end) {
		trimmed = strings.TrimSuffix(trimmed, end)
	}
	if _, known := slices.BinarySearch(v.target, trimmed); !known {
		return word
	}
	return trimmed
}

// splitPair splits two words that were written as one: "newgame". Both need at least
// three letters, because shorter ones are found in many unrelated words.
func (v vocabulary) splitPair(word string) []string {
	const shortest = 3
	if v.known.has(word) || !isSpelt(word) {
		return []string{word}
	}
	letters := []rune(word)
	for i := shortest; i <= len(letters)-shortest; i++ {
		if a, b := string(letters[:i]), string(letters[i:]); v.known.has(a) && v.known.has(b) {
			return []string{a, b}
		}
	}
	return []string{word}
}

// withoutDoubles writes letters that are repeated in a row once.
func withoutDoubles(word []rune) []rune { return slices.Compact(slices.Clone(word)) }

// anagrams reports whether two words have the same letters.
func anagrams(a, b []rune) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// correctAll corrects every word, and splits those that were written as one.
func (v vocabulary) correctAll(spoken []string) []string {
	out := make([]string, 0, len(spoken))
	for _, w := range spoken {
		out = append(out, v.splitPair(v.correct(w))...)
	}
	return out
}
