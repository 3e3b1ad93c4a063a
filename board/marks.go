package board

// mark paints one mark of a scene.
func (p *painter) mark(m mark) {
	below := paintCard
	if m.on == kindSquare {
		below = paintCell
	}
	switch {
	case m.kind == kindText:
		p.text(m)
		return
	case m.state == ghost:
		p.ghost(m, below)
		return
	case m.state == fresh && m.kind != kindStep:
		p.fill("ring", ring, m.x-3, m.y-3, m.w+6, m.h+6, below, paintAccent)
		m.x, m.y, m.w, m.h = m.x+2, m.y+2, m.w-4, m.h-4
	}
	switch m.kind {
	case kindStone:
		p.fill("disc", disc, m.x, m.y, m.w, m.h, paintCard, paintStone)
		p.fill("disc", disc, m.x+m.w/4, m.y+m.h/6, m.w*3/10, m.h/5, paintStone, paintStoneShine)
	case kindPin:
		p.pin(m)
	case kindCoin:
		p.coin(m, below, paintGoldEdge, paintGold)
	case kindTail:
		p.tail(m, below)
	case kindRed:
		p.fill("disc", disc, m.x, m.y, m.w, m.h, below, paintRed)
		p.fill("ring", ring, m.x+m.w/6, m.y+m.h/6, m.w-m.w/6*2, m.h-m.h/6*2, paintRed, paintRedShine)
	case kindBlue:
		p.fill("disc", disc, m.x, m.y, m.w, m.h, below, paintBlue)
		p.fill("disc", disc, m.x+m.w/3, m.y+m.h/3, m.w-m.w/3*2, m.h-m.h/3*2, paintBlue, paintBlueShine)
	case kindBranch:
		p.branch(m, paintGreen)
	case kindNode:
		p.fill("disc", disc, m.x, m.y, m.w, m.h, paintCard, paintGreen)
	case kindPointer:
		p.fill("arrow", arrow, m.x, m.y, m.w, m.h, paintCard, paintAccent)
	case kindGround:
		p.rect(m.x, m.y, m.w, m.h, paintEarth)
	default:
		p.square(m)
	}
}

// square paints what fills a square of its board.
func (p *painter) square(m mark) {
	switch m.kind {
	case kindSquare:
		p.fill("box", box, m.x, m.y, m.w, m.h, paintCard, paintCell)
	case kindCrumb:
		p.crumb(m)
	case kindMould:
		p.crumb(m)
		p.fill("blob", blob, m.x, m.y, m.w, m.h, paintCrumb, paintMould)
		p.fill("spores", spores, m.x, m.y, m.w, m.h, paintMould, paintMouldShine)
	case kindChocolate:
		p.chocolate(m)
	case kindPoison:
		p.chocolate(m)
		p.fill("skull", skull, m.x, m.y, m.w, m.h, paintChocolateShine, paintBone)
		p.fill("sockets", sockets, m.x, m.y, m.w, m.h, paintBone, paintChocolate)
	case kindStep:
		c := paintStep
		if m.state == fresh {
			c = paintStepFresh
		}
		p.rect(m.x, m.y, m.w, m.h, c)
	}
}

// ghost paints the place of what the last move took.
func (p *painter) ghost(m mark, below paint) {
	switch m.kind {
	case kindPin:
		p.fill("pin-shadow", pinShadow, m.x, m.y, m.w, m.h, below, paintFaded)
	case kindCrumb, kindChocolate, kindMould, kindPoison:
		p.fill("rim", boxRim, m.x+2, m.y+2, m.w-4, m.h-4, below, paintFaded)
	case kindBranch:
		p.branch(m, paintFaded)
	default:
		p.fill("ring", ring, m.x, m.y, m.w, m.h, below, paintFaded)
	}
}

func (p *painter) pin(m mark) {
	p.fill("pin", pinBody, m.x, m.y, m.w, m.h, paintCard, paintPinEdge)
	p.fill("pin", pinBody, m.x+2, m.y+2, m.w-4, m.h-4, paintPinEdge, paintPin)
	// Two stripes around the neck.
	w, h := m.w*2/5, max(1, m.h/28)
	for _, y := range [...]int{m.y + m.h*28/100, m.y + m.h*35/100} {
		p.rect(m.x+(m.w-w)/2+1, y, w-2, h, paintRed)
	}
}

// coin paints a coin showing heads: a rim and a star-like spot.
func (p *painter) coin(m mark, below, edge, face paint) {
	t := max(1, m.w/12)
	p.fill("disc", disc, m.x, m.y, m.w, m.h, below, edge)
	p.fill("disc", disc, m.x+t, m.y+t, m.w-2*t, m.h-2*t, edge, face)
	if m.text == "" && m.w >= 16 {
		q := m.w / 4
		p.fill("ring", ring, m.x+q, m.y+q, m.w-2*q, m.h-2*q, face, edge)
	}
}

// tail paints a coin showing tails: silver, plain.
func (p *painter) tail(m mark, below paint) {
	t := max(1, m.w/12)
	p.fill("disc", disc, m.x, m.y, m.w, m.h, below, paintSilverEdge)
	p.fill("disc", disc, m.x+t, m.y+t, m.w-2*t, m.h-2*t, paintSilverEdge, paintSilver)
}

// crumb paints a square of cake; squares touch.
func (p *painter) crumb(m mark) {
	p.rect(m.x, m.y, m.w, m.h, paintCrumbEdge)
	t := max(1, min(m.w, m.h)/40)
	p.rect(m.x+t, m.y+t, m.w-2*t, m.h-2*t, paintCrumb)
	if m.kind == kindCrumb && m.w >= 20 && m.w < 80 && m.h < 80 {
		d := max(2, m.w/10)
		p.fill("disc", disc, m.x+m.w/4, m.y+m.h/3, d, d, paintCrumb, paintCrumbEdge)
		p.fill("disc", disc, m.x+m.w*5/8, m.y+m.h*3/5, d, d, paintCrumb, paintCrumbEdge)
	}
}

// chocolate paints a square of a bar, raised in the middle.
func (p *painter) chocolate(m mark) {
	g := max(1, min(m.w, m.h)/20)
	p.fill("box", box, m.x+g, m.y+g, m.w-2*g, m.h-2*g, paintCard, paintChocolate)
	t := max(2, min(m.w, m.h)/7)
	p.fill("box", box, m.x+t, m.y+t, m.w-2*t, m.h-2*t, paintChocolate, paintChocolateShine)
}

// branch paints an edge of a bush.
func (p *painter) branch(m mark, c paint) {
	const thick = 7
	mask := rasterize(limb(m.w, m.h, thick), abs(m.w)+thick, abs(m.h)+thick)
	at := mask.Rect.Min
	at.X, at.Y = m.x+min(m.w, 0)-thick/2, m.y+min(m.h, 0)-thick/2
	p.blit(mask, at, paintCard, c)
}

func abs(n int) int { return max(n, -n) }
