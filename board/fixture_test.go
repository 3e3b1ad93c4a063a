package board_test

import (
	"strings"

	"nimbot/game"
)

// fixture is a named diagram that the tests of every output share.
type fixture struct {
	name string
	d    game.Diagram
}

// cells reads a row of squares as it looks: "." empty, "o" coin, "-" tail,
// "R" and "B" men, "#" crumb, "@" mould, " " gone.
func cells(row string) []game.Cell {
	of := map[rune]game.Cell{
		'.': game.Empty, 'o': game.Coin, '-': game.Tail, 'R': game.Red, 'B': game.Blue,
		'#': game.Crumb, '@': game.Mould, ' ': game.Gone,
	}
	out := make([]game.Cell, 0, len(row))
	for _, r := range row {
		out = append(out, of[r])
	}
	return out
}

func squares(shape game.Shape, rows ...string) game.Diagram {
	d := game.Diagram{Shape: shape}
	for i, r := range rows {
		row := game.Row{Cells: cells(r)}
		if shape == game.Rows {
			row.Label = game.Label(i)
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

func counts(shape game.Shape, sizes ...uint64) game.Diagram {
	d := game.Diagram{Shape: shape}
	for i, n := range sizes {
		label := game.Label(i)
		if shape == game.Stairs {
			label = string(rune('1' + i))
		}
		d.Rows = append(d.Rows, game.Row{Label: label, Count: n})
	}
	return d
}

func noted(d game.Diagram, note string) game.Diagram {
	d.Note = note
	return d
}

func bundled(d game.Diagram) game.Diagram {
	d.Bundles = true
	return d
}

func marked(d game.Diagram, marks ...game.Mark) game.Diagram {
	d.Marks = marks
	return d
}

// position returns the diagram of a game's position.
func position(key, position string) game.Diagram {
	g, err := game.Lookup(key)
	if err != nil {
		panic(err)
	}
	p, err := g.Parse(position)
	if err != nil {
		panic(err)
	}
	return p.Diagram()
}

func repeat(n int, size uint64) game.Diagram {
	sizes := make([]uint64, n)
	for i := range sizes {
		sizes[i] = size + uint64(i)
	}
	return counts(game.Piles, sizes...)
}

func grid(rows, columns, y, x int) game.Diagram {
	lines := make([]string, rows)
	for i := range lines {
		lines[i] = strings.Repeat("#", columns)
	}
	lines[y] = lines[y][:x] + "@" + lines[y][x+1:]
	return squares(game.Cake, lines...)
}

func stalk(n int) (edges []game.Edge) {
	for i := range n {
		edges = append(edges, game.Edge{From: i, To: i + 1})
	}
	return edges
}

var fixtures = []fixture{
	{"piles", counts(game.Piles, 3, 4, 5)},
	{"piles-pass", game.Diagram{Shape: game.Piles, Rows: []game.Row{
		{Label: "A", Count: 3}, {Label: "B", Count: 4, Used: true}, {Label: "C"}, {Label: "D", Count: 12, Used: true},
	}}},
	{"piles-large", counts(game.Piles, 10, 11, 20, 31, 9999, 10000, 1_000_000_000_000_000_000)},
	{"piles-many", repeat(40, 1)},
	{"piles-set", noted(counts(game.Piles, 21), "{1,3,4}")},
	{"piles-bundles", bundled(counts(game.Piles, 1, 4, 5, 0, 11))},
	{"piles-bundles-large", bundled(counts(game.Piles, 1, 16))}, // too large for bundles
	{"piles-none", game.Diagram{Shape: game.Piles}},
	{"pins", counts(game.Pins, 5, 7, 1)},
	{"strip", squares(game.Strip, ".o..o...o")},
	{"strip-turtles", position("turtles", "1 4 6 13")},
	{"strip-stacked", game.Diagram{Shape: game.Strip, Rows: []game.Row{{Count: 9, Spots: []game.Spot{
		{Square: 2, Cell: game.Coin}, {Square: 2, Cell: game.Coin}, {Square: 9, Cell: game.Coin},
	}}}}},
	{"strip-long", game.Diagram{Shape: game.Strip, Rows: []game.Row{{Count: 1_000_000_000, Spots: []game.Spot{
		{Square: 7, Cell: game.Coin}, {Square: 250_000, Cell: game.Coin}, {Square: 1_000_000_000, Cell: game.Coin},
	}}}}},
	{"stairs", counts(game.Stairs, 2, 0, 3, 1)},
	{"stairs-large", counts(game.Stairs, 12, 100_000_000, 3, 1, 0, 7, 9, 1)},
	{"rows", squares(game.Rows, ".R..B...", "R....B", "..R.....B.")},
	{"rows-long", game.Diagram{Shape: game.Rows, Rows: []game.Row{
		{Label: "A", Count: 1_000_000, Spots: []game.Spot{{Square: 5, Cell: game.Red}, {Square: 900_000, Cell: game.Blue}}},
		{Label: "B", Cells: cells("R....B")},
	}}},
	{"cake", grid(5, 8, 1, 2)},
	{"cake-large", grid(40, 60, 11, 7)},
	{"cake-huge", game.Diagram{Shape: game.Cake, Rows: []game.Row{
		{Label: "top", Count: 3}, {Label: "bottom", Count: 999_999}, {Label: "left", Count: 12}, {Label: "right"},
	}}},
	{"cake-last", grid(1, 1, 0, 0)},
	{"bar", squares(game.Bar, "@###", "####", "##  ")},
	{"bar-large", squares(game.Bar, "@#########", "##########", "########", "########", "#####", "###", "#", "#", "#", "#")},
	{"bar-long", game.Diagram{Shape: game.Bar, Rows: []game.Row{{Count: 5001}, {Count: 5000}}}},
	{"tree", game.Diagram{Shape: game.Tree, Edges: []game.Edge{
		{From: 0, To: 1}, {From: 1, To: 2}, {From: 1, To: 3}, {From: 3, To: 4}, {From: 4, To: 5}, {From: 3, To: 6}, {From: 0, To: 7}, {From: 7, To: 8},
	}}},
	{"tree-stalk", game.Diagram{Shape: game.Tree, Edges: stalk(60)}},
	{"tree-none", game.Diagram{Shape: game.Tree}},
}
