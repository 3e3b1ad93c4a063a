package sentence

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// mentionedMove returns the only move that the words of a sentence name, whatever else it says; ""
// for none. "Is it 2 from the last pile?" mentions one.
func (t *moveInterpreter) mentionedMove(p rules.Position, text string) rules.Move {
	if m := trailingMove(p, text); m != "" {
		return m
	}
	words, most := t.normalize(text), maxStraysGiven-1
	if t.hasAny(words, t.taking) || oneMoveAmong(text) {
		most = maxStraysMentioned
	}
	return t.moveMentioned(p, words, most, most)
}

// moveMentioned returns the only move that words name, with at most most others, of which at most inside
// stand within the move.
func (t *moveInterpreter) moveMentioned(p rules.Position, words []string, most, inside int) rules.Move {
	piles := pilesOf(p)
	if len(piles) == 0 {
		return ""
	}
	r, strays, within := moveReader{talk: t, piles: piles}, 0, 0
	before := ""
	for spoken := words; len(spoken) > 0; {
		n := 0
		if !t.isArticle(spoken) || t.taking[before] && t.roles[spoken[1]] == 0 { // "2 from a easily"
			n = r.next(spoken)
		}
		if n == 0 {
			if isNumber(spoken[0]) {
				return ""
			}
			if !t.raisesDoubt(spoken[0]) {
				strays++
			}
			if r.hasBegun() && !r.isComplete() {
				within++
			}
			n = 1
		}
		before, spoken = spoken[n-1], spoken[n:]
	}
	if r.hasAmount && !r.hasPile {
		r.nameOnlyPile()
	}
	if r.all && r.hasAmount && !r.readAllOf() { // "take all 5 duh"
		return ""
	}
	if r.mode != 0 {
		most = maxStraysMentioned
	}
	if !r.isComplete() || strays > most || within > inside {
		return ""
	}
	if legal := r.legal(p); len(legal) == 1 {
		return legal[0]
	}
	return ""
}

// moveInPiece returns the only move that one piece of a sentence names, if that piece neither denies, asks
// nor reports, and no other names a number or a pile: "2 from A, and don't tell mo"; "" for none.
func (t *moveInterpreter) moveInPiece(p rules.Position, text string) (only rules.Move) {
	for _, clause := range clausesOrAll(text) {
		for _, piece := range t.splitAtJoins(clause) {
			most := 0
			if t.hasAny(piece, t.taking) || slices.ContainsFunc(piece, oneMove.MatchString) {
				most = maxStrays
			}
			m := t.moveMentioned(p, piece, most, 1)
			doubts := slices.ContainsFunc(piece, t.raisesDoubt) || hasPhrase(piece, t.doubts)
			switch {
			case m != "" && (only != "" || doubts), takesNegative(piece, t.taking):
				return ""
			case m != "":
				only = m
			case slices.ContainsFunc(piece, isNumber), only == "" && t.hasAny(piece, t.reports): // "he says: take 2 from A"
				return ""
			}
		}
	}
	return only
}

// oneMoveAmong reports whether a single word of a text is a move: "B2".
func oneMoveAmong(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return oneMove.MatchString(strings.Trim(w, ".,;:!?")) })
}

// trailingMove returns the move with which a sentence ends, in the game's notation or as the
// game words its moves: "could it be top2?".
func trailingMove(p rules.Position, text string) rules.Move {
	const most = 6 // words before the move
	fields := strings.Fields(strings.ToLower(text))
	for i := 0; i < len(fields) && i < most; i++ {
		if i > 0 && strings.ContainsAny(fields[i-1], "0123456789") {
			return "" // "3 from the 7"
		}
		if legal := command.Readings(p, strings.Join(fields[i:], " ")); len(legal) == 1 {
			return legal[0]
		}
	}
	return ""
}

// SpeaksOfMove reports whether a sentence names a move, legal or not.
func (t Exercise) SpeaksOfMove(p rules.Position, text string) bool {
	_, how := t.ReadAnswer(p, text)
	return how != NoAnswer || t.move.mentionsMove(t.move.normalize(text))
}

// ReadChoice finds which of n choices a sentence names by its place: "the middle one". It
// is negative if the sentence denies it, or names several; ok is false if it names none.
func (t Exercise) ReadChoice(text string, n int) (i int, ok bool) {
	denied := false
	found := map[int]bool{}
	for _, clause := range clausesOrAll(text) {
		spoken := t.move.normalize(clause)
		if slices.ContainsFunc(spoken, isNumber) || n == 0 {
			return -1, false
		}
		for _, w := range spoken {
			at := -1
			switch t.move.roles[w] {
			case ordinal:
				at = t.move.nth[w]
			case middle:
				at = n / 2
			case last:
				at = n - 1
			}
			if 0 <= at && at < n {
				i, found[at] = at, true
				denied = denied || t.move.hasAny(spoken, t.negations)
			}
		}
	}
	if denied || len(found) > 1 {
		i = -1
	}
	return i, len(found) > 0
}
