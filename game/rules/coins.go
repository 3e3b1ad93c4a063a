package rules

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
)

// coins: slide one coin to the left, without jumping; a square holds at most one
// coin. The coins are paired from the right, and each pair is a heap of Nim with as
// many stones as there are squares between its coins. With an odd number of coins, the
// leftmost coin is paired with the left edge. Moving the left coin of a pair widens
// its gap, and the opponent can close it again by the same number of squares (Winning
// Ways, ch. 15: the Silver Dollar Game without the dollar). Misère play is tame.
var coins = Game{
	Key:      "coins",
	Title:    "Sliding coins",
	Group:    SlideGames,
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"2 5 9", "3 6 8 12"},
	Parse: func(text string) (Position, error) {
		s, err := parseDistinct(text, "2 5 9", MaxHeaps, MaxHeap)
		if err != nil {
			return nil, err
		}
		return coinsPosition{s}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return coinsPosition{randomSquares(d.Rand, 4, 14)} })
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

// randomSquares returns n to n+2 different squares from 2 to last.
func randomSquares(r *rand.Rand, n int, last uint64) squares {
	n += r.IntN(3)
	s := squares{}
	for len(s) < n {
		if k := 2 + r.Uint64N(last-1); !s.has(k) {
			s = s.toggled(k)
		}
	}
	return s
}

type coinsPosition struct{ squares }

// Size counts the squares by which all coins together can still move.
func (p coinsPosition) Size() Size {
	total := uint64(0)
	for i := range p.squares {
		total = AddSaturating(total, p.squares[i]-uint64(i)-1)
	}
	return Size{Parts: len(p.squares), Largest: p.largest(), Total: total}
}

func (p coinsPosition) Diagram() Diagram { return p.diagram(Empty) }

// least returns the leftmost square to which coin i can slide. If that is its own square,
// the coin cannot move.
func (p coinsPosition) least(i int) uint64 {
	if i == 0 {
		return 1
	}
	return p.squares[i-1] + 1
}

func (p coinsPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, from := range p.squares {
			for to := from - 1; to >= p.least(i); to-- {
				if !yield(joinMove('-', from, to)) {
					return
				}
			}
		}
	}
}

func (p coinsPosition) Play(m Move) (Position, error) {
	from, to, err := p.slide(m)
	if err != nil {
		return nil, withExample(p, err)
	}
	i := p.index(from)
	if to < p.least(i) {
		err := illegal("move.jump", Args{"move": string(m), "square": from, "blocker": p.squares[i-1]})
		return nil, withExample(p, err)
	}
	return coinsPosition{p.moved(from, to)}, nil
}

// index returns the coin on a square that has one.
func (p coinsPosition) index(square uint64) int {
	i, _ := slices.BinarySearch(p.squares, square)
	return i
}

func (p coinsPosition) MoveWords(m Move) Wording        { return slideWords(m) }
func (p coinsPosition) Marks(m Move) []Mark             { return p.slideMarks(m) }
func (p coinsPosition) StepWords(prefix string) Wording { return coinWords(prefix) }
func (p coinsPosition) Readings(text string) []string   { return readings(text, slideSpellings) }

func (p coinsPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if from, ok := p.coinOf(prefix); ok {
			chooseTarget(from, p.least(p.index(from)), yield)
			return
		}
		for i, n := range p.squares {
			label := strconv.FormatUint(n, 10)
			if prefix == "" && n > p.least(i) && !yield(Choice{Prefix: label + "-", Label: label, Code: "choice.coin"}) {
				return
			}
		}
	}
}

// Parts counts the pairs; a single coin on the left counts as one.
func (p coinsPosition) Parts() int { return (len(p.squares) + 1) / 2 }

// pair returns the index of the right coin of pair i; pairs are counted from the
// left. Unless the pair is a single coin, its left coin is the one before.
func (p coinsPosition) pair(i int) (right int, single bool) {
	odd := len(p.squares) % 2
	return 2*i + 1 - odd, odd == 1 && i == 0
}

// gap returns the number of squares between the coins of pair i.
func (p coinsPosition) gap(i int) uint64 {
	right, _ := p.pair(i)
	return p.squares[right] - p.least(right)
}

func (p coinsPosition) Value(i int) Value { return HeapValue(p.gap(i)) }
func (p coinsPosition) Tame() bool        { return true }

// Part names a pair by its squares, "5–9"; the gap is its shape.
func (p coinsPosition) Part(i int) (label, shape string) {
	right, single := p.pair(i)
	label = strconv.FormatUint(p.squares[right], 10)
	if !single {
		label = strconv.FormatUint(p.squares[right-1], 10) + "–" + label
	}
	return label, strconv.FormatUint(p.gap(i), 10)
}

// MovesTo yields at most one move: the right coin moves to narrow the gap, the left
// coin to widen it.
func (p coinsPosition) MovesTo(i int, v Value) iter.Seq[Move] {
	right, single := p.pair(i)
	gap, want := p.gap(i), v.Grundy
	switch {
	case v != HeapValue(want):
	case want < gap:
		from := p.squares[right]
		return oneMove(joinMove('-', from, from-(gap-want)))
	case want > gap && !single:
		from, wider := p.squares[right-1], want-gap
		if wider <= from-p.least(right-1) {
			return oneMove(joinMove('-', from, from-wider))
		}
	}
	return noMoves
}

// Facts name the pairs, and the Nim position that their gaps form.
func (p coinsPosition) Facts(Ending) []Fact {
	var facts []Fact
	piles := make(heaps, p.Parts())
	for i := range piles {
		piles[i] = p.gap(i)
		right, single := p.pair(i)
		if single {
			facts = append(facts, Fact{Code: "coins.edge", Args: Args{"square": p.squares[right], "gap": piles[i], "count": piles[i]}})
			continue
		}
		facts = append(facts, Fact{Code: "coins.pair", Args: Args{"left": p.squares[right-1], "right": p.squares[right], "gap": piles[i], "count": piles[i]}})
	}
	return append(facts, Fact{Code: "coins.is-nim", Args: Args{"piles": piles.String(), "count": len(piles)}})
}
