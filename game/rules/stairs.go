package rules

import (
	"iter"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// stairs: move any number of coins from one step down to the next; from step 1 they
// leave the stairs. Only the odd steps count, as heaps of Nim: coins that come down
// onto an odd step can be moved on at once (Sprague 1937). Misère play is tame.
var stairs = Game{
	Key:      "stairs",
	Title:    "Staircase Nim",
	Group:    SlideGames,
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"2 0 3", "3 2 5 1 4"},
	Parse:    parseStairs,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return randomStairs(d.Rand) })
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
	Grows: func(start Size) Size { // all coins can come together on a step
		start.Largest = mulSaturating(uint64(start.Parts), start.Largest)
		return start
	},
}

// stairsPosition holds the number of coins on steps 1, 2, 3 …
type stairsPosition struct{ heaps }

// parseStairs reads the number of coins on each step. During a match, coins from
// several steps gather on one, so that a step may hold more than MaxHeap; all coins
// together must fit a uint64.
func parseStairs(text string) (Position, error) {
	const example = "2 0 3"
	fields := splitList(text)
	if len(fields) == 0 {
		return nil, notation("steps.none", Args{"example": example})
	}
	if len(fields) > MaxHeaps {
		return nil, notation("steps.too-many", Args{"count": len(fields), "max": MaxHeaps, "example": example})
	}
	h, total := make(heaps, len(fields)), uint64(0)
	for i, f := range fields {
		if !isDigits(f) {
			return nil, notation("step.not-a-number", Args{"part": clip(f), "example": example})
		}
		n, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return nil, notation("step.too-large", Args{"part": clip(f), "max": uint64(MaxHeap), "example": example})
		}
		if n > math.MaxUint64-total {
			return nil, tooLarge("stairs", Size{Total: math.MaxUint64}, example)
		}
		h[i], total = n, total+n
	}
	return stairsPosition{h}, nil
}

// randomStairs returns three to five steps, with coins on at least two odd ones.
func randomStairs(r *rand.Rand) Position {
	h := make(heaps, 3+r.IntN(3))
	for i := range h {
		h[i] = r.Uint64N(6)
	}
	h[0], h[2] = max(h[0], 1), max(h[2], 1)
	return stairsPosition{h}
}

// Size adds up the steps that coins can still go down: 3 for a coin on step 3.
func (p stairsPosition) Size() Size {
	s := p.heaps.Size()
	s.Total = 0
	for i, n := range p.heaps {
		s.Total = AddSaturating(s.Total, mulSaturating(n, uint64(i)+1))
	}
	return s
}

func (p stairsPosition) Diagram() Diagram {
	d := p.diagram(Stairs)
	for i := range d.Rows {
		d.Rows[i].Label = strconv.Itoa(i + 1)
	}
	return d
}

func stairsMove(i int, n uint64) Move {
	b := strconv.AppendInt(make([]byte, 0, 24), int64(i)+1, 10)
	return Move(strconv.AppendUint(append(b, ':'), n, 10))
}

func (p stairsPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, n := range p.heaps {
			for k := uint64(1); k <= n; k++ {
				if !yield(stairsMove(i, k)) {
					return
				}
			}
		}
	}
}

func (p stairsPosition) Play(m Move) (Position, error) {
	i, k, err := p.readStep(m)
	if err != nil {
		return nil, withExample(p, err)
	}
	h := p.with(i, p.heaps[i]-k)
	if i > 0 {
		h[i-1] += k
	}
	return stairsPosition{h}, nil
}

// readStep reads a move "3:1" as k coins from heap i, where step 1 is heap 0.
func (p stairsPosition) readStep(m Move) (i int, k uint64, err error) {
	step, amount, _ := strings.Cut(string(m), ":")
	s, ok := number(step)
	k, right := number(amount)
	if !ok || !right {
		return 0, 0, illegal("move.form", Args{"move": clip(string(m)), "example": "3:1"})
	}
	if s == 0 || s > uint64(len(p.heaps)) {
		return 0, 0, illegal("move.no-such-step", Args{"move": string(m), "step": s, "last": len(p.heaps)})
	}
	i = int(s - 1)
	args := Args{"move": string(m), "step": s, "amount": k, "size": p.heaps[i]}
	switch {
	case p.heaps[i] == 0:
		return 0, 0, illegal("move.empty-step", args)
	case k == 0:
		return 0, 0, illegal("move.step-nothing", args)
	case k > p.heaps[i]:
		return 0, 0, illegal("move.step-too-many", args)
	}
	return i, k, nil
}

func (p stairsPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for i, n := range p.heaps {
			label := strconv.Itoa(i + 1)
			switch {
			case n == 0:
			case prefix == "":
				if !yield(Choice{Prefix: label + ":", Label: label, Left: n, Code: "choice.stair"}) {
					return
				}
			case prefix == label+":":
				for k := uint64(1); k <= n; k++ {
					if !yield(Choice{Prefix: string(stairsMove(i, k)), Label: strconv.FormatUint(k, 10), Done: true, Code: "choice.move"}) {
						return
					}
				}
			}
		}
	}
}

// Headline gives the coins on each step.
func (p stairsPosition) Headline() Wording {
	return Wording{"stairs", []any{"count", len(p.heaps), "last", len(p.heaps), "coins", Numbers(p.heaps)}}
}

func (p stairsPosition) MoveWords(m Move) Wording {
	step, amount, _ := strings.Cut(string(m), ":")
	k, _ := number(amount)
	if step == "1" {
		return Wording{"off-the-stairs", []any{"count", k, "step", step}}
	}
	return Wording{"down", []any{"count", k, "step", step}}
}

// Marks returns the coins taken from their step and, unless they left the stairs, put
// on the next one.
func (p stairsPosition) Marks(m Move) []Mark {
	i, k, err := p.readStep(m)
	if err != nil {
		return nil
	}
	marks := []Mark{taken(i, p.heaps[i], k)}
	if i > 0 {
		n := p.heaps[i-1]
		marks = append(marks, Mark{Deed: Put, Row: i - 1, From: n + 1, To: n + k})
	}
	return marks
}

func (p stairsPosition) StepWords(prefix string) Wording {
	return Wording{"down", []any{"step", strings.TrimSuffix(prefix, ":")}}
}

// stairSpellings name the step.
var stairSpellings = []spelling{
	spelled(" from step ", `(\d+|all)(?: down)? from step (\d+)(?: down)?`, "$2:$1"),
	spelled("step ", `(?:from )?step (\d+)[ :,]+(\d+|all)`, "$1:$2"),
}

// stepAndNumber matches two numbers of which the first is a step: "3-3", "3, 2".
var stepAndNumber = regexp.MustCompile(`^(\d+)(?: ?[-,/] ?| )(\d+)$`)

// Doubts implements Doubtful: "3-2" may mean 2 coins from step 3, or coins from step 3 to step 2.
func (p stairsPosition) Doubts(text string) (notations []string, several bool) {
	if m := stepAndNumber.FindStringSubmatch(text); m != nil {
		notations = []string{m[1] + ":" + m[2]}
	}
	return notations, false
}

// Readings recognizes a step and the number of coins that go down from it.
func (p stairsPosition) Readings(text string) []string {
	out := readings(text, stairSpellings)
	for i, n := range p.heaps {
		for j, r := range out {
			if r == strconv.Itoa(i+1)+":"+whole {
				out[j] = string(stairsMove(i, n))
			}
		}
	}
	return out
}

// Parts counts the odd steps; part i is step 2i+1.
func (p stairsPosition) Parts() int        { return (len(p.heaps) + 1) / 2 }
func (p stairsPosition) Value(i int) Value { return HeapValue(p.heaps[2*i]) }
func (p stairsPosition) Tame() bool        { return true }

func (p stairsPosition) Part(i int) (label, shape string) {
	return strconv.Itoa(2*i + 1), strconv.FormatUint(p.heaps[2*i], 10)
}

// MovesTo yields at most one move: it moves coins on to leave fewer, or brings coins
// down from the even step above to have more.
func (p stairsPosition) MovesTo(i int, v Value) iter.Seq[Move] {
	step := 2 * i
	n, want := p.heaps[step], v.Grundy
	switch {
	case v != HeapValue(want):
	case want < n:
		return oneMove(stairsMove(step, n-want))
	case want > n && step+1 < len(p.heaps) && want-n <= p.heaps[step+1]:
		return oneMove(stairsMove(step+1, want-n))
	}
	return noMoves
}

// Facts name the Nim position that the odd steps form.
func (p stairsPosition) Facts(Ending) []Fact {
	piles := make(heaps, p.Parts())
	for i := range piles {
		piles[i] = p.heaps[2*i]
	}
	return []Fact{{Code: "stairs.is-nim", Args: Args{"piles": piles.String(), "count": len(piles)}}}
}
