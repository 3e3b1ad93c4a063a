package talk

import (
	"maps"
	"slices"
	"strings"

	"nimbot/typed"
)

// wordKind is what a known word is to the bot.
type wordKind uint8

const (
	unrelated      wordKind = iota + 1 // it is of other things
	meaningless                        // it says nothing
	conversational                     // it stands in what people say to the bot
)

// vocabulary are words to which a misspelt one can be corrected.
type vocabulary struct {
	known   map[string]wordKind
	endings []string // of the forms of a word
	target  []string // those that a misspelt word may mean, in order
}

// meaning is a vocabulary of the same words, in which a misspelt one can mean those
// that mean says.
func (v vocabulary) withTargets(mean func(word string) bool) vocabulary {
	v.target = nil
	for _, w := range slices.Sorted(maps.Keys(v.known)) {
		if typed.IsWord(w) && mean(w) {
			v.target = append(v.target, w)
		}
	}
	return v
}

// slip is how a misspelt word differs from the one that was meant. The likelier
// ones come first.
type slip uint8

const (
	swap     slip = iota // two letters changed places
	doubling             // a letter stands once instead of twice, or twice instead of once
	inner                // one letter is wrong, missing or too much, but not the first
	initial              // the first letter of a long word is missing, or one stands before it
	twoSlips             // two slips in a long word
	noSlip
)

// shortest is the least number of letters of a word in which a slip other than a
// swap or a missing vowel is corrected, longer of one in which two are.
const (
	shortest = 4
	longer   = 7
)

// slipOf is how word differs from a known one.
func slipOf(word, known string) slip {
	long := min(len(word), len(known)) >= longer
	if d := len(word) - len(known); d < -2 || d > 2 || !long && word[0] != known[0] && word[0] != known[1] {
		return noSlip // nearly all words
	}
	switch n := typed.Distance(word, known); {
	case n == 1 && anagrams(word, known):
		return swap
	case len(word) < shortest && (n != 1 || !vowelMissing(word, known)):
	case n == 1 && withoutDoubles(word) == withoutDoubles(known):
		return doubling
	case n == 1 && word[0] == known[0]:
		return inner
	case n == 1 && long && len(word) != len(known):
		return initial
	case n == 2 && long && word[0] == known[0]:
		return twoSlips
	}
	return noSlip
}

// vowelMissing reports whether word is a known one without one of its vowels: "tke",
// "frm".
func vowelMissing(word, known string) bool {
	for i, c := range known {
		if strings.ContainsRune("aeiou", c) && known[:i]+known[i+1:] == word {
			return true
		}
	}
	return false
}

// correct is the word that was meant: word itself unless it is unknown, and away
// from one known word by a likelier slip than from any other.
func (v vocabulary) correct(word string) string {
	if len(word) < 3 || v.known[word] != 0 || !typed.IsWord(word) || v.inflects(word) {
		return word
	}
	if undrawn := v.trimRepeats(word); undrawn != word {
		return undrawn
	}
	meant, least, several := word, noSlip, false
	for _, k := range v.target {
		switch s := slipOf(word, k); {
		case s < least:
			meant, least, several = k, s, false
		case s == least && s != noSlip:
			several = true
		}
	}
	if several && least != swap {
		return word
	}
	return meant
}

// inflects reports whether word is a form of a known one that nobody says to the
// bot: "raining".
func (v vocabulary) inflects(word string) bool {
	for _, ending := range v.endings {
		if stem, ok := strings.CutSuffix(word, ending); ok && v.known[stem] != 0 && v.known[stem] != conversational {
			return true
		}
	}
	return false
}

// undrawn is a word whose last letter isn't drawn out: "heyy", "plss".
func (v vocabulary) trimRepeats(word string) string {
	if len(word) < 3 || v.known[word] != 0 || !typed.IsWord(word) {
		return word
	}
	end := word[len(word)-1:]
	once := strings.TrimRight(word, end) + end
	if _, known := slices.BinarySearch(v.target, once); !known {
		return word
	}
	return once
}

// parted are the two words that were written as one: "newgame". Others come back
// as they are. Few words that have nothing to do with the game consist of two of
// at least three letters that have.
func (v vocabulary) splitPair(word string) []string {
	const least = 3
	if v.known[word] != 0 || !typed.IsWord(word) {
		return []string{word}
	}
	for i := least; i <= len(word)-least; i++ {
		if v.known[word[:i]] >= meaningless && v.known[word[i:]] >= meaningless {
			return []string{word[:i], word[i:]}
		}
	}
	return []string{word}
}

// once writes every letter that stands twice or more in a row once.
func withoutDoubles(word string) string { return string(slices.Compact([]byte(word))) }

// anagrams reports whether two words have the same letters.
func anagrams(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// corrected corrects every word, and parts those written as one, but makes no
// command of the first one other than a move: a misspelt command is asked about.
func (v vocabulary) correctAll(spoken []string) []string {
	out := make([]string, 0, len(spoken))
	for i, w := range spoken {
		meant := v.correct(w)
		if c := typed.Find(meant); i > 0 || c == nil || c.Name == "move" {
			w = meant
		}
		out = append(out, v.splitPair(w)...)
	}
	return out
}

// strange counts the words of a sentence, as it was typed, that stand nowhere in the
// catalogue's talk: many of them tell that it's about something else. A word of
// other things tells that better than an unknown one, and counts twice.
func (v vocabulary) countUnknown(spoken []string) int {
	n := 0
	for _, w := range spoken {
		switch {
		case !typed.IsWord(w), max(v.known[w], v.known[strings.TrimSuffix(w, "s")]) >= meaningless:
		case v.known[w] == unrelated:
			n += 2
		default:
			n++
		}
	}
	return n
}
