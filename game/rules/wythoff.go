package rules

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// wythoff: two piles; take from one of them, or the same number from both. The
// player to move loses on the pairs (⌊kφ⌋, ⌊kφ²⌋), k = 0, 1, 2 … (Wythoff
// 1907). In misère play the same pairs lose, but (0,1) and (2,2) take the
// place of (0,0) and (1,2) (Fraenkel 1984).
var wythoff = Game{
	Key:      "wythoff",
	Title:    "Wythoff's game",
	Endings:  []Ending{Normal, Misere},
	Sparse:   []Ending{Normal, Misere},
	Examples: []string{"7 12", "3 5", "9 20"},
	Parse: func(text string) (Position, error) {
		h, err := parseTwo(text, "3 5")
		if err != nil {
			return nil, err
		}
		return wythoffPosition{h}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position {
			a, k := 3+d.Uint64N(8), 1+d.Uint64N(8)
			return wythoffPosition{heaps{a, a + k}}
		})
	},
	Bounds:  func(Ending) Size { return Size{Parts: 2, Largest: MaxHeap} },
	Summand: Size{Largest: maxWythoff},
}

// parseTwo reads the two piles of a game that has exactly two.
func parseTwo(text, example string) (heaps, error) {
	if fields := splitList(text); len(fields) == 1 && fields[0] == "0" {
		return heaps{0, 0}, nil
	}
	h, err := parseHeaps(text, example)
	if err != nil {
		return nil, err
	}
	if len(h) != 2 {
		return nil, notation("piles.two", Args{"count": len(h), "example": example})
	}
	return h, nil
}

type wythoffPosition struct{ heaps }

const both = "AB" // the label of moves on both piles

func (p wythoffPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, label := range []string{"A", "B", both} {
			for k := uint64(1); k <= p.room(label); k++ {
				if !yield(labelled(label, k)) {
					return
				}
			}
		}
	}
}

// labelled writes "AB2".
func labelled(label string, k uint64) Move { return Move(label) + numeral(k) }

// numeral writes a number as a move.
func numeral(k uint64) Move { return Move(strconv.FormatUint(k, 10)) }

// room returns the largest amount that a move with the label can take.
func (p wythoffPosition) room(label string) uint64 {
	switch label {
	case "A":
		return p.heaps[0]
	case "B":
		return p.heaps[1]
	}
	return min(p.heaps[0], p.heaps[1])
}

func (p wythoffPosition) Diagram() Diagram { return p.diagram(Piles).withPiece(Joined) }

func (p wythoffPosition) Play(m Move) (Position, error) {
	a, b := p.heaps[0], p.heaps[1]
	if rest, ok := strings.CutPrefix(string(m), both); ok {
		k, ok := number(rest)
		switch {
		case !ok:
			return nil, withExample(p, illegal("move.form", Args{"move": clip(string(m)), "example": "AB2"}))
		case k == 0:
			return nil, withExample(p, illegal("move.take-nothing", Args{"move": string(m), "example": "AB1"}))
		case k > min(a, b):
			return nil, withExample(p, illegal("move.both-too-many", Args{"move": string(m), "amount": k, "size": min(a, b)}))
		}
		return wythoffPosition{heaps{a - k, b - k}}, nil
	}
	i, rest, err := p.pileOf(m, "AB2")
	if err != nil {
		return nil, err
	}
	k, err := takeable(m, rest, Label(i), p.heaps[i], 1)
	if err != nil {
		return nil, err
	}
	return wythoffPosition{p.with(i, p.heaps[i]-k)}, nil
}

func (p wythoffPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for _, label := range []string{"A", "B", both} {
			room := p.room(label)
			switch {
			case room == 0:
			case prefix == "":
				code := "choice.part"
				if label == both {
					code = "choice.both"
				}
				if !yield(Choice{Prefix: label, Label: label, Left: room, Code: code}) {
					return
				}
			case prefix == label:
				for k := uint64(1); k <= room; k++ {
					amount := string(numeral(k))
					if !yield(Choice{Prefix: label + amount, Label: amount, Done: true, Code: "choice.take"}) {
						return
					}
				}
			}
		}
	}
}

// MoveWords distinguish a move on both piles from one on a single pile.
func (p wythoffPosition) MoveWords(m Move) Wording {
	if label, amount := splitTake(m); label == both {
		return Wording{"take-both", []any{"amount", amount}}
	}
	return p.heaps.MoveWords(m)
}

// Marks returns the stones taken from one pile, or from both.
func (p wythoffPosition) Marks(m Move) []Mark {
	label, amount := splitTake(m)
	if label != both {
		return p.heaps.Marks(m)
	}
	return []Mark{taken(0, p.heaps[0], amount), taken(1, p.heaps[1], amount)}
}

func (p wythoffPosition) StepWords(prefix string) Wording {
	if prefix == both {
		return Wording{Code: "amount-both"}
	}
	return p.heaps.StepWords(prefix)
}

// bothSpellings take from both piles.
var bothSpellings = []spelling{
	spelled("both ", `both (\d+)`, "ab$1"),
	spelled(" both", `(\d+) both`, "ab$1"),
	spelled("", `(\d+) (?:from|of|off) (?:both|each)(?: piles?)?`, "ab$1"),
}

func (p wythoffPosition) Readings(text string) []string {
	return p.takeReadings(text, bothSpellings, takeSpellings)
}

// lostPair returns the pair (lower, lower + k) on which the player to move loses.
func lostPair(k uint64, e Ending) (lower, upper uint64) {
	switch {
	case e == Misere && k == 0:
		lower = 2
	case e == Misere && k == 1:
		lower = 0
	default:
		lower = timesGolden(k)
	}
	return lower, lower + k
}

// partner returns the other number of the lost pair that contains n. Every number is in
// exactly one such pair (for numbers above 2 by Beatty's theorem, 1926).
func partner(n uint64, e Ending) uint64 {
	if e == Misere && n <= 2 {
		return [...]uint64{1, 0, 2}[n]
	}
	// n = ⌊kφ⌋ for the largest k with kφ < n+1, if for any: k = ⌊(n+1)/φ⌋ and
	// 1/φ = φ − 1. Else n = ⌊kφ²⌋ for k = ⌊(n+1)/φ²⌋, and 1/φ² = 2 − φ.
	t := timesGolden(n + 1)
	if k := t - (n + 1); timesGolden(k) == n {
		return n + k
	}
	return n - (2*(n+1) - t - 1)
}

// ordered returns the smaller and the larger pile.
func (h heaps) ordered() (small, large uint64) { return min(h[0], h[1]), max(h[0], h[1]) }

func (p wythoffPosition) Outcome(e Ending) (Outcome, bool) {
	small, large := p.ordered()
	lower, _ := lostPair(large-small, e)
	return OutcomeIf(small != lower), true
}

// Winning yields at most three moves: each pile down to the other's partner, and both
// down to the lost pair with the same difference.
func (p wythoffPosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		a, b := p.heaps[0], p.heaps[1]
		if to := partner(b, e); to < a && !yield(labelled("A", a-to)) {
			return
		}
		if to := partner(a, e); to < b && !yield(labelled("B", b-to)) {
			return
		}
		small, large := p.ordered()
		if to, _ := lostPair(large-small, e); to < small {
			yield(labelled(both, small-to))
		}
	}
}

// Hint asks the question about the lost pairs that m answers: which of them contains
// the pile that m leaves alone or, for a move on both piles, has their difference.
func (p wythoffPosition) Hint(m Move, e Ending) Wording {
	ending := "." + e.String()
	switch label, _ := splitTake(m); label {
	case both:
		small, large := p.ordered()
		return Wording{"wythoff-difference" + ending, []any{"difference", large - small}}
	case "A":
		return Wording{"wythoff-pair" + ending, []any{"size", p.heaps[1]}}
	}
	return Wording{"wythoff-pair" + ending, []any{"size", p.heaps[0]}}
}

func (p wythoffPosition) Working(e Ending) Working {
	small, large := p.ordered()
	k := large - small
	lower, upper := lostPair(k, e)
	w := Working{Method: "wythoff", Facts: []Fact{
		{Code: "wythoff.difference", Args: Args{"small": small, "large": large, "difference": k}},
		{Code: "wythoff.pair", Args: Args{"difference": k, "lower": lower, "upper": upper}},
	}}
	if e == Misere {
		w.Method = "wythoff-misere"
	}
	if small == lower { // the position is the lost pair itself
		return w
	}
	for _, n := range slices.Compact([]uint64{small, large}) {
		w.Facts = append(w.Facts, Fact{Code: "wythoff.partner", Args: Args{"size": n, "partner": partner(n, e)}})
	}
	return w
}
