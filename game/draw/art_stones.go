package draw

import (
	"hash/fnv"

	"nimbot/game/rules"
)

// The pieces that piles consist of. They distinguish games with the same
// layout.

// stone draws one piece of a pile.
func (a artist) stone(m item) {
	switch m.piece {
	case rules.Matches:
		a.match(m)
	case rules.Berries:
		a.ball(m, paintCard, paintBerryEdge, paintBerry)
		a.path("sepals", sepals, m, paintBerry, paintLeafEdge)
		a.disc(m.part(24, 34, 16, 14), paintBerry, paintBerryShine)
	case rules.Kernels:
		a.path("kernel", kernel, m, paintCard, paintKernelEdge)
		a.path("kernel", kernel, m.part(8, 8, 82, 86), paintKernelEdge, paintKernel)
		a.disc(m.part(32, 46, 12, 30), paintKernel, paintKernelShine)
	case rules.Bricks:
		brick := m.part(0, 14, 100, 72)
		a.box(brick, paintCard, paintBrickEdge)
		a.box(brick.inset(max(1, m.w/16)), paintBrickEdge, paintBrick)
		a.path("rect", rect, brick.part(14, 18, 70, 12), paintBrick, paintBrickShine)
	case rules.Gems:
		a.path("gem", gem, m, paintCard, paintGemEdge)
		a.path("gem", gem, m.part(6, 5, 88, 88), paintGemEdge, paintGem)
		a.path("facet", facet, m, paintGem, paintGemShine)
	case rules.Nuts:
		a.path("nut", nut, m, paintCard, paintWoodEdge)
		a.path("nut", nut, m.part(6, 2, 88, 94), paintWoodEdge, paintWood)
		a.path("nut-cap", nutCap, m, paintCard, paintBark)
		a.disc(m.part(26, 56, 12, 18), paintWood, paintWoodShine)
	case rules.Beads:
		a.ball(m, paintCard, paintLeafEdge, paintLeaf)
		a.disc(m.part(36, 36, 30, 30), paintLeaf, paintCard)
		a.disc(m.part(20, 14, 22, 14), paintLeaf, paintLeafShine)
	case rules.Pebbles:
		flat := m.part(0, 18, 100, 66)
		a.ball(flat, paintCard, paintSlateEdge, paintSlate)
		a.disc(flat.part(20, 14, 32, 20), paintSlate, paintSlateShine)
	case rules.Tokens:
		a.ball(m, paintCard, paintSlateEdge, paintSlate)
		a.path("ring", ring, m.part(18, 18, 60, 60), paintSlate, paintSlateShine)
	case "", rules.Joined:
		a.marble(m)
	default:
		a.tinted(m)
	}
}

// tints are the colours of pieces that have no picture of their own.
var tints = [][3]paint{
	{paintBerryEdge, paintBerry, paintBerryShine}, {paintKernelEdge, paintKernel, paintKernelShine}, {paintBrickEdge, paintBrick, paintBrickShine},
	{paintGemEdge, paintGem, paintGemShine}, {paintWoodEdge, paintWood, paintWoodShine}, {paintLeafEdge, paintLeaf, paintLeafShine},
}

// tinted draws a piece that has no picture of its own. The piece's name chooses its colour,
// and a ring or a dot, so that a new game looks different if only its piece has a new name.
func (a artist) tinted(m item) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(m.piece)) // it always succeeds
	n := int(h.Sum32() >> 1)
	tint := tints[n%len(tints)]
	a.ball(m, paintCard, tint[0], tint[1])
	if n/len(tints)%2 == 0 {
		a.path("ring", ring, m.part(18, 18, 60, 60), tint[1], tint[2])
	} else {
		a.disc(m.part(34, 34, 32, 32), tint[1], tint[2])
	}
}

// marble draws the usual stone: lit from above, dark below.
func (a artist) marble(m item) {
	a.disc(m, paintCard, paintStoneEdge)
	a.disc(m.part(3, 2, 91, 91), paintStoneEdge, paintStone)
	a.disc(m.part(13, 8, 62, 58), paintStone, paintStoneLight)
	a.disc(m.part(24, 14, 28, 20), paintStoneLight, paintStoneShine)
}

// match draws a matchstick with its head up.
func (a artist) match(m item) {
	stick := m.part(40, 16, 22, 84)
	a.box(stick, paintCard, paintWoodEdge)
	a.path("rect", rect, stick.part(20, 0, 50, 96), paintWoodEdge, paintWood)
	a.path("match-head", disc, m.part(33, 0, 36, 34), paintCard, paintRedEdge)
	a.disc(m.part(37, 3, 27, 25), paintRedEdge, paintRed)
}
