package typed

import (
	"slices"
	"strings"
)

// keywords are words that stand in sentences about a topic.
type keywords struct {
	topic   Topic
	words   []string
	negated bool // one of the words says no
}

// Guess understands a sentence with slips in its words, or by keywords. It may
// be wrong, so it is not for what a command refused for a better reason.
func (t *Talk) Guess(text string) (said Said, ok bool) {
	if said, ok = t.readSpelt(text, t.respelt); ok {
		return said, true
	}
	spoken := t.respelt(text)
	if t.hasNumbers(spoken) {
		spoken = t.inDigits(spoken)
	}
	said, _ = t.read(spoken, t.keyed)
	if forms[said.Topic] == "" || !strings.Contains(said.Values["piles"], " ") {
		delete(said.Values, "piles") // "should I take 2?", "I am 7 years old"
	}
	if !said.fits() && forms[said.Topic] == "" {
		said.Values = nil // "can you help a beginner?"
	}
	return said, said.Topic != "" && said.fits()
}

// keyed finds the first keywords that stand in a sentence, values apart.
func (t *Talk) keyed(rest []string, values map[string]string) (Topic, bool) {
	negated := slices.ContainsFunc(rest, func(w string) bool { return t.not[w] })
	for _, k := range t.keys {
		if negated && slices.Contains(positive, k.topic) && !k.negated || needsValues(k.topic) && len(values) == 0 || k.topic == TalkAbout && values["game"] == "" {
			continue
		}
		if inOrder(rest, k.words) {
			return k.topic, true
		}
	}
	if values["player"] != "" {
		return TalkStart, !negated
	}
	return TalkSetup, values["game"] != ""
}

// positive are the topics of which a sentence with a "not" says the contrary.
var positive = []Topic{TalkStart, TalkRematch, TalkOpen, TalkUndo, TalkResign, TalkStop, TalkAccept, TalkThanks, TalkPraise}

// inOrder reports whether all of words stand in spoken, in their order. There
// they may end in an s: "who's", "mistakes".
func inOrder(spoken, words []string) bool {
	for _, w := range spoken {
		if len(words) > 0 && (w == words[0] || w == words[0]+"s") {
			words = words[1:]
		}
	}
	return len(words) == 0
}
