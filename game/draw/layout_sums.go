package draw

import (
	"strconv"

	"nimbot/game/rules"
)

// Pictures of several games: each part as its own drawing, below its number and its title.

const sizeTitle = 24

// sums lays the parts out in two columns, or in one if the picture is narrow.
func (p *planner) sums(o Options) {
	columns := min(len(p.d.Parts), p.width/minWidth)
	cell, right := p.width/columns, 0
	for i := 0; i < len(p.d.Parts); i += columns {
		height := 0
		for k := i; k < min(i+columns, len(p.d.Parts)); k++ {
			s := p.part(k, cell, o)
			s.shift((k-i)*cell-s.left, p.height-margin)
			p.groups = append(p.groups, s.groups...)
			height, right = max(height, s.height), max(right, (k-i)*cell+s.right-s.left)
		}
		p.height += height - margin/2
	}
	p.height -= margin / 2
	p.extendTo(right - margin)
}

// part returns the scene of part i, with its number and its title above.
func (p *planner) part(i, width int, o Options) scene {
	of := partOfSum(p.d, i)
	o.Width, o.Score, o.Last = width, nil, nil
	o.Fit = nil
	for _, d := range p.fit {
		if i < len(d.Parts) {
			o.Fit = append(o.Fit, d.Parts[i].Diagram)
		}
	}
	s := plan(of.Diagram, o)
	const above = sizeTitle * 3 / 2
	s.shift(0, above)
	s.height += above
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
	text := clipRunes(number+" "+of.Title, (width-2*margin)*3/2/sizeTitle)
	title := item{kind: kindText, x: s.left + margin, y: margin, h: above, text: text, ink: inkLabel, size: sizeTitle, anchor: anchorStart, over: of.Over}
	s.groups = append([]group{{class: "part", label: number, items: []item{title}}}, s.groups...)
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
