package talk

import (
	"slices"
	"strings"

	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// part is what a word is in the wording of a move.
type part uint8

const (
	filler part = iota + 1
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
	until // the number behind it may be what is left
	by    // the number behind it is what is taken
	either
	leave // after either: it is surer
)

// moveWords are the words of moves.
type moveWords struct {
	parts   map[string]part
	nth     map[string]int  // place of an ordinal, from 0
	signs   map[string]bool // words with punctuation in them
	sized   map[string]bool // stand between the word for a pile and its size
	the     map[string]bool // stand before the size of a pile
	reports map[string]bool // make of a move a report, or a thought
	taking  map[string]bool // tell that stones are taken
	asking  map[string]bool // with a question mark, make it a question
	// Of asks, wonders ask for more than an opinion on a move; looks ask how a pile
	// stands, where none of acts asks what to do with it.
	wondering, looking, acting map[string]bool

	joins      map[string]bool // stand between two moves
	please     map[string]bool // make of what is asked an order
	doubts     [][]string      // make of a move a thought that is asked about
	remarks    [][]string      // make it a remark
	same       synonyms
	vocabulary vocabulary
}

// newMoveWords reads the words of moves; split splits a phrase into words.
func newMoveWords(w *words.Talk, split func(string) []string) moveWords {
	m := moveWords{
		parts: map[string]part{}, nth: map[string]int{}, signs: map[string]bool{},
		sized: setOf(w.Move.Sized), the: setOf(w.Move.The), reports: setOf(w.Move.Told), joins: setOf(w.Move.Joins), taking: setOf(w.Move.Takes), asking: setOf(w.Move.Asking), wondering: setOf(w.Move.Wondering), looking: setOf(w.Move.Looking), acting: setOf(w.Move.Acting), please: setOf(w.Move.Please), same: newSynonyms(w.Move.Same, split),
	}
	for p, list := range map[part][]string{
		filler: w.Move.Fillers, pile: w.Move.Pile, thing: w.Move.Things, single: w.Move.Single, every: w.Move.All,
		ordinal: w.Move.Ordinals, last: w.Move.Last, middle: w.Move.Middle, half: w.Move.Half, largest: w.Move.Largest, smallest: w.Move.Smallest,
		leave: w.Move.Leave, either: w.Move.Either, until: w.Move.Until, by: w.Move.By,
	} {
		for _, word := range list {
			m.parts[word] = p
			if cleanWord(word) != word {
				m.signs[word] = true
			}
		}
	}
	for _, phrase := range w.Move.Doubts {
		m.doubts = append(m.doubts, split(phrase))
	}
	for _, phrase := range w.Move.Idle {
		m.remarks = append(m.remarks, split(phrase))
	}
	for i, word := range w.Move.Ordinals {
		m.nth[word] = i
	}
	return m
}

// moveTalk understands sentences that tell a move.
type moveInterpreter struct {
	*lexer
	moveWords
	negations     map[string]bool
	fillers       map[string]bool
	polite        map[string]Topic // as in Interpreter
	politePhrases map[string]bool  // phrases of politeness
}

// ordered are the legal moves that a sentence may mean in p, without any doubt
// where there is one. Two are what is taken and what is left: "make B 2". A
// sentence with a word in it that is not understood means none.
func (t *moveInterpreter) ordered(p game.Position, text string) []game.Move {
	if moves, alone := t.moves(p, text); alone && !t.doubtful(text) {
		return moves
	}
	return nil
}

// moves are the legal moves that the words of a sentence tell, whatever else
// they say of them, and whether nothing stands beside them but words that are
// understood. A clause that takes the move back, or tells another, leaves none.
func (t *moveInterpreter) moves(p game.Position, text string) (legal []game.Move, alone bool) {
	if m, ok := t.bare(p, text); ok {
		return []game.Move{m}, true
	}
	piles := pilesOf(p)
	if len(piles) == 0 {
		return nil, false
	}
	if legal := t.movesIn(p, piles, text); legal != nil {
		return legal, true
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

// movesIn reads one clause.
func (t *moveInterpreter) movesIn(p game.Position, piles []uint64, clause string) []game.Move {
	r := moveReader{talk: t, piles: piles}
	if !r.read(t.normalize(clause)) {
		return nil
	}
	return r.legal(p)
}

// moving are the words of a move, with slips corrected and numbers in digits.
func (t *moveInterpreter) normalize(text string) []string {
	spoken := t.splitNumbers(t.expandContractions(t.vocabulary.correctAll(t.split(text))))
	return t.inDigits(t.withoutOnes(t.same.replace(spoken)))
}

// unglued sets numbers apart from the words of a move that they are written
// together with: "take2", "pile3", "2from". A letter with a number is a move.
func (t *moveInterpreter) splitNumbers(spoken []string) []string {
	const digits = "0123456789"
	out := make([]string, 0, len(spoken))
	for _, w := range spoken {
		behind, before := strings.TrimLeft(w, digits), strings.TrimRight(w, digits)
		switch {
		case behind != w && t.isMoveWord(behind):
			out = append(out, strings.TrimSuffix(w, behind), behind)
		case before != w && t.isMoveWord(before):
			out = append(out, before, strings.TrimPrefix(w, before))
		default:
			out = append(out, w)
		}
	}
	return out
}

// says reports whether a word, and no letter, stands in moves.
func (t *moveInterpreter) isMoveWord(word string) bool { return len(word) > 1 && t.parts[word] != 0 }

// maxStrays is how many words that say nothing of a move may stand around one.
const maxStrays = 3

// moveAmong reads "take 2 from B" among a few words that say nothing of a move:
// "teacher says take 2 from B". A sentence that denies, asks or reports makes
// none, nor does one with another number, pile or amount, or with such words
// between the pile and the amount.
func (t *moveInterpreter) moveAmong(p game.Position, piles []uint64, text string) []game.Move {
	spoken := t.normalize(text)
	if !t.has(spoken, t.taking) || slices.ContainsFunc(spoken, t.raisesDoubt) {
		return nil
	}
	r, strays := moveReader{talk: t, piles: piles}, 0
	for len(spoken) > 0 {
		n := 0
		if !t.isArticle(spoken) {
			n = r.next(spoken)
		}
		if n == 0 {
			if strays++; isNumber(spoken[0]) || r.begun() && !r.complete() {
				return nil
			}
			n = 1
		}
		spoken = spoken[n:]
	}
	if !r.complete() || r.mode != 0 || strays > maxStrays {
		return nil
	}
	return r.legal(p)
}

// unsure reports whether a word denies a move, asks about it or reports it.
func (t *moveInterpreter) raisesDoubt(word string) bool {
	return t.negations[word] || t.asking[word] || t.reports[word]
}

// isArticle reports whether a sentence begins with an "a" that names no pile.
func (t *moveInterpreter) isArticle(spoken []string) bool {
	if len(spoken) < 2 || t.parts[spoken[0]] != single {
		return false
	}
	follows := t.parts[spoken[1]]
	return follows != thing && follows != single
}

// legal are the legal moves among those that were read.
func (r *moveReader) legal(p game.Position) []game.Move {
	legal := typed.LegalMoves(p, r.notations())
	if r.mode == either && !slices.Contains(legal, r.moveLeaving()) {
		return nil // what the words say best cannot be done
	}
	return legal
}

// unsettles reports whether a clause beside a move makes it doubtful: by a number,
// another move, a "no", or a word that asks.
func (t *moveInterpreter) clauseRaisesDoubt(clause string) bool {
	return slices.ContainsFunc(t.inDigits(t.split(clause)), func(w string) bool {
		return isNumber(w) || oneMove.MatchString(w) || t.negations[w] || t.asking[w]
	})
}

// withoutOnes drops the "one" behind the place of a pile: "the first one".
func (t *moveInterpreter) withoutOnes(spoken []string) []string {
	var out []string
	for i, w := range spoken {
		if i > 0 && w == t.numbers[0] {
			if p := t.parts[spoken[i-1]]; ordinal <= p && p <= smallest {
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

// bare reads a move in words of the game's own, with fillers around it.
func (t *moveInterpreter) bare(p game.Position, text string) (game.Move, bool) {
	fields := t.inDigits(strings.Fields(strings.ToLower(text)))
	idle := func(word string) bool {
		return !slices.ContainsFunc(t.expandContractions([]string{cleanWord(word)}), func(w string) bool { return t.parts[w] != filler })
	}
	for len(fields) > 0 && idle(fields[0]) {
		fields = fields[1:]
	}
	for len(fields) > 0 && idle(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	legal := typed.Readings(p, strings.Join(fields, " "))
	if len(legal) != 1 {
		return "", false
	}
	return legal[0], true
}

// lettered are the sizes of a position's piles, in order, if letters name them.
func pilesOf(p game.Position) []uint64 {
	rows := p.Diagram().Rows
	piles := make([]uint64, len(rows))
	for i, r := range rows {
		if r.Label != game.Label(i) {
			return nil
		}
		piles[i] = r.Count
	}
	return piles
}
