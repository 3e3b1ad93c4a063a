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
	tallestRows = 480  // pixels that all rows together should not exceed
	columnRows  = 10   // more rows stand in several columns
	leastColumn = 240  // pixels of a column
	leastStone  = 12   // pixels of a stone in a single line
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
	f := p.newShelf(k)
	top := p.height
	for i, r := range rows[:min(len(rows), maxRows)] {
		x, y := f.at(i)
		y += top
		g := group{class: class, label: r.Label, count: r.Count, marks: p.head(i, r.Label, x, y, f.row, f.labels-4)}
		g.marks = append(g.marks, p.stones(k, i, r, f, x+f.labels, y)...)
		p.groups = append(p.groups, g)
	}
	if p.d.Piece == game.Joined && len(rows) == 2 {
		p.rail(f, top)
	}
	p.height = top + f.lines*f.row
	p.more(len(rows) - maxRows)
}

// rail joins two piles from which the same may be taken.
func (p *planner) rail(f shelf, top int) {
	x, y := margin+f.labels-22, top+f.row/2
	p.groups = append(p.groups, group{class: "rail", marks: []mark{
		{kind: kindRail, x: x, y: y - 3, w: 5, h: f.row + 6},
		{kind: kindRail, x: x, y: y - 3, w: 14, h: 6},
		{kind: kindRail, x: x, y: y + f.row - 3, w: 14, h: 6},
	}})
}

// shelf places rows of stones, in several columns where they are many.
type shelf struct {
	spacing
	lines  int // rows of one column
	column int // the width of a column
	labels int // the room for the letter of a row
	sizes  int // the room for its size
}

// at is the upper left corner of row i.
func (f shelf) at(i int) (x, y int) { return margin + i/f.lines*f.column, i % f.lines * f.row }

// newShelf has room for the piles of all positions.
func (p *planner) newShelf(k kind) shelf {
	stones, sizes := 0, 0
	for _, d := range p.all {
		for i, r := range d.Rows {
			n := max(r.Count, uint64(len(r.Cells)))
			stones = max(stones, stonesFor(n), stonesFor(p.once(i, n)))
			sizes = max(sizes, textWidth(sizeOf(r), sizeCount))
		}
	}
	count := min(maxRows, p.most(func(d game.Diagram) int { return len(d.Rows) }))
	columns := max(1, min((count+columnRows-1)/columnRows, p.width/leastColumn))
	f := shelf{lines: (count + columns - 1) / columns, column: (p.width - 2*margin + 18) / columns, labels: labelSpace}
	if columns > 1 {
		f.labels = labelSpace * 2 / 3
	}
	f.sizes = min(sizes, f.column/3) // the stones need room, too
	f.spacing = newSpacing(k, stones, f.lines, f.column-18-f.labels-f.sizes-28)
	if columns == 1 {
		p.crop(margin, margin+f.labels+f.reach(stones)+f.sizes+28)
	}
	return f
}

// spacing places stones in rows.
type spacing struct {
	pitch, row int
	w, h       int  // of one stone
	five       int  // the gap after every fifth
	double     bool // two stones above each other, where one line is too narrow
}

func newSpacing(k kind, stones, rows, room int) spacing {
	fives := 0
	if k == kindStone {
		fives = max(0, stones-1) / 5
	}
	// A gap is a third of a pitch.
	pitch := max(2, min(stonePitch, 3*room/max(1, 3*stones+fives)))
	s := spacing{row: min(68, tallestRows/max(rows, 1))}
	if k == kindStone && pitch < leastStone {
		s.double = true
		pitch = min(2*pitch, s.row/2)
	}
	switch k {
	case kindPin:
		s.row = min(92, tallestRows/max(rows, 1))
		s.pitch = min(pitch, 44, s.row*2/3)
		s.h = min(s.row-6, s.pitch*2)
		s.w = s.h * 2 / 5
	default:
		s.pitch = min(pitch, s.row-4)
		s.w = s.pitch - max(1, s.pitch/8)
		s.h = s.w
	}
	if k == kindStone {
		s.five = s.pitch / 3
	}
	return s
}

// reach is the width of n stones.
func (s spacing) reach(n int) int {
	if n == 0 {
		return 0
	}
	x, _ := s.place(n - 1)
	return x + s.pitch
}

// place is where stone j of a pile stands, from its first one and from the
// middle of its row.
func (s spacing) place(j int) (x, y int) {
	if s.double {
		return j/2*s.pitch + j/10*s.five, (j%2-1)*s.pitch + (s.pitch-s.h)/2
	}
	return j*s.pitch + j/5*s.five, -s.h / 2
}

// stones are the marks of one pile and its size behind them; those that marked
// moves took are ghosts.
func (p *planner) stones(k kind, i int, r game.Row, f shelf, left, y int) []mark {
	n, once := stonesFor(r.Count), p.once(i, r.Count)
	drawn := n
	if once <= maxHeap {
		drawn = int(once)
	}
	marks := make([]mark, 0, drawn+2)
	for j := range drawn {
		dx, dy := f.place(j)
		m := mark{kind: k, piece: p.d.Piece, n: j + 1, x: left + dx, y: y + f.row/2 + dy, w: f.w, h: f.h}
		if j >= n {
			if m.by = p.deed(i, uint64(j)+1, game.Took); m.by == 0 {
				continue // it left in a split
			}
			m.state = ghost
		} else if m.by = p.deed(i, uint64(j)+1, game.Put); m.by != 0 {
			m.state = fresh
		}
		marks = append(marks, m)
	}
	x := left + f.reach(drawn)
	if r.Count > maxHeap {
		marks = append(marks, mark{
			kind: kindText, x: x + 2, y: y, h: f.row, text: "…", ink: inkCount, size: min(sizeCount, f.row), anchor: anchorStart,
		})
		x += 20
	}
	x += 10
	size := fitSize(sizeOf(r), min(sizeCount, f.row*9/10), f.sizes)
	marks = append(marks, mark{kind: kindText, x: x, y: y, h: f.row, text: sizeOf(r), ink: inkCount, size: size, anchor: anchorStart})
	if once > maxHeap && once > r.Count {
		marks = append(marks, p.losses(i, x+textWidth(sizeOf(r), size)+8, y, f)...)
	}
	return marks
}

// losses say what marked moves took where that is not drawn stone by stone.
func (p *planner) losses(i, x, y int, f shelf) []mark {
	var marks []mark
	for _, m := range p.d.Marks {
		text, end := "−"+strconv.FormatUint(m.To-m.From+1, 10), margin+(i/f.lines+1)*f.column
		if m.Row != i || m.Deed != game.Took || x+textWidth(text, sizeNumber) > end {
			continue
		}
		ink := inkFirst
		if by(m) == bySecond {
			ink = inkSecond
		}
		marks = append(marks, mark{kind: kindText, x: x, y: y, h: f.row, text: text, ink: ink, size: min(sizeNumber, f.row), anchor: anchorStart})
		x += textWidth(text, sizeNumber) + 6
		p.reach(x)
	}
	return marks
}
