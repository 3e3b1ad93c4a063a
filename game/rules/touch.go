package rules

import (
	"slices"
	"strconv"
)

// Touch is a run of stones, pins or squares that a person can tap to choose a move: From
// to To, counted from 1, of the row labelled Row. Of a Tree, it is the edge that Row
// names ("1-2").
type Touch struct {
	Row      string
	From, To uint64
	// Comes reports that something arrives there; otherwise something leaves or turns.
	Comes bool
	// Gap reports that everything stays, and the row splits between From and To.
	Gap bool
}

// Pointed is a position in which a person taps other things than a move's Marks name:
// because a row splits, because the Marks count from the sides of a cake, or because
// pins can fall from either end.
type Pointed interface {
	// Touches returns the sets of things that a person can tap to choose m;
	// each set means the same move.
	Touches(m Move) [][]Touch
}

// Touches returns the sets of things that a person can tap to choose the move m on the
// drawing of p: those that its Marks name, unless p is Pointed. There are none if the
// move is illegal, if the drawing shows nothing of it, as for a pass, or if the drawing
// doesn't list the squares one by one.
func Touches(p Position, m Move) [][]Touch {
	switch p := p.(type) {
	case Pointed:
		return p.Touches(m)
	case Marked:
		if _, err := p.Play(m); err != nil {
			return nil
		}
		var way []Touch
		d := p.Diagram()
		for _, mark := range p.Marks(m) {
			way = append(way, d.touches(mark)...)
		}
		if len(way) > 0 {
			return [][]Touch{way}
		}
	}
	return nil
}

// touches returns the things that a mark of a legal move names, in the drawing before
// the move.
func (d Diagram) touches(m Mark) []Touch {
	if d.Shape == Tree {
		all := make([]Touch, len(m.Edges))
		for i, e := range m.Edges {
			all[i] = Touch{Row: strconv.Itoa(e.From) + "-" + strconv.Itoa(e.To)}
		}
		return all
	}
	row := d.Rows[m.Row]
	if len(row.Spots) > 0 && row.Count > MaxCells {
		return nil
	}
	switch m.Deed {
	case Took, Turned:
		return []Touch{{Row: row.Label, From: m.From, To: m.To}}
	case Slid:
		return []Touch{{Row: row.Label, From: m.From, To: m.From}, {Row: row.Label, From: m.To, To: m.To, Comes: true}}
	}
	return nil
}

// Touches of a move that splits are the stones taken from the gap, counted from either
// end of the pile. If the move splits without taking, they are the two stones beside the
// gap. Pins fall from either end of the row.
func (p heapPosition) Touches(m Move) [][]Touch {
	i, c, err := p.read(m)
	if err != nil {
		return nil
	}
	n, label := p.heaps[i], Label(i)
	run := func(from, to uint64) []Touch { return []Touch{{Row: label, From: from, To: to}} }
	small, large := c.parts(n)
	switch {
	case small == 0 && p.of.pins:
		return eitherEnd(run(large+1, n), run(1, c.taken))
	case small == 0:
		return [][]Touch{run(large+1, n)}
	case c.taken == 0:
		gap := func(after uint64) []Touch { return []Touch{{Row: label, From: after, To: after + 1, Gap: true}} }
		return eitherEnd(gap(small), gap(large))
	}
	return eitherEnd(run(small+1, small+c.taken), run(large+1, large+c.taken))
}

// eitherEnd returns two ways to point, or one if they are equal.
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
