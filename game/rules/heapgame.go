package rules

import "iter"

// Shared code for games in which a move takes from one heap or breaks it in two,
// and in which rules and values depend on that heap alone.

// heapRules are the rules of such a game, and the values of its heaps.
type heapRules interface {
	// cuts yields every move on a heap of n, in the order of the amount taken
	// and, for one amount, of the smaller part.
	cuts(n uint64) iter.Seq[cut]
	// amounts yields, in rising order, how many stones a move on a heap of n may
	// take; 0 stands for breaking the heap without taking.
	amounts(n uint64) iter.Seq[uint64]
	// cutsTo yields, in the order of cuts, every move on a heap of n that leaves
	// heaps with the value a or b.
	cutsTo(n uint64, a, b Value) iter.Seq[cut]
	// refusal returns the catalogue code for why c isn't allowed on a heap of
	// n, "" if it is allowed. c must fit the heap. Of the splits that take the same
	// number, it allows all, none, all but the one into equal parts, or only that one.
	refusal(n uint64, c cut) string
	// value is the Grundy value of a heap of n.
	value(n uint64) uint64
	// omitsZero reports whether a move that takes nothing is written "A:1+2"
	// instead of "A0:1+2".
	omitsZero() bool
}

// cut is a move on one heap: taken stones are removed and, if small > 0, the rest
// is broken in two. small is the size of the smaller part.
type cut struct{ taken, small uint64 }

// parts returns the heaps that c leaves of a heap of n: 0, 0 if it leaves none,
// and 0, large if it leaves one.
func (c cut) parts(n uint64) (small, large uint64) { return c.small, n - c.taken - c.small }

// leaves returns the value of the heaps that c leaves of a heap of n.
func leaves(r heapRules, n uint64, c cut) Value {
	small, large := c.parts(n)
	return HeapValue(r.value(small)).plus(HeapValue(r.value(large)))
}

// takes yields the moves that take one of the amounts and split nothing.
func takes(amounts iter.Seq[uint64]) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		for k := range amounts {
			if !yield(cut{k, 0}) {
				return
			}
		}
	}
}

// takesTo yields those of the moves on a heap of n, which must be few, that leave the
// value a or b.
func takesTo(r heapRules, n uint64, a, b Value) iter.Seq[cut] {
	return func(yield func(cut) bool) {
		for k := range r.amounts(n) {
			if v := HeapValue(r.value(n - k)); (v == a || v == b) && !yield(cut{k, 0}) {
				return
			}
		}
	}
}

// heapGame says all that distinguishes one game of this kind from another. Each game's file has one
// as a literal.
type heapGame struct {
	card  Game // heapsOf fills in how positions are read and, unless the card does, drawn
	rules heapRules
	cycle period       // of the values, where it isn't the table that proves it
	table *grundyTable // bounds the heaps that can be read; nil: all have values
	// inSums is the largest heap of a part of a sum, unless the values repeat from half as many heaps on; 0: no
	// bound.
	inSums uint64
	draws  drawnHeaps

	pins    bool   // the heaps are rows of pins that are knocked down
	piece   Piece  // "": the one of the shape
	set     string // what follows the heaps in notation, "{1-3}"
	numbers any    // the set as people see it: "1–3", or a Wording
	caption string // the code of the sentence about it below a drawing

	// weight is how a heap with a move counts in Size.Total, which must fall with every move; nil: by
	// its stones.
	weight func(n uint64) uint64
	tame   bool
	facts  func(h heaps, e Ending) []Fact // never nil

	// How misère play is decided if it isn't tame: by Kayles's quotient, or by a search within bound.
	quotient bool
	search   *heapSearch
	bound    Size
}

// The bounds of parts of sums whose values come from a long table. Filling it takes some milliseconds.
const (
	maxSplitPart = 5000   // heaps that can be split
	maxSetPart   = 25_000 // piles from which one of many numbers is taken
)

// summand returns the bound of a part of a sum.
func (p heapPosition) summand() Size {
	most := p.of.inSums
	if most == 0 || p.Size().Largest <= most {
		return Size{}
	}
	if of := p.of.table.proved(); of.length > 0 && 2*(of.from+of.length) <= most {
		return Size{}
	}
	return Size{Largest: most}
}

// drawnHeaps are how many heaps a start has, or one more, and their bounds.
type drawnHeaps struct {
	count       int
	least, most uint64
}

// heapsOf returns the game that a literal describes.
func heapsOf(g *heapGame) Game {
	g.card.Parse = func(text string) (Position, error) {
		h, err := g.parse(text)
		if err != nil {
			return nil, err
		}
		return g.at(h), nil
	}
	g.card.Single, g.card.Set = true, g.set
	if g.card.Draw == nil {
		g.card.Draw = func(d *Drawing, e Ending) string { return g.fair(d, e, g.draws) }
	}
	return g.card
}

// parse reads heaps, and refuses those whose values aren't known.
func (g *heapGame) parse(text string) (heaps, error) {
	read, example := parseHeaps, g.card.Examples[0]
	if g.card.Grows != nil {
		read = parsePieces
	}
	h, err := read(text, example)
	if err == nil && g.table != nil {
		err = withinTable(h, g.table, example)
	}
	return h, err
}

// at returns a position with all that is known about it.
func (g *heapGame) at(h heaps) Position {
	p := heapPosition{h, g}
	switch {
	case g.quotient:
		return kaylesPosition{p}
	case g.search != nil:
		return searchedPosition{p}
	}
	return p
}

// searchedPosition is a position of a game whose misère play is searched.
type searchedPosition struct{ heapPosition }

func (p searchedPosition) Game() string             { return p.of.card.Key }
func (p searchedPosition) Key() (Key, bool)         { return p.of.search.key(p.heaps) }
func (p searchedPosition) Next(k Key) iter.Seq[Key] { return p.of.search.next(k) }
func (p searchedPosition) SearchBound() Size        { return p.of.bound }

// fair draws different heaps, at least two of them with a move; see the function fair.
func (g *heapGame) fair(d *Drawing, e Ending, of drawnHeaps) string {
	return fair(d, e, func() Position {
		p := heapPosition{differentHeaps(d.Rand, of.count+d.IntN(2), of.least, of.most), g}
		if p.live() < 2 {
			return nil
		}
		return g.at(p.heaps)
	})
}

// counts returns the one fact of a game whose piles are counted by a rule.
func counts(code string) func(heaps, Ending) []Fact {
	return func(heaps, Ending) []Fact { return []Fact{{Code: code}} }
}
