package sentence

import (
	"slices"
	"strings"
)

// maxAfterNo is how many words may follow a refusal of one word.
const maxAfterNo = 4

// refusalReader reads refusals of an offer.
type refusalReader struct{ *Interpreter }

// read reads a sentence whose first words refuse an offer, and whose other words say something
// else: "no thank you, I'm tired". ok is false if the other words make the refusal uncertain.
func (t refusalReader) read(text string) (said Meaning, ok bool) {
	if t.learned != nil {
		return Meaning{}, false // only a phrase refuses
	}
	text = t.withoutThanks(text)
	if (plainnessReader(t)).hasOtherSubject(t.split(text)) {
		return Meaning{}, false // "bob refuses"
	}
	spoken := t.same.replace(t.correctedWords(text))
	for len(spoken) > 0 && (t.openers[spoken[0]] || t.polite[spoken[0]] == Okay) {
		spoken = spoken[1:]
	}
	n := t.countRefusal(spoken)
	denies := n == 1 && len(spoken) > 1 && spoken[0] == "never" // "never make it public"
	if n == 0 || denies || t.keeps[spoken[n-1]] || strings.Contains(text, "?") {
		return Meaning{}, false
	}
	if after := spoken[n:]; n == 1 && len(after) > maxAfterNo || slices.ContainsFunc(after, t.leavesOpen) || t.meansMore(after) {
		return Meaning{}, false
	}
	return Meaning{Topic: No}, true
}

// withoutThanks leaves out thanks before the refusal: "thank you for asking, but I must
// decline".
func (t refusalReader) withoutThanks(text string) string {
	parts := clauses(text)
	for i, clause := range parts {
		words := t.same.replace(t.split(clause))
		if i > 0 && len(words) > 1 || len(words) > 0 && t.polite[words[0]] != Thanks {
			if i > 0 {
				return strings.Join(parts[i:], ", ")
			}
			break
		}
	}
	return text
}

// countRefusal counts the first words that refuse, 0 if there are none or if they take something
// back ("forget it").
func (t refusalReader) countRefusal(spoken []string) int {
	for n := len(spoken); n > 0; n-- {
		switch t.phrases[strings.Join(spoken[:n], " ")] {
		case No:
			return n
		case NeverMind:
			return 0
		}
	}
	return 0
}

// leavesOpen reports whether a word after a refusal makes it uncertain.
func (t refusalReader) leavesOpen(word string) bool {
	return t.doubts[word] && word != "later" && word != "tomorrow" && word != "tonight" || t.conditions[word] || t.keeps[word]
}

// meansMore reports whether words after a refusal mean something of their own: "no, yes", "never
// go back", "never confirm".
func (t refusalReader) meansMore(after []string) bool {
	for i, w := range after {
		if commandNamed(w) != nil {
			return true
		}
		for n := 1; n <= maxAfterNo && i+n <= len(after); n++ {
			topic := t.phrases[strings.Join(after[i:i+n], " ")]
			if topic == No || topic == Accept || topic == NeverMind || slices.Contains(deniableTopics, topic) && !slices.Contains(politeTopics, topic) {
				return true
			}
		}
	}
	return false
}
