package draw

import "nimbot/game/rules"

// artist turns the items of a scene into shapes, for pictures, animations and SVG. The
// files art*.go alone define how each piece looks.
type artist struct{ put func(shape) }

func (a artist) path(name string, o outline, m item, below, above paint) {
	if m.w > 0 && m.h > 0 {
		a.put(shape{name, o, m.x, m.y, m.w, m.h, below, above})
	}
}

func (a artist) disc(m item, below, above paint) { a.path("disc", disc, m, below, above) }
func (a artist) box(m item, below, above paint)  { a.path("box", box, m, below, above) }

// inset returns the item with a box that is smaller by n pixels on each side.
func (m item) inset(n int) item {
	m.x, m.y, m.w, m.h = m.x+n, m.y+n, m.w-2*n, m.h-2*n
	return m
}

// part returns the item with a part of its box, given in percent of the box.
func (m item) part(x, y, w, h int) item {
	m.x, m.y, m.w, m.h = m.x+m.w*x/100, m.y+m.h*y/100, max(1, m.w*w/100), max(1, m.h*h/100)
	return m
}

// draw puts the shapes of m, the lowest first. A text has none.
func (a artist) draw(m item) {
	if m.over {
		put := a.put
		a.put = func(s shape) {
			s.below, s.above = s.below.grey(), s.above.grey()
			put(s)
		}
	}
	below := paintCard
	switch {
	case m.on == kindSquare && m.piece == rules.Ruler:
		below = paintWood
	case m.on == kindSquare:
		below = paintCell
	}
	switch {
	case m.kind == kindText:
	case m.state == ghost && m.kind != kindBranch:
		a.ghost(m, below)
	default:
		if m.state == fresh && (below == paintWood || m.on == kindSquare && m.piece == rules.Discs) { // a ring would not be seen on wood or on a hollow
			a.disc(m.inset(-max(2, m.w/10)-max(1, m.w/14)), below, paintCard)
			below = paintCard
		}
		a.thing(m, below)
		if m.state == fresh && m.kind != kindStep && m.kind != kindBranch {
			a.ring(m, below)
		}
	}
}

func (a artist) thing(m item, below paint) {
	switch m.kind {
	case kindStone:
		a.stone(m)
	case kindPin:
		a.pin(m)
	case kindCoin, kindTail:
		a.coin(m, below)
	case kindRed:
		a.ball(m, below, paintRedEdge, paintRed)
		a.path("ring", ring, m.part(24, 24, 52, 52), paintRed, paintRedShine)
	case kindBlue:
		a.ball(m, below, paintStoneEdge, paintStone)
		a.disc(m.part(34, 34, 34, 34), paintStone, paintStoneShine)
	case kindBranch:
		a.branch(m)
	case kindStalk:
		a.limb(m, 8, paintCard, paintStoneEdge)
		a.limb(m, 5, paintStoneEdge, paintStone)
	case kindNode:
		a.disc(m, paintCard, paintLeafEdge)
		a.disc(m.inset(max(1, m.w/14)), paintLeafEdge, paintLeaf)
	case kindFoliage:
		a.path("foliage", foliage, m, paintCard, paintLeaf)
	case kindPointer, kindSlide:
		a.pointer(m)
	case kindKept:
		a.box(m, paintCard, paintLeafEdge)
		a.path("tick", tick, m, paintLeafEdge, paintCard)
	case kindThrown:
		a.box(m, paintCard, paintBerryEdge)
		a.path("cross", cross, m, paintBerryEdge, paintCard)
	case kindOther:
		a.box(m, paintCard, paintFaded)
		a.box(m.inset(4), paintFaded, paintCard)
	case kindGround:
		a.box(m, paintCard, paintBark)
	case kindRail:
		a.box(m, paintCard, paintStoneEdge)
	default:
		a.square(m)
	}
}

// square draws an item that fills a square of its board, or on which others stand.
func (a artist) square(m item) {
	switch m.kind {
	case kindSquare:
		if m.piece == rules.Ruler {
			a.path("rect", rect, m, paintCard, paintWoodEdge)
			plank := item{x: m.x, y: m.y + 2, w: m.w, h: m.h - 4}
			a.path("rect", rect, plank, paintWoodEdge, paintWood)
			a.path("ticks", ticks, plank, paintWood, paintWoodEdge)
			return
		}
		if m.piece == rules.Discs { // a hollow, which can hold several coins
			a.ball(m, paintCard, paintCellEdge, paintCell)
			return
		}
		a.box(m, paintCard, paintCellEdge)
		a.box(m.inset(1), paintCellEdge, paintCell)
	case kindCrumb:
		a.crumb(m)
	case kindCut:
		a.cut(m)
	case kindMould:
		a.icing(m)
		a.path("blob", blob, m, paintCream, paintMould)
		a.path("spores", spores, m, paintMould, paintMouldShine)
	case kindChocolate:
		a.chocolate(m)
		if m.w >= minRelief {
			a.path("grain", grain, m, paintChocolate, paintChocolateShine)
		}
	case kindPoison:
		a.chocolate(m)
		a.path("skull", skull, m, paintChocolate, paintBone)
		a.path("sockets", sockets, m, paintBone, paintChocolateEdge)
	case kindStep:
		a.path("rect", rect, m, paintCard, paintStepEdge)
		a.path("rect", rect, item{x: m.x + 1, y: m.y + 1, w: m.w - 2, h: m.h - 1}, paintStepEdge, paintStep)
		a.path("rect", rect, item{x: m.x + 1, y: m.y + 1, w: m.w - 2, h: 5}, paintStep, paintStepShine)
	}
}

// ball draws a shaded round piece.
func (a artist) ball(m item, below, edge, face paint) {
	a.disc(m, below, edge)
	a.disc(m.part(3, 2, 91, 91), edge, face)
}

// ghost draws the place of a piece that a move took: an outline for the first player,
// dashes for the second.
func (a artist) ghost(m item, below paint) {
	second := m.by&bySecond != 0
	above := paintYou
	if second {
		above = paintBot
	}
	switch {
	case m.kind == kindCrumb || m.kind == kindChocolate || m.kind == kindMould || m.kind == kindPoison:
		m = m.inset(max(2, m.w/12))
		if second {
			a.path("box-dashes", boxDashes, m, below, above)
		} else {
			a.path("rim", boxRim, m, below, above)
		}
	case m.kind == kindPin && !second:
		a.path("pin-shadow", pinShadow, m, below, above)
	case m.kind == kindPin, m.kind == kindStone && m.piece == rules.Matches && second:
		a.path("box-dashes", boxDashes, m, below, above)
	case m.kind == kindStone && m.piece == rules.Matches:
		a.path("rim", boxRim, m, below, above)
	case second:
		a.path("dashes", dashes, m.inset(1), below, above)
	default:
		a.path("ring", ring, m.inset(1), below, above)
	}
}

// ring surrounds a piece that came or changed: with a ring for the first player, with
// dashes for the second, with both if both players moved it.
func (a artist) ring(m item, below paint) {
	m = m.inset(-max(2, m.w/10))
	if m.by&bySecond == 0 || m.by&byFirst != 0 {
		a.path("ring", ring, m, below, paintYou)
	}
	if m.by&bySecond != 0 {
		a.path("dashes", dashes, m, below, paintBot)
	}
}

// pointer draws the sign of one player beside a row, or the arrow of a slide.
func (a artist) pointer(m item) {
	below, above := paintCard, paintYou
	if m.on == kindSquare {
		below = paintCell
	}
	second := m.by&bySecond != 0
	if second {
		above = paintBot
	}
	if m.on == kindStep { // the sign would not be seen on a step
		a.box(m.inset(-3), paintStep, paintCard)
	}
	switch {
	case m.kind == kindPointer && second:
		a.path("diamond", diamond, m, below, above)
	case m.kind == kindPointer:
		a.path("arrow", arrow, m, below, above)
	case second && m.n < 0:
		a.path("dash-left", dashLeft, m, below, above)
	case second:
		a.path("dash-right", dashRight, m, below, above)
	case m.n < 0:
		a.path("slide-left", slideLeft, m, below, above)
	default:
		a.path("slide-right", slideRight, m, below, above)
	}
}

// pin draws a pin with bands: red ones, or blue ones in a game in which two neighbours
// must fall.
func (a artist) pin(m item) {
	a.path("pin", pinBody, m, paintCard, paintPinEdge)
	body := m.inset(max(1, m.w/16))
	a.path("pin", pinBody, body, paintPinEdge, paintPin)
	if m.w >= 10 {
		a.path("disc", disc, body.part(58, 52, 26, 36), paintPin, paintPinShade)
	}
	band := paintRed
	if m.piece == rules.BluePins {
		band = paintStone
	}
	for _, y := range [...]int{25, 33} {
		a.path("rect", rect, m.part(33, y, 36, 4), paintPin, band)
	}
}

// Below these widths in pixels, details are left out.
const (
	minTurtle = 12 // of a turtle; below, it is a coin
	minFace   = 16 // of a coin, for the drawing on it
	minCream  = 20 // of a square of cake, for its berry
	minLeaf   = 30 // of a square of cake, for the leaves of its berry
	minRelief = 22 // of a square of chocolate, for its edges
)

// coin draws a coin or, in games with turtles, a turtle if the item is large enough.
func (a artist) coin(m item, below paint) {
	if (m.piece == rules.Turtles || m.piece == rules.MockTurtles) && m.w >= minTurtle {
		a.turtle(m, below)
		return
	}
	edge, face, shine := paintGoldEdge, paintGold, paintGoldShine
	if m.kind == kindTail {
		edge, face, shine = paintSilverEdge, paintSilver, paintSilverShine
	}
	a.disc(m, below, edge)
	a.disc(m.inset(max(1, m.w/14)), edge, face)
	switch {
	case m.text != "" || m.w < minFace: // the face is for the number
	case m.slides:
		a.path("chevron", chevron, m.part(26, 30, 30, 42), face, edge)
	case m.piece == rules.Ruler:
		a.path("ring", ring, m.inset(max(2, m.w/9)), face, shine)
		if m.kind == kindTail {
			a.path("rect", rect, m.part(34, 46, 34, 9), face, edge)
		} else {
			a.path("star", star, m.part(25, 23, 50, 50), face, edge)
		}
	case m.kind == kindTail:
		a.path("rect", rect, m.part(28, 46, 44, 8), face, edge)
	default:
		a.path("ring", ring, m.part(22, 22, 56, 56), face, edge)
		a.disc(m.part(28, 20, 20, 12), face, shine)
	}
}

// turtle draws a turtle, on its feet for heads and on its back for tails.
func (a artist) turtle(m item, below paint) {
	shell, edge, shine := paintShell, paintShellEdge, paintShellShine
	skin := paintSkin
	if m.piece == rules.MockTurtles {
		shell, edge, shine, skin = paintCalf, paintCalfEdge, paintCalfShine, paintCalfShine
	}
	m = m.inset(-m.w / 10)
	if m.kind == kindTail { // its light belly faces up, as large as the shell
		a.path("limbs-up", upsideDown(limbs), m, below, skin)
		if m.piece == rules.MockTurtles {
			a.path("ears-down", upsideDown(calfEars), m, below, edge)
		}
		a.path("carapace-up", upsideDown(carapace), m, below, edge)
		a.path("plastron-up", upsideDown(plastron), m, below, edge)
		a.path("belly", upsideDown(belly), m, edge, paintBelly)
		a.path("scutes", upsideDown(scutes), m, paintBelly, paintBellyEdge)
		a.path("eye-down", upsideDown(eye), m, skin, paintOnLight)
		return
	}
	a.path("limbs", limbs, m, below, skin)
	if m.piece == rules.MockTurtles {
		a.path("ears", calfEars, m, below, edge)
	}
	a.path("plastron", plastron, m, below, paintBelly)
	a.path("carapace", carapace, m, below, edge)
	a.path("carapace", carapace, m.part(4, 6, 91, 90), edge, shell)
	a.path("plates", plates, m, shell, shine)
	a.path("eye", eye, m, skin, paintOnLight)
}

// branch draws an edge of a bush, from (x, y) to (x+w, y+h).
func (a artist) branch(m item) {
	thick, edge, face := 8, paintBark, paintLeaf
	if m.text != "" && m.text[0] == '0' {
		face = paintBark // the trunk
	}
	if m.state == ghost {
		thick, edge, face = 4, paintYou, paintCard
		if m.by&bySecond != 0 {
			edge = paintBot
		}
	}
	a.limb(m, thick, paintCard, edge)
	if m.state != ghost {
		a.limb(m, thick-3, edge, face)
	} else if m.by&bySecond != 0 {
		a.limb(m, 2, edge, paintCard) // hollow
	}
}

func (a artist) limb(m item, thick int, below, above paint) {
	a.put(shape{
		"", limb(m.w, m.h, float32(thick)), m.x + min(m.w, 0) - thick/2, m.y + min(m.h, 0) - thick/2,
		max(m.w, -m.w) + thick, max(m.h, -m.h) + thick, below, above,
	})
}
