package draw

import "math"

// The outlines of pieces and marks.

// dashes is a ring of eight dashes.
func dashes(r pen, w, h float32) {
	t := max(2.2, min(w, h)/9)
	for i := range 8 {
		arc(r, w, h, t, float64(i)*math.Pi/4, math.Pi/7)
	}
}

// arc is a part of a ring of breadth t: it begins at the angle from and extends by angle,
// both in radians.
func arc(r pen, w, h, t float32, from, angle float64) {
	at := func(turn float64, inner float32) (x, y float32) {
		return w/2 + (w/2-inner)*float32(math.Cos(turn)), h/2 + (h/2-inner)*float32(math.Sin(turn))
	}
	const pieces = 4
	r.MoveTo(at(from, 0))
	for i := 1; i <= pieces; i++ {
		r.LineTo(at(from+angle*float64(i)/pieces, 0))
	}
	for i := pieces; i >= 0; i-- {
		r.LineTo(at(from+angle*float64(i)/pieces, t))
	}
	r.ClosePath()
}

// boxDashes is the dashed edge of a box: its four corners, and a dash between them on each
// side. A small box has only the dash on each side.
func boxDashes(r pen, w, h float32) {
	t := max(2, min(w, h)/18)
	a, b := w/4, h/4
	bar := func(x, y, w, h float32) { roundBox(r, x, y, w, h, 0, false) }
	if min(w, h) < minFace {
		bar(a, 0, w/2, t)
		bar(a, h-t, w/2, t)
		bar(0, b, t, h/2)
		bar(w-t, b, t, h/2)
		return
	}
	for _, y := range [...]float32{0, h - t} {
		bar(0, y, a, t)
		bar(w-a, y, a, t)
		bar((w-a)/2, y, a, t)
	}
	for _, x := range [...]float32{0, w - t} {
		bar(x, t, t, b-t)
		bar(x, h-b, t, b-t)
		bar(x, (h-b)/2, t, b)
	}
}

// diamond is a square on its corner.
func diamond(r pen, w, h float32) {
	r.MoveTo(w/2, 0)
	r.LineTo(w, h/2)
	r.LineTo(w/2, h)
	r.LineTo(0, h/2)
	r.ClosePath()
}

// slideLeft is an arrow to the left, slideRight one to the right.
func slideLeft(r pen, w, h float32) {
	head := min(w, h)
	r.MoveTo(0, h/2)
	r.LineTo(head, 0)
	r.LineTo(head, h*.36)
	r.LineTo(w, h*.36)
	r.LineTo(w, h*.64)
	r.LineTo(head, h*.64)
	r.LineTo(head, h)
	r.ClosePath()
}

func slideRight(r pen, w, h float32) { slideLeft(within{r, w, 0, -1, 1}, w, h) }

// dashLeft is a dashed arrow to the left, dashRight one to the right.
func dashLeft(r pen, w, h float32) {
	head := min(w, h)
	r.MoveTo(0, h/2)
	r.LineTo(head, 0)
	r.LineTo(head, h)
	r.ClosePath()
	for x := head + h*.25; x < w; x += h * .75 {
		roundBox(r, x, h*.33, min(h*.5, w-x), h*.34, 0, false)
	}
}

func dashRight(r pen, w, h float32) { dashLeft(within{r, w, 0, -1, 1}, w, h) }

// chevron is a small sign that points to the left.
func chevron(r pen, w, h float32) {
	r.MoveTo(0, h/2)
	r.LineTo(w, 0)
	r.LineTo(w*.72, h/2)
	r.LineTo(w, h)
	r.ClosePath()
}

// carapace is the shell of a turtle on its feet, seen from the side.
func carapace(r pen, w, h float32) {
	r.MoveTo(.04*w, .68*h)
	r.CubeTo(.04*w, .02*h, .74*w, .02*h, .74*w, .68*h)
	r.ClosePath()
}

// plates are the pattern on a shell.
func plates(r pen, w, h float32) {
	ellipse(r, .17*w, .36*h, .13*w, .20*h, false)
	ellipse(r, .33*w, .26*h, .14*w, .26*h, false)
	ellipse(r, .50*w, .36*h, .13*w, .20*h, false)
}

// limbs are the head, the tail and the feet of a turtle.
func limbs(r pen, w, h float32) {
	ellipse(r, .70*w, .34*h, .27*w, .27*h, false)
	roundBox(r, .62*w, .50*h, .20*w, .16*h, .05*w, false)
	roundBox(r, .12*w, .62*h, .16*w, .26*h, .06*w, false)
	roundBox(r, .50*w, .62*h, .16*w, .26*h, .06*w, false)
	r.MoveTo(.08*w, .58*h)
	r.LineTo(0, .74*h)
	r.LineTo(.14*w, .68*h)
	r.ClosePath()
}

// eye is a turtle's eye.
func eye(r pen, w, h float32) { ellipse(r, .84*w, .41*h, .07*w, .07*h, false) }

// plastron is the belly of a turtle.
func plastron(r pen, w, h float32) { roundBox(r, .06*w, .60*h, .66*w, .12*h, .05*h, false) }

// belly is the underside of a turtle on its back; scutes are the seams on it.
func belly(r pen, w, h float32) {
	r.MoveTo(.10*w, .68*h)
	r.CubeTo(.10*w, .16*h, .68*w, .16*h, .68*w, .68*h)
	r.ClosePath()
}

func scutes(r pen, w, h float32) {
	roundBox(r, .38*w, .32*h, max(1, .03*w), .36*h, 0, false)
	roundBox(r, .17*w, .50*h, .45*w, max(1, .03*h), 0, false)
}

// calfEars are the ears and horns that make a turtle a mock turtle.
func calfEars(r pen, w, h float32) {
	r.MoveTo(.74*w, .40*h)
	r.LineTo(.66*w, .14*h)
	r.LineTo(.83*w, .34*h)
	r.ClosePath()
	r.MoveTo(.85*w, .35*h)
	r.LineTo(.97*w, .12*h)
	r.LineTo(.95*w, .42*h)
	r.ClosePath()
}

// kernel is a seed with its point up.
func kernel(r pen, w, h float32) {
	r.MoveTo(w/2, 0)
	r.CubeTo(.70*w, .20*h, .92*w, .44*h, .88*w, .70*h)
	r.CubeTo(.84*w, 1.08*h, .16*w, 1.08*h, .12*w, .70*h)
	r.CubeTo(.08*w, .44*h, .30*w, .20*h, w/2, 0)
	r.ClosePath()
}

// gem is a cut gemstone; facet is its upper plane.
func gem(r pen, w, h float32) { polygon(r, w, h, .24, .06, .76, .06, 1, .38, .5, .98, 0, .38) }

func facet(r pen, w, h float32) { polygon(r, w, h, .30, .12, .70, .12, .86, .36, .14, .36) }

// nutCap is the cap of an acorn.
func nutCap(r pen, w, h float32) {
	r.MoveTo(.02*w, .46*h)
	r.CubeTo(.02*w, -.02*h, .98*w, -.02*h, .98*w, .46*h)
	r.ClosePath()
	roundBox(r, .45*w, 0, .10*w, .14*h, 0, false)
}

// nut is the body of an acorn.
func nut(r pen, w, h float32) {
	r.MoveTo(.10*w, .42*h)
	r.CubeTo(.10*w, .80*h, .36*w, .92*h, .50*w, h)
	r.CubeTo(.64*w, .92*h, .90*w, .80*h, .90*w, .42*h)
	r.ClosePath()
}

// sepals are the leaves on a berry.
func sepals(r pen, w, h float32) {
	polygon(r, w, h, .5, .22, .18, .02, .36, .02, .5, .10, .64, .02, .82, .02)
}

// foliage are two leaves beside the end of a branch.
func foliage(r pen, w, h float32) {
	for _, side := range [...]pen{r, within{r, w, 0, -1, 1}} {
		side.MoveTo(.48*w, .98*h)
		side.CubeTo(.05*w, .95*h, -.05*w, .45*h, .06*w, .06*h)
		side.CubeTo(.36*w, .14*h, .52*w, .50*h, .48*w, .98*h)
		side.ClosePath()
	}
}

// grain are the fine lines on chocolate.
func grain(r pen, w, h float32) {
	for i, x := range [...]float32{.26, .40, .56} {
		y := .30 + .13*float32(i)
		roundBox(r, x*w, y*h, .20*w, max(1, .035*h), 0, false)
	}
}

// ticks are the marks of a ruler at the edge of one of its squares: a long one at its
// number, and short ones between.
func ticks(r pen, w, h float32) {
	for _, t := range [...]struct{ x, long float32 }{{0, .5}, {.25, .5}, {.5, 1}, {.75, .5}} {
		long := t.long * min(.14*h, 12)
		roundBox(r, t.x*w, h-long, max(1.5, .03*w), long, 0, false)
	}
}

// star is the stamp on the face of a coin.
func star(r pen, w, h float32) {
	polygon(r, w, h, .5, 0, .62, .36, 1, .38, .70, .61, .81, .98, .5, .77, .19, .98, .30, .61, 0, .38, .38, .36)
}

// polygon draws a polygon; xy are its corners as fractions of the box.
func polygon(r pen, w, h float32, xy ...float32) {
	r.MoveTo(xy[0]*w, xy[1]*h)
	for i := 2; i < len(xy); i += 2 {
		r.LineTo(xy[i]*w, xy[i+1]*h)
	}
	r.ClosePath()
}

// tick and cross say that a win was kept, or thrown away.
func tick(r pen, w, h float32) {
	polygon(r, w, h, .20, .52, .30, .42, .44, .56, .70, .26, .80, .36, .44, .76)
}

func cross(r pen, w, h float32) {
	polygon(r, w, h, .34, .24, .50, .40, .66, .24, .76, .34, .60, .50, .76, .66, .66, .76, .50, .60, .34, .76, .24, .66, .40, .50, .24, .34)
}
