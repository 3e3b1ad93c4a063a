package rules

import (
	"fmt"
	"strings"
)

const octalPrefix = "octal:"

// octalFamily reads the key of any octal game: "octal:0.137". ok is false for other
// keys.
func octalFamily(key string) (g Game, ok bool, err error) {
	code, ok := strings.CutPrefix(key, octalPrefix)
	if !ok {
		return Game{}, false, nil
	}
	r, err := octalCode(code)
	if err != nil {
		return Game{}, true, err
	}
	return octalGame(r), true, nil
}

// LookupTyped is Lookup for a key or a name (NameOf) that a person types. It also refuses an octal game in which no pile
// that is drawn has a move. Lookup still reads stored games of one.
func LookupTyped(key string) (Game, error) {
	if n, ok := NameOf(key); ok {
		key = n.Key
	}
	g, err := Lookup(key)
	code, ok := strings.CutPrefix(g.Key, octalPrefix)
	if !ok {
		return g, err
	}
	r, err := octalCode(code)
	if err != nil || r.drawnWithMove() > 0 {
		return g, err
	}
	least, most := r.drawn()
	return Game{}, unknownCode("octal.no-start", Args{"part": code, "example": exampleKey, "least": least, "most": most})
}

// octalGame returns the game of one code.
func octalGame(r *octalRules) Game { return r.game.card }

// The codes of games that have a file of their own.
const (
	kaylesCode = "0.77"
	dawsonCode = "0.07"
)

// heapGame describes the game of one code. A code that breaks heaps without taking counts a heap as
// the length of the longest play on it. Other codes than those of subtraction games are not tame in
// general: 0.007 follows the tame rule up to heaps of 14 and breaks it at 15.
func (r *octalRules) heapGame() heapGame {
	g := heapGame{
		card: Game{
			Key:      octalPrefix + r.code,
			Title:    "Octal game " + r.code,
			Group:    BreakGames,
			Endings:  []Ending{Normal, Misere},
			Costly:   []Ending{Normal, Misere},
			Examples: []string{r.example()},
			Decoded:  r.decoded(),
			Draw:     r.draw,
			Bounds:   r.bounds,
			Grows:    r.grows,
		},
		rules: r, table: &r.table, inSums: maxSplitPart, piece: Beads, tame: r.subtracts(), facts: r.facts,
		quotient: r.code == kaylesCode, search: &r.misere, bound: r.searchBound(),
	}
	if r.digits[0] != 0 {
		g.weight = takesAndSplits
	}
	return g
}

// decoded says what each digit of the code allows.
func (r *octalRules) decoded() []Wording {
	var all []Wording
	for k, d := range r.digits {
		switch {
		case d == 0:
		case k == 0:
			all = append(all, Wording{Code: "octal.split"})
		default:
			all = append(all, Wording{Code: fmt.Sprint("octal.", d), Args: []any{"taken", k}})
		}
	}
	return all
}

// example returns a position in which there is a move.
func (r *octalRules) example() string {
	h := heaps{9, 4}
	over := func() bool { return !r.moves(h[0]) && !r.moves(h[1]) }
	for over() && h[0] < maxDigits {
		h[0]++
	}
	for over() && h[0] > 1 {
		h[0]--
	}
	return h.String()
}

// draw draws heaps. It draws nothing if they can't be two different ones with a move.
func (r *octalRules) draw(d *Drawing, e Ending) string {
	if r.drawnWithMove() < 2 {
		return ""
	}
	least, most := r.drawn()
	return r.game.fair(d, e, drawnHeaps{2, least, most})
}

// drawn returns the sizes of the heaps that are drawn.
func (r *octalRules) drawn() (least, most uint64) {
	if r.digits[0] != 0 {
		return 1, 10 // small heaps: breaking them makes a long game
	}
	return 2, 11
}

// drawnWithMove returns how many of these sizes have a move.
func (r *octalRules) drawnWithMove() (count int) {
	least, most := r.drawn()
	for n := least; n <= most; n++ {
		if r.moves(n) {
			count++
		}
	}
	return count
}

// moves reports whether there is a move on a heap of n.
func (r *octalRules) moves(n uint64) bool {
	for range r.amounts(n) {
		return true
	}
	return false
}
