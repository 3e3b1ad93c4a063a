package board

import (
	"image/color"
	"math"
	"testing"
)

// luminance and contrast are those of WCAG 2.2, success criterion 1.4.3.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestThemesAreLegible(t *testing.T) {
	tests := []struct {
		below, above paint
		want         float64
	}{
		// Text.
		{paintCard, paintText, 4.5}, {paintCard, paintMuted, 4.5}, {paintGold, paintOnLight, 4.5}, {paintSilver, paintOnLight, 4.5},
		{paintCrumb, paintOnLight, 4.5}, {paintStep, paintOnLight, 4.5}, {paintLeaf, paintOnLight, 4.5},
		// What must be told from its ground (1.4.11).
		{paintCard, paintYou, 3}, {paintCard, paintBot, 3}, {paintCell, paintYou, 3}, {paintCell, paintBot, 3},
		{paintCrumb, paintMould, 3}, {paintCream, paintBerry, 3}, {paintChocolate, paintBone, 3},
	}
	for _, theme := range []Theme{Light, Dark} {
		for _, test := range tests {
			if got := contrast(theme.colour(test.below), theme.colour(test.above)); got < test.want {
				t.Errorf("theme %d: contrast of %s and %s = %.2f, want at least %.1f", theme, test.below.class(), test.above.class(), got, test.want)
			}
		}
	}
}

// Whatever is painted, the palette has room for it, and an edge runs from its
// first colour to its second.
func TestThePaletteHasRoomForEverything(t *testing.T) {
	c := newColouring(Dark)
	for below := range paintCount {
		for above := range paintCount {
			shades := c.shades(below, above)
			if shades[0] != c.index(below) || shades[shadeCount-1] != c.index(above) {
				t.Errorf("the blend of %s and %s runs from %d to %d, want from its first colour to its second", below.class(), above.class(), shades[0], shades[shadeCount-1])
			}
		}
	}
	if n := len(c.palette); n > maxPalette {
		t.Errorf("the palette has %d colours, want at most %d", n, maxPalette)
	}
}
