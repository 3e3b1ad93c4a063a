package rules

import (
	"iter"
	"math/rand/v2"
)

// turtles: turn a head to tails and, if you like, turn one coin to its left over. A head
// on square n is a heap of Nim of n stones (H. W. Lenstra, in Winning Ways, ch. 14).
// Misère play is not tame; see turtlesPosition.Outcome.
var turtles = turningCoins(&turnGame{
	card: Game{
		Key:      "turtles",
		Title:    "Turning Turtles",
		Group:    TurnGames,
		Endings:  []Ending{Normal, Misere},
		Sparse:   []Ending{Normal, Misere},
		Examples: []string{"1 4 6", "3 5 6 9"},
		Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
		Summand:  Size{Parts: 25, Largest: 100},
	},
	coins: MaxHeaps, last: MaxHeap, draw: func(r *rand.Rand) squares { return randomSquares(r, 3, 10) },
	turning: listed{2, "6,2"}, value: func(n uint64) uint64 { return n }, piece: Turtles,
	at: func(p turnPosition) Position { return turtlesPosition{p} },
})

type turtlesPosition struct{ turnPosition }

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
				if !yield(turnTwo(head, k)) {
					return
				}
			}
		}
	}
}

// turnTwo writes "6", or "6,2" with a partner; 0 is none.
func turnTwo(head, partner uint64) Move {
	if partner == 0 {
		return joinMove(',', head)
	}
	return joinMove(',', head, partner)
}

// Finish turns the last head, or the last two.
func (p turtlesPosition) Finish() (Move, bool) {
	switch len(p.squares) {
	case 1:
		return turnTwo(p.squares[0], 0), true
	case 2:
		return turnTwo(p.squares[1], p.squares[0]), true
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
	w := p.working()
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

// Worth is the nim-sum of the heads. Whole couples are fickle, because coin 1 and a couple
// count 1 each; see Outcome.
func (p turtlesPosition) Worth() Value {
	return Value{Grundy: p.nimSum(), Firm: p.singles() > 0}
}
