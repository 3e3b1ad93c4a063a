package rules

import (
	"iter"
	"strconv"
)

// turtles: turn a head to tails and, if you like, turn one coin to its left over. A head
// on square n is a heap of Nim of n stones (H. W. Lenstra, in Winning Ways, ch. 14).
// Misère play is not tame; see turtlesPosition.Outcome.
var turtles = Game{
	Key:      "turtles",
	Title:    "Turning Turtles",
	Endings:  []Ending{Normal, Misere},
	Sparse:   []Ending{Normal, Misere},
	Examples: []string{"1 4 6", "3 5 6 9"},
	Parse: func(text string) (Position, error) {
		s, err := parseDistinct(text, "1 4 6", MaxHeaps, MaxHeap)
		if err != nil {
			return nil, err
		}
		return turtlesPosition{s}, nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return turtlesPosition{randomSquares(d.Rand, 3, 10)} })
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

// turtlesPosition holds the squares with heads.
type turtlesPosition struct{ squares }

// Size counts a head on square n as n, its value.
func (p turtlesPosition) Size() Size {
	return Size{Parts: len(p.squares), Largest: p.largest(), Total: p.sum()}
}

func (p turtlesPosition) Diagram() Diagram { return p.diagram(Tail).withPiece(Turtles) }

func (p turtlesPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, head := range p.squares {
			for partner := uint64(0); partner < head; partner++ {
				if !yield(turn(head, partner)) {
					return
				}
			}
		}
	}
}

// turn writes "6", or "6,2" with a partner; 0 is none.
func turn(head, partner uint64) Move {
	if partner == 0 {
		return joinMove(',', head)
	}
	return joinMove(',', head, partner)
}

func (p turtlesPosition) Play(m Move) (Position, error) {
	n, err := p.turned(m, 2, "6,2")
	if err != nil {
		return nil, withExample(p, err)
	}
	return turtlesPosition{p.toggled(n...)}, nil
}

// turned reads a move that turns up to most coins over. It lists them from right to
// left, and the first shows heads.
func (s squares) turned(m Move, most int, example string) ([]uint64, error) {
	n, err := readNumbers(m, ",", example)
	if err != nil {
		return nil, err
	}
	if len(n) > most {
		return nil, illegal("move.turns-too-many", Args{"move": string(m), "max": most, "example": example})
	}
	if err := s.headOf(m, n[0]); err != nil {
		return nil, err
	}
	for i, k := range n[1:] {
		if k == 0 || k >= n[i] {
			return nil, illegal("move.not-to-the-left", Args{"move": string(m), "square": k, "head": n[i], "example": example})
		}
	}
	return n, nil
}

func (p turtlesPosition) Headline() Wording               { return p.headsHeadline() }
func (p turtlesPosition) MoveWords(m Move) Wording        { return turnWords(m) }
func (p turtlesPosition) Marks(m Move) []Mark             { return turnMarks(m) }
func (p turtlesPosition) StepWords(prefix string) Wording { return partnerWords(prefix) }
func (p turtlesPosition) Readings(text string) []string   { return turnReadings(text) }

func (p turtlesPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix == "" {
			p.chooseHead("choice.head", yield)
			return
		}
		head, ok := number(prefix)
		for partner := uint64(0); ok && p.has(head) && partner < head; partner++ {
			if !yield(turnChoice(turn(head, partner), true)) {
				return
			}
		}
	}
}

// chooseHead yields the heads, as the first step of a turning move, worded by code.
func (s squares) chooseHead(code string, yield func(Choice) bool) {
	for _, head := range s {
		label := strconv.FormatUint(head, 10)
		if !yield(Choice{Prefix: label, Label: label, Code: code}) {
			return
		}
	}
}

// turnChoice returns a step of a turning move, labelled by the move so far.
func turnChoice(m Move, done bool) Choice {
	c := Choice{Prefix: string(m), Label: shortLabel(spacedOut(string(m))), Done: done, Code: "choice.turn"}
	if !done {
		c.Code = "choice.turn-more"
	}
	return c
}

// shortLabel cuts the beginning off a label that would not fit beside others.
func shortLabel(s string) string {
	const most = 16
	if len(s) > most {
		return "…" + s[len(s)-most+len("…"):]
	}
	return s
}

// Grundy returns the nim-sum of the heads' squares.
func (p turtlesPosition) Grundy() (uint64, bool) { return p.nimSum(), true }

func (s squares) nimSum() uint64 {
	var x uint64
	for _, n := range s {
		x ^= n
	}
	return x
}

// singles counts the couples {2k, 2k+1}, k ≥ 1, of which exactly one coin shows heads.
// Coin 1 is in no couple.
func (p turtlesPosition) singles() int {
	count := 0
	for _, n := range p.squares {
		if n > 1 && !p.has(n^1) {
			count++
		}
	}
	return count
}

// Outcome: normal play is Nim on the squares. In misère play, if the heads other than
// coin 1 are whole couples {2k, 2k+1}, the player to move loses exactly when the
// nim-sum of all heads is 1, otherwise exactly when it is 0.
//
// Proof for misère play: turning n and k (0 for none) changes the sum by n ⊕ k. That is
// 1 only for both coins of a couple and for coin 1 alone; these moves don't change
// whether all heads are whole couples. So no move leads from a lost position to a lost
// one. From a won position of whole couples with a move, turn a couple or coin 1. From
// any other won position make the winning move of Nim or, if that leaves whole couples,
// turn the other coin of k's couple instead of k; 0 and coin 1 count as a couple here.
func (p turtlesPosition) Outcome(e Ending) (Outcome, bool) {
	return turtlesOutcome(p.nimSum(), p.singles(), e), true
}

func turtlesOutcome(sum uint64, single int, e Ending) Outcome {
	if e == Misere && single == 0 {
		return OutcomeIf(sum != 1)
	}
	return OutcomeIf(sum != 0)
}

// Winning tries, for each head, the two partners that can leave a nim-sum of
// 0 or 1.
func (p turtlesPosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		sum, single := p.nimSum(), p.singles()
		for _, head := range p.squares {
			partner := sum ^ head
			for _, k := range [2]uint64{partner &^ 1, partner | 1} {
				if k >= head || turtlesOutcome(sum^head^k, single+p.singlesDelta(head, k), e) != P {
					continue
				}
				if !yield(turn(head, k)) {
					return
				}
			}
		}
	}
}

// Finish turns the last head, or the last two.
func (p turtlesPosition) Finish() (Move, bool) {
	switch len(p.squares) {
	case 1:
		return turn(p.squares[0], 0), true
	case 2:
		return turn(p.squares[1], p.squares[0]), true
	}
	return "", false
}

// singlesDelta returns by how much singles changes if head and k are turned.
func (p turtlesPosition) singlesDelta(head, k uint64) int {
	if head>>1 == k>>1 {
		return 0 // both coins of one couple: a single one stays single, a whole one becomes empty or vice versa
	}
	return p.singlesDeltaOne(head) + p.singlesDeltaOne(k)
}

// singlesDeltaOne returns by how much singles changes if coin n alone is
// turned.
func (p turtlesPosition) singlesDeltaOne(n uint64) int {
	switch {
	case n <= 1:
		return 0
	case p.has(n) == p.has(n^1):
		return 1
	}
	return -1
}

func (p turtlesPosition) Working(e Ending) Working {
	w := p.working("nim-sum", func(n uint64) uint64 { return n })
	w.Facts = []Fact{{Code: "turtles.is-nim", Args: Args{"piles": p.String(), "count": len(p.squares)}}}
	if e == Misere {
		w.Method = "turtles-misere"
		code := "turtles.single"
		if p.singles() == 0 {
			code = "turtles.couples"
		}
		w.Facts = append(w.Facts, Fact{Code: code})
		w.Then = []Fact{{Code: code}} // which sum loses depends on the heads that are left
		w.Lost = ""
	}
	return w
}

// working lists the heads with their values, for normal play.
func (s squares) working(method string, value func(n uint64) uint64) Working {
	w := Working{Method: method, Rows: make([]WorkingRow, len(s))}
	for i, n := range s {
		square := strconv.FormatUint(n, 10)
		w.Rows[i] = WorkingRow{Label: square, Shape: square, Value: value(n)}
		w.Sum ^= w.Rows[i].Value
	}
	if w.Sum == 0 {
		w.Lost = SumLost
	}
	return w
}

// values writes the values of the heads as a Nim position.
func (s squares) values(value func(n uint64) uint64) string {
	piles := make(heaps, len(s))
	for i, n := range s {
		piles[i] = value(n)
	}
	return piles.String()
}
