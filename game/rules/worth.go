package rules

import (
	"iter"
	"slices"
	"sync"
)

// What a position is worth as a part of a sum of games. In normal play it is a pile of Nim of
// its Grundy value g. In misère play, let g⁻ be the value by the same rule, but 1 for a
// position without a move. A position is firm if g⁻ = g, fickle if the two are 0 and 1, and
// otherwise wild. A sum of positions after which nothing wild can follow is lost in misère
// play exactly when the nim-sum of all g is 0, if some part is firm, else when it is 1
// (Conway, On Numbers and Games, ch. 12).

// worth is what a part counts.
type worth struct {
	value  Value // Firm is about misère play, and means nothing if the part is wild
	wild   bool  // a wild position can follow, or isn't known not to
	over   bool  // there is no move
	listed bool  // moves to a value are found by trying all moves
}

// worthOf returns what a position of a game is worth.
func worthOf(g Game, p Position) worth {
	w := countsAs(g, p)
	w.over = Over(p)
	return w
}

// countsAs is worthOf without over, which takes as long as the rest.
func countsAs(g Game, p Position) (w worth) {
	switch p := p.(type) {
	case Sum:
		w.value = valueOf(p)
		if !p.Tame() {
			if v, tame := byPiles(g, p); tame {
				w.value, w.listed = v, true
			} else {
				w.wild = true
			}
		}
	case Valued:
		w.value, w.listed = p.Worth(), true
	case tabled:
		e := p.genus()
		w.value, w.wild, w.listed = e.value(), e.wild, true
	}
	return w
}

// addable reports whether it is known what a position is worth.
func addable(p Position) bool {
	switch p.(type) {
	case Sum, Valued, tabled:
		return true
	}
	return false
}

// valueOf returns the value of a whole sum.
func valueOf(s Sum) Value {
	var all Value
	for i := range s.Parts() {
		all = all.plus(s.Value(i))
	}
	return all
}

// plus returns the value of two parts together.
func (v Value) plus(w Value) Value {
	return Value{Grundy: v.Grundy ^ w.Grundy, Firm: v.Firm || w.Firm}
}

// maxTame is the largest pile of a game that isn't tame as a whole for which it is found out
// whether a wild position can follow.
const maxTame = 16

// byPiles returns the value of a position of a game that isn't tame as a whole, pile by
// pile; tame is false if a wild position can follow, or if a pile is too large.
func byPiles(g Game, s Sum) (v Value, tame bool) {
	if s.Size().Largest > maxTame {
		return v, false
	}
	for i := range s.Parts() {
		_, shape := s.Part(i)
		e := pileGenera.get(g, shape)
		if e.wild {
			return v, false
		}
		v = v.plus(e.value())
	}
	return v, true
}

// genus is what a position is worth under both endings.
type genus struct {
	normal, misere uint16
	wild           bool
}

func (e genus) value() Value { return Value{Grundy: uint64(e.normal), Firm: e.normal == e.misere} }

// tabled is a position of a game that isn't tame, whose genera are in a table.
type tabled interface{ genus() genus }

// options collects the genera of a position's options.
type options struct {
	normal, misere mex
	any, wild      bool
}

func (o *options) add(e genus) {
	o.normal.add(e.normal)
	o.misere.add(e.misere)
	o.any, o.wild = true, o.wild || e.wild
}

func (o *options) genus() genus {
	e := genus{normal: o.normal.least(), misere: o.misere.least(), wild: o.wild}
	if !o.any {
		e.misere = 1
	}
	if e.normal != e.misere && e.normal+e.misere != 1 {
		e.wild = true
	}
	return e
}

// pileTable holds the genera of single piles, by the game's key and the pile.
type pileTable struct {
	mu    sync.Mutex
	known map[[2]string]genus
}

var pileGenera = pileTable{known: map[[2]string]genus{}}

// maxKnown is the largest number of genera that a table keeps. The next one clears it.
const maxKnown = 1 << 18

func (t *pileTable) get(g Game, pile string) genus {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) > maxKnown {
		clear(t.known)
	}
	return t.find(g, pile)
}

func (t *pileTable) find(g Game, pile string) genus {
	id := [2]string{g.Key, pile}
	if e, ok := t.known[id]; ok {
		return e
	}
	p, err := g.Parse(pile)
	if err != nil {
		return genus{wild: true}
	}
	var o options
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		o.add(t.together(g, q.(Sum)))
	}
	t.known[id] = o.genus()
	return t.known[id]
}

// together returns the genus of several piles. It means something only if none is wild.
func (t *pileTable) together(g Game, s Sum) genus {
	var v Value
	wild := false
	for i := range s.Parts() {
		_, shape := s.Part(i)
		e := t.find(g, shape)
		v, wild = v.plus(e.value()), wild || e.wild
	}
	e := genus{normal: uint16(v.Grundy), misere: uint16(v.Grundy), wild: wild}
	if !v.Firm {
		e.misere ^= 1
	}
	return e
}

// movesToEither yields, in the order of Moves, the moves after which the part is worth
// exactly a or exactly b.
func (c component) movesToEither(a, b Value) iter.Seq[Move] {
	if s, ok := c.Position.(Sum); ok && !c.listed {
		return pilesToEither(s, c.value, a, b)
	}
	return func(yield func(Move) bool) {
		for m := range c.Moves() {
			q, err := c.Play(m)
			if err != nil {
				continue
			}
			if v := countsAs(c.game, q).value; (v == a || v == b) && !yield(m) {
				return
			}
		}
	}
}

// pilesToEither is movesToEither for a sum of piles.
func pilesToEither(s Sum, all, a, b Value) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i := range s.Parts() {
			rest := Value{Grundy: all.Grundy ^ s.Value(i).Grundy}
			for k := range s.Parts() {
				rest.Firm = rest.Firm || k != i && s.Value(k).Firm
			}
			want := lacking(rest, a, b)
			for m := range eitherOf(s, i, want) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// lacking returns the values that make a or b together with the rest.
func lacking(rest, a, b Value) (want []Value) {
	for _, v := range [...]Value{a, b} {
		g := v.Grundy ^ rest.Grundy
		for _, w := range [...]Value{{g, false}, {g, true}} {
			if (w.Firm || rest.Firm) == v.Firm && !slices.Contains(want, w) {
				want = append(want, w)
			}
		}
	}
	return want
}

// eitherOf yields the moves that give pile i of a sum one of the values.
func eitherOf(s Sum, i int, want []Value) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if len(want) == 0 {
			return
		}
		if s, ok := s.(Splitting); ok {
			s.MovesToEither(i, want[0], want[len(want)-1])(yield)
			return
		}
		for _, v := range want {
			for m := range s.MovesTo(i, v) {
				if !yield(m) {
					return
				}
			}
		}
	}
}
