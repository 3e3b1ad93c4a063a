package sentence

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// proposedMove returns the move that a sentence asks about or considers, without an order to
// play it: "maybe A2", "may I take 2 from A?". The result has one move or none.
func (t *moveInterpreter) proposedMove(p rules.Position, text string) []rules.Move {
	spoken := t.normalize(text)
	if !t.isDoubtful(text) || takesNegative(spoken, t.taking) || hasPhrase(spoken, t.remarks) {
		return nil
	}
	for _, w := range spoken {
		if t.negations[w] || t.asking[w] && !hasPhrase([]string{w}, t.doubts) {
			return nil // "is A1 good?"
		}
	}
	moves, _ := t.moves(p, strings.ReplaceAll(text, "?", " "))
	if len(moves) != 1 {
		return nil
	}
	return moves
}

// isDoubtful reports whether a sentence isn't clearly an order to play: it's a question or
// a thought, only mentions a move, or takes a negative number.
func (t *moveInterpreter) isDoubtful(text string) bool {
	spoken := t.normalize(text)
	asks := func(w string) bool { return t.asking[w] }
	switch {
	case len(spoken) == 0:
		return false
	case command.IsQuestion(text), strings.Contains(text, "?") && slices.ContainsFunc(spoken, asks), takesNegative(spoken, t.taking):
		return true
	case slices.ContainsFunc(spoken, func(w string) bool { return t.please[w] }):
		return false
	}
	return asks(spoken[0]) || hasPhrase(spoken, t.doubts) || hasPhrase(spoken, t.remarks)
}

// takesNegative reports whether a negative number follows a word for taking: "take -2
// from B". In "-2 from B", the sign may be a list mark.
func takesNegative(spoken []string, takes map[string]bool) bool {
	for i, w := range spoken {
		if amount, minus := strings.CutPrefix(w, "-"); i > 0 && minus && isNumber(amount) && takes[spoken[i-1]] {
			return true
		}
	}
	return false
}

// hasPhrase reports whether all words of one of the phrases are spoken, in their order.
func hasPhrase(spoken []string, phrases [][]string) bool {
	return slices.ContainsFunc(phrases, func(words []string) bool { return inOrder(spoken, words) })
}

// inOrder reports whether all words occur among those spoken, in their order.
func inOrder(spoken, words []string) bool {
	for _, w := range spoken {
		if len(words) > 0 && w == words[0] {
			words = words[1:]
		}
	}
	return len(words) == 0
}
