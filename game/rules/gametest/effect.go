package gametest

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"

	"nimbot/game/rules"
)

// effects returns the ways to say what the move between two drawings does, each as
// numbers and names of parts: one stone taken from pile A is "A", "1" or, with the size
// that it leaves, "A", "1", "4". A label or a sentence may use any of these ways. They are
// computed from the drawings only, so that an error in a game's wording isn't repeated
// here.
func effects(before, after rules.Diagram) [][]string {
	switch before.Shape {
	case rules.Strip:
		return turnedOrSlid(coinsOn(before), coinsOn(after))
	case rules.Rows:
		return manSlid(before, after)
	case rules.Cake:
		return sideEaten(before, after)
	case rules.Bar:
		return bitten(before, after)
	case rules.Tree:
		return edgeCut(before, after)
	case rules.Sums:
		return partChanged(before, after)
	}
	if len(after.Rows) > len(before.Rows) {
		return pileSplit(before, after)
	}
	return pilesTaken(before, after)
}

// partChanged: one of several games has changed. The number of its part comes first.
func partChanged(before, after rules.Diagram) [][]string {
	for i, part := range before.Parts {
		if now := after.Parts[i]; !reflect.DeepEqual(part.Diagram, now.Diagram) {
			ways := effects(part.Diagram, now.Diagram)
			for k, way := range ways {
				ways[k] = append(named("", uint64(i)+1), way...)
			}
			return ways
		}
	}
	return nil
}

func count(n uint64) string { return strconv.FormatUint(n, 10) }

// named puts the name of a part, if it has one, in front of numbers.
func named(label string, numbers ...uint64) []string {
	var out []string
	if label != "" {
		out = append(out, label)
	}
	for _, n := range numbers {
		out = append(out, count(n))
	}
	return out
}

// pilesTaken: some rows have fewer stones, or a used pass. On stairs, the next step has
// more coins; these aren't listed.
func pilesTaken(before, after rules.Diagram) [][]string {
	var each, labels []string
	var amounts, left []uint64
	for i, r := range before.Rows {
		now := after.Rows[i]
		if now.Count > r.Count || now.Count == r.Count && now.Used == r.Used {
			continue
		}
		each = append(each, named(r.Label, r.Count-now.Count)...)
		labels, amounts, left = append(labels, r.Label), append(amounts, r.Count-now.Count), append(left, now.Count)
	}
	ways := [][]string{each}
	switch {
	case len(labels) == 1 && amounts[0] == 0:
		ways = append(ways, labels)
	case len(labels) == 1:
		ways = append(ways, named(labels[0], amounts[0], left[0]))
	case len(slices.Compact(slices.Clone(amounts))) == 1:
		together := ""
		for _, l := range labels {
			together += l
		}
		ways = append(ways, named(together, amounts[0]), []string{count(amounts[0])})
	}
	return ways
}

// pileSplit: one row has become two; the first stands in its place.
func pileSplit(before, after rules.Diagram) [][]string {
	i := 0
	for after.Rows[i].Count == before.Rows[i].Count {
		i++
	}
	r, small, large := before.Rows[i], after.Rows[i].Count, after.Rows[i+1].Count
	taken := r.Count - small - large
	ways := [][]string{named(r.Label, taken, small, large)}
	if taken == 0 {
		ways = append(ways, named(r.Label, small, large))
	}
	return ways
}

// coinsOn returns the squares of a strip on which a coin stands or shows heads.
func coinsOn(d rules.Diagram) map[uint64]int {
	on := map[uint64]int{}
	for i, c := range d.Rows[0].Cells {
		if c == rules.Coin {
			on[uint64(i)+1]++
		}
	}
	for _, s := range d.Rows[0].Spots {
		on[s.Square]++
	}
	return on
}

// listed is the longest run whose coins must be named one by one. A longer run may also
// be named by its ends.
const listed = 3

// turnedOrSlid: the squares that have changed, from right to left. A coin that
// slides changes two.
func turnedOrSlid(before, after map[uint64]int) [][]string {
	var changed []uint64
	for n, k := range before {
		if k != after[n] {
			changed = append(changed, n)
		}
	}
	for n := range after {
		if _, known := before[n]; !known {
			changed = append(changed, n)
		}
	}
	slices.SortFunc(changed, func(a, b uint64) int { return cmp.Compare(b, a) })
	ways := [][]string{named("", changed...)}
	if first, last := changed[0], changed[len(changed)-1]; len(changed) > listed && first-last+1 == uint64(len(changed)) {
		ways = append(ways, named("", first, last))
	}
	return ways
}

// manSlid: a man has moved to another square of its row.
func manSlid(before, after rules.Diagram) [][]string {
	for i, r := range before.Rows {
		for _, man := range []rules.Cell{rules.Red, rules.Blue} {
			from, to := slices.Index(r.Cells, man), slices.Index(after.Rows[i].Cells, man)
			if from != to {
				return [][]string{named(r.Label, uint64(to)+1), named(r.Label, uint64(from)+1, uint64(to)+1)}
			}
		}
	}
	return nil
}

// cakeSides returns the number of rows or columns on each side of the mould.
func cakeSides(d rules.Diagram) map[string]uint64 {
	for i, r := range d.Rows {
		if j := slices.Index(r.Cells, rules.Mould); j >= 0 {
			return map[string]uint64{
				"top": uint64(i), "bottom": uint64(len(d.Rows) - 1 - i),
				"left": uint64(j), "right": uint64(len(r.Cells) - 1 - j),
			}
		}
	}
	return nil
}

func sideEaten(before, after rules.Diagram) [][]string {
	now := cakeSides(after)
	for side, n := range cakeSides(before) {
		if n != now[side] {
			return [][]string{named(side, n-now[side])}
		}
	}
	return nil
}

// bitten: the first row that has become shorter ends before the bitten square.
func bitten(before, after rules.Diagram) [][]string {
	for i, r := range before.Rows {
		left := uint64(0)
		if i < len(after.Rows) {
			left = after.Rows[i].Count
		}
		if left < r.Count {
			return [][]string{named("", uint64(i)+1, left+1)}
		}
	}
	return nil
}

// edgeCut: the first of the edges that are gone is the cut one, because diagrams list an
// edge before those that it carries.
func edgeCut(before, after rules.Diagram) [][]string {
	for _, e := range before.Edges {
		if !slices.Contains(after.Edges, e) {
			return [][]string{named("", uint64(e.From), uint64(e.To))}
		}
	}
	return nil
}
