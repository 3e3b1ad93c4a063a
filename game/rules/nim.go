package rules

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// nim: take any number of stones from one pile. The Grundy value of a heap is
// its size; misère play is tame (Bouton 1901).
var nim = Game{
	Key:      Default,
	Title:    "Nim",
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"3 4 5", "1 3 5 7", "7 8 10"},
	Single:   true,
	Parse: func(text string) (Position, error) {
		h, err := parseHeaps(text, "3 4 5")
		if err != nil {
			return nil, err
		}
		return nimPosition{h}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return nimPosition{randomHeaps(d.Rand, 3, 9)} })
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

type nimPosition struct{ heaps }

func (p nimPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, n := range p.heaps {
			for k := uint64(1); k <= n; k++ {
				if !yield(takeMove(i, k)) {
					return
				}
			}
		}
	}
}

// CountMoves returns the number of stones, or most if there are more: a pile of n has
// n moves.
func (p nimPosition) CountMoves(most int) int { return int(min(p.Size().Total, uint64(most))) }

// Finish takes all of the only pile, if there is just one.
func (p nimPosition) Finish() (Move, bool) {
	last := -1
	for i, n := range p.heaps {
		if n == 0 {
			continue
		}
		if last >= 0 {
			return "", false
		}
		last = i
	}
	if last < 0 {
		return "", false
	}
	return takeMove(last, p.heaps[last]), true
}

func (p nimPosition) Play(m Move) (Position, error) {
	i, rest, err := p.pileOf(m, "A2")
	if err != nil {
		return nil, err
	}
	k, err := takeable(m, rest, Label(i), p.heaps[i], 1)
	if err != nil {
		return nil, err
	}
	return nimPosition{p.with(i, p.heaps[i]-k)}, nil
}

func (p nimPosition) Choices(prefix string) iter.Seq[Choice] {
	return p.takeChoices(prefix, func(int) uint64 { return 1 })
}

// Headline omits the title, because Nim is the default game.
func (p nimPosition) Headline() Wording { return Wording{Code: "piles"} }

func (p nimPosition) Value(i int) Value { return HeapValue(p.heaps[i]) }
func (p nimPosition) Tame() bool        { return true }

func (p nimPosition) Copies() (first, second string, ok bool) {
	return copies(p.Parts(), p.Part, p.isEmpty)
}

func (p nimPosition) MovesTo(i int, v Value) iter.Seq[Move] {
	if !p.Reaches(i, v) {
		return noMoves
	}
	return oneMove(takeMove(i, p.heaps[i]-v.Grundy))
}

func (p nimPosition) Reaches(i int, v Value) bool {
	return v == HeapValue(v.Grundy) && v.Grundy < p.heaps[i]
}

// takeable reads the amount of a move that takes from one pile: from least up to the
// whole pile.
func takeable(m Move, amount, label string, size, least uint64) (uint64, error) {
	k, ok := number(amount)
	if !ok {
		return 0, illegal("move.form", Args{"move": string(m), "example": label + strconv.FormatUint(max(least, 1), 10)})
	}
	if k >= least && k <= size {
		return k, nil
	}
	code := "move.take-too-many"
	if k < least {
		code = "move.take-nothing"
	}
	return 0, illegal(code, Args{
		"move": string(m), "label": label, "count": size, "size": size,
		"example": label + strconv.FormatUint(min(max(k, 1), size), 10),
	})
}

// takeChoices yields the steps of a move that takes least(pile) or more stones
// from one pile: first the piles, then the amounts.
func (h heaps) takeChoices(prefix string, least func(pile int) uint64) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix == "" {
			h.choosePile(yield)
			return
		}
		i, rest, err := h.pileOf(Move(prefix), "A2")
		if err != nil || rest != "" {
			return
		}
		for k := least(i); k <= h[i]; k++ {
			m, code := string(takeMove(i, k)), "choice.take"
			if k == 0 {
				code = "choice.pass"
			}
			if !yield(Choice{Prefix: m, Label: strings.TrimPrefix(m, Label(i)), Done: true, Code: code}) {
				return
			}
		}
	}
}

// randomHeaps returns n to n+2 piles of up to size stones, no two of them equal,
// because copying would win too easily.
func randomHeaps(r *rand.Rand, n int, size uint64) heaps {
	n += r.IntN(3)
	h := make(heaps, 0, n)
	for len(h) < n {
		k := 1 + r.Uint64N(size)
		fresh := true
		for _, x := range h {
			fresh = fresh && x != k
		}
		if fresh {
			h = append(h, k)
		}
	}
	return h
}
