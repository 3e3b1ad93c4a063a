package rules

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// subtraction: take a number of the set from one pile. The values are periodic: each
// depends only on the max(set) values before it, so that a window of that many values
// that occurs a second time proves the period. Misère play is tame (Ferguson 1974).
var subtraction = Game{
	Key:      "subtraction",
	Title:    "Take-away with a set",
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"5 7 {1-3}", "21 {1,3,4}", "15 {1-3}", "20 {squares}"},
	Single:   true,
	Set:      "{1-3}",
	Parse:    parseSubtraction,
	Draw: func(d *Drawing, e Ending) string {
		return setOf(randomSets[d.IntN(len(randomSets))]).game.fair(d, e, drawnHeaps{2, 4, 20})
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
	Named: func(words []string) bool {
		return strings.Index(strings.Join(words, " "), "{") > 0 && !slices.Contains(words, plus) // "{3,4,5}" are piles
	},
}

// randomSets are the sets of random starts.
var randomSets = [][]uint64{{1, 2, 3}, {1, 2}, {1, 3, 4}, {2, 3}, {1, 4}, {1, 2, 5}, {2, 4, 7}}

// The bounds of a set. Up to maxSetTable stones the values are computed one by one. If
// these do not prove a period, larger piles are refused.
const (
	maxSetNumber = 1000
	maxSetSize   = 64
	maxSetTable  = 100_000
)

// subtractionExample is a valid position, for refusals.
const subtractionExample = "21 {1,3,4}"

// subtractionRules are the rules of one set, with its values.
type subtractionRules struct {
	subtractionSet
	name  string // "{1,3,4}"
	table grundyTable
	game  heapGame
}

// subtractionSet are the numbers that may be taken from a pile.
type subtractionSet interface {
	// amounts yields those that may be taken from a pile of n, rising.
	amounts(n uint64) iter.Seq[uint64]
	// has reports whether k may be taken from a pile of n, which has k or more.
	has(n, k uint64) bool
}

// numberSet are rising numbers, the same for each pile.
type numberSet []uint64

func (s numberSet) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for _, k := range s {
			if k > n || !yield(k) {
				return
			}
		}
	}
}

func (s numberSet) has(_, k uint64) bool {
	_, found := slices.BinarySearch(s, k)
	return found
}

// allSets keeps the rules of the sets in use.
var allSets shared[*subtractionRules]

// setOf returns the rules of a set of rising numbers.
func setOf(set []uint64) *subtractionRules {
	name := writeSet(set)
	return allSets.get(name, func() *subtractionRules {
		r := newSubtraction(name, numberSet(set), maxSetTable)
		window := int(set[len(set)-1])
		r.table.run = func(int, int) int { return window }
		r.game.inSums = maxSetPart
		r.game.numbers = strings.Trim(strings.NewReplacer(",", ", ", "-", "–").Replace(name), "{}")
		return r
	})
}

// newSubtraction returns the rules of a set whose values are known up to piles of limit. The caller
// sets what people see of it.
func newSubtraction(name string, set subtractionSet, limit int) *subtractionRules {
	r := &subtractionRules{subtractionSet: set, name: name}
	r.table.limit = limit
	r.table.next = func(g []uint16, m *mex) uint16 {
		for k := range set.amounts(uint64(len(g))) {
			m.add(g[uint64(len(g))-k])
		}
		return m.least()
	}
	if numbers, ok := set.(numberSet); ok { // the same without iterators, which take three quarters of the time
		r.table.next = func(g []uint16, m *mex) uint16 {
			for _, k := range numbers {
				if k > uint64(len(g)) {
					break
				}
				m.add(g[uint64(len(g))-k])
			}
			return m.least()
		}
	}
	r.game = heapGame{
		card: Game{Key: "subtraction"}, rules: r, table: &r.table, piece: Matches, tame: true, set: name, caption: "subtraction",
		facts: func(h heaps, _ Ending) []Fact { return tableFacts(&r.table, r.table.proved(), h) }, // the period and the values up to each pile
	}
	return r
}

// writeSet writes a set, three or more consecutive numbers as a range.
func writeSet(set []uint64) string {
	var parts []string
	for i := 0; i < len(set); {
		j := i
		for j+1 < len(set) && set[j+1] == set[j]+1 {
			j++
		}
		if j-i < 2 {
			j = i
			parts = append(parts, strconv.FormatUint(set[i], 10))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", set[i], set[j]))
		}
		i = j + 1
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// parseSubtraction reads piles and a set: "5 7 {1-3}".
func parseSubtraction(text string) (Position, error) {
	piles, rest, ok := strings.Cut(text, "{")
	inside, after, closed := strings.Cut(rest, "}")
	if !ok || !closed || strings.TrimSpace(after) != "" {
		return nil, notation("set.form", Args{"part": clip(text), "example": subtractionExample})
	}
	r, err := readSet(inside)
	if err != nil {
		return nil, err
	}
	example := "21 " + r.name
	h, err := parseHeaps(piles, example)
	if err != nil {
		return nil, err
	}
	if err := withinTable(h, &r.table, example); err != nil {
		return nil, err
	}
	return r.game.at(h), nil
}

// clip shortens a text that a refusal quotes.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// readSet reads what stands between braces: the name of a set, or numbers.
func readSet(text string) (*subtractionRules, error) {
	named, ok := namedSets[strings.TrimSpace(text)]
	if ok {
		return named.rules(), nil
	}
	for _, f := range splitList(text) {
		if _, isName := namedSets[f]; isName {
			return nil, notation("set.alone", Args{"part": f, "example": "20 {" + f + "}"})
		}
	}
	set, err := parseSet(text)
	if err != nil {
		return nil, err
	}
	return setOf(set), nil
}

// parseSet reads "1,3,5-7" into rising numbers.
func parseSet(text string) ([]uint64, error) {
	var set []uint64
	for _, f := range splitList(text) {
		low, high, isRange := strings.Cut(f, "-")
		a, err := setNumber(f, low)
		if err != nil {
			return nil, err
		}
		b := a
		if isRange {
			if b, err = setNumber(f, high); err != nil {
				return nil, err
			}
		}
		if b < a {
			return nil, notation("set.range", Args{"part": clip(f), "example": fmt.Sprintf("21 {%d-%d}", b, a)})
		}
		for ; a <= b; a++ {
			set = append(set, a)
		}
	}
	slices.Sort(set)
	set = slices.Compact(set)
	switch {
	case len(set) == 0:
		return nil, notation("set.empty", Args{"part": "{}", "example": subtractionExample})
	case len(set) > maxSetSize:
		return nil, notation("set.too-many", Args{"part": len(set), "max": maxSetSize, "example": subtractionExample})
	}
	return set, nil
}

// setNumber reads one number of part, which is a number or a range of a set.
func setNumber(part, digits string) (uint64, error) {
	n, ok := number(digits)
	args := Args{"part": clip(part), "max": maxSetNumber, "example": subtractionExample}
	switch {
	case isDigits(digits) && strings.Trim(digits, "0") == "":
		return 0, notation("set.zero", args)
	case isDigits(digits) && (!ok || n > maxSetNumber):
		return 0, notation("set.too-large", args)
	case !ok:
		return 0, notation("set.not-a-number", args)
	}
	return n, nil
}

func (r *subtractionRules) cuts(n uint64) iter.Seq[cut] { return takes(r.amounts(n)) }

func (r *subtractionRules) cutsTo(n uint64, a, b Value) iter.Seq[cut] {
	return takesTo(r, n, a, b)
}

func (r *subtractionRules) refusal(n uint64, c cut) string {
	switch {
	case c.small > 0:
		return "move.no-split"
	case !r.has(n, c.taken):
		return "move.not-in-set"
	}
	return ""
}

func (r *subtractionRules) value(n uint64) uint64 { return r.table.value(n) }
func (r *subtractionRules) omitsZero() bool       { return false }
