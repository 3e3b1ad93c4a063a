package board

import (
	"slices"
	"strconv"

	"nimbot/game"
)

// Pictures made of squares: strips of coins, rows of men, cakes, bars.

const (
	squarePitch = 58 // of strips and rows
	gridPitch   = 54 // of cakes and bars
	minNumbered = 24 // the smallest pitch at which every square has its number
	minStrip    = 37 // the smallest pitch of a strip in one line
	longStrip   = 46 // the pitch of a strip in several
	maxStrips   = 2  // a diagram has one
	maxLongRows = 8  // rows of men that are too long for squares
	maxSpots    = 14 // coins drawn of a line that is too long for squares
	leastPitch  = 14 // pixels of a square of a row of men: smaller ones cannot be told apart
	gridHeight  = 560
	numberSpace = 26 // for a line of numbers
)

var kinds = map[game.Cell]kind{
	game.Coin: kindCoin, game.Tail: kindTail, game.Red: kindRed, game.Blue: kindBlue,
	game.Crumb: kindCrumb, game.Mould: kindMould,
}

// strips lays out coins on numbered squares.
func (p *planner) strips() {
	widest := p.most(widestLine)
	long := p.most(func(d game.Diagram) int { return tooLong(d.Rows) }) > 0
	perLine := widest
	room := p.width - 2*margin
	if widest > room/minStrip {
		perLine = room / longStrip
	}
	pitch := min(squarePitch, room/max(perLine, 1))
	for i, r := range p.d.Rows[:min(len(p.d.Rows), maxStrips)] {
		now, _ := squares(r)
		now = p.filled(now, widest)
		if long {
			p.groups = append(p.groups, group{class: "strip", label: r.Label, marks: p.spotLine(i, r, margin)})
			p.height += squarePitch + numberSpace
			continue
		}
		var old []square
		if before, had := p.before(i); had {
			old, _ = squares(before)
		}
		g := group{class: "strip", label: r.Label}
		for j, q := range now {
			x, y := margin+j%perLine*pitch, p.height+j/perLine*(pitch+numberSpace)
			g.marks = append(g.marks, onSquare(j+1, q, at(old, j), old != nil, x, y, pitch)...)
			g.marks = append(g.marks, number(j+1, x, y+pitch, pitch))
		}
		p.groups = append(p.groups, g)
		p.height += (widest + perLine - 1) / max(perLine, 1) * (pitch + numberSpace)
	}
}

// filled lengthens a strip to n squares: a position ends with its last coin,
// the strip does not. Where coins lie heads or tails, what was added is tails.
func (p *planner) filled(s []square, n int) []square {
	tails := p.most(func(d game.Diagram) int {
		for _, r := range d.Rows {
			if slices.Contains(r.Cells, game.Tail) {
				return 1
			}
		}
		return 0
	}) > 0
	for len(s) < n {
		if tails {
			s = append(s, square{game.Tail, 1})
		} else {
			s = append(s, square{})
		}
	}
	return s
}

// widestLine is the number of squares of the longest row that is drawn
// square by square.
func widestLine(d game.Diagram) int {
	n := 0
	for _, r := range d.Rows {
		s, _ := squares(r)
		n = max(n, len(s))
	}
	return n
}

// tooLong counts the rows that are not.
func tooLong(rows []game.Row) int {
	n := 0
	for _, r := range rows {
		if _, ok := squares(r); !ok {
			n++
		}
	}
	return n
}

// at is s[i], or an empty square beyond the end.
func at(s []square, i int) square {
	if i < len(s) {
		return s[i]
	}
	return square{}
}

// onSquare draws square n and what stands on it; a piece that came with the
// last move is set off, one that left is a ghost.
func onSquare(n int, q, old square, compare bool, x, y, pitch int) []mark {
	gap := max(1, pitch/24)
	marks := []mark{{kind: kindSquare, n: n, x: x + gap, y: y + gap, w: pitch - 2*gap, h: pitch - 2*gap}}
	inset := max(2, pitch/8)
	m := mark{on: kindSquare, n: n, x: x + inset, y: y + inset, w: pitch - 2*inset, h: pitch - 2*inset}
	k, ok := kinds[q.cell]
	switch {
	case ok && q.n > 0:
		m.kind = k
		if compare && (q.cell != old.cell || q.n > old.n) {
			m.state = fresh
		}
	case compare && old.n > 0 && kinds[old.cell] != "":
		m.kind, m.state = kinds[old.cell], ghost
	default:
		return marks
	}
	if q.n <= 1 || m.state == ghost {
		return append(marks, m)
	}
	m.text = strconv.Itoa(q.n) // leaves the coin's face free for the number
	return append(marks, m, mark{
		kind: kindText, x: x + pitch/2, y: y, h: pitch, text: m.text, ink: inkOn, on: m.kind,
		size: fitSize(m.text, pitch/2, m.w), anchor: anchorMiddle,
	})
}

// number writes a number centred below or above a square.
func number(n, x, y, pitch int) mark {
	text := strconv.Itoa(n)
	return mark{
		kind: kindText, x: x + pitch/2, y: y, h: numberSpace, text: text, ink: inkNumber,
		size: fitSize(text, sizeNumber, pitch), anchor: anchorMiddle,
	}
}

// spotLine draws only the squares on which something stands, dots between
// them, for a line of too many squares.
func (p *planner) spotLine(row int, r game.Row, x int) []mark {
	var old []game.Spot
	before, had := p.before(row)
	if had {
		old = spots(before)
	}
	list := spots(r)
	var marks []mark
	pitch := min(140, (p.width-margin-x)/max(1, min(len(list), maxSpots)+1))
	box := min(squarePitch, pitch*2/3)
	y := p.height
	for i, s := range list[:min(len(list), maxSpots)] {
		k, ok := kinds[s.Cell]
		if !ok {
			continue
		}
		left := x + i*pitch + (pitch-box)/2
		q, was := square{s.Cell, 1}, square{}
		if slices.Contains(old, s) {
			was = q
		}
		for _, m := range onSquare(0, q, was, had, left, y, box) {
			if m.kind == k || m.kind == kindSquare {
				marks = append(marks, m)
			}
		}
		text := strconv.FormatUint(s.Square, 10)
		marks = append(marks, mark{
			kind: kindText, x: x + i*pitch + pitch/2, y: y + box, h: numberSpace, text: text, ink: inkNumber,
			size: fitSize(text, sizeNumber, pitch-4), anchor: anchorMiddle,
		})
	}
	var text string
	switch n := len(list) - maxSpots; {
	case n > 0:
		text = "… +" + strconv.Itoa(n)
	case p.d.Shape == game.Rows: // a strip has nothing in play behind its last coin
		text = "/ " + strconv.FormatUint(max(r.Count, uint64(len(r.Cells))), 10)
	default:
		return marks
	}
	return append(marks, mark{
		kind: kindText, x: x + min(len(list), maxSpots)*pitch + 4, y: y, h: box, text: text, ink: inkNote,
		size: fitSize(text, sizeNote, pitch), anchor: anchorStart,
	})
}

// men lays out rows with two men each above the numbers of the squares.
func (p *planner) men() {
	widest := p.most(widestLine)
	left := margin + labelSpace
	rows := p.most(func(d game.Diagram) int { return len(d.Rows) })
	wide := p.most(func(d game.Diagram) int { return tooLong(d.Rows) }) > 0 ||
		rows <= maxLongRows && (p.width-margin-left)/max(widest, 1) < leastPitch
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
	for i, r := range p.d.Rows[:min(len(p.d.Rows), limit)] {
		p.height = top + i*(pitch+6)
		g := group{class: "row", label: r.Label, marks: p.head(i, r.Label, p.height, min(pitch, squarePitch))}
		if wide {
			g.marks = append(g.marks, p.spotLine(i, r, left)...)
			p.groups = append(p.groups, g)
			continue
		}
		now, _ := squares(r)
		var old []square
		if before, had := p.before(i); had {
			old, _ = squares(before)
		}
		for j, q := range now {
			g.marks = append(g.marks, onSquare(j+1, q, at(old, j), old != nil, left+j*pitch, p.height, pitch)...)
		}
		p.groups = append(p.groups, g)
	}
	p.height = top + rows*(pitch+6)
	if !wide {
		p.numbers(widest, left, pitch)
	}
	p.more(len(p.d.Rows) - limit)
}

// numbers writes a line of the numbers of n squares, every fifth when they
// are narrow.
func (p *planner) numbers(n, left, pitch int) {
	g := group{class: "numbers"}
	for i := range n {
		switch {
		case pitch >= minNumbered:
			g.marks = append(g.marks, number(i+1, left+i*pitch, p.height, pitch))
		case i == 0 || (i+1)%5 == 0:
			m := number(i+1, left+i*pitch, p.height, pitch)
			m.size = fitSize(m.text, sizeNumber, 4*pitch)
			g.marks = append(g.marks, m)
		}
	}
	p.groups = append(p.groups, g)
	p.height += numberSpace
}
