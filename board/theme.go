package board

import (
	"fmt"
	"image/color"
	"strings"
)

// Theme is the colouring of a card.
type Theme uint8

const (
	Light Theme = iota
	Dark
)

// paint is a role that a colour plays on a card.
type paint uint8

const (
	card paint = iota
	text
	muted
	faded // ghosts
	accent
	stone
	stoneShine
	cell
	gold
	goldEdge
	silver
	silverEdge
	red
	redShine
	blue
	blueShine
	pin
	pinEdge
	crumb
	crumbEdge
	mould
	mouldShine
	chocolate
	chocolateShine
	bone
	step
	stepFresh
	green
	earth
	onDark
	onLight
	paints // their number
)

// colours are the two themes, 0xRRGGBB each. Text keeps a contrast of at
// least 4.5:1 to what it stands on (tested).
var colours = [paints][2]uint32{
	card:           {0xFAF9F6, 0x23262D},
	text:           {0x1F2430, 0xF1EFEA},
	muted:          {0x5B6270, 0xA9B0BD},
	faded:          {0xBFC3CB, 0x565D6A},
	accent:         {0xD9480F, 0x3ED6C4},
	stone:          {0x2F6FDE, 0x5B9BFF},
	stoneShine:     {0x8FB8FF, 0xB9D6FF},
	cell:           {0xE9E5DB, 0x3B414D},
	gold:           {0xF5B83D, 0xFFC95C},
	goldEdge:       {0xA8700B, 0xC78C1E},
	silver:         {0xC3C9D1, 0x8C94A1},
	silverEdge:     {0x6E7683, 0x626A77},
	red:            {0xCF3434, 0xF0625D},
	redShine:       {0xFFB3AB, 0xFFC9C4},
	blue:           {0x2F6FDE, 0x5B9BFF},
	blueShine:      {0xB5D0FF, 0xCFE2FF},
	pin:            {0xFFF6E0, 0xF7ECD2},
	pinEdge:        {0x7A5C33, 0x9C7C4D},
	crumb:          {0xF2C879, 0xE0B466},
	crumbEdge:      {0xC48B34, 0xA8782C},
	mould:          {0x2F7A41, 0x2A6F3B},
	mouldShine:     {0xA9DDA6, 0xB5E6B0},
	chocolate:      {0x5E3A22, 0x6E4529},
	chocolateShine: {0x7F5334, 0x90603D},
	bone:           {0xFBF5E6, 0xFBF5E6},
	step:           {0xB9B2A3, 0x8D95A3},
	stepFresh:      {0xD8A66A, 0xC79A5B},
	green:          {0x37A352, 0x5CC878},
	earth:          {0x8A5A33, 0xA06E42},
	onDark:         {0xFFFFFF, 0xFFFFFF},
	onLight:        {0x1F2430, 0x14171C},
}

// blends are the pairs of colours (below, above) between which edges are
// smoothed; nothing is painted over anything else.
var blends = [][2]paint{
	{card, text}, {card, muted}, {card, faded}, {card, accent},
	{card, stone}, {stone, stoneShine},
	{card, cell}, {cell, faded}, {cell, accent},
	{card, goldEdge}, {cell, goldEdge}, {goldEdge, gold}, {gold, goldEdge}, {gold, onLight},
	{card, silverEdge}, {cell, silverEdge}, {silverEdge, silver}, {silver, onLight},
	{cell, red}, {red, redShine}, {cell, blue}, {blue, blueShine},
	{card, pinEdge}, {pinEdge, pin}, {pin, red},
	{crumbEdge, crumb}, {crumb, crumbEdge}, {crumb, mould}, {mould, mouldShine}, {crumb, onLight},
	{card, chocolate}, {chocolate, chocolateShine}, {chocolateShine, bone}, {bone, chocolate},
	{step, onLight}, {stepFresh, onLight},
	{card, green}, {green, onLight},
}

// steps is the number of shades from one colour of a blend to the other,
// both included.
const steps = 8

// colouring is a theme made ready to paint with: a palette of at most 256
// colours, and for every blend where its shades stand in it.
type colouring struct {
	palette color.Palette
	shades  [paints][paints][steps]uint8 // all zero for a pair that is no blend
}

var colourings = [...]*colouring{Light: newColouring(Light), Dark: newColouring(Dark)}

func newColouring(t Theme) *colouring {
	c := &colouring{}
	for p := range paints {
		c.palette = append(c.palette, t.colour(p))
	}
	for _, b := range blends {
		low, high := b[0], b[1]
		shades, back := &c.shades[low][high], &c.shades[high][low]
		if back[0] != 0 || back[steps-1] != 0 { // the same shades the other way
			for i := range shades {
				shades[i] = back[steps-1-i]
			}
			continue
		}
		shades[0], shades[steps-1] = uint8(low), uint8(high)
		for i := 1; i < steps-1; i++ {
			shades[i] = uint8(len(c.palette))
			c.palette = append(c.palette, mix(t.colour(low), t.colour(high), i))
		}
	}
	return c
}

func (t Theme) colour(p paint) color.RGBA {
	v := colours[p][min(t, Dark)]
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xFF}
}

// mix is the i-th of the shades from a to b.
func mix(a, b color.RGBA, i int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*(steps-1-i) + int(y)*i) / (steps - 1)) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xFF}
}

// svgPaints says how the classes of an SVG are filled and, in the second
// place, edged.
var svgPaints = []struct {
	class      string
	fill, edge paint
}{
	{"stone", stone, stone}, {"pin", pin, pinEdge}, {"coin", gold, goldEdge}, {"tail", silver, silverEdge},
	{"red", red, red}, {"blue", blue, blue}, {"blue-core", blueShine, blueShine}, {"square", cell, cell},
	{"crumb", crumb, crumbEdge}, {"mould", mould, crumbEdge}, {"chocolate", chocolateShine, chocolate},
	{"poison", bone, bone}, {"sockets", chocolate, chocolate}, {"step", step, step}, {"ground", earth, earth}, {"node", green, green},
	{"pointer", accent, accent}, {"label", text, text}, {"count", text, text}, {"number", muted, muted},
	{"note", muted, muted}, {"on-node", onLight, onLight}, {"on-step", onLight, onLight},
	{"on-coin", onLight, onLight}, {"on-tail", onLight, onLight}, {"on-crumb", onLight, onLight},
}

// CSS are the rules that give the classes of an SVG the colours of a theme,
// for a style sheet of the page; selector is put before every class, for
// example ".board".
func CSS(t Theme, selector string) string {
	hex := func(p paint) string { return fmt.Sprintf("#%06x", colours[p][min(t, Dark)]) }
	var b strings.Builder
	fmt.Fprintf(&b, "%s{background:%s}\n", selector, hex(card))
	for _, s := range svgPaints {
		edge := ""
		if s.edge != s.fill {
			edge = ";stroke:" + hex(s.edge)
		}
		fmt.Fprintf(&b, "%s .%s{fill:%s%s}\n", selector, s.class, hex(s.fill), edge)
	}
	fmt.Fprintf(&b, "%s .red-core{fill:none;stroke:%s;stroke-width:2}\n", selector, hex(redShine))
	fmt.Fprintf(&b, "%[1]s .label,%[1]s .count{font-weight:700}\n", selector)
	fmt.Fprintf(&b, "%s .branch{stroke:%s}\n", selector, hex(green))
	fmt.Fprintf(&b, "%s .fresh{stroke:%s;stroke-width:4}\n", selector, hex(accent))
	fmt.Fprintf(&b, "%s .ghost{fill:none;stroke:%s}\n", selector, hex(faded))
	return b.String()
}
