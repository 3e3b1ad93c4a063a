package sentence

import (
	"regexp"
	"slices"

	"nimbot/game/words/command"
)

// oneMove is a move in the notation of lettered piles.
var oneMove = regexp.MustCompile(`^[a-z]{1,2}[1-9][0-9]*$`)

// asksToJudge reports whether a sentence asks for an opinion on one move: "is A1 good?",
// "would it be smart to take two from B?". Questions that begin with whether, how or why
// ask for more than that.
func (t *moveInterpreter) asksToJudge(text string) bool {
	spoken := t.normalize(text)
	asks := t.opensQuestion(spoken) || command.IsQuestion(text) && t.hasAny(spoken, t.asking)
	if !asks || t.hasAny(spoken, t.reports) || t.hasAny(spoken, t.negations) {
		return false
	}
	return slices.ContainsFunc(spoken, oneMove.MatchString) || !t.hasAny(spoken, t.wondering) && t.mentionsMove(spoken)
}

// opensQuestion reports whether the first word that isn't a filler makes a sentence a question.
func (t *moveInterpreter) opensQuestion(spoken []string) bool {
	for _, w := range spoken {
		if t.asking[w] || !t.fillers[w] && t.polite.of(w) == "" {
			return t.asking[w]
		}
	}
	return false
}

// hasAny reports whether one of the words is among those spoken.
func (t *moveInterpreter) hasAny(spoken []string, words map[string]bool) bool {
	return slices.ContainsFunc(spoken, func(w string) bool { return words[w] })
}

// somePiles stands for a position where none is known. Its sizes differ, so that every
// pile can be named by its place or its size.
var somePiles = []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}

// mentionsMove reports whether a sentence speaks of taking a number of stones from one
// pile, whatever else it says.
func (t *moveInterpreter) mentionsMove(spoken []string) bool {
	r := moveReader{talk: t, piles: somePiles}
	takes := false
	for len(spoken) > 0 {
		n := 0
		if !t.isArticle(spoken) {
			n = r.next(spoken)
		}
		if n == 0 && isNumber(spoken[0]) {
			return false
		}
		for _, w := range spoken[:max(1, n)] {
			takes = takes || t.taking[w]
		}
		spoken = spoken[max(1, n):]
	}
	return takes && r.hasPile && (r.hasAmount || r.isComplete())
}

// isLetter reports whether a word is a letter that can name a pile. "I" is the speaker.
func isLetter(word string) bool {
	return len(word) == 1 && 'a' <= word[0] && word[0] <= 'z' && word != "i"
}
