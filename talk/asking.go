package talk

import (
	"regexp"
	"slices"

	"nimbot/typed"
)

// oneMove is a move in the notation of lettered piles.
var oneMove = regexp.MustCompile(`^[a-z]{1,2}[1-9][0-9]*$`)

// asksToJudge reports whether a sentence asks about one move: "is A1 good?",
// "would it be smart to take two from B?". Who asks whether, how or why to make it wants
// to know more.
func (t *moveInterpreter) asksToJudge(text string) bool {
	spoken := t.normalize(text)
	asks := t.opens(spoken) || typed.IsQuestion(text) && t.has(spoken, t.asking)
	if !asks || t.has(spoken, t.reports) || t.has(spoken, t.negations) {
		return false
	}
	return slices.ContainsFunc(spoken, oneMove.MatchString) || !t.has(spoken, t.wondering) && t.mentionsMove(spoken)
}

// opens reports whether a sentence begins as a question, fillers apart.
func (t *moveInterpreter) opens(spoken []string) bool {
	for _, w := range spoken {
		if t.asking[w] || !t.fillers[w] && t.polite[w] == "" {
			return t.asking[w]
		}
	}
	return false
}

// asksOfPile reports whether a sentence asks how a pile stands: "which pile is
// A?", "which row has five?". Who asks what to do with it wants advice.
func (t *moveInterpreter) asksOfPile(spoken []string) bool {
	return (t.opens(spoken) || t.has(spoken, t.looking)) && !t.has(spoken, t.acting) && (t.namesPile(spoken) || slices.ContainsFunc(spoken, t.isPiles) && slices.ContainsFunc(spoken, isNumber))
}

func (t *moveInterpreter) has(spoken []string, words map[string]bool) bool {
	return slices.ContainsFunc(spoken, func(w string) bool { return words[w] })
}

// somePiles are piles of which every one can be named by its place and its size.
var somePiles = []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}

// mentionsMove reports whether a sentence tells of taking a number of stones from
// one pile, whatever else it says.
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
	return takes && r.complete()
}

// namesPile reports whether a sentence names a pile: "pile B", "row 2", "the last
// pile", or by its letter alone. An "a" does only at the end.
func (t *moveInterpreter) namesPile(spoken []string) bool {
	for i, w := range spoken {
		if i+1 == len(spoken) {
			return i > 0 && isLetter(w)
		}
		if i > 0 && isLetter(w) && t.parts[w] != single {
			return true
		}
		next, place := spoken[i+1], t.parts[w]
		switch {
		case place == pile && (isLetter(next) || isNumber(next)):
			return true
		case ordinal <= place && place <= smallest && t.isPiles(next):
			return true
		}
	}
	return false
}

// isLetter reports whether a word is a letter that a pile may be called by; "I" is
// somebody.
func isLetter(word string) bool {
	return len(word) == 1 && 'a' <= word[0] && word[0] <= 'z' && word != "i"
}

// Remarks reports whether a line is a remark about something else rather than a
// move: "I have 2 kids and a dog". Where no game is on, playing is false, and a
// single word that has nothing to do with a move makes it that.
func (t *Interpreter) IsRemark(text string, playing bool) bool {
	spoken := t.move.normalize(text)
	foreign := 0
	for _, w := range spoken {
		if typed.IsWord(w) && len(w) > 2 && t.move.parts[w] == 0 && !t.move.asking[w] && !t.negations[w] {
			foreign++
		}
	}
	if !playing {
		return foreign > 0 && len(spoken) > 1
	}
	return foreign > 1 && !t.move.has(spoken, t.move.taking) && !typed.BeginsLikeMove(text)
}
