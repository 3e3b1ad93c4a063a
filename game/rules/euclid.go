package rules

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
)

// euclid: two numbers; take a positive multiple of the smaller from the
// larger, down to 0, which ends the game. The player to move wins when the
// numbers are equal or their ratio exceeds the golden ratio (Cole & Davie
// 1969). In misère play, equal numbers lose; nothing else changes.
var euclid = Game{
	Key:      "euclid",
	Title:    "Euclid",
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"25 7", "13 8"},
	Parse: func(text string) (Position, error) {
		h, err := parseTwo(text, "25 7")
		if err != nil {
			return nil, err
		}
		return euclidPosition{h}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return randomEuclid(d.Rand) })
	},
	Bounds:  func(Ending) Size { return Size{Parts: 2, Largest: MaxHeap} },
	Summand: Size{Largest: maxEuclid},
}

// randomEuclid returns two numbers of which neither divides the other, so that the
// first move can't end the game.
func randomEuclid(r *rand.Rand) Position {
	for {
		small := 5 + r.Uint64N(25)
		large := small + 1 + r.Uint64N(2*small)
		if large%small != 0 {
			return euclidPosition{heaps{large, small}}
		}
	}
}

type euclidPosition struct{ heaps }

// takes reports whether a move may take from pile i, the larger one or either of two
// equal ones.
func (p euclidPosition) takes(i int) bool {
	return p.heaps[1-i] > 0 && p.heaps[i] >= p.heaps[1-i]
}

func (p euclidPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i := range p.heaps {
			if p.takes(i) && !p.multiples(i, yield) {
				return
			}
		}
	}
}

// multiples yields the moves on pile i and reports whether to go on.
func (p euclidPosition) multiples(i int, yield func(Move) bool) bool {
	n, unit := p.heaps[i], p.heaps[1-i]
	for k := uint64(1); k <= n/unit; k++ {
		if !yield(takeMove(i, k*unit)) {
			return false
		}
	}
	return true
}

func (p euclidPosition) Diagram() Diagram { return p.diagram(Piles).withPiece(Bricks) }

func (p euclidPosition) Play(m Move) (Position, error) {
	i, rest, err := p.pileOf(m, "A14")
	if err != nil {
		return nil, err
	}
	unit, n := p.heaps[1-i], p.heaps[i]
	if unit == 0 {
		return nil, illegal("move.euclid-over", Args{"move": string(m), "position": p.String()})
	}
	larger := Label(1 - i)
	if !p.takes(i) {
		return nil, illegal("move.smaller-number", Args{"move": string(m), "label": Label(i), "larger": larger, "example": string(labelled(larger, n))})
	}
	if k, ok := number(rest); ok && k > n { // the refusal must not say "1 to n": only multiples are legal
		return nil, illegal("move.more-than-there", Args{"move": string(m), "label": Label(i), "size": n, "count": k, "example": string(takeMove(i, unit))})
	}
	k, err := takeable(m, rest, Label(i), n, 1)
	if err != nil {
		return nil, withExample(p, err)
	}
	if k%unit != 0 {
		return nil, illegal("move.not-a-multiple", Args{"move": string(m), "amount": k, "unit": unit, "example": string(takeMove(i, unit))})
	}
	return euclidPosition{p.with(i, n-k)}, nil
}

func (p euclidPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for i := range p.heaps {
			label := Label(i)
			switch {
			case !p.takes(i):
			case prefix == "":
				if !yield(Choice{Prefix: label, Label: label, Left: p.heaps[i], Code: "choice.part"}) {
					return
				}
			case prefix == label:
				p.multiples(i, func(m Move) bool {
					return yield(Choice{Prefix: string(m), Label: string(m[len(label):]), Done: true, Code: "choice.take"})
				})
			}
		}
	}
}

// Headline calls them numbers.
func (p euclidPosition) Headline() Wording { return Wording{Code: "numbers"} }

func euclidOutcome(a, b uint64, e Ending) Outcome {
	small, large := min(a, b), max(a, b)
	switch {
	case small == 0: // over
		return OutcomeIf(e == Misere)
	case small == large:
		return OutcomeIf(e == Normal)
	}
	return OutcomeIf(aboveGolden(large, small))
}

func (p euclidPosition) Outcome(e Ending) (Outcome, bool) {
	return euclidOutcome(p.heaps[0], p.heaps[1], e), true
}

// Winning looks at the two largest multiples only: any other leaves a ratio of at
// least 2, with which the opponent wins.
func (p euclidPosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, n := range p.heaps {
			if !p.takes(i) {
				continue
			}
			unit := p.heaps[1-i]
			most := n / unit
			for k := max(most, 2) - 1; k <= most; k++ {
				if euclidOutcome(n-k*unit, unit, e) == P && !yield(takeMove(i, k*unit)) {
					return
				}
			}
		}
	}
}

// Grundy follows Euclid's algorithm. From (large, small) with quotient q and
// remainder r, the moves leave (small, r + j·small) for 0 ≤ j < q. Let v be the value
// of (small, r). By induction, these positions have the value v for j = 0, then 0, 1,
// 2 … without v. So the mex is q if v < q, and q − 1 otherwise.
func (p euclidPosition) Grundy() (uint64, bool) {
	small, large := p.ordered()
	return euclidGrundy(large, small, Normal), true
}

// euclidGrundy is the value under an ending: in misère play the value at the end is 1.
func euclidGrundy(large, small uint64, e Ending) uint64 {
	if small == 0 {
		return lostSum(e)
	}
	q := large / small
	if euclidGrundy(small, large%small, e) < q {
		return q
	}
	return q - 1
}

// maxEuclid is the largest number in a sum, where all moves are tried.
const maxEuclid = 1000

// Worth compares the values under both endings. They differ only by the value at the end, and a quotient
// above 1 makes them equal, so otherwise they are 0 and 1.
func (p euclidPosition) Worth() Value {
	small, large := p.ordered()
	g := euclidGrundy(large, small, Normal)
	return Value{Grundy: g, Firm: g == euclidGrundy(large, small, Misere)}
}

// Hint divides the numbers. Let r be the remainder of the larger number divided by
// the smaller one, b. Then b/r is below the golden ratio φ exactly if r/b is above
// 1/φ = 0.618…, and (r + b)/b is below φ exactly if r/b is below 1/φ.
func (p euclidPosition) Hint(_ Move, e Ending) Wording {
	small, large := p.ordered()
	r := large % small
	args := []any{"large", large, "small", small, "remainder", r}
	if r == 0 {
		return Wording{"euclid-divides." + e.String(), args}
	}
	golden, _ := euclidRatio(Args{}, r+small, small)["golden"].(Decimal) // as many digits as it takes
	return Wording{"euclid-remainder", append(args, "golden", "0"+golden[1:])}
}

func (p euclidPosition) Working(e Ending) Working {
	small, large := p.ordered()
	args := Args{"small": small, "large": large}
	w := Working{Method: "euclid"}
	if e == Misere {
		w.Method = "euclid-misere"
	}
	switch {
	case small == 0:
		w.Facts = []Fact{{Code: "euclid.over", Args: args}}
	case small == large:
		w.Facts = []Fact{{Code: "euclid.equal", Args: args}}
	case aboveGolden(large, small):
		w.Facts = []Fact{{Code: "euclid.above", Args: euclidRatio(args, large, small)}}
	default:
		w.Facts = []Fact{{Code: "euclid.below", Args: euclidRatio(args, large, small)}}
	}
	return w
}

// goldenDigits are the first digits of the golden ratio.
const goldenDigits = "1.618033988749894848"

// euclidRatio adds two decimals to args: the ratio ("1.571…", or "1.6" if it has no
// further digits) and the golden ratio. Both have three decimals, or as many as it
// takes for them to differ. Outcome doesn't use them: it computes in integers.
func euclidRatio(args Args, large, small uint64) Args {
	ratio, rest := strconv.FormatUint(large/small, 10)+".", large%small
	golden := "1.618"
	for decimals := 1; len(ratio) < len(goldenDigits); decimals++ {
		var digit uint64
		hi, lo := bits.Mul64(rest, 10)
		digit, rest = bits.Div64(hi, lo, small)
		ratio += strconv.FormatUint(digit, 10)
		if same := goldenDigits[:len(ratio)]; decimals >= 3 && ratio != same {
			if large/small == 1 {
				golden = same
			}
			break
		}
	}
	if rest > 0 {
		ratio += "…"
	} else {
		ratio = strings.TrimRight(strings.TrimRight(ratio, "0"), ".")
	}
	args["ratio"], args["golden"] = Decimal(ratio), Decimal(golden)
	return args
}
