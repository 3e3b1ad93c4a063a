package rules

import (
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// moore: take from 1 to k piles, any number from each. A position is lost in
// normal play when every binary column of the sizes adds up to 0 mod k+1
// (Moore 1910). In misère play the same holds, but with no pile above 1 it is lost
// when the number of ones is ≡ 1 mod k+1. With k = 1 it is Nim.
var moore = Game{
	Key:      "moore",
	Title:    "Moore's Nim",
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"3 4 5 k2", "2 3 5 7 k2", "4 5 6 7 k3"},
	Parse:    parseMoore,
	Draw:     drawMoore,
	Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

// mooreExample is a valid position, for refusals.
const mooreExample = "3 4 5 k2"

// mooreEnd is the method, and the check, at the end of misère play.
const mooreEnd = "moore-end"

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

// summand bounds a part of a sum: by the table of four piles, and where three piles may be taken from, by the moves.
func (p moorePosition) summand() Size {
	if p.k > 2 {
		return Size{Parts: 4, Largest: 6}
	}
	return Size{Parts: 4, Largest: maxMoorePart}
}

func (p moorePosition) String() string { return p.heaps.String() + " k" + strconv.Itoa(p.k) }

func (p moorePosition) Diagram() Diagram {
	d := p.diagram(Piles).withPiece(Pebbles)
	d.Note = "k " + strconv.Itoa(p.k)
	d.Caption = Wording{"moore", []any{"count", p.k}}
	return d
}

// Moves yields the moves in the order of the piles that they leave, the largest first:
// two moves compare at the highest bit, and there at the first pile, in which these
// piles differ. In this order winning moves can be found without looking at the
// others.
func (p moorePosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		newMoveWalk(p, yield).column(p.top())
	}
}

// top returns the highest binary column that holds a one, or −1.
func (p moorePosition) top() int { return bits.Len64(p.heaps.Size().Largest) - 1 }

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

// example returns a move that takes one stone from each of at most this many piles.
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

// Headline names k besides the piles.
func (p moorePosition) Headline() Wording { return Wording{"moore", []any{"most", p.k}} }

// MoveWords list the amounts taken from each pile.
func (p moorePosition) MoveWords(m Move) Wording {
	var takes Series
	for rest := string(m); rest != ""; {
		end := len(rest) - len(strings.TrimLeft(strings.TrimLeft(rest, alphabet), "0123456789"))
		label, amount := splitTake(Move(rest[:end]))
		takes = append(takes, Wording{"amount-of", []any{"amount", amount, "label", label}})
		rest = rest[end:]
	}
	if len(takes) == 1 {
		return p.heaps.MoveWords(m)
	}
	return Wording{"take-several", []any{"takes", takes}}
}

// Marks returns the stones taken from each pile.
func (p moorePosition) Marks(m Move) []Mark {
	var marks []Mark
	for rest := string(m); rest != ""; {
		end := len(rest) - len(strings.TrimLeft(strings.TrimLeft(rest, alphabet), "0123456789"))
		marks = append(marks, p.heaps.Marks(Move(rest[:end]))...)
		rest = rest[end:]
	}
	return marks
}

// StepWords ask for an amount or, after an amount, for another pile.
func (p moorePosition) StepWords(prefix string) Wording {
	if strings.TrimRight(prefix, "0123456789") != prefix {
		return Wording{Code: "further"}
	}
	return p.heaps.StepWords(Label(lastPile(prefix)))
}

// Readings also recognizes moves on several piles: "1 from a, 2 from b and 1
// from c".
func (p moorePosition) Readings(text string) []string {
	if text == "both" || text == "both piles" {
		return p.both()
	}
	takes := strings.Split(strings.ReplaceAll(text, " and ", ","), ",")
	if len(takes) == 1 {
		return p.heaps.Readings(text)
	}
	var labelled []string
	for _, t := range takes {
		one := readings(strings.TrimSpace(t), takeSpellings)
		if len(one) == 0 {
			return nil
		}
		labelled = append(labelled, strings.ToUpper(p.filledIn(one[0])))
	}
	slices.SortFunc(labelled, func(a, b string) int {
		first, _, _ := splitLabel(a)
		second, _, _ := splitLabel(b)
		return first - second
	})
	return []string{strings.Join(labelled, "")}
}

// both reads "both" as taking all of two piles; it returns nothing unless exactly two
// piles are left.
func (p moorePosition) both() []string {
	move, piles := "", 0
	for i, n := range p.heaps {
		if n > 0 {
			move, piles = move+p.filledIn(Label(i)+whole), piles+1
		}
	}
	if piles != 2 {
		return nil
	}
	return []string{move}
}

// enough labels the choice to take from no further pile.
const enough = "✓"

// Choices walks pile, amount, and then either enough or a further pile to the right of
// those already named.
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
		if yield(Choice{Prefix: prefix, Label: enough, Done: true, Code: "choice.enough"}) {
			p.chooseFurther(prefix, yield)
		}
	}
}

// chooseTake yields amounts for a prefix that ends with a pile.
func (p moorePosition) chooseTake(prefix string, yield func(Choice) bool) {
	// prefix is legal if the move that takes one stone is.
	if _, err := p.Play(Move(prefix + "1")); err != nil {
		return
	}
	i := lastPile(prefix)
	for n := uint64(1); n <= p.heaps[i]; n++ {
		label := strconv.FormatUint(n, 10)
		m := prefix + label
		c := Choice{Prefix: m, Label: label, Done: true, Code: "choice.take"}
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
		if p.heaps[i] > 0 && !yield(Choice{Prefix: m + Label(i), Label: Label(i), Left: p.heaps[i], Code: "choice.further"}) {
			return
		}
	}
}

// lastPile returns the pile whose letters end the text.
func lastPile(text string) int {
	letters := text[strings.LastIndexAny(text, "0123456789")+1:]
	i, _, _ := splitLabel(letters)
	return i
}

// Outcome decides both endings.
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

// columnSum returns the sum of one binary column mod k+1.
func (p moorePosition) columnSum(bit int) int {
	ones := uint64(0)
	for _, n := range p.heaps {
		ones += n >> bit & 1
	}
	return int(ones % uint64(p.k+1))
}

// Winning walks only branches that lead to winning moves, about piles × bits steps for
// each of them.
func (p moorePosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		l := newMoveWalk(p, yield)
		l.residue = func(bit int) int {
			if e == Misere && bit == 0 && (moorePosition{l.to, p.k}).onlyOnes() {
				return 1
			}
			return 0
		}
		l.column(p.top())
	}
}

// Hint names the piles that m takes from.
func (p moorePosition) Hint(m Move, _ Ending) Wording {
	labels := strings.FieldsFunc(string(m), func(r rune) bool { return r < 'A' })
	piles := make(Series, len(labels))
	for i, label := range labels {
		piles[i] = Wording{"pile", []any{"label", label}}
	}
	return Wording{"moore-piles", []any{"count", len(labels), "piles", piles}}
}

// Working adds the columns modulo k+1.
func (p moorePosition) Working(e Ending) Working {
	w := Working{Method: "moore", Base: p.k + 1, Rows: make([]WorkingRow, len(p.heaps))}
	if e == Misere {
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
	end := e == Misere && p.onlyOnes()
	switch {
	case end && p.columnSum(0) == 1:
		w.Lost = "lost-moore-end"
	case !end && len(w.Facts) == 0:
		w.Lost = "lost-moore"
	}
	if end {
		w.Method, w.Check = mooreEnd, mooreEnd
	}
	return w
}

// drawMoore draws four or five different piles and k = 2, or five and k = 3.
func drawMoore(d *Drawing, e Ending) string {
	return fair(d, e, func() Position {
		if d.IntN(4) == 0 {
			return moorePosition{differentHeaps(d.Rand, 5, 1, 7), 3}
		}
		return moorePosition{differentHeaps(d.Rand, 4+d.IntN(2), 1, 9), 2}
	})
}
