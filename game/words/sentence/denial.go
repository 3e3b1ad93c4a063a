package sentence

import (
	"slices"
	"strings"

	"nimbot/game/words/command"
)

// negationReach is the number of words after a negation that it denies.
const negationReach = 4

// deniesAction reports whether a negation comes before a word that says what the topic does:
// "don't undo that", and not "I meant B, not A: undo".
func (w wording) deniesAction() bool {
	deed := w.plain[w.topic]
	if deed == nil {
		return true
	}
	return slices.ContainsFunc(clausesOrAll(w.text), func(clause string) bool {
		return w.negationReaches(w.same.replace(w.withoutValues(clause)), w.topic)
	})
}

// negationReaches reports whether a negation comes before a word that says what a topic does. It
// returns true if no such words are listed.
func (t plainnessReader) negationReaches(spoken []string, topic Topic) bool {
	deed := t.plain[topic]
	for i, word := range spoken {
		if deed == nil || t.negations[word] && t.move.hasAny(spoken[i+1:min(len(spoken), i+1+negationReach)], deed) {
			return true
		}
	}
	return false
}

// hasBrokenNot reports whether a word ends like "don't" but is misspelt: "wo't".
func (t plainnessReader) hasBrokenNot(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ReplaceAll(text, "’", "'")), func(field string) bool {
		return strings.HasSuffix(strings.ToLower(field), "'t") && !t.move.hasAny(t.correctedWords(field), t.negations)
	})
}

// mayDeny reports whether a word denies something, or may be a misspelt word that would
// reverse the meaning of the sentence.
func (t plainnessReader) mayDeny(word string) bool {
	if t.denies(word) {
		return true
	}
	if len(word) < minForSlip || !t.isUnknown(word) {
		return false
	}
	for _, turning := range []map[string]bool{t.negations, t.doubts, t.mays, t.past, t.reports, t.wonders, t.questions} {
		for known := range turning {
			if command.Distance(word, known) <= 1 {
				return true
			}
		}
	}
	return false
}

// negates reports whether a sentence has a negation. In "no, I want that back" the first word isn't
// a negation.
func (t plainnessReader) negates(spoken []string) bool {
	for i, w := range spoken {
		answers := t.phrases[w] == No && i+1 < len(spoken) && (t.fillers[spoken[i+1]] || t.polite[spoken[i+1]] != "")
		if t.negations[w] && !answers {
			return true
		}
	}
	return false
}

// denies reports whether a word denies something, or makes it conditional.
func (t plainnessReader) denies(word string) bool { return t.negations[word] || t.doubts[word] }
