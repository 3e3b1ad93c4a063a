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
	paintCard paint = iota
	paintText
	paintMuted
	paintFaded // ghosts
	paintAccent
	paintStone
	paintStoneShine
	paintCell
	paintGold
	paintGoldEdge
	paintSilver
	paintSilverEdge
	paintRed
	paintRedShine
	paintBlue
	paintBlueShine
	paintPin
	paintPinEdge
	paintCrumb
	paintCrumbEdge
	paintMould
	paintMouldShine
	paintChocolate
	paintChocolateShine
	paintBone
	paintStep
	paintStepFresh
	paintGreen
	paintEarth
	paintOnLight
	paintCount // their number
)

// colours are the two themes, 0xRRGGBB each. Text keeps a contrast of at
// least 4.5:1 to what it stands on (tested).
var colours = [paintCount][2]uint32{
	paintCard:           {0xFAF9F6, 0x23262D},
	paintText:           {0x1F2430, 0xF1EFEA},
	paintMuted:          {0x5B6270, 0xA9B0BD},
	paintFaded:          {0xBFC3CB, 0x565D6A},
	paintAccent:         {0xD9480F, 0x3ED6C4},
	paintStone:          {0x2F6FDE, 0x5B9BFF},
	paintStoneShine:     {0x8FB8FF, 0xB9D6FF},
	paintCell:           {0xE9E5DB, 0x3B414D},
	paintGold:           {0xF5B83D, 0xFFC95C},
	paintGoldEdge:       {0xA8700B, 0xC78C1E},
	paintSilver:         {0xC3C9D1, 0x8C94A1},
	paintSilverEdge:     {0x6E7683, 0x626A77},
	paintRed:            {0xCF3434, 0xF0625D},
	paintRedShine:       {0xFFB3AB, 0xFFC9C4},
	paintBlue:           {0x2F6FDE, 0x5B9BFF},
	paintBlueShine:      {0xB5D0FF, 0xCFE2FF},
	paintPin:            {0xFFF6E0, 0xF7ECD2},
	paintPinEdge:        {0x7A5C33, 0x9C7C4D},
	paintCrumb:          {0xF2C879, 0xE0B466},
	paintCrumbEdge:      {0xC48B34, 0xA8782C},
	paintMould:          {0x2F7A41, 0x2A6F3B},
	paintMouldShine:     {0xA9DDA6, 0xB5E6B0},
	paintChocolate:      {0x5E3A22, 0x6E4529},
	paintChocolateShine: {0x7F5334, 0x90603D},
	paintBone:           {0xFBF5E6, 0xFBF5E6},
	paintStep:           {0xB9B2A3, 0x8D95A3},
	paintStepFresh:      {0xD8A66A, 0xC79A5B},
	paintGreen:          {0x37A352, 0x5CC878},
	paintEarth:          {0x8A5A33, 0xA06E42},
	paintOnLight:        {0x1F2430, 0x14171C},
}

// blends are the pairs of colours (below, above) between which edges are
// smoothed; nothing is painted over anything else.
var blends = [][2]paint{
	{paintCard, paintText}, {paintCard, paintMuted}, {paintCard, paintFaded}, {paintCard, paintAccent},
	{paintCard, paintStone}, {paintStone, paintStoneShine},
	{paintCard, paintCell}, {paintCell, paintFaded}, {paintCell, paintAccent},
	{paintCard, paintGoldEdge}, {paintCell, paintGoldEdge}, {paintGoldEdge, paintGold}, {paintGold, paintGoldEdge}, {paintGold, paintOnLight},
	{paintCard, paintSilverEdge}, {paintCell, paintSilverEdge}, {paintSilverEdge, paintSilver}, {paintSilver, paintOnLight},
	{paintCell, paintRed}, {paintRed, paintRedShine}, {paintCell, paintBlue}, {paintBlue, paintBlueShine},
	{paintCard, paintPinEdge}, {paintPinEdge, paintPin}, {paintPin, paintRed},
	{paintCrumbEdge, paintCrumb}, {paintCrumb, paintCrumbEdge}, {paintCrumb, paintMould}, {paintMould, paintMouldShine}, {paintCrumb, paintOnLight},
	{paintCard, paintChocolate}, {paintChocolate, paintChocolateShine}, {paintChocolateShine, paintBone}, {paintBone, paintChocolate},
	{paintStep, paintOnLight}, {paintStepFresh, paintOnLight},
	{paintCard, paintGreen}, {paintGreen, paintOnLight},
}

// steps is the number of shades from one colour of a blend to the other,
// both included.
const shadeCount = 8

// colouring is a theme made ready to paint with: a palette of at most 256
// colors, and for every blend the index of its shades.
type colouring struct {
	palette color.Palette
	shades  [paintCount][paintCount][shadeCount]uint8 // all zero for a pair that is no blend
}

var colourings = [...]*colouring{Light: newColouring(Light), Dark: newColouring(Dark)}

func newColouring(t Theme) *colouring {
	c := &colouring{}
	for p := range paintCount {
		c.palette = append(c.palette, t.colour(p))
	}
	for _, b := range blends {
		low, high := b[0], b[1]
		shades, back := &c.shades[low][high], &c.shades[high][low]
		if back[0] != 0 || back[shadeCount-1] != 0 { // the same shades the other way
			for i := range shades {
				shades[i] = back[shadeCount-1-i]
			}
			continue
		}
		shades[0], shades[shadeCount-1] = uint8(low), uint8(high)
		for i := 1; i < shadeCount-1; i++ {
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
	m := func(x, y uint8) uint8 { return uint8((int(x)*(shadeCount-1-i) + int(y)*i) / (shadeCount - 1)) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xFF}
}

// svgPaints says how the classes of an SVG are filled and, in the second
// place, edged.
var svgPaints = []struct {
	class      string
	fill, edge paint
}{
	{"stone", paintStone, paintStone}, {"pin", paintPin, paintPinEdge}, {"coin", paintGold, paintGoldEdge}, {"tail", paintSilver, paintSilverEdge},
	{"red", paintRed, paintRed}, {"blue", paintBlue, paintBlue}, {"blue-core", paintBlueShine, paintBlueShine}, {"square", paintCell, paintCell},
	{"crumb", paintCrumb, paintCrumbEdge}, {"mould", paintMould, paintMould}, {"chocolate", paintChocolateShine, paintChocolate},
	{"poison", paintBone, paintBone}, {"sockets", paintChocolate, paintChocolate}, {"step", paintStep, paintStep}, {"ground", paintEarth, paintEarth}, {"node", paintGreen, paintGreen},
	{"pointer", paintAccent, paintAccent}, {"label", paintText, paintText}, {"count", paintText, paintText}, {"number", paintMuted, paintMuted},
	{"note", paintMuted, paintMuted}, {"on-node", paintOnLight, paintOnLight}, {"on-step", paintOnLight, paintOnLight},
	{"on-coin", paintOnLight, paintOnLight}, {"on-tail", paintOnLight, paintOnLight}, {"on-crumb", paintOnLight, paintOnLight},
}

// CSS are the rules that give the classes of an SVG the colours of a theme,
// for a style sheet of the page; selector is put before every class, for
// example ".board".
func CSS(t Theme, selector string) string {
	hex := func(p paint) string { return fmt.Sprintf("#%06x", colours[p][min(t, Dark)]) }
	var b strings.Builder
	fmt.Fprintf(&b, "%s{background:%s}\n", selector, hex(paintCard))
	for _, s := range svgPaints {
		edge := ""
		if s.edge != s.fill {
			edge = ";stroke:" + hex(s.edge)
		}
		fmt.Fprintf(&b, "%s .%s{fill:%s%s}\n", selector, s.class, hex(s.fill), edge)
	}
	fmt.Fprintf(&b, "%s .red-core{fill:none;stroke:%s;stroke-width:2}\n", selector, hex(paintRedShine))
	fmt.Fprintf(&b, "%[1]s .label,%[1]s .count{font-weight:700}\n", selector)
	fmt.Fprintf(&b, "%s .branch{stroke:%s}\n", selector, hex(paintGreen))
	fmt.Fprintf(&b, "%s .fresh{stroke:%s;stroke-width:4}\n", selector, hex(paintAccent))
	fmt.Fprintf(&b, "%s .ghost{fill:none;stroke:%s}\n", selector, hex(paintFaded))
	return b.String()
}
