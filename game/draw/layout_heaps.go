package draw

import (
	"math/bits"
	"strconv"

	"nimbot/game/rules"
)

// Pictures of piles: rows of stones, of pins, and of the pieces of other games whose
// positions are too large for a drawing of their own.

const (
	maxHeap           = 25   // stones of a pile that are drawn one by one
	stonesOfLargePile = 20   // stones that are drawn for a larger pile
	stonesOfHugePile  = 3    // stones that are drawn for a huge pile
	maxLargePile      = 9999 // the largest pile that counts as large, not huge
	stonePitch        = 54   // from stone to stone
	tallestRows       = 480  // height in pixels that all rows together should not exceed
	columnRows        = 10   // more rows are drawn in several columns
	minColumn         = 240  // the smallest width of a column in pixels
	stonesInLine      = 10   // piles with more stones may use several lines
)

// stonesFor returns how many stones are drawn for a pile of n.
func stonesFor(n uint64) int {
	switch {
	case n <= maxHeap:
		return int(n)
	case n <= maxLargePile:
		return stonesOfLargePile
	default:
		return stonesOfHugePile
	}
}

// sizeOf returns a pile's size as the notation writes it.
func sizeOf(r rules.Row) string {
	s := strconv.FormatUint(r.Count, 10)
	if r.Used {
		s += "-"
	}
	return s
}

// heaps lays out one row for each pile: letter, stones, size.
func (p *planner) heaps(k kind, class string) {
	p.rowsOf(k, class, p.d.Rows)
}

func (p *planner) rowsOf(k kind, class string, rows []rules.Row) {
	f := p.newRowLayout(k)
	top := p.height
	for i, r := range rows[:min(len(rows), maxRows)] {
		x, y := f.at(i)
		y += top
		g := group{class: class, label: r.Label, count: r.Count, items: p.rowHead(i, r.Label, x, y, f.line, f.labels-4)}
		g.items = append(g.items, p.stones(k, i, r, f, x+f.labels, y)...)
		p.groups = append(p.groups, g)
	}
	if p.d.Piece == rules.Joined && len(rows) == 2 {
		p.rail(f, top)
	}
	p.height = top + f.lines*f.row
	p.addOmitted(len(rows) - maxRows)
}

// rail joins two piles from which a move may take the same number.
func (p *planner) rail(f rowLayout, top int) {
	x, y := margin+f.labels-22, top+f.line/2
	p.groups = append(p.groups, group{class: "rail", items: []item{
		{kind: kindRail, x: x, y: y - 3, w: 5, h: f.row + 6},
		{kind: kindRail, x: x, y: y - 3, w: 14, h: 6},
		{kind: kindRail, x: x, y: y + f.row - 3, w: 14, h: 6},
	}})
}

// rowLayout places rows of stones, in several columns if there are many.
type rowLayout struct {
	spacing
	lines  int // rows of one column
	column int // the width of a column
	labels int // the room for the letter of a row
	sizes  int // the room for its size
}

// at returns the upper left corner of row i.
func (f rowLayout) at(i int) (x, y int) { return margin + i/f.lines*f.column, i % f.lines * f.row }

// newRowLayout returns a layout with room for the piles of all positions in p.fit.
func (p *planner) newRowLayout(k kind) rowLayout {
	stones, sizes := 0, 0
	for _, d := range p.fit {
		for i, r := range d.Rows {
			n := max(r.Count, uint64(len(r.Cells)))
			stones = max(stones, stonesFor(n), stonesFor(p.last.sizeBefore(i, n)))
			sizes = max(sizes, textWidth(sizeOf(r), sizeCount))
		}
	}
	count := min(maxRows, p.maxOver(func(d rules.Diagram) int { return len(d.Rows) }))
	columns := max(1, min((count+columnRows-1)/columnRows, p.width/minColumn))
	f := rowLayout{lines: (count + columns - 1) / columns, column: (p.width - 2*margin + 18) / columns, labels: labelSpace}
	if columns > 1 {
		f.labels = labelSpace * 2 / 3
	}
	f.sizes = min(sizes, f.column/3) // the stones need room, too
	room := f.column - 18 - f.labels - f.sizes - 28
	if f.spacing = newSpacing(k, stones, f.lines, room); bundled(p.d) > 0 {
		f.spacing = inBundles(k, bundled(p.d), f.lines, room)
	}
	if columns == 1 {
		p.crop(margin, margin+f.labels+f.width(stones)+f.sizes+28)
	}
	return f
}

// spacing places the stones of a row, in several lines if there are many.
type spacing struct {
	pitch, row int
	w, h       int    // of one stone
	five       int    // the gap after every fifth
	line       int    // the height of a line
	bundles    uint64 // the sizes of the bundles in which the stones stand; 0 without bundles
	perLine    int    // the stones of a line
}

// newSpacing chooses the largest stones that fit, and then the shortest lines,
// because phones scale narrow drawings up.
func newSpacing(k kind, stones, rows, room int) (best spacing) {
	for lines := 1; lines == 1 || (lines-1)*stonesInLine < stones; lines++ {
		if s := spacingFor(k, lines, stones, rows, room); s.pitch >= best.pitch {
			best = s
		}
	}
	return best
}

// spacingFor returns the spacing of rows with this many lines each.
func spacingFor(k kind, lines, stones, rows, room int) spacing {
	s := spacing{perLine: max(1, stones)}
	if lines > 1 {
		s.perLine = ((stones+lines-1)/lines + 4) / 5 * 5
	}
	fives, tallest := 0, 92
	if k != kindPin {
		tallest = 68
	}
	if k == kindStone {
		fives = (s.perLine - 1) / 5
	}
	// A gap is an eighth of a pitch, as between stones: a wider one looked like the next pile.
	s.pitch = max(2, min(stonePitch, 8*room/(8*s.perLine+fives)))
	s.row = min(tallest*lines, tallestRows/max(rows, 1))
	s.line = s.row / lines
	if k == kindPin {
		s.pitch = min(s.pitch, 44, s.line*2/3)
		s.h = min(s.line-6, s.pitch*2)
		s.w = s.h * 2 / 5
	} else {
		s.pitch = min(s.pitch, s.line-4)
		s.w = s.pitch - max(1, s.pitch/8)
		s.h = s.w
	}
	if lines > 1 { // the lines of one row stand close together, apart from those of the next row
		s.line = min(s.line, s.h+6)
		s.row = min(s.row, lines*s.line+12)
	}
	if k == kindStone {
		s.five = s.pitch / 8
	}
	return s
}

// width returns the width of n stones.
func (s spacing) width(n int) int {
	switch {
	case s.bundles > 0:
		return int(s.bundles)*s.pitch + (bits.OnesCount64(s.bundles)-1)*s.five // at most rules.MaxBundled
	case n == 0:
		return 0
	}
	x, _ := s.place(min(n, s.perLine) - 1)
	return x + s.pitch
}

// place returns where stone j of a pile stands, relative to the upper left corner of the
// pile's stones.
func (s spacing) place(j int) (x, y int) {
	line, j := j/s.perLine, j%s.perLine
	return j*s.pitch + j/5*s.five, line*s.line + (s.line-s.h)/2
}

// stones returns the stones of one pile, and its size after them. Stones that marked moves
// took are ghosts.
func (p *planner) stones(k kind, i int, r rules.Row, f rowLayout, left, y int) []item {
	n, once := stonesFor(r.Count), p.last.sizeBefore(i, r.Count)
	drawn := n
	if once <= maxHeap {
		drawn = int(once)
	}
	marks := make([]item, 0, drawn+2)
	for j := range drawn {
		dx, dy := f.placeIn(r.Count, j)
		m := item{kind: k, piece: p.d.Piece, n: j + 1, x: left + dx, y: y + dy, w: f.w, h: f.h}
		if j >= n {
			if m.by = p.last.playersOf(i, uint64(j)+1, rules.Took); m.by == 0 {
				continue // it left in a split
			}
			m.state = ghost
		} else if m.by = p.last.playersOf(i, uint64(j)+1, rules.Put); m.by != 0 {
			m.state = fresh
		}
		marks = append(marks, m)
	}
	x := left + f.width(drawn)
	if r.Count > maxHeap {
		marks = append(marks, item{
			kind: kindText, x: x + 2, y: y, h: f.line, text: "…", ink: inkCount, size: min(sizeCount, f.line), anchor: anchorStart,
		})
		x += 20
	}
	x += 10
	size := fitSize(sizeOf(r), min(sizeCount, f.line*9/10), f.sizes)
	marks = append(marks, item{kind: kindText, x: x, y: y, h: f.line, text: sizeOf(r), ink: inkCount, size: size, anchor: anchorStart})
	if once > maxHeap && once > r.Count {
		marks = append(marks, p.losses(i, x+textWidth(sizeOf(r), size)+8, y, f)...)
	}
	return marks
}

// losses returns texts with the amounts that marked moves took from pile i, which isn't
// drawn stone by stone.
func (p *planner) losses(i, x, y int, f rowLayout) []item {
	var marks []item
	for _, m := range p.d.Marks {
		text, end := "−"+strconv.FormatUint(m.To-m.From+1, 10), margin+(i/f.lines+1)*f.column
		if m.Row != i || m.Deed != rules.Took || x+textWidth(text, sizeNumber) > end {
			continue
		}
		ink := inkFirst
		if by(m) == bySecond {
			ink = inkSecond
		}
		marks = append(marks, item{kind: kindText, x: x, y: y, h: f.line, text: text, ink: ink, size: min(sizeNumber, f.line), anchor: anchorStart})
		x += textWidth(text, sizeNumber) + 6
		p.extendTo(x)
	}
	return marks
}
