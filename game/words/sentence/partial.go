package sentence

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// maxProposed is the largest number of a sentence's moves that are offered on buttons.
const maxProposed = 3

// askAboutPart asks about a sentence of which only a part is a move that can be played: it
// names several moves, or has words beside the move that aren't understood. Playing the
// part could be wrong.
func (t *moveInterpreter) askAboutPart(p rules.Position, text string) *Choice {
	spoken := t.normalize(text)
	if t.isDoubtful(text) || slices.ContainsFunc(spoken, func(w string) bool { return t.raisesDoubt(w) && !t.joins[w] }) {
		return nil
	}
	piles := pilesOf(p)
	told := t.toldMoves(piles, text)
	switch legal := command.LegalMoves(p, told); {
	case len(told) > 1 && len(legal) > 0:
		return propose("talk.one-move", legal[:min(len(legal), maxProposed)]...)
	case len(told) > 1:
		return nil // the refusal says what is wrong with them
	}
	if slices.ContainsFunc(spoken, t.raisesDoubt) {
		return nil
	}
	moves, _ := t.moves(p, text)
	if len(moves) == 0 && t.countStrays(spoken) <= maxStrays {
		moves = command.LegalMoves(p, told)
	}
	if len(moves) != 1 {
		return nil
	}
	return propose("talk.not-the-rest", moves...)
}

// toldMoves returns the distinct moves that the pieces of a sentence name, legal or not.
func (t *moveInterpreter) toldMoves(piles []uint64, text string) (notations []string) {
	if len(piles) == 0 {
		return nil
	}
	tell := func(notation string) {
		if !slices.Contains(notations, notation) {
			notations = append(notations, notation)
		}
	}
	for _, clause := range clausesOrAll(text) {
		for _, piece := range t.splitAtJoins(clause) {
			r := moveReader{talk: t, piles: piles}
			if r.read(piece) && r.mode == 0 {
				tell(r.notations()[0])
				continue
			}
			for _, word := range piece {
				if oneMove.MatchString(word) {
					tell(strings.ToUpper(word))
				}
			}
		}
	}
	return notations
}

// splitAtJoins splits the words of a clause where a word joins two moves: "A1 and B2".
func (t *moveInterpreter) splitAtJoins(clause string) (pieces [][]string) {
	spoken := t.normalize(clause)
	for {
		i := slices.IndexFunc(spoken, func(w string) bool { return t.joins[w] })
		if i < 0 {
			return append(pieces, spoken)
		}
		pieces, spoken = append(pieces, spoken[:i]), spoken[i+1:]
	}
}

// countStrays counts the words of a sentence that have no meaning in a move.
func (t *moveInterpreter) countStrays(spoken []string) (n int) {
	for _, w := range spoken {
		if t.roles[w] == 0 && !t.isIgnorable(w) && !isNumber(w) && !oneMove.MatchString(w) {
			n++
		}
	}
	return n
}

// isIgnorable reports whether a word is known and can be ignored in a move.
func (t *moveInterpreter) isIgnorable(word string) bool {
	return t.polite.of(word) != "" || t.fillers[word] || len(word) > 1 && word[0] == '@' && command.CalledBot(word[1:])
}

// isPoliteClause reports whether a clause consists of polite words and fillers.
func (t *moveInterpreter) isPoliteClause(clause string) bool {
	if t.politePhrases.has(strings.Join(t.split(clause), " ")) {
		return true
	}
	return !slices.ContainsFunc(t.normalize(clause), func(w string) bool { return t.roles[w] != filler && !t.isIgnorable(w) })
}
