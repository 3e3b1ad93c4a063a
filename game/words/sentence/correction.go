package sentence

import (
	"slices"
	"strings"

	"nimbot/game/rules"
)

// correction splits a sentence at its last correction: for "one from B, no wait, from C" it returns
// the words before and after "no wait". ok is false if there is no correction, or nothing after it.
func (t *lexer) correction(spoken []string, corrections [][]string) (before, after []string, ok bool) {
	last := -1
	for i := range spoken {
		for _, words := range corrections {
			end := i + len(words)
			if i == 0 || end >= len(spoken) || !slices.Equal(spoken[i:end], words) {
				continue
			}
			if i != last { // "no sorry, make that" is one
				before = spoken[:i]
			}
			after, ok, last = spoken[end:], true, end
		}
	}
	return before, after, ok
}

// correctionReader reads sentences that correct themselves.
type correctionReader struct{ *Interpreter }

// move reads the move of a sentence that corrects itself. A whole move after the correction
// counts. If the correction names only the pile, the amount before it may still be meant, so
// the bot asks.
func (t correctionReader) move(p rules.Position, text string) (m rules.Move, c *Choice) {
	before, after, ok := t.correction(t.split(text), t.corrections)
	if !ok || strings.Contains(text, "?") {
		return "", nil
	}
	last := strings.Join(after, " ")
	if moves := t.Interpreter.move.orderedMoves(p, last); len(moves) == 1 {
		return moves[0], nil
	}
	var amounts []string
	for _, w := range t.Interpreter.move.normalize(strings.Join(before, " ")) {
		if isNumber(w) {
			amounts = append(amounts, w)
		}
	}
	if takes := t.words.Move.Takes; len(amounts) == 1 && len(takes) > 0 {
		if moves := t.Interpreter.move.orderedMoves(p, takes[0]+" "+amounts[0]+" "+last); len(moves) == 1 {
			return "", proposeOne(moves[0])
		}
	}
	return "", nil
}

// values reads the options of a game in a sentence that corrects itself. The last value of
// each option counts.
func (t correctionReader) values(spoken []string) (rest []string, values map[string]string, ok bool) {
	before, after, ok := t.correction(spoken, t.corrections)
	if !ok {
		return nil, nil, false
	}
	rest, values, ok = t.takeValues(before)
	left, last, fits := t.takeValues(after)
	amount := last["piles"] != "" && !strings.Contains(last["piles"], " ") && values["piles"] == "" // "no, I meant to take 1"
	if !ok || !fits || len(last) == 0 || amount || len(t.withoutFillers(left)) > 0 {
		return nil, nil, false
	}
	for option, v := range last {
		values[option] = v
	}
	return rest, values, true
}
