package draw

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// pen draws curves: onto a mask, or as the path of an SVG.
type pen interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	QuadTo(bx, by, cx, cy float32)
	CubeTo(bx, by, cx, cy, dx, dy float32)
	ClosePath()
}

// outline draws one or more closed curves in a box of w by h pixels; inner curves that run
// the other way cut holes.
type outline func(r pen, w, h float32)

// shape is one filled outline of a drawing, in a box of pixels: what SVG writes
// as an element and a picture paints as a mask.
type shape struct {
	name         string // of the outline; shapes of one name and size share a mask. "": not shared
	outline      outline
	x, y, w, h   int
	below, above paint // the background and the shape; the edge is smoothed between them
}

// masks keeps the coverage of outlines by their size, so that a stone is
// rasterized once and then copied.
type masks map[maskKey]*image.Alpha

type maskKey struct {
	name string
	w, h int
}

func (m masks) get(name string, o outline, w, h int) *image.Alpha {
	key := maskKey{name, w, h}
	if mask, ok := m[key]; ok {
		return mask
	}
	mask := rasterize(o, w, h)
	m[key] = mask
	return mask
}

func rasterize(o outline, w, h int) *image.Alpha {
	mask := image.NewAlpha(image.Rect(0, 0, max(w, 1), max(h, 1)))
	r := vector.NewRasterizer(max(w, 1), max(h, 1))
	o(r, float32(w), float32(h))
	r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	return mask
}

// rect fills its box.
func rect(r pen, w, h float32) { roundBox(r, 0, 0, w, h, 0, false) }

// disc fills the box with an ellipse.
func disc(r pen, w, h float32) { ellipse(r, 0, 0, w, h, false) }

// ring is the rim of a disc, about an eleventh of its width.
func ring(r pen, w, h float32) {
	t := max(1.6, min(w, h)/11)
	ellipse(r, 0, 0, w, h, false)
	ellipse(r, t, t, w-2*t, h-2*t, true)
}

// box is a rectangle with round corners.
func box(r pen, w, h float32) { roundBox(r, 0, 0, w, h, min(w, h)/8, false) }

// boxRim is the edge of a box; a small one has sharp corners.
func boxRim(r pen, w, h float32) {
	t, c := max(1.2, min(w, h)/28), min(w, h)/8
	if min(w, h) < minFace {
		c = 0
	}
	roundBox(r, 0, 0, w, h, c, false)
	roundBox(r, t, t, w-2*t, h-2*t, c-t/2, true)
}

// arrow points to the right.
func arrow(r pen, w, h float32) {
	r.MoveTo(0, 0)
	r.LineTo(w, h/2)
	r.LineTo(0, h)
	r.ClosePath()
}

// pinBody is a bowling pin: a head, a neck, a belly.
func pinBody(r pen, w, h float32) {
	c := w / 2
	r.MoveTo(c, 0)
	r.CubeTo(c+.34*w, 0, c+.34*w, .20*h, c+.17*w, .30*h)
	r.CubeTo(c+.13*w, .40*h, c+.50*w, .50*h, c+.50*w, .68*h)
	r.CubeTo(c+.50*w, .84*h, c+.32*w, .96*h, c+.28*w, h)
	r.LineTo(c-.28*w, h)
	r.CubeTo(c-.32*w, .96*h, c-.50*w, .84*h, c-.50*w, .68*h)
	r.CubeTo(c-.50*w, .50*h, c-.13*w, .40*h, c-.17*w, .30*h)
	r.CubeTo(c-.34*w, .20*h, c-.34*w, 0, c, 0)
	r.ClosePath()
}

// pinShadow is the outline of a pin, drawn for a pin that is gone.
func pinShadow(r pen, w, h float32) {
	const t = 2
	pinBody(r, w, h)
	pinBody(within{r, t + (w - 2*t), t, -(w - 2*t) / w, (h - 2*t) / h}, w, h) // mirrored, so that it is a hole
}

// within is a pen that draws into a part of its box, mirrored where a scale
// is negative.
type within struct {
	pen
	x, y, sx, sy float32
}

func (p within) at(x, y float32) (float32, float32) { return p.x + x*p.sx, p.y + y*p.sy }

// MoveTo begins a curve.
func (p within) MoveTo(x, y float32) { p.pen.MoveTo(p.at(x, y)) }

// LineTo adds a line.
func (p within) LineTo(x, y float32) { p.pen.LineTo(p.at(x, y)) }

// QuadTo adds a quadratic curve.
func (p within) QuadTo(bx, by, cx, cy float32) {
	bx, by = p.at(bx, by)
	cx, cy = p.at(cx, cy)
	p.pen.QuadTo(bx, by, cx, cy)
}

// CubeTo adds a cubic curve.
func (p within) CubeTo(bx, by, cx, cy, dx, dy float32) {
	bx, by = p.at(bx, by)
	cx, cy = p.at(cx, cy)
	dx, dy = p.at(dx, dy)
	p.pen.CubeTo(bx, by, cx, cy, dx, dy)
}

// upsideDown turns an outline over.
func upsideDown(o outline) outline {
	return func(r pen, w, h float32) { o(within{r, 0, h, 1, -1}, w, h) }
}

// blob is a patch of mould.
func blob(r pen, w, h float32) {
	ellipse(r, .18*w, .16*h, .52*w, .50*h, false)
	ellipse(r, .42*w, .34*h, .44*w, .46*h, false)
	ellipse(r, .14*w, .46*h, .42*w, .38*h, false)
}

// spores are the light spots on a patch of mould.
func spores(r pen, w, h float32) {
	ellipse(r, .32*w, .28*h, .14*w, .14*h, false)
	ellipse(r, .58*w, .48*h, .16*w, .16*h, false)
	ellipse(r, .28*w, .58*h, .12*w, .12*h, false)
}

// skull warns of poison.
func skull(r pen, w, h float32) {
	ellipse(r, .20*w, .14*h, .60*w, .54*h, false)
	roundBox(r, .34*w, .52*h, .32*w, .32*h, .05*w, false)
}

// sockets are the eyes, the nose and the teeth of a skull.
func sockets(r pen, w, h float32) {
	ellipse(r, .29*w, .34*h, .17*w, .18*h, false)
	ellipse(r, .54*w, .34*h, .17*w, .18*h, false)
	ellipse(r, .465*w, .54*h, .07*w, .09*h, false)
	roundBox(r, .435*w, .71*h, .03*w, .13*h, 0, false)
	roundBox(r, .535*w, .71*h, .03*w, .13*h, 0, false)
}

// limb returns a line of thickness t from the origin to (dx, dy), shifted so that it lies
// in its box.
func limb(dx, dy int, t float32) outline {
	return func(r pen, _, _ float32) {
		x, y := float32(dx), float32(dy)
		n := float32(math.Hypot(float64(dx), float64(dy)))
		if n == 0 {
			return
		}
		nx, ny := -y/n*t/2, x/n*t/2
		ox, oy := t/2+max(0, -x), t/2+max(0, -y)
		r.MoveTo(ox+nx, oy+ny)
		r.LineTo(ox+x+nx, oy+y+ny)
		r.LineTo(ox+x-nx, oy+y-ny)
		r.LineTo(ox-nx, oy-ny)
		r.ClosePath()
	}
}

// ellipse adds an ellipse in a box. A hole runs the other way.
func ellipse(r pen, x, y, w, h float32, hole bool) {
	const k = .5522848 // the control points of a cubic that approximates a quarter circle
	if w <= 0 || h <= 0 {
		return
	}
	a, b := w/2, h/2
	cx, cy := x+a, y+b
	if hole {
		a = -a
	}
	r.MoveTo(cx+a, cy)
	r.CubeTo(cx+a, cy+k*b, cx+k*a, cy+b, cx, cy+b)
	r.CubeTo(cx-k*a, cy+b, cx-a, cy+k*b, cx-a, cy)
	r.CubeTo(cx-a, cy-k*b, cx-k*a, cy-b, cx, cy-b)
	r.CubeTo(cx+k*a, cy-b, cx+a, cy-k*b, cx+a, cy)
	r.ClosePath()
}

// roundBox adds a rectangle with corners of radius c, or sharp ones if c ≤ 0. A hole runs
// the other way.
func roundBox(r pen, x, y, w, h, c float32, hole bool) {
	if w <= 0 || h <= 0 {
		return
	}
	if hole { // mirrored, it runs the other way
		x, w = x+w, -w
	}
	if c <= 0 {
		r.MoveTo(x, y)
		r.LineTo(x+w, y)
		r.LineTo(x+w, y+h)
		r.LineTo(x, y+h)
		r.ClosePath()
		return
	}
	d := c
	if w < 0 {
		d = -c
	}
	r.MoveTo(x+d, y)
	r.LineTo(x+w-d, y)
	r.QuadTo(x+w, y, x+w, y+c)
	r.LineTo(x+w, y+h-c)
	r.QuadTo(x+w, y+h, x+w-d, y+h)
	r.LineTo(x+d, y+h)
	r.QuadTo(x, y+h, x, y+h-c)
	r.LineTo(x, y+c)
	r.QuadTo(x, y, x+d, y)
	r.ClosePath()
}
