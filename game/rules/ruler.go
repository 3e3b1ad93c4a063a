package rules

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// ruler: turn any run of neighbouring coins over, the rightmost from heads to
// tails. A head on square n is worth the largest power of 2 that divides n,
// like the marks on a ruler (Winning Ways, ch. 14). Misère play follows the tame
// rule. It is applied to the position after a move, because a move turns several
// coins.
var ruler = turningCoins(&turnGame{
	card: Game{
		Key:      "ruler",
		Title:    "Ruler",
		Group:    TurnGames,
		Endings:  []Ending{Normal, Misere},
		Sparse:   []Ending{Normal, Misere},
		Examples: []string{"3 4", "2 5 7"},
		Bounds:   func(Ending) Size { return Size{Parts: maxRuler, Largest: maxRuler} },
		Summand:  Size{Largest: 60},
		Grows: func(start Size) Size { // a move can turn all coins over
			start.Parts = maxRuler
			return start
		},
	},
	coins: maxRuler, last: maxRuler, draw: randomRuler, turning: oneRun{}, value: lowBit, piece: Ruler,
	// A head on square n weighs 2^(n−1), more than all squares to its left together.
	weight: func(_, b uint64) uint64 { return AddSaturating(b, b) },
	at:     func(p turnPosition) Position { return rulerPosition{p} },
})

// randomRuler returns heads that do not form one run, which a single move would turn.
func randomRuler(r *rand.Rand) squares {
	for {
		s := randomSquares(r, 3, 10)
		if s.largest()-s[0] >= uint64(len(s)) {
			return s
		}
	}
}

// maxRuler is the last square. It is small because one move can turn every coin over,
// so that positions may have as many heads as squares.
const maxRuler = 500

type rulerPosition struct{ turnPosition }

// oneRun is how a move turns one run of coins: "4-2".
type oneRun struct{}

func (oneRun) moves(head uint64, yield func(Move) bool) bool {
	for end := head; end >= 1; end-- {
		if !yield(run(head, end)) {
			return false
		}
	}
	return true
}

// run writes "4-2", the coins 4, 3 and 2; a single coin is "4".
func run(head, end uint64) Move {
	if head == end {
		return joinMove('-', head)
	}
	return joinMove('-', head, end)
}

// read reads "4-3", or "4" for a single coin.
func (oneRun) read(s squares, m Move) (head, end uint64, err error) {
	n, err := readNumbers(m, "-", "4-3")
	if err != nil {
		return 0, 0, err
	}
	if len(n) > 2 {
		return 0, 0, illegal("move.form", Args{"move": clip(string(m)), "example": "4-3"})
	}
	if err := s.headOf(m, n[0]); err != nil {
		return 0, 0, err
	}
	head, end = n[0], n[len(n)-1]
	if len(n) == 2 && (end == 0 || end >= head) {
		return 0, 0, illegal("move.run-not-left", Args{"move": string(m), "head": head, "square": end})
	}
	return head, end, nil
}

// turn returns the heads after the coins of a run are turned.
func (of oneRun) turn(s squares, m Move) (squares, error) {
	head, end, err := of.read(s, m)
	if err != nil {
		return nil, err
	}
	var out squares
	for _, n := range s {
		if n < end {
			out = append(out, n)
		}
	}
	for n := end; n <= head; n++ {
		if !s.has(n) {
			out = append(out, n)
		}
	}
	for _, n := range s {
		if n > head {
			out = append(out, n)
		}
	}
	return out, nil
}

func (oneRun) choose(s squares, prefix string, yield func(Choice) bool) {
	head, ok := number(prefix)
	for end := head; ok && s.has(head) && end >= 1; end-- {
		label, code := runLabel(head, end)
		if !yield(Choice{Prefix: string(run(head, end)), Label: label, Done: true, Code: "choice." + code}) {
			return
		}
	}
}

// runLabel returns the label of a run, and the code that words it. The label lists up
// to three coins; of a longer run it gives the ends.
func runLabel(head, end uint64) (label, code string) {
	const listed = 3
	if head-end < listed {
		var coins []uint64
		for n := head; n >= end; n-- {
			coins = append(coins, n)
		}
		return strings.ReplaceAll(heaps(coins).String(), " ", ", "), "turn"
	}
	return strconv.FormatUint(head, 10) + "–" + strconv.FormatUint(end, 10), "turn-run"
}

func (of oneRun) words(s squares, m Move) Wording {
	head, end, _ := of.read(s, m)
	label, code := runLabel(head, end)
	if code == "turn" {
		return Wording{code, []any{"coins", named(strings.ReplaceAll(label, " ", ""))}}
	}
	return Wording{code, []any{"coins", label}}
}

func (of oneRun) marks(s squares, m Move) []Mark {
	head, end, err := of.read(s, m)
	if err != nil {
		return nil
	}
	return []Mark{{Deed: Turned, From: end, To: head}}
}

// stepWords ask how far the run goes from its head.
func (oneRun) stepWords(prefix string) Wording {
	return Wording{"turn-run", []any{"coin", prefix}}
}

// runSpellings name the ends of a run.
var runSpellings = []spelling{
	spelled("", `(?:coins? )?(\d+) ?(?:to|-|–| ) ?(\d+)`, "$1-$2"),
}

// readings recognizes a run by its ends, and by all of its coins.
func (oneRun) readings(text string) []string {
	out := readings(text, runSpellings)
	coins := splitList(strings.ReplaceAll(text, " and ", ","))
	for i, coin := range coins {
		n, ok := number(coin)
		if i == 0 {
			continue
		}
		if before, _ := number(coins[i-1]); !ok || n+1 != before {
			return out
		}
	}
	if len(coins) > 1 {
		out = append(out, coins[0]+"-"+coins[len(coins)-1])
	}
	return out
}

// lowBit returns the largest power of 2 that divides n > 0: the value of a head on
// square n.
func lowBit(n uint64) uint64 { return n & -n }

// even counts the heads with a value of 2 or more, those on even squares.
func (p rulerPosition) even() int {
	count := 0
	for _, n := range p.squares {
		if n%2 == 0 {
			count++
		}
	}
	return count
}

func (p rulerPosition) Outcome(e Ending) (Outcome, bool) {
	return SumOutcome(p.nimSum(), p.even() > 0, e), true
}

// Winning finds, for each head, the two runs that can leave a nim-sum of 0 or 1. The
// values of squares 1 to n have the nim-sum n ⊕ ⌊n/2⌋, the Gray code of n: from n − 1
// to n, the code changes just the bit lowBit(n). So a run from head to end is worth
// gray(head) ⊕ gray(end − 1), and the nim-sum to leave determines the end.
func (p rulerPosition) Winning(e Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		sum, even := p.nimSum(), p.even()
		for _, head := range p.squares {
			before := [2]uint64{ungray(gray(head) ^ sum), ungray(gray(head) ^ sum ^ 1)}
			if before[0] < before[1] { // shorter runs first, as in Moves
				before[0], before[1] = before[1], before[0]
			}
			for _, b := range before {
				if b >= head {
					continue
				}
				left := sum ^ gray(head) ^ gray(b)
				firm := even+p.evenAfter(head, b+1) > 0
				if SumOutcome(left, firm, e) == P && !yield(run(head, b+1)) {
					return
				}
			}
		}
	}
}

// Finish turns all heads, if they form one run.
func (p rulerPosition) Finish() (Move, bool) {
	if len(p.squares) == 0 || p.largest()-p.squares[0] >= uint64(len(p.squares)) {
		return "", false
	}
	return run(p.largest(), p.squares[0]), true
}

// evenAfter returns the change in the number of heads on even squares when the coins
// from end to head are turned.
func (p rulerPosition) evenAfter(head, end uint64) int {
	change := int(head/2 - (end-1)/2)
	for _, n := range p.squares {
		if n >= end && n <= head && n%2 == 0 {
			change -= 2
		}
	}
	return change
}

// gray returns the reflected Gray code of n.
func gray(n uint64) uint64 { return n ^ n>>1 }

// ungray returns the inverse of gray.
func ungray(g uint64) uint64 {
	for shift := uint(1); shift < 64; shift *= 2 {
		g ^= g >> shift
	}
	return g
}

func (p rulerPosition) Working(e Ending) Working {
	w := p.working()
	if e == Misere {
		w.Method = "tame"
	}
	if e == Misere && p.even() == 0 {
		w.EndTame()
	}
	w.Facts = []Fact{{Code: "ruler.marks", Args: Args{"heads": Numbers(p.squares), "piles": p.values(), "count": len(p.squares)}}}
	return w
}

// Worth is the nim-sum of the heads' values. Heads on even squares are firm.
func (p rulerPosition) Worth() Value {
	return Value{Grundy: p.nimSum(), Firm: p.even() > 0}
}
