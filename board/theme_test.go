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
		{paintCrumb, paintOnLight, 4.5}, {paintStep, paintOnLight, 4.5}, {paintStepFresh, paintOnLight, 4.5}, {paintGreen, paintOnLight, 4.5},
		// What must be told from its ground (1.4.11).
		{paintCard, paintStone, 3}, {paintCard, paintAccent, 3}, {paintCard, paintPinEdge, 3}, {paintCard, paintGoldEdge, 3}, {paintCell, paintGoldEdge, 3},
		{paintCell, paintRed, 3}, {paintCell, paintBlue, 3}, {paintCrumb, paintMould, 3}, {paintChocolateShine, paintBone, 3}, {paintCard, paintGreen, 3},
	}
	for _, theme := range []Theme{Light, Dark} {
		for _, test := range tests {
			if got := contrast(theme.colour(test.below), theme.colour(test.above)); got < test.want {
				t.Errorf("theme %d: contrast of paints %d and %d = %.2f, want at least %.1f", theme, test.below, test.above, got, test.want)
			}
		}
	}
}

func TestPaletteFitsAPalettedPicture(t *testing.T) {
	for i, c := range colourings {
		if n := len(c.palette); n > 256 {
			t.Errorf("the palette of theme %d has %d colours, want at most 256", i, n)
		}
		for _, b := range blends {
			shades := c.shades[b[0]][b[1]]
			if shades[0] != uint8(b[0]) || shades[shadeCount-1] != uint8(b[1]) {
				t.Errorf("theme %d: the blend %v runs from %d to %d, want from its first colour to its second", i, b, shades[0], shades[shadeCount-1])
			}
		}
	}
}

// Whatever a layout may ask for, there is a blend to paint it with.
func TestEverythingIsPaintedWithABlend(t *testing.T) {
	anywhere := []kind{
		kindStone, kindPin, kindCoin, kindTail, kindCrumb, kindMould, kindChocolate, kindPoison,
		kindSquare, kindStep, kindGround, kindBranch, kindNode, kindPointer,
	}
	onSquares := []kind{kindCoin, kindTail, kindRed, kindBlue}
	for on, kinds := range map[kind][]kind{"": anywhere, kindSquare: onSquares} {
		for _, k := range kinds {
			for _, s := range []state{plain, ghost, fresh} {
				m := mark{kind: k, state: s, on: on, x: 10, y: 10, w: 40, h: 40}
				if _, err := render(scene{groups: []group{{marks: []mark{m}}}}, 60, Light); err != nil {
					t.Errorf("%s, %q, on %q: %v", k, s, on, err)
				}
			}
		}
	}
	for _, on := range []kind{kindCoin, kindTail, kindRed, kindBlue, kindCrumb, kindStep, kindNode} {
		m := mark{kind: kindText, ink: inkOn, on: on, text: "8", size: 20, x: 10, y: 10, h: 20}
		if _, err := render(scene{groups: []group{{marks: []mark{m}}}}, 60, Dark); err != nil {
			t.Errorf("text on %s: %v", on, err)
		}
	}
}
