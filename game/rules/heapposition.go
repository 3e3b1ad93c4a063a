package rules

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// heapPosition is a position of a game: a row of heaps.
type heapPosition struct {
	heaps
	of *heapGame
}

// String writes the heaps and the game's set, if it has one.
func (p heapPosition) String() string {
	if p.of.set == "" {
		return p.heaps.String()
	}
	return p.heaps.String() + " " + p.of.set
}

// Size leaves piles without a move out of Total.
func (p heapPosition) Size() Size {
	s := p.heaps.Size()
	s.Total = 0
	for i, n := range p.heaps {
		if !p.isLive(i) {
			continue
		}
		if p.of.weight != nil {
			n = p.of.weight(n)
		}
		s.Total = AddSaturating(s.Total, n)
	}
	return s
}

// Play returns the position after m.
func (p heapPosition) Play(m Move) (Position, error) {
	h, err := p.after(m)
	if err != nil {
		return nil, err
	}
	return p.of.at(h), nil
}

// Diagram draws piles, or rows of pins.
func (p heapPosition) Diagram() Diagram {
	shape := Piles
	if p.of.pins {
		shape = Pins
	}
	d := p.diagram(shape)
	if p.of.piece != "" {
		d = d.withPiece(p.of.piece)
	}
	if p.of.set != "" {
		d.Note, d.Caption = p.of.set, Wording{p.of.caption, []any{"set", p.of.numbers}}
	}
	return d
}

// repeats returns the period of the values; the zero period if none is proved.
func (p heapPosition) repeats() (of period, tabulated bool) {
	t := p.of.table
	if r, ok := p.of.rules.(*octalRules); ok {
		t = &r.table
	}
	if t == nil || p.of.cycle.length > 0 {
		return p.of.cycle, false
	}
	of = t.proved()
	if of.from == 1 && of.length > 0 && t.value(0) == t.value(of.length) { // the proof is about piles that aren't empty
		of.from = 0
	}
	return of, true
}

// Tame implements Sum.
func (p heapPosition) Tame() bool { return p.of.tame }

// Facts implements Explainer.
func (p heapPosition) Facts(e Ending) []Fact { return p.of.facts(p.heaps, e) }

// takesAndSplits returns the length of the longest play on a pile of n whose n
// stones can be taken one by one, and which can be split at its n − 1 gaps without
// taking.
func takesAndSplits(n uint64) uint64 { return 2*n - 1 }

// Moves yields the moves pile by pile.
func (p heapPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, n := range p.heaps {
			for c := range p.of.rules.cuts(n) {
				if !yield(p.write(i, c)) {
					return
				}
			}
		}
	}
}

// CountMoves counts the moves, up to most.
func (p heapPosition) CountMoves(most int) int {
	n := 0
	for _, size := range p.heaps {
		for range p.of.rules.cuts(size) {
			if n == most {
				return n
			}
			n++
		}
	}
	return n
}

// write returns the move c on pile i in notation: "A2", "A1:2+2", "A:1+2".
func (p heapPosition) write(i int, c cut) Move {
	b := append(make([]byte, 0, 48), Label(i)...)
	if c.taken > 0 || !p.of.rules.omitsZero() {
		b = strconv.AppendUint(b, c.taken, 10)
	}
	if c.small > 0 {
		small, large := c.parts(p.heaps[i])
		b = strconv.AppendUint(append(b, ':'), small, 10)
		b = strconv.AppendUint(append(b, '+'), large, 10)
	}
	return Move(b)
}

// after returns the heaps after m, or an error that says why m isn't legal.
func (p heapPosition) after(m Move) (heaps, error) {
	i, c, err := p.read(m)
	if err != nil {
		return nil, err
	}
	small, large := c.parts(p.heaps[i])
	if small == 0 {
		return p.with(i, large), nil
	}
	return p.with(i, small, large), nil
}

// legal parses m; ok is false if m isn't legal.
func (p heapPosition) legal(m Move) (pile int, c cut, ok bool) {
	pile, rest, ok := splitLabel(string(m))
	if !ok || pile >= len(p.heaps) {
		return 0, cut{}, false
	}
	amount, split, _ := strings.Cut(rest, ":")
	small, _, _ := strings.Cut(split, "+")
	c.taken, _ = number(amount)
	c.small, _ = number(small)
	n := p.heaps[pile]
	ok = n > 0 && c.taken <= n && c.small <= (n-c.taken)/2 && p.of.rules.refusal(n, c) == "" && p.write(pile, c) == m
	return pile, c, ok
}

// read parses m and returns its pile and cut, or an error that says why m isn't legal.
func (p heapPosition) read(m Move) (pile int, c cut, err error) {
	if pile, c, ok := p.legal(m); ok { // the usual case; it needs no arguments of a refusal
		return pile, c, nil
	}
	pile, rest, err := p.pileOf(m, string(p.example()))
	if err != nil {
		return 0, cut{}, err
	}
	n := p.heaps[pile]
	args := Args{"move": string(m), "label": Label(pile), "size": n}
	if first, ok := p.firstOn(pile); ok {
		args["example"] = string(first)
	} else {
		return 0, cut{}, illegal("move.dead-pile", args)
	}
	amount, split, isSplit := strings.Cut(rest, ":")
	if amount == "" && isSplit && p.of.rules.omitsZero() {
		amount = "0"
	} else if amount == "0" && p.of.rules.omitsZero() {
		return 0, cut{}, illegal(p.of.rules.refusal(n, cut{}), args)
	}
	var ok bool
	if c.taken, ok = number(amount); !ok {
		return 0, cut{}, illegal("move.form", args)
	}
	args["count"] = c.taken
	if c.taken > n {
		return 0, cut{}, illegal("move.more-than-there", args)
	}
	const noSplit = "move.no-split"
	if isSplit && p.of.rules.refusal(n, cut{c.taken, 1}) == noSplit { // no split is allowed, whatever its parts
		return 0, cut{}, illegal(noSplit, args)
	}
	if isSplit {
		var large uint64
		if c.small, large, err = splitOf(split, n-c.taken, args); err != nil {
			return 0, cut{}, err
		}
		if turned := (cut{c.taken, large}); large < c.small {
			if p.of.rules.refusal(n, turned) == "" {
				args["example"] = string(p.write(pile, turned))
			}
			return 0, cut{}, illegal("move.split-order", args)
		}
	}
	if code := p.of.rules.refusal(n, c); code != "" {
		return 0, cut{}, illegal(code, args)
	}
	return pile, c, nil
}

// splitOf reads the two parts "1+2" into which left stones are split. It adds what
// it has read to args.
func splitOf(split string, left uint64, args Args) (small, large uint64, err error) {
	a, b, _ := strings.Cut(split, "+")
	small, okSmall := number(a)
	large, okLarge := number(b)
	args["left"], args["small"], args["large"] = left, small, large
	switch {
	case !okSmall || !okLarge:
		return 0, 0, illegal("move.form", args)
	case small == 0 || large == 0:
		return 0, 0, illegal("move.split-empty", args)
	case small > left || large != left-small:
		return 0, 0, illegal("move.split-sum", args)
	}
	return small, large, nil
}

// example returns the first legal move of p, or "A1" if p has none.
func (p heapPosition) example() Move {
	for m := range p.Moves() {
		return m
	}
	return "A1"
}

func (p heapPosition) firstOn(pile int) (Move, bool) {
	for c := range p.of.rules.cuts(p.heaps[pile]) {
		return p.write(pile, c), true
	}
	return "", false
}

// Value returns the value of pile i.
func (p heapPosition) Value(i int) Value { return HeapValue(p.of.rules.value(p.heaps[i])) }

// MovesTo yields the moves after which the rest of pile i has the value v.
func (p heapPosition) MovesTo(i int, v Value) iter.Seq[Move] { return p.MovesToEither(i, v, v) }

// MovesToEither yields the moves after which the rest of pile i has the value a or b.
func (p heapPosition) MovesToEither(i int, a, b Value) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for c := range p.of.rules.cutsTo(p.heaps[i], a, b) {
			if !yield(p.write(i, c)) {
				return
			}
		}
	}
}

// TakesEnd implements HasEnds.
func (p heapPosition) TakesEnd(m Move) bool {
	i, c, err := p.read(m)
	return err == nil && c.small == 0 && c.taken > 0 && c.taken+2 <= p.heaps[i] && p.of.rules.refusal(p.heaps[i], cut{c.taken, 1}) == ""
}

// PartOf returns the pile that the legal move m changes.
func (p heapPosition) PartOf(m Move) int {
	i, _, _ := splitLabel(string(m))
	return i
}

// Copies works for all these games: in a sum of two equal parts the opponent's
// move can always be copied.
func (p heapPosition) Copies() (first, second string, ok bool) {
	return copies(p.Parts(), p.Part, func(i int) bool { return !p.isLive(i) })
}

// isLive reports whether there is a move on pile i.
func (p heapPosition) isLive(i int) bool {
	for range p.of.rules.amounts(p.heaps[i]) {
		return true
	}
	return false
}

// live returns the number of piles on which there is a move.
func (p heapPosition) live() int {
	n := 0
	for i := range p.heaps {
		if p.isLive(i) {
			n++
		}
	}
	return n
}

// differentHeaps draws n piles of least to most stones, no two of them equal. There
// must be n such numbers.
func differentHeaps(r *rand.Rand, n int, least, most uint64) heaps {
	h := make(heaps, n)
	for i, k := range r.Perm(int(most - least + 1))[:n] {
		h[i] = least + uint64(k)
	}
	return h
}
