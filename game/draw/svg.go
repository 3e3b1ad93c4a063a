package draw

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// SVG writes d as an SVG element for a page. It has no style or script of its
// own: every item is one element with classes, coloured by [CSS].
//
//   - svg.board.board-SHAPE has the role img, or group if there are o.Links, and
//     o.Title as its accessible name.
//   - Every pile, row or step is a g (class pile, row, step, strip, bush …)
//     with data-label and, where it has a number, data-count.
//   - The title of a part of a sum is a g.part with the part's number as data-label and its width and height,
//     the title's included, as data-wide and data-tall. The labels of what is in the part begin with "NUMBER.".
//   - Every stone, pin, coin, man or square of it is an element of the class
//     of its kind with data-n, counted from 1; an edge of a bush has data-edge
//     ("1-2"). Elements that follow it with only a paint's class are its
//     shading; they ignore clicks.
//   - The class fresh is on items that a marked move brought or turned, ghost on
//     those that it took, and first or second on both for the player. A pointer is
//     beside its row, and a slide between two squares.
//
// Errors are w's.
func SVG(w io.Writer, d rules.Diagram, o Options) error {
	s := plan(d, o)
	shape := cmp.Or(d.Shape, rules.Piles)
	var b strings.Builder
	role := "img"
	if len(o.Links) > 0 {
		role = "group"
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="board board-%s" viewBox="%d 0 %d %d" role="%s" aria-label="%s">`,
		escape(string(shape)), s.left, s.right-s.left, s.height, role, escape(o.Title))
	for _, g := range s.groups {
		fmt.Fprintf(&b, `<g class="%s"`, g.class)
		if g.label != "" {
			fmt.Fprintf(&b, ` data-label="%s"`, escape(g.label))
		}
		if g.count > 0 || g.class == "pile" || g.class == "step" {
			fmt.Fprintf(&b, ` data-count="%d"`, g.count)
		}
		if g.tall > 0 {
			fmt.Fprintf(&b, ` data-wide="%d" data-tall="%d"`, g.wide, g.tall)
		}
		b.WriteString(">")
		for _, m := range g.items {
			if link, ok := o.Links[partOf(g, m)]; ok {
				fmt.Fprintf(&b, `<a class="%s" href="%s" aria-label="%s" tabindex="-1">`, escape(link.Class), escape(link.Address), escape(link.Title))
				element(&b, m)
				b.WriteString("</a>")
				continue
			}
			element(&b, m)
		}
		b.WriteString("</g>")
	}
	b.WriteString("</svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

// partOf returns the name of an item in Options.Links, "" if it can't have a link.
func partOf(g group, m item) string {
	switch {
	case m.kind == kindBranch:
		return m.text
	case m.n > 0:
		return Part(g.label, uint64(m.n))
	}
	return ""
}

// element writes one item: a text, or its shapes. The lowest shape has the classes of the
// item and its number; the others are decoration.
func element(b *strings.Builder, m item) {
	if m.kind == kindText {
		svgText(b, m)
		return
	}
	class, data := attributes(m)
	artist{func(s shape) {
		svgShape(b, s, class+s.above.class()+`"`+data)
		class, data = "", ""
	}}.draw(m)
}

// attributes returns the classes of an item, each followed by a space, and the attribute
// with its number or edge.
func attributes(m item) (class, data string) {
	class = string(m.kind) + " "
	if m.state != plain {
		class += string(m.state) + " "
	}
	if m.by&byFirst != 0 {
		class += "first "
	}
	if m.by&bySecond != 0 {
		class += "second "
	}
	switch {
	case m.kind == kindBranch:
		data = ` data-edge="` + escape(m.text) + `"`
	case m.n > 0:
		data = ` data-n="` + strconv.Itoa(m.n) + `"`
	}
	return class, data
}

// svgShape writes a shape as the shortest element that draws it. class also holds the
// closing quote of the class attribute, and further attributes.
func svgShape(b *strings.Builder, s shape, class string) {
	switch s.name {
	case "disc":
		if s.w == s.h {
			fmt.Fprintf(b, `<circle class="%s cx="%s" cy="%s" r="%s"/>`, class, halfOf(2*s.x+s.w), halfOf(2*s.y+s.h), halfOf(s.w))
			return
		}
		fmt.Fprintf(b, `<ellipse class="%s cx="%s" cy="%s" rx="%s" ry="%s"/>`, class, halfOf(2*s.x+s.w), halfOf(2*s.y+s.h), halfOf(s.w), halfOf(s.h))
	case "rect", "box":
		fmt.Fprintf(b, `<rect class="%s x="%d" y="%d" width="%d" height="%d"`, class, s.x, s.y, s.w, s.h)
		if s.name == "box" {
			fmt.Fprintf(b, ` rx="%d"`, min(s.w, s.h)/8)
		}
		b.WriteString("/>")
	default:
		fmt.Fprintf(b, `<path class="%s d="`, class)
		s.outline(&pathPen{b: b, x: float32(s.x), y: float32(s.y)}, float32(s.w), float32(s.h))
		b.WriteString(`"/>`)
	}
}

func svgText(b *strings.Builder, m item) {
	class := string(m.ink)
	if m.ink == inkOn {
		class = "on-" + string(m.on)
	}
	_, above := textPaints(m)
	fmt.Fprintf(b, `<text class="%s %s" x="%d" y="%d" font-size="%d"`, class, above.class(), m.x, baseline(m), m.size)
	if m.anchor != anchorStart {
		fmt.Fprintf(b, ` text-anchor="%s"`, m.anchor)
	}
	fmt.Fprintf(b, `>%s</text>`, escape(m.text))
}

// pathPen writes the data of an SVG path, shifted by (x, y).
type pathPen struct {
	b        *strings.Builder
	x, y     float32
	atX, atY string // where the pen is
}

func (p *pathPen) put(command byte, xy ...float32) {
	p.b.WriteByte(command)
	for i := 0; i < len(xy); i += 2 {
		if i > 0 {
			p.b.WriteByte(' ')
		}
		p.atX, p.atY = coordinate(xy[i]+p.x), coordinate(xy[i+1]+p.y)
		p.b.WriteString(p.atX + " " + p.atY)
	}
}

func (p *pathPen) MoveTo(x, y float32) { p.put('M', x, y) }
func (p *pathPen) LineTo(x, y float32) {
	switch {
	case coordinate(y+p.y) == p.atY:
		p.atX = coordinate(x + p.x)
		p.b.WriteString("H" + p.atX)
	case coordinate(x+p.x) == p.atX:
		p.atY = coordinate(y + p.y)
		p.b.WriteString("V" + p.atY)
	default:
		p.put('L', x, y)
	}
}

func (p *pathPen) QuadTo(bx, by, cx, cy float32) { p.put('Q', bx, by, cx, cy) }
func (p *pathPen) ClosePath()                    { p.b.WriteByte('Z') }
func (p *pathPen) CubeTo(bx, by, cx, cy, dx, dy float32) {
	p.put('C', bx, by, cx, cy, dx, dy)
}

// coordinate writes pixels, rounded to a tenth.
func coordinate(v float32) string { return inTenths(int(v*10 + .5)) }

// inTenths writes n/10.
func inTenths(n int) string {
	if n%10 == 0 {
		return strconv.Itoa(n / 10)
	}
	return strconv.FormatFloat(float64(n)/10, 'f', 1, 64)
}

// halfOf writes n/2.
func halfOf(n int) string { return inTenths(n * 5) }

// escape escapes s for an attribute or a text.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil { // a Builder does not fail
		return ""
	}
	return b.String()
}
