package draw

import (
	"slices"
	"strconv"

	"nimbot/game/rules"
)

// Pictures of cakes and bars. A cake keeps its place around the mould, and a bar around
// its poison, so that eaten squares disappear without moving the others.

// extent is the number of rows or columns that a grid has on each side of one square.
type extent struct{ top, bottom, left, right int }

func (e extent) holds(y, x int) bool {
	return y >= -e.top && y <= e.bottom && x >= -e.left && x <= e.right
}

// rim returns the sides of a square at which the cake ends.
func (e extent) rim(y, x int) (r rim) {
	for side, ends := range map[rim]bool{rimTop: y == -e.top, rimBottom: y == e.bottom, rimLeft: x == -e.left, rimRight: x == e.right} {
		if ends {
			r |= side
		}
	}
	return r
}

// cakeExtent measures a cake from its mould; ok is false if the diagram gives the cake by
// counts, or if it is too large for single squares.
func cakeExtent(d rules.Diagram) (e extent, ok bool) {
	for i, r := range d.Rows {
		if x := slices.Index(r.Cells, rules.Mould); x >= 0 {
			e = extent{i, len(d.Rows) - 1 - i, x, len(r.Cells) - 1 - x}
			return e, e.top+e.bottom < maxGridRows && e.left+e.right < 40
		}
	}
	return e, false
}

// cake lays out a cake around its mould.
func (p *planner) cake() {
	var all extent
	for _, d := range p.fit {
		e, ok := cakeExtent(d)
		if !ok {
			if len(d.Rows) > 0 {
				p.cross()
			}
			return
		}
		all = extent{max(all.top, e.top), max(all.bottom, e.bottom), max(all.left, e.left), max(all.right, e.right)}
	}
	now, _ := cakeExtent(p.d)
	rings := p.cuts(now)
	if len(rings) > 0 { // the last is the cake before all marked moves
		before := rings[len(rings)-1].extent
		all = extent{max(all.top, before.top), max(all.bottom, before.bottom), max(all.left, before.left), max(all.right, before.right)}
	}
	f := newFrame(p, all.top+1+all.bottom, all.left+1+all.right)
	for y := -all.top; y <= all.bottom; y++ {
		g := group{class: "row", label: strconv.Itoa(y + now.top + 1)}
		if y >= -now.top && y <= now.bottom {
			g.items = append(g.items, f.rowNumber(y+all.top, y+now.top+1))
		}
		for x := -all.left; x <= all.right; x++ {
			m := f.cell(y+all.top, x+all.left, kindCrumb)
			m.n = x + now.left + 1
			switch {
			case y == 0 && x == 0:
				m.kind = kindMould
				m.rim = now.rim(y, x)
			case now.holds(y, x):
				m.rim = now.rim(y, x)
			default:
				ring := slices.IndexFunc(rings, func(c cutOff) bool { return c.holds(y, x) })
				if ring < 0 {
					continue
				}
				m.state, m.by = ghost, rings[ring].by
			}
			g.items = append(g.items, m)
		}
		if len(g.items) > 0 {
			p.groups = append(p.groups, g)
		}
	}
	p.groups = append(p.groups, group{class: "cuts", items: f.knives(all, now, rings)})
	f.columnNumbers(p, all.left-now.left, now.left+1+now.right)
	p.height = f.bottom()
}

// knives returns the lines along which the cake was cut, the latest first, just outside the
// squares that each cut left.
func (f frame) knives(all, now extent, rings []cutOff) (lines []item) {
	const thick = 4
	for _, before := range rings {
		x, y := f.x+(all.left-now.left)*f.pitch, f.y+(all.top-now.top)*f.pitch
		w, h := (now.left+1+now.right)*f.pitch, (now.top+1+now.bottom)*f.pitch
		m := item{kind: kindCut, by: before.by, x: x, y: y, w: w, h: thick}
		switch {
		case before.top > now.top:
			m.y -= thick
		case before.bottom > now.bottom:
			m.y += h
		case before.left > now.left:
			m.x, m.w, m.h = x-thick, thick, h
		default:
			m.x, m.w, m.h = x+w, thick, h
		}
		lines, now = append(lines, m), before.extent
	}
	return lines
}

// cutOff is the extent of the cake before a marked cut, and the player who cut.
type cutOff struct {
	extent
	by players
}

// cuts returns the extents of the cake before each of the marked cuts, latest
// first.
func (p *planner) cuts(now extent) []cutOff {
	var rings []cutOff
	for _, m := range slices.Backward(p.d.Marks) {
		sides := [...]*int{&now.top, &now.bottom, &now.left, &now.right}
		if m.Deed != rules.Took || m.Row < 0 || m.Row >= len(sides) || m.To > rules.MaxCells {
			continue
		}
		*sides[m.Row] = max(*sides[m.Row], int(m.To))
		if now.top+now.bottom >= maxGridRows || now.left+now.right >= 40 {
			break
		}
		rings = append(rings, cutOff{now, by(m)})
	}
	return rings
}

// bar lays out a chocolate bar.
func (p *planner) bar() {
	widest := p.maxOver(func(d rules.Diagram) int { return longest(d.Rows) })
	rows := p.maxOver(func(d rules.Diagram) int { return len(d.Rows) })
	for _, m := range p.d.Marks {
		widest, rows = max(widest, int(min(m.To, rules.MaxCells))), max(rows, min(m.Row, rules.MaxCells)+1)
	}
	if longest(p.d.Rows) == 0 || widest > 40 || rows > maxGridRows {
		p.longBar()
		return
	}
	f := newFrame(p, rows, widest)
	for y := range rows {
		var now []rules.Cell
		if y < len(p.d.Rows) {
			now = uneaten(p.d.Rows[y].Cells)
		}
		g := group{class: "row", label: strconv.Itoa(y + 1)}
		if len(now) > 0 {
			g.items = append(g.items, f.rowNumber(y, y+1))
		}
		for x := range widest {
			m := f.cell(y, x, kindChocolate)
			m.by = p.last.playersOf(y, uint64(x)+1, rules.Took)
			switch {
			case x < len(now) && now[x] == rules.Mould:
				m.kind, m.by = kindPoison, 0
			case x < len(now) && now[x] != rules.Gone:
				m.by = 0
			case m.by == 0:
				continue
			default:
				m.state = ghost
			}
			g.items = append(g.items, m)
		}
		if len(g.items) > 0 {
			p.groups = append(p.groups, g)
		}
	}
	f.columnNumbers(p, 0, longest(p.d.Rows))
	p.height = f.bottom()
}

// longest returns the length of the longest row, without the squares gone at its end.
func longest(rows []rules.Row) int {
	n := 0
	for _, r := range rows {
		n = max(n, len(uneaten(r.Cells)))
	}
	return n
}

// longBar lays out a bar by the lengths of its rows.
func (p *planner) longBar() {
	rows := make([]rules.Row, len(p.d.Rows))
	for i, r := range p.d.Rows {
		rows[i] = rules.Row{Label: strconv.Itoa(i + 1), Count: max(r.Count, uint64(len(uneaten(r.Cells))))}
	}
	first := len(p.groups)
	p.rowsOf(kindChocolate, "row", rows)
	if first == len(p.groups) {
		return
	}
	marks := p.groups[first].items
	if i := slices.IndexFunc(marks, func(m item) bool { return m.n == 1 && m.state == plain }); i >= 0 {
		marks[i].kind = kindPoison
	}
}

// frame places the squares of a grid, its numbers above and to the left.
type frame struct {
	x, y, pitch   int
	rows, columns int
}

func newFrame(p *planner, rows, columns int) frame {
	pitch := min(gridPitch, (p.width-2*margin-2*numberSpace)/columns, gridHeight/rows)
	p.crop((p.width-columns*pitch)/2-numberSpace, (p.width+columns*pitch)/2+numberSpace)
	return frame{x: (p.width - columns*pitch) / 2, y: p.height + numberSpace, pitch: pitch, rows: rows, columns: columns}
}

func (f frame) bottom() int { return f.y + f.rows*f.pitch }

func (f frame) cell(row, column int, k kind) item {
	return item{kind: k, n: column + 1, x: f.x + column*f.pitch, y: f.y + row*f.pitch, w: f.pitch, h: f.pitch}
}

// rowNumber writes a number left of a row.
func (f frame) rowNumber(row, n int) item {
	return item{
		kind: kindText, x: f.x - 8, y: f.y + row*f.pitch, h: f.pitch, text: strconv.Itoa(n), ink: inkNumber,
		size: min(sizeNumber, f.pitch), anchor: anchorEnd,
	}
}

// columnNumbers writes the numbers 1 to n above the columns from first on.
func (f frame) columnNumbers(p *planner, first, n int) {
	p.height = f.y - numberSpace
	p.numbers(n, f.x+first*f.pitch, f.pitch)
}

// cross lays out a cake that is too large for squares: the mould between four
// slabs with the number of rows or columns on each.
func (p *planner) cross() {
	top, bottom, fro, to := sides(p.d.Rows)
	const wide = slabSize
	long := min(220, (p.width-2*margin-wide)/2)
	cx, cy := p.width/2, p.height+130+wide/2
	slab := func(side, text string, x, y, w, h int) {
		g := group{class: "side", label: side, items: p.pointers(len(p.groups), x+4, y, 36)}
		role := inkCount
		if text != "" && text != "0" {
			role = inkOn
			g.items = append(g.items, item{kind: kindCrumb, x: x, y: y, w: w, h: h})
		}
		g.items = append(g.items, item{
			kind: kindText, x: x + w/2, y: y, h: h, text: text, ink: role, on: kindCrumb,
			size: fitSize(text, sizeLabel, w-8), anchor: anchorMiddle,
		})
		p.groups = append(p.groups, g)
	}
	slab("top", top, cx-wide/2, cy-wide/2-130, wide, 130)
	slab("bottom", bottom, cx-wide/2, cy+wide/2, wide, 130)
	slab("left", fro, cx-wide/2-long, cy-wide/2, long, wide)
	slab("right", to, cx+wide/2, cy-wide/2, long, wide)
	p.groups = append(p.groups, group{class: "side", items: []item{
		{kind: kindMould, x: cx - wide/2, y: cy - wide/2, w: wide, h: wide},
	}})
	p.height += 2*130 + wide
}
