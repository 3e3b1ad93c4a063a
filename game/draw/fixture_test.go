package draw_test

import (
	"strings"

	"nimbot/game/rules"
)

// fixture is a named diagram that the tests of every output share.
type fixture struct {
	name string
	d    rules.Diagram
}

// cells reads a row of squares as it looks: "." empty, "o" coin, "-" tail,
// "R" and "B" men, "#" crumb, "@" mould, " " gone.
func cells(row string) []rules.Cell {
	of := map[rune]rules.Cell{
		'.': rules.Empty, 'o': rules.Coin, '-': rules.Tail, 'R': rules.Red, 'B': rules.Blue,
		'#': rules.Crumb, '@': rules.Mould, ' ': rules.Gone,
	}
	out := make([]rules.Cell, 0, len(row))
	for _, r := range row {
		out = append(out, of[r])
	}
	return out
}

func squares(shape rules.Shape, rows ...string) rules.Diagram {
	d := rules.Diagram{Shape: shape}
	for i, r := range rows {
		row := rules.Row{Cells: cells(r)}
		if shape == rules.Rows {
			row.Label = rules.Label(i)
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

func counts(shape rules.Shape, sizes ...uint64) rules.Diagram {
	d := rules.Diagram{Shape: shape}
	for i, n := range sizes {
		label := rules.Label(i)
		if shape == rules.Stairs {
			label = string(rune('1' + i))
		}
		d.Rows = append(d.Rows, rules.Row{Label: label, Count: n})
	}
	return d
}

func noted(d rules.Diagram, note string) rules.Diagram {
	d.Note = note
	return d
}

func bundled(d rules.Diagram) rules.Diagram {
	d.Bundles = true
	return d
}

func marked(d rules.Diagram, marks ...rules.Mark) rules.Diagram {
	d.Marks = marks
	return d
}

// position returns the diagram of a game's position.
func position(key, position string) rules.Diagram {
	g, err := rules.Lookup(key)
	if err != nil {
		panic(err)
	}
	p, err := g.Parse(position)
	if err != nil {
		panic(err)
	}
	return p.Diagram()
}

func repeat(n int, size uint64) rules.Diagram {
	sizes := make([]uint64, n)
	for i := range sizes {
		sizes[i] = size + uint64(i)
	}
	return counts(rules.Piles, sizes...)
}

func grid(rows, columns, y, x int) rules.Diagram {
	lines := make([]string, rows)
	for i := range lines {
		lines[i] = strings.Repeat("#", columns)
	}
	lines[y] = lines[y][:x] + "@" + lines[y][x+1:]
	return squares(rules.Cake, lines...)
}

func stalk(n int) (edges []rules.Edge) {
	for i := range n {
		edges = append(edges, rules.Edge{From: i, To: i + 1})
	}
	return edges
}

var fixtures = []fixture{
	{"piles", counts(rules.Piles, 3, 4, 5)},
	{"piles-pass", rules.Diagram{Shape: rules.Piles, Rows: []rules.Row{
		{Label: "A", Count: 3}, {Label: "B", Count: 4, Used: true}, {Label: "C"}, {Label: "D", Count: 12, Used: true},
	}}},
	{"piles-large", counts(rules.Piles, 10, 11, 20, 31, 9999, 10000, 1_000_000_000_000_000_000)},
	{"piles-many", repeat(40, 1)},
	{"piles-set", noted(counts(rules.Piles, 21), "{1,3,4}")},
	{"piles-bundles", bundled(counts(rules.Piles, 1, 4, 5, 0, 11))},
	{"piles-bundles-large", bundled(counts(rules.Piles, 1, 16))}, // too large for bundles
	{"piles-none", rules.Diagram{Shape: rules.Piles}},
	{"pins", counts(rules.Pins, 5, 7, 1)},
	{"strip", squares(rules.Strip, ".o..o...o")},
	{"strip-turtles", position("turtles", "1 4 6 13")},
	{"strip-stacked", rules.Diagram{Shape: rules.Strip, Rows: []rules.Row{{Count: 9, Spots: []rules.Spot{
		{Square: 2, Cell: rules.Coin}, {Square: 2, Cell: rules.Coin}, {Square: 9, Cell: rules.Coin},
	}}}}},
	{"strip-long", rules.Diagram{Shape: rules.Strip, Rows: []rules.Row{{Count: 1_000_000_000, Spots: []rules.Spot{
		{Square: 7, Cell: rules.Coin}, {Square: 250_000, Cell: rules.Coin}, {Square: 1_000_000_000, Cell: rules.Coin},
	}}}}},
	{"stairs", counts(rules.Stairs, 2, 0, 3, 1)},
	{"stairs-large", counts(rules.Stairs, 12, 100_000_000, 3, 1, 0, 7, 9, 1)},
	{"rows", squares(rules.Rows, ".R..B...", "R....B", "..R.....B.")},
	{"rows-long", rules.Diagram{Shape: rules.Rows, Rows: []rules.Row{
		{Label: "A", Count: 1_000_000, Spots: []rules.Spot{{Square: 5, Cell: rules.Red}, {Square: 900_000, Cell: rules.Blue}}},
		{Label: "B", Cells: cells("R....B")},
	}}},
	{"cake", grid(5, 8, 1, 2)},
	{"cake-large", grid(40, 60, 11, 7)},
	{"cake-huge", rules.Diagram{Shape: rules.Cake, Rows: []rules.Row{
		{Label: "top", Count: 3}, {Label: "bottom", Count: 999_999}, {Label: "left", Count: 12}, {Label: "right"},
	}}},
	{"cake-last", grid(1, 1, 0, 0)},
	{"bar", squares(rules.Bar, "@###", "####", "##  ")},
	{"bar-large", squares(rules.Bar, "@#########", "##########", "########", "########", "#####", "###", "#", "#", "#", "#")},
	{"bar-long", rules.Diagram{Shape: rules.Bar, Rows: []rules.Row{{Count: 5001}, {Count: 5000}}}},
	{"tree", rules.Diagram{Shape: rules.Tree, Edges: []rules.Edge{
		{From: 0, To: 1}, {From: 1, To: 2}, {From: 1, To: 3}, {From: 3, To: 4}, {From: 4, To: 5}, {From: 3, To: 6}, {From: 0, To: 7}, {From: 7, To: 8},
	}}},
	{"tree-stalk", rules.Diagram{Shape: rules.Tree, Edges: stalk(60)}},
	{"tree-none", rules.Diagram{Shape: rules.Tree}},
}
