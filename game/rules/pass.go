package rules

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// pass: Nim in which a player may pass on a pile that is not empty. Each pile allows one
// pass, for both players together. By induction, a pile whose pass is unused has the
// Grundy value n+1 for odd n and n−1 for even n > 0, and 0 for n = 0, because nobody can
// pass on an empty pile. A pile whose pass is used has the value n. Misère play is tame.
var pass = Game{
	Key:      "pass",
	Title:    "Nim with one pass per pile",
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"3 4 5", "1 4- 5", "18 47 34"},
	Single:   true,
	Parse:    parsePass,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position {
			h := randomHeaps(d.Rand, 3, 9)
			return passPosition{h, make([]bool, len(h))}
		})
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

type passPosition struct {
	heaps
	used []bool // used[i]: the pass on pile i was taken; false for empty piles
}

func parsePass(text string) (Position, error) {
	fields := splitList(text)
	used := make([]bool, len(fields))
	for i, f := range fields {
		if n := strings.TrimSuffix(f, "-"); n != f && n != "" {
			fields[i], used[i] = n, true
		}
	}
	h, err := parseHeaps(strings.Join(fields, " "), "3 4- 5")
	if err != nil {
		return nil, err
	}
	for i, n := range h {
		used[i] = used[i] && n > 0
	}
	return passPosition{h, used}, nil
}

func (p passPosition) String() string {
	if len(p.heaps) == 0 {
		return "0"
	}
	b := make([]byte, 0, 5*len(p.heaps))
	for i := range p.heaps {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, p.shape(i)...)
	}
	return string(b)
}

func (p passPosition) shape(i int) string {
	s := strconv.FormatUint(p.heaps[i], 10)
	if p.used[i] {
		s += "-"
	}
	return s
}

// Size counts an unused pass as one more object, so that every move lowers the total.
func (p passPosition) Size() Size {
	s := p.heaps.Size()
	for i, n := range p.heaps {
		if n > 0 && !p.used[i] {
			s.Total = AddSaturating(s.Total, 1)
		}
	}
	return s
}

func (p passPosition) Diagram() Diagram {
	d := p.heaps.diagram(Piles).withPiece(Tokens)
	d.Caption = Wording{Code: "pass"} // always, so that the first pass moves nothing
	for i := range d.Rows {
		d.Rows[i].Used = p.used[i]
	}
	return d
}

func (p passPosition) Part(i int) (label, shape string) { return Label(i), p.shape(i) }

// least returns the smallest number that may be taken from pile i: 0 is the pass.
func (p passPosition) least(i int) uint64 {
	if p.used[i] {
		return 1
	}
	return 0
}

func (p passPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, n := range p.heaps {
			if n == 0 {
				continue
			}
			for k := p.least(i); k <= n; k++ {
				if !yield(takeMove(i, k)) {
					return
				}
			}
		}
	}
}

func (p passPosition) Play(m Move) (Position, error) {
	i, rest, err := p.pileOf(m, "A2")
	if err != nil {
		return nil, err
	}
	if rest == "0" && p.used[i] {
		return nil, illegal("move.pass-used", Args{"move": string(m), "label": Label(i), "example": Label(i) + "1"})
	}
	k, err := takeable(m, rest, Label(i), p.heaps[i], 0)
	if err != nil {
		return nil, err
	}
	used := append([]bool(nil), p.used...)
	used[i] = (k == 0 || used[i]) && k < p.heaps[i]
	return passPosition{p.with(i, p.heaps[i]-k), used}, nil
}

func (p passPosition) Choices(prefix string) iter.Seq[Choice] {
	return p.takeChoices(prefix, p.least)
}

// MoveWords distinguish a pass from a move that takes stones.
func (p passPosition) MoveWords(m Move) Wording {
	if label, amount := splitTake(m); amount == 0 {
		return Wording{"pass", []any{"label", label}}
	}
	return p.heaps.MoveWords(m)
}

// Marks distinguish a pass from stones that are taken.
func (p passPosition) Marks(m Move) []Mark {
	marks := p.heaps.Marks(m)
	if _, amount := splitTake(m); amount == 0 {
		marks[0] = Mark{Deed: Passed, Row: marks[0].Row}
	}
	return marks
}

// passSpellings pass on a pile.
var passSpellings = []spelling{
	spelled("pass", `pass(?: on)? (?:pile )?([a-z]+)`, "${1}0"),
	spelled(" pass", `(?:pile )?([a-z]+) pass`, "${1}0"),
}

// passOnSize passes on the first pile of a size: "pass on the 4".
var passOnSize = regexp.MustCompile(`^pass on (?:the )?(\d+)$`)

// Readings also recognizes a pass. A pass without a pile may mean each pile.
func (p passPosition) Readings(text string) []string {
	if text == "pass" {
		text = "0"
	}
	out := p.takeReadings(text, takeSpellings, passSpellings)
	if m := passOnSize.FindStringSubmatch(text); m != nil {
		if size, err := strconv.ParseUint(m[1], 10, 64); err == nil && slices.Contains(p.heaps, size) {
			out = append(out, Label(slices.Index(p.heaps, size))+"0")
		}
	}
	return out
}

func (p passPosition) Value(i int) Value {
	if p.used[i] {
		return HeapValue(p.heaps[i])
	}
	return HeapValue(freshPass(p.heaps[i]))
}

// freshPass returns the value of a pile of n whose pass is unused. It is its own
// inverse for n > 0: the pile with value v > 0 holds freshPass(v) stones.
func freshPass(n uint64) uint64 {
	switch {
	case n == 0:
		return 0
	case n%2 == 1:
		return n + 1
	default:
		return n - 1
	}
}

func (p passPosition) Tame() bool { return true }

// Facts say how a pile counts.
func (p passPosition) Facts(Ending) []Fact { return []Fact{{Code: "pass.counts"}} }

func (p passPosition) Copies() (first, second string, ok bool) {
	return copies(p.Parts(), p.Part, p.isEmpty)
}

func (p passPosition) MovesTo(i int, v Value) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		n, g := p.heaps[i], v.Grundy
		if v != HeapValue(g) || n == 0 {
			return
		}
		if p.used[i] {
			if g < n {
				yield(takeMove(i, n-g))
			}
			return
		}
		// The pass leaves a used pile of n; taking leaves a fresh one.
		if g == n && !yield(takeMove(i, 0)) {
			return
		}
		if left := freshPass(g); left < n {
			yield(takeMove(i, n-left))
		}
	}
}
