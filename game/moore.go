package game

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
)

// moore: take from 1 to k piles, any number from each. A position is lost in
// normal play when every binary column of the sizes adds up to 0 mod k+1
// (Moore 1910); in misère play the same holds, but with no pile above 1 it is
// lost when the number of ones is ≡ 1 mod k+1. With k = 1 it is Nim.
var moore = Game{
	Key:      "moore",
	Title:    "Moore's Nim",
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"3 4 5 k2", "2 3 5 7 k2", "4 5 6 7 k3"},
	Parse:    parseMoore,
	Random:   randomMoore,
	Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

// mooreExample is a right position, for refusals.
const mooreExample = "3 4 5 k2"

type moorePosition struct {
	heaps
	k int // the number of piles that a move may take from
}

// parseMoore reads piles and k: "3 4 5 k2".
func parseMoore(text string) (Position, error) {
	fields := splitList(text)
	if len(fields) == 0 {
		return nil, notation("piles.none", Args{"example": mooreExample})
	}
	last := fields[len(fields)-1]
	digits, ok := strings.CutPrefix(last, "k")
	if !ok {
		return nil, notation("moore.no-k", Args{"part": clip(last), "example": mooreExample})
	}
	k, ok := number(digits)
	if !ok || k < 1 || k > MaxHeaps {
		return nil, notation("moore.bad-k", Args{"part": clip(last), "max": MaxHeaps, "example": mooreExample})
	}
	h, err := parseHeaps(strings.Join(fields[:len(fields)-1], " "), mooreExample)
	if err != nil {
		return nil, err
	}
	return moorePosition{h, int(k)}, nil
}

func (p moorePosition) String() string { return p.heaps.String() + " k" + strconv.Itoa(p.k) }

func (p moorePosition) Diagram() Diagram {
	d := p.heaps.Diagram()
	d.Note = "k " + strconv.Itoa(p.k)
	return d
}

// Moves yields the moves in the order of what they leave, the largest first:
// two moves compare at the highest bit, and there at the first pile, in which
// what they leave differs. In this order winning moves can be found without
// looking at the others.
func (p moorePosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		newLowering(p, yield).column(p.top())
	}
}

// top is the highest binary column that holds a one, or −1.
func (p moorePosition) top() int { return bits.Len64(p.heaps.Size().Largest) - 1 }

// lowering walks the ways to lower up to k piles, bit by bit from the top.
type lowering struct {
	from  heaps
	to    heaps  // what is left, as far as it is decided; else as in from
	lower []bool // the pile is lower already: its further bits are free
	count int    // how many piles are lower
	k     int
	yield func(Move) bool
	// residue, when it is not nil, is what the column of a bit must add up to
	// mod k+1.
	residue func(bit int) int
	buffer  []byte
}

func newLowering(p moorePosition, yield func(Move) bool) *lowering {
	return &lowering{from: p.heaps, to: p.with(0, p.heaps[0]), lower: make([]bool, len(p.heaps)), k: p.k, yield: yield}
}

// column decides the bits of one column and of all below it; it returns false
// when the caller has enough.
func (l *lowering) column(bit int) bool {
	if bit < 0 {
		return l.count == 0 || l.yield(l.write())
	}
	rest := pending{residue: anyResidue}
	if l.residue != nil {
		rest.residue = l.residue(bit)
	}
	for i, n := range l.from {
		rest = rest.with(l.lower[i], n>>bit&1)
	}
	return l.cell(bit, 0, 0, rest)
}

// pending counts the piles of a column that are still to be decided: ones that
// stay unless their pile is lowered, and bits that are free. The column must
// come to the residue mod k+1, or to any.
type pending struct{ fixed, free, residue int }

const anyResidue = -1

func (p pending) with(lower bool, bit uint64) pending {
	if lower {
		p.free++
	} else {
		p.fixed += int(bit)
	}
	return p
}

// cell decides the bit of pile i and of all piles after it; ones is the sum of
// the column so far, rest what the piles from i on can add.
func (l *lowering) cell(bit, i, ones int, rest pending) bool {
	one := uint64(1) << bit
	for i < len(l.from) && !l.lower[i] && l.from[i]&one == 0 {
		i++
	}
	if rest.residue != anyResidue && !l.canReach(ones, rest) {
		return true
	}
	if i == len(l.from) {
		return l.column(bit - 1)
	}
	if l.lower[i] {
		rest.free--
		l.to[i] |= one
		if !l.cell(bit, i+1, ones+1, rest) {
			return false
		}
		l.to[i] &^= one
		return l.cell(bit, i+1, ones, rest)
	}
	rest.fixed--
	if !l.cell(bit, i+1, ones+1, rest) {
		return false
	}
	if l.count == l.k {
		return true
	}
	l.to[i] &^= one
	l.lower[i] = true
	l.count++
	more := l.cell(bit, i+1, ones, rest)
	l.to[i] = l.from[i]
	l.lower[i] = false
	l.count--
	return more
}

// canReach reports whether the rest of a column with that many ones can
// bring it to its residue. By Moore's theorem the columns below can then be
// brought to theirs too.
func (l *lowering) canReach(ones int, rest pending) bool {
	least := ones + rest.fixed - min(rest.fixed, l.k-l.count)
	most := ones + rest.fixed + rest.free
	return most-(most+l.k+1-rest.residue)%(l.k+1) >= least
}

// write is the move in notation.
func (l *lowering) write() Move {
	b := l.buffer[:0]
	for i, n := range l.from {
		if l.lower[i] {
			b = append(b, Label(i)...)
			b = strconv.AppendUint(b, n-l.to[i], 10)
		}
	}
	l.buffer = b
	return Move(b)
}

func (p moorePosition) Play(m Move) (Position, error) {
	after := p.with(0, p.heaps[0])
	last, count := -1, 0
	for rest := string(m); rest != "" || count == 0; {
		i, tail, err := p.pileOf(Move(rest), "A1")
		if err != nil {
			return nil, err
		}
		amount := len(tail) - len(strings.TrimLeft(tail, "0123456789"))
		k, err := takeable(m, tail[:amount], Label(i), p.heaps[i], 1)
		if err != nil {
			return nil, err
		}
		if i <= last {
			return nil, illegal("move.piles-in-order", Args{"move": string(m), "label": Label(i), "example": p.example(2)})
		}
		after[i] -= k
		last, rest = i, tail[amount:]
		count++
	}
	if count > p.k {
		return nil, illegal("move.too-many-piles", Args{"move": string(m), "count": count, "max": p.k, "example": p.example(p.k)})
	}
	return moorePosition{after, p.k}, nil
}

// example takes one stone from each of up to that many piles.
func (p moorePosition) example(piles int) string {
	var b strings.Builder
	for i, n := range p.heaps {
		if n > 0 && piles > 0 {
			b.WriteString(Label(i) + "1")
			piles--
		}
	}
	return b.String()
}

// enough labels the choice to take from no further pile.
const enough = "✓"

// Choices walks pile, amount, and then either enough or a further pile to the
// right of those that were named.
func (p moorePosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix == "" {
			p.choosePile(yield)
			return
		}
		bare := strings.TrimRight(prefix, "0123456789")
		if bare == prefix {
			p.chooseTake(prefix, yield)
			return
		}
		if _, err := p.Play(Move(prefix)); err != nil {
			return
		}
		if yield(Choice{Prefix: prefix, Label: enough, Done: true}) {
			p.chooseFurther(prefix, yield)
		}
	}
}

// chooseTake yields amounts for a prefix that ends with a pile.
func (p moorePosition) chooseTake(prefix string, yield func(Choice) bool) {
	// The prefix is good when a move that continues it is.
	if _, err := p.Play(Move(prefix + "1")); err != nil {
		return
	}
	i := lastPile(prefix)
	for n := uint64(1); n <= p.heaps[i]; n++ {
		label := strconv.FormatUint(n, 10)
		m := prefix + label
		c := Choice{Prefix: m, Label: label, Done: true}
		p.chooseFurther(m, func(Choice) bool { c.Done = false; return false })
		if !yield(c) {
			return
		}
	}
}

// chooseFurther yields the piles that may be added to the move.
func (p moorePosition) chooseFurther(m string, yield func(Choice) bool) {
	used := 0
	for i := range len(m) {
		if isDigits(m[i:i+1]) && (i+1 == len(m) || !isDigits(m[i+1:i+2])) {
			used++
		}
	}
	if used >= p.k {
		return
	}
	for i := lastPile(strings.TrimRight(m, "0123456789")) + 1; i < len(p.heaps); i++ {
		if p.heaps[i] > 0 && !yield(Choice{Prefix: m + Label(i), Label: Label(i), Left: p.heaps[i]}) {
			return
		}
	}
}

// lastPile is the pile whose letters end the text.
func lastPile(text string) int {
	letters := text[strings.LastIndexAny(text, "0123456789")+1:]
	i, _, _ := splitLabel(letters)
	return i
}

// Outcome knows both endings.
func (p moorePosition) Outcome(e Ending) (o Outcome, ok bool) {
	end := e == Misere && p.onlyOnes()
	for bit := p.top(); bit >= 0; bit-- {
		want := 0
		if end {
			want = 1
		}
		if p.columnSum(bit) != want {
			return N, true
		}
	}
	return OutcomeIf(end && p.top() < 0), true
}

func (p moorePosition) onlyOnes() bool { return p.top() <= 0 }

// columnSum is the sum of one binary column mod k+1.
func (p moorePosition) columnSum(bit int) int {
	ones := uint64(0)
	for _, n := range p.heaps {
		ones += n >> bit & 1
	}
	return int(ones % uint64(p.k+1))
}

// Winning walks only what leads to winning moves: about piles × bits steps
// for each of them.
func (p moorePosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		l := newLowering(p, yield)
		l.residue = func(bit int) int {
			if e == Misere && bit == 0 && (moorePosition{l.to, p.k}).onlyOnes() {
				return 1
			}
			return 0
		}
		l.column(p.top())
	}
}

// Working adds the columns modulo k+1.
func (p moorePosition) Working(e Ending) Working {
	w := Working{Method: "moore", Base: p.k + 1, Rows: make([]WorkingRow, len(p.heaps))}
	switch {
	case e == Misere && p.onlyOnes():
		w.Method = "moore-end"
	case e == Misere:
		w.Method = "moore-misere"
	}
	for i, n := range p.heaps {
		label, shape := p.Part(i)
		w.Rows[i] = WorkingRow{Label: label, Shape: shape, Value: n}
		w.Sum ^= n
	}
	for bit := p.top(); bit >= 0; bit-- {
		if s := p.columnSum(bit); s != 0 {
			w.Facts = append(w.Facts, Fact{"moore-column", Args{"column": uint64(1) << bit, "sum": s, "base": p.k + 1}})
		}
	}
	return w
}

// randomMoore draws four or five different piles and k = 2, or five and k = 3.
func randomMoore(r *rand.Rand, e Ending) string {
	return fair(r, e, func() Position {
		if r.IntN(4) == 0 {
			return moorePosition{differentHeaps(r, 5, 1, 7), 3}
		}
		return moorePosition{differentHeaps(r, 4+r.IntN(2), 1, 9), 2}
	})
}
