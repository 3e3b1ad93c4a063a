package draw

import (
	"strconv"

	"nimbot/game/rules"
)

// Pictures of several games: each part as its own drawing, below its number and its title.

const (
	sizeTitle  = 24
	leastTitle = 16 // a title that is still too long is cut
	titleSpace = 42 // for the title of a part

	// mostInColumn are the parts that stand below each other in a narrow picture. With more it would be so high that chats
	// show it too small to read, so it has two columns, and their width.
	mostInColumn = 3
)

// sums lays the parts out in two columns, or in one if the picture is narrow.
func (p *planner) sums(o Options) {
	columns := min(len(p.d.Parts), p.width/minWidth)
	cell, right := p.width/columns, 0
	size := p.titleSize(cell - 2*margin)
	for i := 0; i < len(p.d.Parts); i += columns {
		height := 0
		for k := i; k < min(i+columns, len(p.d.Parts)); k++ {
			s := p.part(k, cell, size, o)
			s.shift((k-i)*cell-s.left, p.height-margin)
			p.groups = append(p.groups, s.groups...)
			height, right = max(height, s.height), max(right, (k-i)*cell+s.right-s.left)
		}
		p.height += height - margin
	}
	p.extendTo(right - margin)
}

// titleSize is the type size in which all titles are at most w pixels wide, or leastTitle. It is the same for all
// positions that the layout must have room for.
func (p *planner) titleSize(w int) int {
	size := sizeTitle
	for _, d := range p.fit {
		for i := range d.Parts {
			for size > leastTitle && columns(partTitle(d, i))*size*3/5 > w {
				size--
			}
		}
	}
	return size
}

// partTitle is the number of a part, and its title.
func partTitle(d rules.Diagram, i int) string { return strconv.Itoa(i+1) + " " + d.Parts[i].Title }

// part returns the scene of part i, with its number and its title above.
func (p *planner) part(i, width, size int, o Options) scene {
	of := partOfSum(p.d, i)
	o.Width, o.Score, o.Last = width, nil, nil
	o.part = true
	o.Fit = nil
	for _, d := range p.fit {
		if i < len(d.Parts) {
			o.Fit = append(o.Fit, d.Parts[i].Diagram)
		}
	}
	s := plan(of.Diagram, o)
	s.shift(0, titleSpace)
	s.height += titleSpace
	number := strconv.Itoa(i + 1)
	for k := range s.groups {
		g := &s.groups[k]
		g.label = number + "." + g.label
		for n := range g.items {
			m := &g.items[n]
			m.over = of.Over
			if m.kind == kindBranch && m.text != "" {
				m.text = number + "." + m.text
			}
		}
	}
	text := clipRunes(partTitle(p.d, i), (width-2*margin)*5/3/size)
	s.right = min(s.left+width, max(s.right, s.left+2*margin+textWidth(text, size)))
	title := item{kind: kindText, x: s.left + margin, y: margin, h: sizeTitle * 3 / 2, text: text, ink: inkLabel, size: size, anchor: anchorStart, over: of.Over}
	s.groups = append([]group{{class: "part", label: number, items: []item{title}, wide: s.right - s.left - margin, tall: s.height - margin}}, s.groups...)
	return s
}

// partOfSum returns part i of a diagram with the marks of the moves in it.
func partOfSum(d rules.Diagram, i int) rules.Part {
	of := d.Parts[i]
	for _, m := range d.Marks {
		if m.Part == i {
			m.Part = 0
			of.Marks = append(of.Marks, m)
		}
	}
	return of
}

// shift moves everything in a scene.
func (s *scene) shift(x, y int) {
	for _, g := range s.groups {
		for i := range g.items {
			g.items[i].x += x
			g.items[i].y += y
		}
	}
}
