package sentence

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// moveRole is the role of a word in the wording of a move.
type moveRole uint8

const (
	filler moveRole = iota + 1
	pile
	thing
	single
	every
	ordinal
	last
	middle
	half
	largest
	smallest
	until // the number after it may be the amount left
	by    // the number after it is what is taken
	either
	leave // must sort after either: a sentence with both words means the amount left
)

// moveWords are the words of moves, by role.
type moveWords struct {
	roles  map[string]moveRole
	heap   string          // a word for a pile
	nth    map[string]int  // the pile that an ordinal means, from 0
	signs  map[string]bool // words with punctuation in them
	sized  map[string]bool // stand between the word for a pile and its size
	sizing map[string]bool // stand between the size and the word for the pile
	the    map[string]bool // words before a pile's size ("the 4 pile")
	// pointing are words after which the word for 1 is no number: "this one"
	pointing map[string]bool
	reports  map[string]bool // a move after them is reported or imagined
	taking   map[string]bool // verbs for taking stones
	asking   map[string]bool // make a sentence a question
	// Of the asking words, wondering ones ask for more than an opinion on a move.
	// Looking ones ask about the state of a pile, unless an acting one asks what to do
	// with it.
	wondering, looking, acting map[string]bool

	equal      map[string]bool // compare piles: "the same"
	equalize   map[string]bool // verbs that ask for that
	joins      map[string]bool // stand between two moves
	please     map[string]bool // make a question an order
	doubts     [][]string      // the move is a thought: ask whether to play it
	remarks    [][]string      // the move is only mentioned
	same       synonyms
	english    synonyms // the words of the games' own spellings
	vocabulary vocabulary
}

// newMoveWords reads the words of moves from the catalogue; split splits a phrase into
// words.
func newMoveWords(w *words.Talk, split func(string) []string) moveWords {
	m := moveWords{
		roles: map[string]moveRole{}, nth: map[string]int{}, signs: map[string]bool{},
		sized: setOf(w.Move.Sized), sizing: setOf(w.Move.Sizing), the: setOf(w.Move.The), pointing: setOf(w.Move.Pointing), reports: setOf(w.Move.Told), joins: setOf(w.Move.Joins), equal: setOf(w.Move.Equal), equalize: setOf(w.Move.Equalize), taking: setOf(w.Move.Takes), asking: setOf(w.Move.Asking), wondering: setOf(w.Move.Wondering), looking: setOf(w.Move.Looking), acting: setOf(w.Move.Acting), please: setOf(w.Move.Please), same: newSynonyms(w.Move.Same, split, split), english: newSynonyms(w.Move.English, split, strings.Fields),
	}
	if len(w.Move.Pile) > 0 {
		m.heap = w.Move.Pile[0]
	}
	for p, list := range map[moveRole][]string{
		filler: w.Move.Fillers, pile: w.Move.Pile, thing: w.Move.Things, single: w.Move.Single, every: w.Move.All,
		last: w.Move.Last, middle: w.Move.Middle, half: w.Move.Half, largest: w.Move.Largest, smallest: w.Move.Smallest,
		leave: w.Move.Leave, either: w.Move.Either, until: w.Move.Until, by: w.Move.By,
	} {
		for _, word := range list {
			m.note(word, p)
		}
	}
	for _, phrase := range w.Move.Doubts {
		m.doubts = append(m.doubts, split(phrase))
	}
	for _, phrase := range w.Move.Idle {
		m.remarks = append(m.remarks, split(phrase))
	}
	for i, forms := range w.Move.Ordinals {
		for word := range strings.SplitSeq(forms, "/") {
			m.note(word, ordinal)
			m.nth[word] = i
		}
	}
	return m
}

// note adds a role to a word.
func (m *moveWords) note(word string, p moveRole) {
	m.roles[word] = p
	if cleanWord(word) != word {
		m.signs[word] = true
	}
}

// moveInterpreter reads sentences that name a move.
type moveInterpreter struct {
	*lexer
	moveWords
	negations     map[string]bool
	fillers       map[string]bool
	polite        hashTable[Topic] // the same as in Interpreter
	politePhrases wordSet          // phrases of politeness
	normal        *memo[[]string]  // normalized words, remembered because a line is read in many ways
}

// orderedMoves returns the legal moves that a sentence orders to play in p: one if it is
// clear, two if the number may be the amount taken or the amount left ("make B 2"), and
// none if there is a word that isn't understood.
func (t *moveInterpreter) orderedMoves(p rules.Position, text string) []rules.Move {
	if moves, alone := t.moves(p, text); alone && !t.isDoubtful(text) {
		return moves
	}
	return nil
}

// moves returns the legal moves that a sentence names, whether it orders them or not; alone
// reports whether all other words are understood. There are none if another clause denies
// the move or names a second one.
func (t *moveInterpreter) moves(p rules.Position, text string) (legal []rules.Move, alone bool) {
	if m, ok := t.gameWording(p, text); ok {
		return []rules.Move{m}, true
	}
	piles := pilesOf(p)
	if len(piles) > 0 {
		legal = t.movesIn(p, piles, text)
	}
	if legal == nil {
		legal = t.inEnglish(p, text)
	}
	if legal != nil || len(piles) == 0 {
		return legal, legal != nil
	}
	alone = true
	for _, clause := range clauses(text) {
		switch moves := t.movesIn(p, piles, clause); {
		case moves == nil && t.clauseRaisesDoubt(clause), moves != nil && legal != nil:
			return nil, false
		case moves != nil:
			legal = moves
		default:
			alone = alone && t.isPoliteClause(clause)
		}
	}
	if legal != nil {
		return legal, alone
	}
	return t.moveAmong(p, piles, text), false
}

// movesIn returns the legal moves that one clause names.
func (t *moveInterpreter) movesIn(p rules.Position, piles []uint64, clause string) []rules.Move {
	r := moveReader{talk: t, piles: piles}
	if !r.read(t.normalize(clause)) {
		return nil
	}
	return r.legal(p)
}

// normalize splits a text into words for reading a move: slips corrected, synonyms
// replaced, numbers in digits.
func (t *moveInterpreter) normalize(text string) []string {
	return slices.Clone(t.normal.of(text, t.normalizeUncached))
}

func (t *moveInterpreter) normalizeUncached(text string) []string {
	spoken := t.splitNumbers(t.expandContractions(t.vocabulary.correctAll(t.split(text))))
	return t.inDigits(t.withoutOnes(t.same.replace(spoken)))
}

// splitNumbers splits numbers from the move words that they are joined to: "take2",
// "pile3", "2from". A letter with a number is a move, and stays.
func (t *moveInterpreter) splitNumbers(spoken []string) []string {
	const digits = "0123456789"
	out := make([]string, 0, len(spoken))
	for _, w := range spoken {
		after, before := strings.TrimLeft(w, digits), strings.TrimRight(w, digits)
		switch {
		case after != w && t.isMoveWord(after):
			out = append(out, strings.TrimSuffix(w, after), after)
		case before != w && t.isMoveWord(before):
			out = append(out, before, strings.TrimPrefix(w, before))
		default:
			out = append(out, w)
		}
	}
	return out
}

// isMoveWord reports whether a word of more than one letter has a role in moves.
func (t *moveInterpreter) isMoveWord(word string) bool {
	return len(word) > 1 && (t.roles[word] != 0 || t.sizing[word])
}

// maxStrays is the largest number of words without a meaning in moves that may stand
// around a move.
const maxStrays = 3

// moveAmong finds the move in a sentence with a few unknown words: "teacher says take 2
// from B". It finds none if the sentence denies, asks or reports, if there is a second
// number, pile or amount, or if such a word stands between pile and amount.
func (t *moveInterpreter) moveAmong(p rules.Position, piles []uint64, text string) []rules.Move {
	spoken := t.normalize(text)
	if !t.hasAny(spoken, t.taking) || slices.ContainsFunc(spoken, t.raisesDoubt) {
		return nil
	}
	r, strays := moveReader{talk: t, piles: piles}, 0
	for len(spoken) > 0 {
		n := 0
		if !t.isArticle(spoken) {
			n = r.next(spoken)
		}
		if n == 0 {
			if strays++; isNumber(spoken[0]) || r.hasBegun() && !r.isComplete() {
				return nil
			}
			n = 1
		}
		spoken = spoken[n:]
	}
	if !r.isComplete() || r.mode != 0 || strays > maxStrays {
		return nil
	}
	return r.legal(p)
}

// raisesDoubt reports whether a word denies a move, asks about it or reports it.
func (t *moveInterpreter) raisesDoubt(word string) bool {
	return t.negations[word] || t.asking[word] || t.reports[word]
}

// isArticle reports whether the first word is an "a" that is an article, rather than the
// name of a pile.
func (t *moveInterpreter) isArticle(spoken []string) bool {
	if len(spoken) < 2 || t.roles[spoken[0]] != single {
		return false
	}
	follows := t.roles[spoken[1]]
	return follows != thing && follows != single && follows != until
}

// legal returns the legal moves among those that were read.
func (r *moveReader) legal(p rules.Position) []rules.Move {
	legal := command.LegalMoves(p, r.notations())
	if r.mode == either && !slices.Contains(legal, r.moveLeaving()) {
		return nil // the reading "leave" isn't legal; don't guess the other one
	}
	return legal
}

// clauseRaisesDoubt reports whether a clause beside a move makes the move doubtful: by a
// number, another move, a negation, or a question word.
func (t *moveInterpreter) clauseRaisesDoubt(clause string) bool {
	return slices.ContainsFunc(t.inDigits(t.split(clause)), func(w string) bool {
		return isNumber(w) || oneMove.MatchString(w) || t.negations[w] || t.asking[w]
	})
}

// withoutOnes drops the "one" after the place of a pile, and where it stands for a thing: "the first one",
// "this one".
func (t *moveInterpreter) withoutOnes(spoken []string) []string {
	var out []string
	for i, w := range spoken {
		if i > 0 && w == t.one {
			if p := t.roles[spoken[i-1]]; ordinal <= p && p <= smallest || t.pointing[spoken[i-1]] {
				continue
			}
			if i > 1 && t.the[spoken[i-2]] && isLetter(spoken[i-1]) { // "the B one"
				continue
			}
			if i > 1 && t.the[spoken[i-2]] && isNumber(spoken[i-1]) { // "the 3 one"
				w = t.heap
			}
		}
		out = append(out, w)
	}
	return out
}

// gameWording reads a move in the game's own wording, and ignores fillers around it.
func (t *moveInterpreter) gameWording(p rules.Position, text string) (rules.Move, bool) {
	fields := t.inDigits(strings.Fields(strings.ToLower(text)))
	idle := func(word string) bool {
		return !slices.ContainsFunc(t.expandContractions([]string{cleanWord(word)}), func(w string) bool { return t.roles[w] != filler })
	}
	for len(fields) > 0 && idle(fields[0]) {
		fields = fields[1:]
	}
	for len(fields) > 0 && idle(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	legal := command.Readings(p, strings.Join(fields, " "))
	if len(legal) != 1 {
		return "", false
	}
	return legal[0], true
}

// pilesOf returns the sizes of a position's piles, in order; nil if they aren't named by
// letters.
func pilesOf(p rules.Position) []uint64 {
	rows := p.Diagram().Rows
	piles := make([]uint64, len(rows))
	for i, r := range rows {
		if r.Label != rules.Label(i) {
			return nil
		}
		piles[i] = r.Count
	}
	return piles
}
