package rules

import "iter"

// breakGame says all that distinguishes one game of this kind from another. Each game's file has one
// as a literal.
type breakGame struct {
	card  Game // breaking fills in how positions are read and, unless the card does, drawn
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

	// weight is how a heap with a move counts in Size.Total; nil: by its stones.
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
func (p breakPosition) summand() Size {
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

// breaking returns the game that a literal describes.
func breaking(g *breakGame) Game {
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
func (g *breakGame) parse(text string) (heaps, error) {
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
func (g *breakGame) at(h heaps) Position {
	p := breakPosition{h, g}
	switch {
	case g.quotient:
		return kaylesPosition{p}
	case g.search != nil:
		return searchedPosition{p}
	}
	return p
}

// searchedPosition is a position of a game whose misère play is searched.
type searchedPosition struct{ breakPosition }

func (p searchedPosition) Game() string             { return p.of.card.Key }
func (p searchedPosition) Key() (Key, bool)         { return p.of.search.key(p.heaps) }
func (p searchedPosition) Next(k Key) iter.Seq[Key] { return p.of.search.next(k) }
func (p searchedPosition) SearchBound() Size        { return p.of.bound }

// fair draws different heaps, at least two of them with a move; see the function fair.
func (g *breakGame) fair(d *Drawing, e Ending, of drawnHeaps) string {
	return fair(d, e, func() Position {
		p := breakPosition{differentHeaps(d.Rand, of.count+d.IntN(2), of.least, of.most), g}
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
