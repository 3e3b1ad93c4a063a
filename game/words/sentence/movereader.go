package sentence

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// moveReader reads a wording of taking from one pile that is named by a letter. Its
// fields collect what the words have said so far.
type moveReader struct {
	talk  *moveInterpreter
	piles []uint64

	pile      int    // from 0; valid if hasPile
	amount    uint64 // valid if hasAmount
	hasPile   bool
	hasAmount bool
	all       bool
	half      bool
	mode      moveRole // leave, either, or 0 if the amount is taken
}

// read reads all words. It returns false if one has no meaning in a move, or if they
// don't name exactly one pile and one amount.
func (r *moveReader) read(spoken []string) bool { return r.consume(spoken) && r.isComplete() }

// consume reads all words. It returns false if one has no meaning in a move, or if they
// name several piles or several amounts.
func (r *moveReader) consume(spoken []string) bool {
	for len(spoken) > 0 {
		n := r.next(spoken)
		if n == 0 {
			return false
		}
		spoken = spoken[n:]
	}
	if r.all && !r.hasPile && !r.hasAmount {
		r.nameOnlyPile()
	}
	return !r.all || !r.hasAmount || r.readAllOf()
}

// nameOnlyPile chooses the pile that isn't empty, if there is just one: "take the rest".
func (r *moveReader) nameOnlyPile() {
	i := slices.IndexFunc(r.piles, func(n uint64) bool { return n > 0 })
	if i >= 0 && !slices.ContainsFunc(r.piles[i+1:], func(n uint64) bool { return n > 0 }) {
		r.setPile(i)
	}
}

// readAllOf reads "all five": the amount is the size of the pile, and names the pile if
// nothing else does.
func (r *moveReader) readAllOf() bool {
	if !r.hasPile && r.nameBySize(r.amount) == 0 || r.piles[r.pile] != r.amount {
		return false
	}
	r.hasAmount = false
	return true
}

// hasBegun reports whether a pile or an amount has been read.
func (r *moveReader) hasBegun() bool { return r.hasPile || r.hasAmount || r.all || r.half }

// isComplete reports whether one pile and one amount have been read.
func (r *moveReader) isComplete() bool {
	amounts := 0
	for _, said := range []bool{r.hasAmount, r.all, r.half && r.hasPile && r.piles[r.pile]%2 == 0} {
		if said {
			amounts++
		}
	}
	return r.hasPile && amounts == 1
}

// next reads the first words that belong together, and returns how many they are; 0 if
// they have no meaning in a move.
func (r *moveReader) next(spoken []string) int {
	word := spoken[0]
	if amount, minus := strings.CutPrefix(word, "-"); minus && isNumber(amount) { // "-2 from B"
		word = amount
	}
	if n, ok := r.nextPhrase(word, spoken[1:]); ok {
		return n
	}
	switch p := r.talk.roles[word]; {
	case p == leave, p == either:
		r.mode = max(r.mode, p)
	case p == every:
		r.all = true
	case p == half:
		r.half = true
	case p == by:
		r.mode = 0
	case r.talk.taking[word] && p == filler: // "leave it, I take 1"
		if !r.hasAmount {
			r.mode = 0
		}
	case p == filler, p == thing, p == pile, p == until:
	case isNumber(word) && p != ordinal: // "3." may be a place
		return r.setAmount(word)
	default:
		return r.readPile(word, p)
	}
	return 1
}

// nextPhrase reads a word together with the one or two that follow it, if together they
// mean something that they don't mean alone; otherwise ok is false.
func (r *moveReader) nextPhrase(word string, rest []string) (n int, ok bool) {
	follows, third := "", ""
	if len(rest) > 0 {
		follows = rest[0]
	}
	if len(rest) > 1 {
		third = rest[1]
	}
	words := r.talk.moveWords
	if !r.hasPile {
		if n, ok := r.nextSize(word, follows, third, rest); ok {
			return n, true
		}
	}
	switch p := words.roles[word]; {
	case p == single && words.roles[follows] == single:
		return 1, true
	case p == single && words.roles[follows] == thing, p == last && words.roles[follows] == thing && !r.hasAmount:
		return wordsRead(2, r.setAmount("1")), true
	case word == "a" && words.roles[follows] == pile: // any
		return 0, true
	case p == pile && !r.hasPile && isNumber(follows):
		i, _ := strconv.Atoi(follows)
		return wordsRead(2, r.setPile(i-1)), true
	case p == until && r.hasPile && isNumber(follows):
		r.mode = max(r.mode, either)
		return 1, true
	}
	return 0, false
}

// nextSize reads a pile that is named by its size.
func (r *moveReader) nextSize(word, follows, third string, rest []string) (n int, ok bool) {
	words := r.talk.moveWords
	sized := isNumber(follows) && words.roles[follows] != ordinal // "3er" is a place
	after := follows
	if words.roles[after] == thing {
		after = third
	}
	switch {
	case isNumber(word) && words.sizing[after]:
		return r.readSize(word, rest)
	case words.the[word] && sized && words.roles[third] == pile: // "the 4 pile"
		return wordsRead(3, r.nameBySizeText(follows)), true
	case words.the[word] && sized && r.hasAmount: // "2 from the 4"
		return wordsRead(2, r.nameBySizeText(follows)), true
	case words.roles[word] == pile && words.sized[follows] && isNumber(third):
		return wordsRead(3, r.nameBySizeText(third)), true
	}
	return 0, false
}

// readSize reads a size that stands before the word for its pile: "4 er haufen".
func (r *moveReader) readSize(size string, rest []string) (n int, ok bool) {
	i := slices.IndexFunc(rest, func(w string) bool { return r.talk.sizing[w] })
	if i+1 >= len(rest) || r.talk.roles[rest[i+1]] != pile {
		return 0, false
	}
	return wordsRead(i+3, r.nameBySizeText(size)), true
}

// wordsRead returns n if set is 1, and 0 if set is 0 (a setter refused the word).
func wordsRead(n, set int) int {
	if set == 0 {
		return 0
	}
	return n
}

// readPile reads the name of a pile: its place, its size, its letter, or its letter with
// an amount.
func (r *moveReader) readPile(word string, p moveRole) int {
	switch p {
	case ordinal:
		return r.setPile(r.talk.nth[word])
	case last:
		i := len(r.piles) - 1
		for i > 0 && r.piles[i] == 0 { // an empty pile is not the last one
			i--
		}
		return r.setPile(i)
	case middle:
		if len(r.piles)%2 == 0 {
			return 0
		}
		return r.setPile(len(r.piles) / 2)
	case largest:
		return r.nameBySize(slices.Max(r.piles))
	case smallest:
		return r.nameBySize(r.smallestSize())
	}
	letters := strings.TrimRight(word, "0123456789")
	amount := word[len(letters):]
	if left := strings.TrimSuffix(letters, "="); left != letters && amount != "" { // "B=2"
		letters, r.mode = left, max(r.mode, either)
	}
	letters = strings.TrimSuffix(letters, "-")
	for i := range r.piles {
		if strings.EqualFold(rules.Label(i), letters) {
			if amount != "" && r.setAmount(amount) == 0 {
				return 0
			}
			return r.setPile(i)
		}
	}
	if p == 0 && r.talk.isIgnorable(word) {
		return 1
	}
	return 0
}

// setPile sets the pile, counted from 0. Like setAmount, it returns 1, the number of
// words read, or 0 if there is no such pile or it was set before.
func (r *moveReader) setPile(i int) int {
	if r.hasPile || i < 0 || i >= len(r.piles) {
		return 0
	}
	r.pile, r.hasPile = i, true
	return 1
}

// setAmount sets the amount. It returns 1, or 0 if digits is no number or the amount was set
// before.
func (r *moveReader) setAmount(digits string) int {
	n, err := strconv.ParseUint(digits, 10, 64)
	if r.hasAmount || err != nil {
		return 0
	}
	r.amount, r.hasAmount = n, true
	return 1
}

// nameBySizeText is nameBySize for a size in digits.
func (r *moveReader) nameBySizeText(digits string) int {
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0
	}
	return r.nameBySize(n)
}

// nameBySize sets the pile to the only one of a size.
func (r *moveReader) nameBySize(size uint64) int {
	i := slices.Index(r.piles, size)
	if i < 0 || slices.Contains(r.piles[i+1:], size) {
		return 0
	}
	return r.setPile(i)
}

// smallestSize returns the size of the smallest pile that isn't empty.
func (r *moveReader) smallestSize() uint64 {
	least := slices.Max(r.piles)
	for _, n := range r.piles {
		if n > 0 {
			least = min(least, n)
		}
	}
	return least
}

// notations returns the moves that were read. If there are two, the first takes the
// amount and the second leaves it.
func (r *moveReader) notations() []string {
	switch {
	case r.all:
		return []string{r.moveTaking(r.piles[r.pile])}
	case r.half:
		return []string{r.moveTaking(r.piles[r.pile] / 2)}
	case r.mode == leave:
		return []string{string(r.moveLeaving())}
	case r.mode == either:
		return []string{r.moveTaking(r.amount), string(r.moveLeaving())}
	}
	return []string{r.moveTaking(r.amount)}
}

func (r *moveReader) moveTaking(n uint64) string {
	return rules.Label(r.pile) + strconv.FormatUint(n, 10)
}

// moveLeaving returns the move that leaves the amount. If the pile isn't larger than
// that, the move takes 0, which isn't legal.
func (r *moveReader) moveLeaving() rules.Move {
	size := r.piles[r.pile]
	return rules.Move(r.moveTaking(size - min(size, r.amount)))
}

func isNumber(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }
