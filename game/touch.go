package game

import (
	"slices"
	"strconv"
)

// Touch is a run of things in one row of a drawing that a move changes:
// stones, pins or squares From to To, counted from 1, of the row with that
// label; or, of a Tree, the edge that Row names.
type Touch struct {
	Row      string
	From, To uint64
	// Comes: something arrives there; else something goes or turns.
	Comes bool
	// Gap: everything stays, and the row splits between From and To.
	Gap bool
}

// Pointed is a Position whose moves can't be told from the drawings before and
// after, because rows split or are counted anew.
type Pointed interface {
	// Touches lists the ways to point at m, of which each is the same move:
	// what it changes in the present drawing.
	Touches(m Move) [][]Touch
}

// Touches lists the ways to point at the move m on the drawing of p. It is
// empty where the drawing shows nothing of the move, such as a pass, or
// doesn't list the squares one by one.
func Touches(p Position, m Move) [][]Touch {
	if p, ok := p.(Pointed); ok {
		return p.Touches(m)
	}
	next, err := p.Play(m)
	if err != nil {
		return nil
	}
	if t := changes(p.Diagram(), next.Diagram()); len(t) > 0 {
		return [][]Touch{t}
	}
	return nil
}

// changes are the differences of two drawings with the same rows.
func changes(before, after Diagram) []Touch {
	var all []Touch
	for _, e := range before.Edges {
		if !slices.Contains(after.Edges, e) {
			all = append(all, Touch{Row: strconv.Itoa(e.From) + "-" + strconv.Itoa(e.To)})
		}
	}
	for i, r := range before.Rows {
		next := Row{}
		if i < len(after.Rows) {
			next = after.Rows[i]
		}
		switch {
		case len(r.Cells) > 0:
			all = append(all, cellChanges(r.Label, r.Cells, next.cells())...)
		case len(r.Spots) > 0:
			all = append(all, cellChanges(r.Label, r.cells(), next.cells())...)
		case next.Count < r.Count:
			all = append(all, Touch{Row: r.Label, From: next.Count + 1, To: r.Count})
		}
	}
	return all
}

// cells are the row's squares; of a row that gives Spots, as many coins as lie
// on a square. It is nil for a row that is too long to be listed.
func (r Row) cells() []Cell {
	if len(r.Spots) == 0 || r.Count > MaxCells {
		return r.Cells
	}
	cells := make([]Cell, r.Count)
	for _, s := range r.Spots {
		cells[s.Square-1]++
	}
	return cells
}

// cellChanges are the runs of squares that differ. What is no longer listed is
// empty.
func cellChanges(label string, before, after []Cell) []Touch {
	var all []Touch
	for j, was := range before {
		is := Empty
		if j < len(after) {
			is = after[j]
		}
		if was == is || was == Tail && is == Empty {
			continue
		}
		n, comes := uint64(j)+1, was == Empty
		if last := len(all) - 1; last >= 0 && all[last].To == n-1 && all[last].Comes == comes {
			all[last].To = n
			continue
		}
		all = append(all, Touch{Row: label, From: n, To: n, Comes: comes})
	}
	return all
}

// Touches of a move that splits are the stones that lie in the gap, from
// either end of the pile. Where it splits without taking, they are the two
// stones beside the gap.
func (p breakPosition) Touches(m Move) [][]Touch {
	i, c, err := p.read(m)
	if err != nil {
		return nil
	}
	n, label := p.heaps[i], Label(i)
	run := func(from, to uint64) []Touch { return []Touch{{Row: label, From: from, To: to}} }
	small, large := c.parts(n)
	switch {
	case small == 0:
		return [][]Touch{run(large+1, n)}
	case c.taken == 0:
		gap := func(after uint64) []Touch { return []Touch{{Row: label, From: after, To: after + 1, Gap: true}} }
		return eitherEnd(gap(small), gap(large))
	}
	return eitherEnd(run(small+1, small+c.taken), run(large+1, large+c.taken))
}

// Touches of pins are those that fall, from either end of the row.
func (p pinPosition) Touches(m Move) [][]Touch {
	ways := p.breakPosition.Touches(m)
	if i, c, err := p.read(m); err == nil && c.small == 0 {
		return eitherEnd(ways[0], []Touch{{Row: Label(i), From: 1, To: c.taken}})
	}
	return ways
}

// eitherEnd are two ways to point, or one when they are the same.
func eitherEnd(a, b []Touch) [][]Touch {
	if slices.Equal(a, b) {
		return [][]Touch{a}
	}
	return [][]Touch{a, b}
}

// Touches of a cut are the rows or columns that are eaten.
func (p cakePosition) Touches(m Move) [][]Touch {
	next, err := p.Play(m)
	q, ok := next.(cakePosition)
	if err != nil || !ok || p.rows() > MaxCells || p.columns() > MaxCells {
		return nil
	}
	top, left := p.sides[cakeTop]-q.sides[cakeTop], p.sides[cakeLeft]-q.sides[cakeLeft]
	var all []Touch
	for row := range p.rows() {
		t := Touch{Row: strconv.FormatUint(row+1, 10), From: 1, To: p.columns()}
		switch {
		case row < top || row >= top+q.rows():
		case left > 0:
			t.To = left
		case q.columns() < p.columns():
			t.From = q.columns() + 1
		default:
			continue
		}
		all = append(all, t)
	}
	return [][]Touch{all}
}
