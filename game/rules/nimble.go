package rules

import (
	"iter"
	"slices"
	"strconv"
)

// nimble: slide one coin to the left; coins may share squares and jump, and a coin on
// square 1 stays there. Each coin is a heap of Nim with as many stones as there are
// squares to its left (Ferguson, Game Theory, part I, ch. 2), in misère play too.
var nimble = Game{
	Key:      "nimble",
	Title:    "Nimble with stacking",
	Group:    SlideGames,
	Endings:  []Ending{Normal, Misere},
	Sparse:   []Ending{Normal, Misere},
	Examples: []string{"2 2 9", "4 5 6"},
	Single:   true,
	Parse: func(text string) (Position, error) {
		s, err := parseSquares(text, "2 2 9", MaxHeaps, MaxHeap)
		if err != nil {
			return nil, err
		}
		return nimblePosition{s}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position {
			s := squares(randomHeaps(d.Rand, 3, 8))
			for i := range s {
				s[i]++
			}
			slices.Sort(s)
			return nimblePosition{s}
		})
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

type nimblePosition struct{ squares }

// Size counts the squares to the left of each coin.
func (p nimblePosition) Size() Size {
	total := uint64(0)
	for i := range p.squares {
		total = AddSaturating(total, p.squares[i]-1)
	}
	return Size{Parts: len(p.squares), Largest: p.largest(), Total: total}
}

func (p nimblePosition) Diagram() Diagram { return p.diagram(Empty).withPiece(Discs) }

// first reports whether coin i is the first on its square: the coins of one
// square are alike, so only the first one's moves are listed.
func (p nimblePosition) first(i int) bool { return i == 0 || p.squares[i] != p.squares[i-1] }

func (p nimblePosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, from := range p.squares {
			if !p.first(i) {
				continue
			}
			for to := from - 1; to >= 1; to-- {
				if !yield(joinMove('-', from, to)) {
					return
				}
			}
		}
	}
}

func (p nimblePosition) Play(m Move) (Position, error) {
	from, to, err := p.slide(m)
	if err != nil {
		return nil, withExample(p, err)
	}
	return nimblePosition{p.moved(from, to)}, nil
}

func (p nimblePosition) MoveWords(m Move) Wording        { return slideWords(m) }
func (p nimblePosition) Marks(m Move) []Mark             { return p.slideMarks(m) }
func (p nimblePosition) StepWords(prefix string) Wording { return coinWords(prefix) }
func (p nimblePosition) Readings(text string) []string   { return readings(text, slideSpellings) }

func (p nimblePosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if from, ok := p.coinOf(prefix); ok {
			chooseTarget(from, 1, yield)
			return
		}
		for i, n := range p.squares {
			label := strconv.FormatUint(n, 10)
			if prefix == "" && p.first(i) && n > 1 && !yield(Choice{Prefix: label + "-", Label: label, Code: "choice.coin"}) {
				return
			}
		}
	}
}

func (p nimblePosition) Parts() int        { return len(p.squares) }
func (p nimblePosition) Value(i int) Value { return HeapValue(p.squares[i] - 1) }
func (p nimblePosition) Tame() bool        { return true }

// Part names a coin by its square.
func (p nimblePosition) Part(i int) (label, shape string) {
	return strconv.FormatUint(p.squares[i], 10), strconv.FormatUint(p.squares[i]-1, 10)
}

func (p nimblePosition) MovesTo(i int, v Value) iter.Seq[Move] {
	if !p.first(i) || v != HeapValue(v.Grundy) || v.Grundy >= p.squares[i]-1 {
		return noMoves
	}
	return oneMove(joinMove('-', p.squares[i], v.Grundy+1))
}

// Facts name the Nim position to which the coins are equal.
func (p nimblePosition) Facts(Ending) []Fact {
	piles := make(heaps, len(p.squares))
	for i, n := range p.squares {
		piles[i] = n - 1
	}
	return []Fact{{Code: "nimble.is-nim", Args: Args{"piles": piles.String(), "count": len(piles)}}}
}
