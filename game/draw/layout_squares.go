package draw

import (
	"strconv"

	"nimbot/game/rules"
)

// Pictures made of squares: rows of men, and the code that they share with strips of
// coins.

const (
	squarePitch = 58 // of strips and rows
	slideHeight = 20 // of an arrow
	gridPitch   = 54 // of cakes and bars
	minNumbered = 24 // the smallest pitch at which every square has its number
	maxLongRows = 8  // rows of men that are too long for squares
	maxSpots    = 14 // coins drawn of a line that is too long for squares
	minPitch    = 14 // pixels of a square of a row of men: people can't distinguish smaller ones
	gridHeight  = 430
	numberSpace = 26 // for a line of numbers
	slabSize    = 84 // of the sides of a cake that is too large for squares
)

var kinds = map[rules.Cell]kind{
	rules.Coin: kindCoin, rules.Tail: kindTail, rules.Red: kindRed, rules.Blue: kindBlue,
	rules.Crumb: kindCrumb, rules.Mould: kindMould,
}

// slide returns a slide on row i as indices of its n squares; ok is false for another
// mark.
func slide(m rules.Mark, i, n int) (from, to int, ok bool) {
	if m.Deed != rules.Slid || m.Row != i || m.From == m.To || min(m.From, m.To) < 1 || max(m.From, m.To) > uint64(n) {
		return 0, 0, false
	}
	return int(m.From) - 1, int(m.To) - 1, true
}

// arrowMark returns the arrow of a slide in the box of at.
func arrowMark(m rules.Mark, at item) item {
	at.kind, at.by = kindSlide, by(m)
	if m.To < m.From {
		at.n = -1
	}
	return at
}

// widestLine returns the number of squares of the longest row that is drawn
// square by square.
func widestLine(d rules.Diagram) int {
	n := 0
	for _, r := range d.Rows {
		s, _ := squares(r)
		n = max(n, len(s))
	}
	return n
}

// tooLong counts the rows that are too long to be drawn square by square.
func tooLong(rows []rules.Row) int {
	n := 0
	for _, r := range rows {
		if _, ok := squares(r); !ok {
			n++
		}
	}
	return n
}

// onSquare lays out square j of row i and the piece on it. A piece that a marked move
// brought or turned is fresh; one that left the square is a ghost.
func (p *planner) onSquare(i, j int, row []square, x, y, pitch int) []item {
	gap := max(1, pitch/24)
	if p.d.Piece == rules.Ruler {
		gap = 0
	}
	n, q := j+1, row[j]
	deep := pitch - 2*gap
	if p.d.Piece == rules.Ruler { // a ruler's square also has its number
		deep = pitch + numberSpace - 2
	}
	marks := []item{{kind: kindSquare, piece: p.d.Piece, n: n, x: x + gap, y: y + gap, w: pitch - 2*gap, h: deep}}
	inset := max(2, pitch/8)
	m := item{on: kindSquare, piece: p.d.Piece, n: n, x: x + inset, y: y + inset, w: pitch - 2*inset, h: pitch - 2*inset}
	k, ok := kinds[q.cell]
	switch {
	case ok && q.n > 0:
		m.kind, m.slides = k, p.slides(row, j)
		if m.by = p.last.arrivedBy(i, uint64(n)); m.by != 0 {
			m.state = fresh
		}
	default:
		if m.by = p.last.leftBy(i, uint64(n)); m.by == 0 {
			return marks
		}
		m.kind, m.state = kindCoin, ghost
	}
	if q.n <= 1 || m.state == ghost {
		return append(marks, m)
	}
	m.text = strconv.Itoa(q.n) // leaves the coin's face free for the number
	return append(marks, m, item{
		kind: kindText, x: x + pitch/2, y: y, h: pitch, text: m.text, ink: inkOn, on: m.kind,
		size: fitSize(m.text, pitch/2, m.w), anchor: anchorMiddle,
	})
}

// number writes a number centred below or above a square.
func number(n, x, y, pitch int) item {
	text := strconv.Itoa(n)
	return item{
		kind: kindText, x: x + pitch/2, y: y, h: numberSpace, text: text, ink: inkNumber,
		size: fitSize(text, sizeNumber, pitch), anchor: anchorMiddle,
	}
}

// spotLine lays out only the squares on which a piece stands, for a line of too many
// squares.
func (p *planner) spotLine(row int, r rules.Row, x int) []item {
	list := spots(r)
	var marks []item
	pitch := min(140, (p.width-margin-x)/max(1, min(len(list), maxSpots)+1))
	box := min(squarePitch, pitch*2/3)
	y := p.height
	for i, s := range list[:min(len(list), maxSpots)] {
		k, ok := kinds[s.Cell]
		if !ok {
			continue
		}
		left := x + i*pitch + (pitch-box)/2
		inset := max(2, box/8)
		m := item{kind: k, piece: p.d.Piece, on: kindSquare, x: left + inset, y: y + inset, w: box - 2*inset, h: box - 2*inset}
		if m.by = p.last.arrivedBy(row, s.Square); m.by != 0 {
			m.state = fresh
		}
		marks = append(marks, item{kind: kindSquare, piece: p.d.Piece, x: left, y: y, w: box, h: box}, m)
		text := strconv.FormatUint(s.Square, 10)
		marks = append(marks, item{
			kind: kindText, x: x + i*pitch + pitch/2, y: y + box, h: numberSpace, text: text, ink: inkNumber,
			size: fitSize(text, sizeNumber, pitch-4), anchor: anchorMiddle,
		})
	}
	var text string
	switch n := len(list) - maxSpots; {
	case n > 0:
		text = "… +" + strconv.Itoa(n)
	case p.d.Shape == rules.Rows: // the squares after a strip's last coin are out of play
		text = "/ " + strconv.FormatUint(max(r.Count, uint64(len(r.Cells))), 10)
	default:
		return marks
	}
	return append(marks, item{
		kind: kindText, x: x + min(len(list), maxSpots)*pitch + 4, y: y, h: box, text: text, ink: inkNote,
		size: fitSize(text, sizeNote, pitch), anchor: anchorStart,
	})
}

// men lays out rows with two men each above the numbers of the squares.
func (p *planner) men() {
	widest := p.maxOver(widestLine)
	left := margin + labelSpace
	rows := p.maxOver(func(d rules.Diagram) int { return len(d.Rows) })
	wide := p.maxOver(func(d rules.Diagram) int { return tooLong(d.Rows) }) > 0 ||
		rows <= maxLongRows && (p.width-margin-left)/max(widest, 1) < minPitch
	limit := maxRows
	if wide {
		limit = maxLongRows
	}
	rows = min(limit, rows)
	if rows == 0 {
		return
	}
	pitch := min(squarePitch, (p.width-margin-left)/max(widest, 1), tallestRows/rows)
	if wide {
		pitch = squarePitch + numberSpace
	}
	top := p.height
	if !wide {
		p.crop(margin, left+widest*pitch)
	}
	for i, r := range p.d.Rows[:min(len(p.d.Rows), limit)] {
		p.height = top + i*(pitch+6)
		g := group{class: "row", label: r.Label, items: p.rowHead(i, r.Label, margin, p.height, min(pitch, squarePitch), labelSpace)}
		if wide {
			g.items = append(g.items, p.spotLine(i, r, left)...)
			p.groups = append(p.groups, g)
			continue
		}
		now, _ := squares(r)
		for j := range now {
			g.items = append(g.items, p.onSquare(i, j, now, left+j*pitch, p.height, pitch)...)
		}
		g.items = append(g.items, p.slidesAlong(i, len(now), left, p.height, pitch)...)
		p.groups = append(p.groups, g)
	}
	p.height = top + rows*(pitch+6)
	if !wide {
		p.numbers(widest, left, pitch)
	}
	p.addOmitted(len(p.d.Rows) - limit)
}

// slidesAlong returns the arrows of row i. They lie on the squares between a man's old and
// new place: men don't jump, so these are empty unless the other man has followed.
func (p *planner) slidesAlong(i, n, left, y, pitch int) []item {
	var marks []item
	for _, m := range p.d.Marks {
		from, to, ok := slide(m, i, n)
		if !ok {
			continue
		}
		h := max(4, min(slideHeight, pitch/3))
		at := item{on: kindSquare, x: left + min(from, to)*pitch + pitch*7/8, y: y + (pitch-h)/2, h: h}
		at.w = max(from-to, to-from)*pitch - pitch*3/4
		marks = append(marks, arrowMark(m, at))
	}
	return marks
}

// numbers writes a line of the numbers of n squares; if they are narrow, only the first
// and every fifth.
func (p *planner) numbers(n, left, pitch int) {
	g := group{class: "numbers"}
	for i := range n {
		switch {
		case pitch >= minNumbered:
			g.items = append(g.items, number(i+1, left+i*pitch, p.height, pitch))
		case i == 0 || (i+1)%5 == 0:
			m := number(i+1, left+i*pitch, p.height, pitch)
			m.size = fitSize(m.text, sizeNumber, 4*pitch)
			g.items = append(g.items, m)
		}
	}
	p.groups = append(p.groups, g)
	p.height += numberSpace
}
