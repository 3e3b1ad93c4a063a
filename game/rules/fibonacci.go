package rules

import (
	"iter"
	"strconv"
	"strings"
)

// fibonacci: one pile; the first move leaves at least one stone, and every later move
// takes at most twice as many as the move before. The player to move wins exactly when
// the smallest part of the pile's Zeckendorf sum may be taken (Whinihan 1963). In
// misère play the first move leaves at least two stones. There nobody wants the last
// stone, so the game is normal play with one stone less.
var fibonacci = Game{
	Key:      "fibonacci",
	Title:    "Fibonacci Nim",
	Endings:  []Ending{Normal, Misere},
	Sparse:   []Ending{Normal, Misere},
	Examples: []string{"20", "25", "13 max4"},
	Parse: func(text string) (Position, error) {
		return parseFibonacci(text, Normal)
	},
	Start: parseFibonacci,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return fibonacciStart(8+d.Uint64N(50), e) })
	},
	Bounds:  func(Ending) Size { return Size{Largest: MaxHeap} },
	Summand: Size{Largest: maxFibonacci},
}

// fibonacciPosition is a pile and the most that may be taken from it; limit is
// at most pile.
type fibonacciPosition struct{ pile, limit uint64 }

// fibonacciStart returns a pile of n before the first move.
func fibonacciStart(n uint64, e Ending) Position {
	keep := uint64(1)
	if e == Misere {
		keep = 2
	}
	return fibonacciPosition{n, n - min(n, keep)}
}

// parseFibonacci reads "13 max4"; a pile alone is a start under e.
func parseFibonacci(text string, e Ending) (Position, error) {
	const example = "20 max19"
	fields := splitList(text)
	if len(fields) == 0 {
		return nil, notation("piles.none", Args{"example": "20"})
	}
	n, err := parseCount(fields[0], example)
	if err != nil {
		return nil, err
	}
	if len(fields) == 1 {
		return fibonacciStart(n, e), nil
	}
	most, ok := strings.CutPrefix(fields[1], "max")
	if !ok || len(fields) > 2 || !isDigits(most) {
		return nil, notation("fibonacci.form", Args{"part": clip(strings.Join(fields[1:], " ")), "example": example})
	}
	limit, err := strconv.ParseUint(most, 10, 64)
	if err != nil {
		limit = n // a number too large for a uint64 exceeds every pile
	}
	return fibonacciPosition{n, min(limit, n)}, nil
}

func (p fibonacciPosition) String() string {
	if p.pile == 0 {
		return "0"
	}
	return strconv.FormatUint(p.pile, 10) + " " + p.note()
}

func (p fibonacciPosition) note() string { return "max" + strconv.FormatUint(p.limit, 10) }

func (p fibonacciPosition) Size() Size {
	return Size{Parts: 1, Largest: p.pile, Total: p.pile}
}

func (p fibonacciPosition) Diagram() Diagram {
	return Diagram{Shape: Piles, Piece: Kernels, Rows: []Row{{Count: p.pile}}, Note: p.note(), Caption: Wording{"fibonacci", []any{"limit", p.limit}}}
}

func (p fibonacciPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for k := uint64(1); k <= p.limit; k++ {
			if !yield(numeral(k)) {
				return
			}
		}
	}
}

func (p fibonacciPosition) Play(m Move) (Position, error) {
	k, ok := number(string(m))
	switch {
	case !ok:
		return nil, withExample(p, illegal("move.form", Args{"move": clip(string(m))}))
	case k == 0:
		return nil, withExample(p, illegal("move.fibonacci-nothing", Args{}))
	case k > p.limit:
		return nil, withExample(p, illegal("move.over-the-limit", Args{"amount": k, "limit": p.limit, "count": p.limit}))
	}
	left := p.pile - k
	return fibonacciPosition{left, min(AddSaturating(k, k), left)}, nil
}

func (p fibonacciPosition) Choices(prefix string) iter.Seq[Choice] {
	return wholeMoves(p, prefix, "choice.take", func(m Move) string { return string(m) })
}

// Headline returns the pile and how much may be taken from it.
func (p fibonacciPosition) Headline() Wording {
	return Wording{"fibonacci", []any{"size", p.pile, "limit", p.limit}}
}

func (p fibonacciPosition) MoveWords(m Move) Wording {
	amount, _ := number(string(m))
	return Wording{"take-some", []any{"amount", amount}}
}

func (p fibonacciPosition) Marks(m Move) []Mark {
	amount, _ := number(string(m))
	return []Mark{taken(0, p.pile, amount)}
}

// Readings reads "all" as the whole pile, even if the limit forbids it.
func (p fibonacciPosition) Readings(text string) []string {
	if text == whole {
		return []string{strconv.FormatUint(p.pile, 10)}
	}
	return nil
}

// contested returns the pile that the players fight for: in misère play all but
// the last stone, which nobody wants.
func (p fibonacciPosition) contested(e Ending) uint64 {
	if e == Misere && p.pile > 0 {
		return p.pile - 1
	}
	return p.pile
}

// Outcome: a position without a move, with stones or without, is lost in
// normal play and won in misère play.
func (p fibonacciPosition) Outcome(e Ending) (Outcome, bool) {
	if p.limit == 0 {
		return OutcomeIf(e == Misere), true
	}
	var room [maxZeckendorf]uint64
	parts := zeckendorf(p.contested(e), room[:0])
	return OutcomeIf(len(parts) > 0 && parts[0] <= p.limit), true
}

// Winning yields each sum of the smallest k parts of the Zeckendorf sum whose double is less than
// part k+1: then the smallest part that is left is out of the opponent's reach. The smallest
// part alone is always such a sum.
func (p fibonacciPosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var room [maxZeckendorf]uint64
		parts := zeckendorf(p.contested(e), room[:0])
		sum := uint64(0)
		for i, f := range parts {
			sum += f
			if sum > p.limit {
				return
			}
			if (i+1 == len(parts) || parts[i+1] > 2*sum) && !yield(numeral(sum)) {
				return
			}
		}
	}
}

func (p fibonacciPosition) Working(e Ending) Working {
	w := Working{Method: "zeckendorf"}
	if e == Misere {
		w.Method = "zeckendorf-misere"
	}
	if p.limit == 0 {
		return Working{Method: w.Method, Facts: []Fact{{Code: "fibonacci.no-move"}}}
	}
	n := p.contested(e)
	if n == 0 {
		w.Facts = []Fact{{Code: "fibonacci.last-stone"}}
		return w
	}
	parts := zeckendorf(n, nil)
	text := make([]string, len(parts))
	for i, f := range parts {
		text[len(parts)-1-i] = strconv.FormatUint(f, 10)
	}
	w.Facts = []Fact{
		{Code: "fibonacci.sum", Args: Args{"size": n, "parts": strings.Join(text, " + ")}},
		{Code: "fibonacci.within", Args: Args{"smallest": parts[0], "limit": p.limit}},
	}
	if len(parts) == 1 {
		w.Facts[0].Code = "fibonacci.itself"
	}
	switch {
	case parts[0] > p.limit:
		w.Facts[1].Code = "fibonacci.beyond"
	case e == Misere || p.limit < p.pile: // otherwise one move takes all
		w.Facts[1].Args["move"] = string(numeral(parts[0])) // a larger sum may win, too
	}
	return w
}
