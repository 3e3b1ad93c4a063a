package typed

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game"
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
	either
	leave // after either: it is surer
)

// moveWords are the words of moves.
type moveWords struct {
	parts map[string]part
	nth   map[string]int  // place of an ordinal, from 0
	signs map[string]bool // words with punctuation in them
	sized map[string]bool // stand between the word for a pile and its size
	the   map[string]bool // stand before the size of a pile
	told  map[string]bool // make of a move a report, or a thought
	asks  map[string]bool // with a question mark, make it a question
	same  synonyms
	spell vocabulary
}

// newMoveWords reads the words of moves; split splits a phrase into words.
func newMoveWords(w *words.Talk, split func(string) []string) moveWords {
	m := moveWords{
		parts: map[string]part{}, nth: map[string]int{}, signs: map[string]bool{},
		sized: setOf(w.Move.Sized), the: setOf(w.Move.The), told: setOf(w.Move.Told), asks: setOf(w.Move.Asking), same: newSynonyms(w.Move.Same, split),
	}
	for p, list := range map[part][]string{
		filler: w.Move.Fillers, pile: w.Move.Pile, thing: w.Move.Things, single: w.Move.Single, every: w.Move.All,
		ordinal: w.Move.Ordinals, last: w.Move.Last, middle: w.Move.Middle, half: w.Move.Half, largest: w.Move.Largest, smallest: w.Move.Smallest,
		leave: w.Move.Leave, either: w.Move.Either, until: w.Move.Until,
	} {
		for _, word := range list {
			m.parts[word] = p
			if cleanWord(word) != word {
				m.signs[word] = true
			}
		}
	}
	for i, word := range w.Move.Ordinals {
		m.nth[word] = i
	}
	return m
}

// Moves are the legal moves that a sentence may mean in p, without any doubt
// where there is one. Two are what is taken and what is left: "make B 2". A
// sentence with a word in it that says nothing of a move means none, unless a
// clause of it is a move and no other one takes that back.
func (t *Talk) Moves(p game.Position, text string) []game.Move {
	if t.asksOfMove(text) {
		return nil
	}
	if m, ok := t.bare(p, text); ok {
		return []game.Move{m}
	}
	piles := lettered(p)
	if len(piles) == 0 {
		return nil
	}
	if legal := t.movesIn(p, piles, text); legal != nil {
		return legal
	}
	var legal []game.Move
	for _, clause := range clauses(text) {
		switch moves := t.movesIn(p, piles, clause); {
		case moves == nil && t.doubts(clause), moves != nil && legal != nil:
			return nil
		case moves != nil:
			legal = moves
		}
	}
	if legal != nil {
		return legal
	}
	return t.moveAmong(p, piles, text)
}

// movesIn reads one clause.
func (t *Talk) movesIn(p game.Position, piles []uint64, clause string) []game.Move {
	r := moveReader{talk: t, piles: piles}
	if !r.read(t.moving(clause)) {
		return nil
	}
	return r.legal(p)
}

// moving are the words of a move, with slips corrected and numbers in digits.
func (t *Talk) moving(text string) []string {
	return t.inDigits(t.withoutOnes(t.move.same.replace(t.move.spell.corrected(t.split(text)))))
}

// maxStrays is how many words that say nothing of a move may stand around one.
const maxStrays = 3

// moveAmong reads "take 2 from B" among a few words that say nothing of a move:
// "teacher says take 2 from B". A sentence that denies, asks or reports makes
// none, nor does one with another number, pile or amount.
func (t *Talk) moveAmong(p game.Position, piles []uint64, text string) []game.Move {
	spoken := t.moving(text)
	if slices.ContainsFunc(spoken, func(w string) bool { return t.not[w] || t.move.asks[w] || t.move.told[w] }) {
		return nil
	}
	r, strays := moveReader{talk: t, piles: piles}, 0
	for len(spoken) > 0 {
		n := r.next(spoken)
		if n == 0 {
			if strays++; isNumber(spoken[0]) || t.move.parts[spoken[0]] != 0 {
				return nil
			}
			n = 1
		}
		spoken = spoken[n:]
	}
	if !r.done() || r.mode != 0 || strays > maxStrays {
		return nil
	}
	return r.legal(p)
}

// legal are the legal moves among those that were read.
func (r *moveReader) legal(p game.Position) []game.Move {
	legal := legalOnes(p, r.notations())
	if r.mode == either && !slices.Contains(legal, r.leaving()) {
		return nil // what the words say best cannot be done
	}
	return legal
}

// asksOfMove reports whether a sentence is a question of what might be done.
func (t *Talk) asksOfMove(text string) bool {
	return strings.Contains(text, "?") && slices.ContainsFunc(t.split(text), func(w string) bool { return t.move.asks[w] })
}

// doubts reports whether a clause beside a move makes it doubtful: by a number,
// a "no", or a word that asks.
func (t *Talk) doubts(clause string) bool {
	return slices.ContainsFunc(t.inDigits(t.split(clause)), func(w string) bool { return isNumber(w) || t.not[w] || t.move.asks[w] })
}

// withoutOnes drops the "one" behind the place of a pile: "the first one".
func (t *Talk) withoutOnes(spoken []string) []string {
	var out []string
	for i, w := range spoken {
		if i > 0 && w == t.words.Numbers[0] {
			if p := t.move.parts[spoken[i-1]]; ordinal <= p && p <= smallest {
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

// bare reads a move in words of the game's own, with fillers around it.
func (t *Talk) bare(p game.Position, text string) (game.Move, bool) {
	fields := t.inDigits(strings.Fields(strings.ToLower(text)))
	idle := func(word string) bool { return t.move.parts[cleanWord(word)] == filler }
	for len(fields) > 0 && idle(fields[0]) {
		fields = fields[1:]
	}
	for len(fields) > 0 && idle(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	text = strings.Trim(strings.Join(fields, " "), around+",")
	legal := legalOnes(p, append(spellings(text), rewrite(p, text)...))
	if len(legal) != 1 {
		return "", false
	}
	return legal[0], true
}

// lettered are the sizes of a position's piles, in order, if letters name them.
func lettered(p game.Position) []uint64 {
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

// moveReader reads a wording of taking from one lettered pile.
type moveReader struct {
	talk  *Talk
	piles []uint64

	pile   int    // from 0, once it is named
	amount uint64 // once it is counted
	named  bool
	counts bool
	all    bool
	half   bool
	mode   part // leave or either; 0: the amount is taken
}

// read reads all words; false where one says nothing of a move, or where they
// name no pile or no amount, or several.
func (r *moveReader) read(spoken []string) bool {
	for len(spoken) > 0 {
		n := r.next(spoken)
		if n == 0 {
			return false
		}
		spoken = spoken[n:]
	}
	return r.done()
}

// done reports whether a pile and one amount are named.
func (r *moveReader) done() bool {
	amounts := 0
	for _, said := range []bool{r.counts, r.all, r.half && r.named && r.piles[r.pile]%2 == 0} {
		if said {
			amounts++
		}
	}
	return r.named && amounts == 1
}

// next reads the words at the beginning that belong together, and tells how
// many they are; 0 where they say nothing of a move.
func (r *moveReader) next(spoken []string) int {
	word, follows, third := spoken[0], "", ""
	if amount, minus := strings.CutPrefix(word, "-"); minus && isNumber(amount) { // "-2 from B"
		word = amount
	}
	if len(spoken) > 1 {
		follows = spoken[1]
	}
	if len(spoken) > 2 {
		third = spoken[2]
	}
	words := r.talk.move
	switch p := words.parts[word]; {
	case p == single && words.parts[follows] == single:
	case p == single && words.parts[follows] == thing, p == last && words.parts[follows] == thing && !r.counts:
		return 2 * r.count("1")
	case words.the[word] && isNumber(follows) && words.parts[third] == pile && !r.named: // "the 4 pile"
		return 3 * r.sizedAs(follows)
	case words.the[word] && isNumber(follows) && r.counts && !r.named: // "2 from the 4"
		return 2 * r.sizedAs(follows)
	case word == "a" && words.parts[follows] == pile: // any
		return 0
	case p == pile && !r.named && words.sized[follows] && isNumber(third):
		return 3 * r.sizedAs(third)
	case p == pile && !r.named && isNumber(follows):
		n, _ := strconv.Atoi(follows)
		return 2 * r.name(n-1)
	case p == until && r.named && isNumber(follows):
		r.mode = max(r.mode, either)
	case p == leave, p == either:
		r.mode = max(r.mode, p)
	case p == every:
		r.all = true
	case p == half:
		r.half = true
	case p == filler, p == thing, p == pile, p == until:
	case isNumber(word):
		return r.count(word)
	default:
		return r.position(word, p)
	}
	return 1
}

// position reads the name of a pile: by its place, its size, its letter, or
// its letter with an amount behind it.
func (r *moveReader) position(word string, p part) int {
	switch p {
	case ordinal:
		return r.name(r.talk.move.nth[word])
	case last:
		i := len(r.piles) - 1
		for i > 0 && r.piles[i] == 0 { // nobody means a pile that is gone
			i--
		}
		return r.name(i)
	case middle:
		if len(r.piles)%2 == 0 {
			return 0
		}
		return r.name(len(r.piles) / 2)
	case largest:
		return r.only(slices.Max(r.piles))
	case smallest:
		return r.only(r.least())
	}
	letters := strings.TrimRight(word, "0123456789")
	amount := word[len(letters):]
	if left := strings.TrimSuffix(letters, "="); left != letters && amount != "" { // "B=2"
		letters, r.mode = left, max(r.mode, either)
	}
	letters = strings.TrimSuffix(letters, "-")
	for i := range r.piles {
		if strings.EqualFold(game.Label(i), letters) {
			if amount != "" && r.count(amount) == 0 {
				return 0
			}
			return r.name(i)
		}
	}
	if p == 0 && (r.talk.isPolite(word) || r.talk.fillers[word]) {
		return 1
	}
	return 0
}

// name names the pile, from 0, and count the amount: once each.
func (r *moveReader) name(i int) int {
	if r.named || i < 0 || i >= len(r.piles) {
		return 0
	}
	r.pile, r.named = i, true
	return 1
}

func (r *moveReader) count(digits string) int {
	n, err := strconv.ParseUint(digits, 10, 64)
	if r.counts || err != nil {
		return 0
	}
	r.amount, r.counts = n, true
	return 1
}

// sizedAs names the one pile of a size in digits.
func (r *moveReader) sizedAs(digits string) int {
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0
	}
	return r.only(n)
}

// only names the one pile of a size.
func (r *moveReader) only(size uint64) int {
	i := slices.Index(r.piles, size)
	if i < 0 || slices.Contains(r.piles[i+1:], size) {
		return 0
	}
	return r.name(i)
}

// least is the size of the smallest pile that is not gone.
func (r *moveReader) least() uint64 {
	least := slices.Max(r.piles)
	for _, n := range r.piles {
		if n > 0 {
			least = min(least, n)
		}
	}
	return least
}

// notations are the moves that were read: first that which takes the amount.
func (r *moveReader) notations() []string {
	switch {
	case r.all:
		return []string{r.taking(r.piles[r.pile])}
	case r.half:
		return []string{r.taking(r.piles[r.pile] / 2)}
	case r.mode == leave:
		return []string{string(r.leaving())}
	case r.mode == either:
		return []string{r.taking(r.amount), string(r.leaving())}
	}
	return []string{r.taking(r.amount)}
}

func (r *moveReader) taking(n uint64) string {
	return game.Label(r.pile) + strconv.FormatUint(n, 10)
}

// leaving leaves the amount; it takes none, which is not legal, where a pile
// has no more than that.
func (r *moveReader) leaving() game.Move {
	size := r.piles[r.pile]
	return game.Move(r.taking(size - min(size, r.amount)))
}

func isNumber(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }
