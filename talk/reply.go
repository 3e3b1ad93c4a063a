package talk

import (
	"slices"
	"strings"

	"nimbot/typed"
)

// mostBehindNo is how many words may stand behind a refusal of one word.
const mostBehindNo = 4

// refusals reads refusals of an offer.
type refusals struct{ *Interpreter }

// RefusalIn returns the function that reads a refusal.
func RefusalIn(t *Interpreter) func(text string) (Said, bool) { return refusals{t}.read }

// read reads a sentence that refuses an offer with its first words, and says
// something else behind them: "no thank you, I'm tired". ok is false if what it says
// leaves that open.
func (t refusals) read(text string) (said Said, ok bool) {
	spoken := t.same.replace(t.correctedWords(text))
	for len(spoken) > 0 && (t.openers[spoken[0]] || t.polite[spoken[0]] == Okay) {
		spoken = spoken[1:]
	}
	if (plainSpeech(t)).hasOtherSubject(t.split(text)) {
		return Said{}, false // "bob refuses"
	}
	n := 0
	for i := len(spoken); i > 0 && n == 0; i-- {
		if t.phrases[strings.Join(spoken[:i], " ")] == No {
			n = i
		}
	}
	behind := spoken[n:]
	open := func(w string) bool {
		return t.doubts[w] && w != "later" && w != "tomorrow" && w != "tonight" || t.conditions[w] || t.keeps[w]
	}
	if n == 0 || t.keeps[spoken[n-1]] || n == 1 && len(behind) > mostBehindNo || strings.Contains(text, "?") || slices.ContainsFunc(behind, open) {
		return Said{}, false
	}
	for i, w := range behind {
		if typed.Find(w) != nil {
			return Said{}, false // "never confirm"
		}
		for n := 1; n <= mostBehindNo && i+n <= len(behind); n++ {
			if topic := t.phrases[strings.Join(behind[i:i+n], " ")]; topic != "" && !slices.Contains(politeTopics, topic) {
				return Said{}, false // "no, no", "no, yes", "never go back"
			}
		}
	}
	return Said{Topic: No}, true
}
