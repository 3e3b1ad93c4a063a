package board

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nimbot/game"
)

// SVG writes d as an SVG element for a page. It has no style or script of its
// own: every mark is one element with classes, coloured by [CSS].
//
//   - svg.board.board-SHAPE has role img and o.Title as its accessible name.
//   - Every pile, row or step is a g (class pile, row, step, strip, bush …)
//     with data-label and, where it has a number, data-count.
//   - Every stone, pin, coin, man or square of it is an element of the class
//     of its kind with data-n, counted from 1; an edge of a bush has
//     data-edge ("1-2").
//   - The class fresh is on what came with the last move, ghost on what went
//     with it; a pointer stands at its row.
//
// Its errors are w's.
func SVG(w io.Writer, d game.Diagram, o Options) error {
	s := plan(d, o)
	shape := d.Shape
	if shape == "" {
		shape = game.Piles
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="board board-%s" viewBox="0 0 %d %d" role="img" aria-label="%s">`,
		escape(string(shape)), s.width, s.height, escape(o.Title))
	for _, g := range s.groups {
		fmt.Fprintf(&b, `<g class="%s"`, g.class)
		if g.label != "" {
			fmt.Fprintf(&b, ` data-label="%s"`, escape(g.label))
		}
		if g.count > 0 || g.class == "pile" || g.class == "step" {
			fmt.Fprintf(&b, ` data-count="%d"`, g.count)
		}
		b.WriteString(">")
		for _, m := range g.marks {
			element(&b, m)
		}
		b.WriteString("</g>")
	}
	b.WriteString("</svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

// element writes one mark.
func element(b *strings.Builder, m mark) {
	switch m.kind {
	case kindText:
		svgText(b, m)
	case kindStone, kindCoin, kindTail, kindNode:
		svgCircle(b, attributes(m), m, 1)
	case kindRed, kindBlue:
		svgCircle(b, attributes(m), m, 1)
		if m.state != ghost { // a ring or a dot, for those who do not tell colours apart
			svgCircle(b, ` class="`+string(m.kind)+`-core"`, m, map[kind]int{kindRed: 2, kindBlue: 3}[m.kind])
		}
	case kindBranch:
		fmt.Fprintf(b, `<line%s data-edge="%s" x1="%d" y1="%d" x2="%d" y2="%d" stroke-width="7"/>`,
			attributes(m), escape(m.text), m.x, m.y, m.x+m.w, m.y+m.h)
	case kindPin:
		svgPath(b, m, pinBody)
	case kindPointer:
		svgPath(b, m, arrow)
	case kindMould:
		under := m
		under.kind, under.n = kindCrumb, 0
		svgRect(b, under)
		svgPath(b, m, blob)
	case kindPoison:
		under := m
		under.kind, under.n = kindChocolate, 0
		svgRect(b, under)
		svgPath(b, m, skull)
		under.kind = kindSockets
		svgPath(b, under, sockets)
	default:
		svgRect(b, m)
	}
}

// attributes are the classes of a mark and its number.
func attributes(m mark) string {
	class := string(m.kind)
	if m.state != plain {
		class += " " + string(m.state)
	}
	if m.n == 0 {
		return ` class="` + class + `"`
	}
	return ` class="` + class + `" data-n="` + strconv.Itoa(m.n) + `"`
}

// svgCircle writes the circle of a mark, its radius divided by part.
func svgCircle(b *strings.Builder, attributes string, m mark, part int) {
	fmt.Fprintf(b, `<circle%s cx="%s" cy="%s" r="%s"/>`, attributes, halfOf(2*m.x+m.w), halfOf(2*m.y+m.h), halfOf(min(m.w, m.h)/part))
}

func svgRect(b *strings.Builder, m mark) {
	inset, round := 0, 0
	if m.kind == kindSquare || m.kind == kindChocolate {
		inset, round = min(1, m.w/8), m.w/8
	}
	fmt.Fprintf(b, `<rect%s x="%d" y="%d" width="%d" height="%d"`, attributes(m), m.x+inset, m.y+inset, m.w-2*inset, m.h-2*inset)
	if round > 0 {
		fmt.Fprintf(b, ` rx="%d"`, round)
	}
	b.WriteString("/>")
}

func svgText(b *strings.Builder, m mark) {
	class := string(m.ink)
	if m.ink == inkOn {
		class = "on-" + string(m.on)
	}
	fmt.Fprintf(b, `<text class="%s" x="%d" y="%d" font-size="%d"`, class, m.x, baseline(m), m.size)
	if m.anchor != anchorStart {
		fmt.Fprintf(b, ` text-anchor="%s"`, m.anchor)
	}
	fmt.Fprintf(b, `>%s</text>`, escape(m.text))
}

// svgPath writes an outline in the box of a mark.
func svgPath(b *strings.Builder, m mark, o outline) {
	fmt.Fprintf(b, `<path%s d="`, attributes(m))
	o(&pathPen{b: b, x: float32(m.x), y: float32(m.y)}, float32(m.w), float32(m.h))
	b.WriteString(`"/>`)
}

// pathPen writes the data of an SVG path, shifted by (x, y).
type pathPen struct {
	b    *strings.Builder
	x, y float32
}

func (p *pathPen) put(command byte, xy ...float32) {
	p.b.WriteByte(command)
	for i := 0; i < len(xy); i += 2 {
		if i > 0 {
			p.b.WriteByte(' ')
		}
		p.b.WriteString(coordinate(xy[i]+p.x) + " " + coordinate(xy[i+1]+p.y))
	}
}

func (p *pathPen) MoveTo(x, y float32)           { p.put('M', x, y) }
func (p *pathPen) LineTo(x, y float32)           { p.put('L', x, y) }
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

// escape makes s fit for an attribute or a text.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil { // a Builder does not fail
		return ""
	}
	return b.String()
}
