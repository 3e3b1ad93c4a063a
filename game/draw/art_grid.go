package draw

// The squares of cakes and chocolate bars.

// sponge draws a slab of cake with a number of rows or columns on it.
func (a artist) sponge(m item) {
	a.path("rect", rect, m, paintCard, paintCrumbEdge)
	a.path("rect", rect, m.inset(max(1, min(m.w, m.h)/40)), paintCrumbEdge, paintCrumb)
}

// icing draws a square of a cake: cream, cut into slices, within the crust of the rim.
func (a artist) icing(m item) {
	a.path("rect", rect, m, paintCard, paintCrumbEdge)
	slice := m
	slice.w, slice.h = m.w-1, m.h-1
	a.path("rect", rect, slice, paintCrumbEdge, paintCream)
	crust, edge := max(3, m.w/5), max(1, m.w/18)
	for _, layer := range [...]struct {
		at, thick    int
		below, above paint
	}{{0, crust, paintCream, paintCrumbEdge}, {edge, crust - 2*edge, paintCrumbEdge, paintCrumb}} {
		for _, side := range [...]struct {
			of  rim
			box item
		}{
			{rimTop, item{y: layer.at, w: m.w, h: layer.thick}}, {rimBottom, item{y: m.h - layer.at - layer.thick, w: m.w, h: layer.thick}},
			{rimLeft, item{x: layer.at, w: layer.thick, h: m.h}}, {rimRight, item{x: m.w - layer.at - layer.thick, w: layer.thick, h: m.h}},
		} {
			if m.rim&side.of != 0 {
				side.box.x, side.box.y = side.box.x+m.x, side.box.y+m.y
				a.path("rect", rect, side.box, layer.below, layer.above)
			}
		}
	}
}

// crumb draws a square of cake, with a berry if there is room.
func (a artist) crumb(m item) {
	if m.w >= slabSize || m.h >= slabSize {
		a.sponge(m)
		return
	}
	a.icing(m)
	if m.w < minCream {
		return
	}
	if m.w < minLeaf {
		a.disc(m.part(33, 34, 36, 36), paintCream, paintBerry)
		return
	}
	a.disc(m.part(33, 34, 36, 36), paintCream, paintBerryEdge)
	a.disc(m.part(35, 35, 31, 31), paintBerryEdge, paintBerry)
	a.path("sepals", sepals, m.part(33, 30, 36, 36), paintBerry, paintLeafEdge)
	a.disc(m.part(41, 46, 8, 7), paintBerry, paintBerryShine)
}

// cut draws the line along which a player cut, dashed for the second player.
func (a artist) cut(m item) {
	if m.by&bySecond == 0 {
		a.path("rect", rect, m, paintCard, paintYou)
		return
	}
	const dash = 14
	for at := 0; at < max(m.w, m.h); at += 2 * dash {
		part := item{x: m.x + at, y: m.y, w: min(dash, m.w-at), h: m.h}
		if m.h > m.w {
			part = item{x: m.x, y: m.y + at, w: m.w, h: min(dash, m.h-at)}
		}
		a.path("rect", rect, part, paintCard, paintBot)
	}
}

// chocolate draws a square of a bar, raised in the middle if there is room.
func (a artist) chocolate(m item) {
	a.box(m.inset(max(1, min(m.w, m.h)/24)), paintCard, paintChocolateEdge)
	if m.w < minRelief {
		a.path("rect", rect, m.part(14, 13, 74, 73), paintChocolateEdge, paintChocolate)
		return
	}
	a.box(m.part(9, 7, 80, 80), paintChocolateEdge, paintChocolateShine)
	a.box(m.part(14, 13, 74, 73), paintChocolateShine, paintChocolate)
}
