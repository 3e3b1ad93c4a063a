package draw

import "nimbot/game/rules"

// Pictures of strips: coins on numbered squares, in several lines if one is too short.

const (
	minStrip      = 37  // the smallest pitch of a strip in one line
	longStrip     = 46  // the pitch of a strip in several lines
	maxStrips     = 2   // strips that are drawn; diagrams of games have one
	tallestStrips = 800 // height in pixels that all strips together should not exceed
)

// strips lays out coins on numbered squares, with room above them for the arrow of a
// slide.
func (p *planner) strips() {
	widest := p.maxOver(widestLine)
	long := p.maxOver(func(d rules.Diagram) int { return tooLong(d.Rows) }) > 0
	for _, m := range p.d.Marks { // a position ends with its last coin, which may have left
		widest = max(widest, int(min(m.From, rules.MaxCells)), int(min(m.To, rules.MaxCells)))
	}
	room := p.width - 2*margin
	strips := min(maxStrips, p.maxOver(func(d rules.Diagram) int { return len(d.Rows) }))
	perLine := squaresALine(widest, strips, room)
	pitch := min(squarePitch, room/perLine)
	if !long {
		p.crop(margin, margin+perLine*pitch)
	}
	for i, r := range p.d.Rows[:min(len(p.d.Rows), maxStrips)] {
		if long {
			p.groups = append(p.groups, group{class: "strip", label: r.Label, items: p.spotLine(i, r, margin)})
			p.height += squarePitch + numberSpace
			continue
		}
		now, _ := squares(r)
		now = p.filled(now, widest)
		g := group{class: "strip", label: r.Label}
		top := p.height + p.arrowSpace()
		place := func(j int) (x, y int) {
			return margin + j%perLine*pitch, top + j/perLine*(pitch+numberSpace)
		}
		for j := range now {
			x, y := place(j)
			g.items = append(g.items, p.onSquare(i, j, now, x, y, pitch)...)
			text := number(j+1, x, y+pitch, pitch)
			if p.d.Piece == rules.Ruler {
				text.y, text.ink, text.on = y+pitch-9, inkOn, kindSquare
			}
			g.items = append(g.items, text)
		}
		for _, m := range p.d.Marks {
			if from, to, ok := slide(m, i, len(now)); ok && from/perLine == to/perLine {
				x, y := place(min(from, to))
				g.items = append(g.items, arrowMark(m, item{x: x + pitch/2, y: y - slideHeight - 2, w: max(from-to, to-from) * pitch, h: slideHeight}))
			}
		}
		p.groups = append(p.groups, g)
		p.height = top + linesOf(widest, perLine)*(pitch+numberSpace)
	}
}

// squaresALine returns the number of squares in one line of strips that are up to widest
// squares long: all if they fit into room, otherwise so few that squares are large, as far
// as the height of the picture allows.
func squaresALine(widest, strips, room int) int {
	if widest <= room/minStrip {
		return max(widest, 1) // a strip may be empty
	}
	n := room / longStrip
	for n < widest && strips*linesOf(widest, n)*(room/n+numberSpace) > tallestStrips {
		n++
	}
	return n
}

// linesOf returns the number of lines that n squares take, perLine in each.
func linesOf(n, perLine int) int { return (n + perLine - 1) / perLine }

// arrowSpace returns the room above the squares of a strip on which coins slide.
func (p *planner) arrowSpace() int {
	if p.turns() {
		return 0
	}
	return slideHeight - 6
}

// turns reports whether the pieces on a strip are turned over, not moved.
func (p *planner) turns() bool {
	switch p.d.Piece {
	case rules.Turtles, rules.MockTurtles, rules.Ruler:
		return true
	}
	return false
}

// filled lengthens a strip to n squares, because a diagram ends with the last coin and the
// drawing doesn't. In games that turn coins, the added squares show tails.
func (p *planner) filled(s []square, n int) []square {
	tails := p.turns()
	for len(s) < n {
		if tails {
			s = append(s, square{rules.Tail, 1})
		} else {
			s = append(s, square{})
		}
	}
	return s
}

// slides reports whether square j of a strip has a coin that can slide to the left.
func (p *planner) slides(row []square, j int) bool {
	switch {
	case p.d.Shape != rules.Strip || row[j].cell != rules.Coin || j == 0:
		return false
	case p.d.Piece == rules.Discs:
		return true
	}
	return p.d.Piece == "" && row[j-1].n == 0
}
