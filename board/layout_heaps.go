package board

import (
	"strconv"

	"nimbot/game"
)

// Pictures of piles: rows of stones, of pins, and of whatever else has grown
// too large for a drawing of its own.

const (
	maxHeap     = 25   // stones of a pile that are drawn one by one
	someOfHeap  = 20   // stones drawn of a larger pile
	fewOfHeap   = 3    // stones drawn of a pile too large to imagine
	hugeHeap    = 9999 // larger piles are that
	stonePitch  = 54   // from stone to stone
	tallestRows = 720  // pixels that all rows together should not exceed
)

// stonesFor is the number of stones that stand for a pile of n.
func stonesFor(n uint64) int {
	switch {
	case n <= maxHeap:
		return int(n)
	case n <= hugeHeap:
		return someOfHeap
	default:
		return fewOfHeap
	}
}

// sizeOf is a pile's size as the notation writes it.
func sizeOf(r game.Row) string {
	s := strconv.FormatUint(r.Count, 10)
	if r.Used {
		s += "-"
	}
	return s
}

// heaps lays out one row a pile: letter, stones, size.
func (p *planner) heaps(k kind, class string) {
	p.rowsOf(k, class, p.d.Rows)
}

func (p *planner) rowsOf(k kind, class string, rows []game.Row) {
	stones := p.most(func(d game.Diagram) int {
		n := 0
		for _, r := range d.Rows {
			n = max(n, stonesFor(max(r.Count, uint64(len(r.Cells)))))
		}
		return n
	})
	sizes := p.most(func(d game.Diagram) int {
		n := 0
		for _, r := range d.Rows {
			n = max(n, textWidth(sizeOf(r), sizeCount))
		}
		return min(n, p.width/3) // the stones need room, too
	})
	count := min(maxRows, p.most(func(d game.Diagram) int { return len(d.Rows) }))
	room := p.width - 2*margin - labelSpace - sizes - 56
	s := newSpacing(k, stones, count, room)
	top := p.height
	for i, r := range rows[:min(len(rows), maxRows)] {
		y := top + i*s.row
		g := group{class: class, label: r.Label, count: r.Count, marks: p.head(i, r.Label, y, s.row)}
		g.marks = append(g.marks, p.stones(k, i, r, s, y)...)
		g.marks = append(g.marks, mark{
			kind: kindText, x: p.width - margin, y: y, h: s.row, text: sizeOf(r), ink: inkCount,
			size: fitSize(sizeOf(r), min(sizeCount, s.row), sizes), anchor: anchorEnd,
		})
		p.groups = append(p.groups, g)
	}
	p.height = top + count*s.row
	p.more(len(rows) - maxRows)
}

// spacing places stones in rows.
type spacing struct {
	pitch, row int
	w, h       int // of one stone
	five       int // the gap after every fifth
}

func newSpacing(k kind, stones, rows, room int) spacing {
	fives := 0
	if k == kindStone {
		fives = max(0, stones-1) / 5
	}
	// A gap is a third of a pitch.
	pitch := min(stonePitch, 3*room/max(1, 3*stones+fives))
	s := spacing{row: min(68, tallestRows/max(rows, 1))}
	switch k {
	case kindPin:
		s.row = min(92, tallestRows/max(rows, 1))
		s.pitch = min(pitch, 44, s.row*2/3)
		s.h = min(s.row-8, s.pitch*2)
		s.w = s.h * 2 / 5
	default:
		s.pitch = min(pitch, s.row-4)
		s.w = s.pitch - max(2, s.pitch/8)
		s.h = s.w
	}
	if k == kindStone {
		s.five = s.pitch / 3
	}
	return s
}

// stones are the marks of one pile; those that the last move took are ghosts.
func (p *planner) stones(k kind, i int, r game.Row, s spacing, y int) []mark {
	n := stonesFor(r.Count)
	before, had := p.before(i)
	old := n
	if had {
		old = max(n, stonesFor(before.Count))
	}
	marks := make([]mark, 0, old+1)
	x := margin + labelSpace
	for j := range old {
		if j > 0 && j%5 == 0 {
			x += s.five
		}
		m := mark{kind: k, n: j + 1, x: x, y: y + (s.row-s.h)/2, w: s.w, h: s.h}
		switch {
		case j >= n:
			m.state = ghost
		case had && j >= stonesFor(before.Count):
			m.state = fresh
		}
		marks = append(marks, m)
		x += s.pitch
	}
	if r.Count > maxHeap {
		marks = append(marks, mark{
			kind: kindText, x: x + 6, y: y, h: s.row, text: "…", ink: inkCount, size: min(sizeCount, s.row), anchor: anchorStart,
		})
	}
	return marks
}
