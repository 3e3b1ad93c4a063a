package draw

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
	paintFaded
	paintYou
	paintBot
	paintStone
	paintStoneEdge
	paintStoneLight
	paintStoneShine
	paintSlate
	paintSlateEdge
	paintSlateShine
	paintLeaf
	paintLeafEdge
	paintLeafShine
	paintBerry
	paintBerryEdge
	paintBerryShine
	paintWood
	paintWoodEdge
	paintWoodShine
	paintBark
	paintGem
	paintGemEdge
	paintGemShine
	paintBrick
	paintBrickEdge
	paintBrickShine
	paintKernel
	paintKernelEdge
	paintKernelShine
	paintCell
	paintCellEdge
	paintGold
	paintGoldEdge
	paintGoldShine
	paintSilver
	paintSilverEdge
	paintSilverShine
	paintRed
	paintRedEdge
	paintRedShine
	paintPin
	paintPinEdge
	paintPinShade
	paintCrumb
	paintCrumbEdge
	paintCream
	paintMould
	paintMouldShine
	paintChocolate
	paintChocolateEdge
	paintChocolateShine
	paintBone
	paintShell
	paintShellEdge
	paintShellShine
	paintSkin
	paintBelly
	paintBellyEdge
	paintCalf
	paintCalfEdge
	paintCalfShine
	paintStep
	paintStepShine
	paintStepEdge
	paintOnLight
	paintCount // their number
)

// colours has for each paint its class in SVG and its colours in the two themes, 0xRRGGBB
// each. Text has a contrast of at least 4.5:1 to its background, and everything else that
// must be distinguished from its background at least 3:1 (theme_test.go).
var colours = [paintCount]struct {
	class       string
	light, dark uint32
}{
	paintCard:           {"card", 0xFFFDF9, 0x1A1F29},
	paintText:           {"text", 0x1C2230, 0xF1EFEA},
	paintMuted:          {"muted", 0x5B6270, 0xA9B0BD},
	paintFaded:          {"faded", 0xC9CBD1, 0x4A5262},
	paintYou:            {"you", 0xC2660A, 0xF6A723},
	paintBot:            {"bot", 0x0B8476, 0x35C7B4},
	paintStone:          {"stone", 0x3F72E0, 0x5B8DF5},
	paintStoneEdge:      {"stone-edge", 0x2348A8, 0x2F55B5},
	paintStoneLight:     {"stone-light", 0x6C98F5, 0x86ADFF},
	paintStoneShine:     {"stone-shine", 0xD5E3FF, 0xE2EDFF},
	paintSlate:          {"slate", 0x7A8394, 0x8D97A9},
	paintSlateEdge:      {"slate-edge", 0x4C5566, 0x555F70},
	paintSlateShine:     {"slate-shine", 0xD5DAE3, 0xDCE2EC},
	paintLeaf:           {"leaf", 0x37A352, 0x57C06F},
	paintLeafEdge:       {"leaf-edge", 0x1F7336, 0x2E8A46},
	paintLeafShine:      {"leaf-shine", 0xB4E4BC, 0xC9F0CF},
	paintBerry:          {"berry", 0xC92F4B, 0xDE4560},
	paintBerryEdge:      {"berry-edge", 0x8A1730, 0xA32B45},
	paintBerryShine:     {"berry-shine", 0xFFC3CC, 0xFFD3DA},
	paintWood:           {"wood", 0xD9A866, 0xD8AC70},
	paintWoodEdge:       {"wood-edge", 0x8F6025, 0x93672E},
	paintWoodShine:      {"wood-shine", 0xF5DDB5, 0xF3DDB9},
	paintBark:           {"bark", 0x8A5A33, 0xA06E42},
	paintGem:            {"gem", 0x8A4FD0, 0xA778E8},
	paintGemEdge:        {"gem-edge", 0x5B2A97, 0x6D3CAB},
	paintGemShine:       {"gem-shine", 0xDCC4F7, 0xE7D6FA},
	paintBrick:          {"brick", 0xC4593A, 0xD9714F},
	paintBrickEdge:      {"brick-edge", 0x87351D, 0x97452B},
	paintBrickShine:     {"brick-shine", 0xF0A98F, 0xF5B9A2},
	paintKernel:         {"kernel", 0xE0972A, 0xEBA83F},
	paintKernelEdge:     {"kernel-edge", 0x8F5A0C, 0xA06A15},
	paintKernelShine:    {"kernel-shine", 0xFCE3B0, 0xFDE9C2},
	paintCell:           {"cell", 0xECE7DB, 0x323947},
	paintCellEdge:       {"cell-edge", 0xCFC7B4, 0x465062},
	paintGold:           {"gold", 0xF2B733, 0xF6C04A},
	paintGoldEdge:       {"gold-edge", 0x9A6A05, 0x8F6410},
	paintGoldShine:      {"gold-shine", 0xFFEBB0, 0xFFEFC0},
	paintSilver:         {"silver", 0xC3C9D1, 0xA2AAB7},
	paintSilverEdge:     {"silver-edge", 0x6E7683, 0x626A77},
	paintSilverShine:    {"silver-shine", 0xEFF2F5, 0xDDE2E9},
	paintRed:            {"red", 0xCF3434, 0xE5534E},
	paintRedEdge:        {"red-edge", 0x8F1C1C, 0x9C2B2B},
	paintRedShine:       {"red-shine", 0xFFC4BD, 0xFFD2CD},
	paintPin:            {"pin", 0xFFF6E0, 0xF7ECD2},
	paintPinEdge:        {"pin-edge", 0x7A5C33, 0x9C7C4D},
	paintPinShade:       {"pin-shade", 0xE6D3A8, 0xDCC89B},
	paintCrumb:          {"crumb", 0xF2CF8E, 0xE3BC77},
	paintCrumbEdge:      {"crumb-edge", 0xC08A3C, 0xA8782C},
	paintCream:          {"cream", 0xFFF4E2, 0xF6E6CC},
	paintMould:          {"mould", 0x2F7A41, 0x2A6F3B},
	paintMouldShine:     {"mould-shine", 0xA9DDA6, 0xB5E6B0},
	paintChocolate:      {"chocolate", 0x7A4A2C, 0x8A5836},
	paintChocolateEdge:  {"chocolate-edge", 0x4B2C17, 0x55331D},
	paintChocolateShine: {"chocolate-shine", 0xA0704C, 0xB58460},
	paintBone:           {"bone", 0xFBF5E6, 0xFBF5E6},
	paintShell:          {"shell", 0x3F8048, 0x3F824A},
	paintShellEdge:      {"shell-edge", 0x245C30, 0x2C6A39},
	paintShellShine:     {"shell-shine", 0x8ECB93, 0x9DD8A3},
	paintSkin:           {"skin", 0x86B85C, 0x95C76B},
	paintBelly:          {"belly", 0xE8D8A8, 0xE3D29E},
	paintBellyEdge:      {"belly-edge", 0x8C7640, 0x94804A},
	paintCalf:           {"calf", 0x8F5E38, 0x9A6840},
	paintCalfEdge:       {"calf-edge", 0x6B4426, 0x7A5030},
	paintCalfShine:      {"calf-shine", 0xDDB28E, 0xE6C1A0},
	paintStep:           {"step", 0xC9C1B0, 0x8D95A3},
	paintStepShine:      {"step-shine", 0xE3DDCF, 0xA9B1BF},
	paintStepEdge:       {"step-edge", 0x9A917D, 0x6A7280},
	paintOnLight:        {"on-light", 0x1F2430, 0x14171C},
}

// hex returns the colour of a paint, 0xRRGGBB.
func (t Theme) hex(p paint) uint32 {
	if t == Light {
		return colours[p].light
	}
	return colours[p].dark
}

func (t Theme) colour(p paint) color.RGBA {
	v := t.hex(p)
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xFF}
}

// CSS returns the rules that give the classes of an SVG the colours of a theme, for the
// style sheet of a page. selector stands before every class, for example ".board".
func CSS(t Theme, selector string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s{background:#%06x}\n", selector, t.hex(paintCard))
	for p := range paintCount {
		fmt.Fprintf(&b, "%s .%s{fill:#%06x}\n", selector, p.class(), t.hex(p))
	}
	fmt.Fprintf(&b, "%[1]s [class^=p-],%[1]s text{pointer-events:none}\n", selector)
	fmt.Fprintf(&b, "%[1]s .label,%[1]s .count{font-weight:700}\n", selector)
	return b.String()
}

// class returns the SVG class of shapes in this paint.
func (p paint) class() string { return "p-" + colours[p].class }

// grey returns the paint for what is over: bright colours become the card's.
func (p paint) grey() paint {
	c := colours[p].light
	if p == paintCard || c>>16&0xFF+c>>8&0xFF+c&0xFF > 3*0xD8 {
		return paintCard
	}
	return paintFaded
}
