package draw

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"nimbot/game/rules"
)

// luminance and contrast are defined as in WCAG 2.2, success criterion 1.4.3.
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
		{paintCrumb, paintOnLight, 4.5}, {paintStep, paintOnLight, 4.5}, {paintLeaf, paintOnLight, 4.5}, {paintWood, paintOnLight, 4.5},
		// Shapes that must be distinguished from their background (criterion 1.4.11).
		{paintCard, paintYou, 3}, {paintCard, paintBot, 3}, {paintCell, paintYou, 3}, {paintCell, paintBot, 3},
		{paintCream, paintMould, 3}, {paintShell, paintBelly, 3}, {paintCalf, paintBelly, 3}, {paintCrumb, paintMould, 3}, {paintCream, paintBerry, 3}, {paintChocolate, paintBone, 3},
	}
	for _, theme := range []Theme{Light, Dark} {
		for _, test := range tests {
			if got := contrast(theme.colour(test.below), theme.colour(test.above)); got < test.want {
				t.Errorf("theme %d: contrast of %s and %s = %.2f, want at least %.1f", theme, test.below.class(), test.above.class(), got, test.want)
			}
		}
	}
}

// The marks of moves have enough contrast to the shapes under them.
func TestMarksAreLegible(t *testing.T) {
	for _, tt := range []struct {
		key, setup string
		moves      []rules.Move
	}{
		{"nim", "3 4 5", []rules.Move{"C1", "C2"}}, {"kayles", "7", []rules.Move{"A1:2+4", "B2"}},
		{"turtles", "1 4 6", []rules.Move{"6,3", "4,2"}}, {"ruler", "1 4 6", []rules.Move{"6-5", "4-2"}},
		{"coins", "2 5 9", []rules.Move{"9-6", "5-3"}}, {"nimble", "2 5 9", []rules.Move{"9-6", "5-3"}},
		{"northcott", "red 8:2,5 6:1,6", []rules.Move{"A4", "B3"}}, {"stairs", "2 0 3", []rules.Move{"3:2", "2:1"}},
		{"cake", "2x4@1,1", []rules.Move{"right1", "right2"}}, {"chomp", "3x4", []rules.Move{"1,4", "3,2"}}, {"bush", "0-1 1-2 1-3 0-4", []rules.Move{"1-2", "0-1"}},
	} {
		var shapes []shape
		for _, g := range plan(played(t, tt.key, tt.setup, tt.moves), Options{}).groups {
			for _, m := range g.items {
				artist{func(s shape) { shapes = append(shapes, s) }}.draw(m)
			}
		}
		seen := 0
		for i, s := range shapes {
			if s.above != paintYou && s.above != paintBot {
				continue
			}
			seen++
			for _, theme := range []Theme{Light, Dark} {
				ground := groundOf(s, shapes[:i])
				if got := contrast(theme.colour(ground), theme.colour(s.above)); got < 3 {
					t.Errorf("%s, theme %d: a %s of %s lies on %s with a contrast of %.2f, want at least 3", tt.key, theme, s.name, s.above.class(), ground.class(), got)
				}
			}
		}
		if seen < 2 {
			t.Errorf("%s: %d marks are drawn, want those of both moves", tt.key, seen)
		}
	}
}

// played returns the diagram of a game after moves, with the marks of the last two.
func played(t *testing.T, key, setup string, moves []rules.Move) rules.Diagram {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: key, Start: setup})
	for _, next := range moves {
		if err == nil {
			m, err = m.Play(m.ToMove(), next)
		}
	}
	if err != nil {
		t.Fatalf("%s %s, %q: %v", key, setup, moves, err)
	}
	d := m.Position().Diagram()
	d.Marks = m.MarksAt(len(m.Moves()), 2, false)
	return d
}

// groundOf returns the paint of the last rectangle, box or disc drawn under all of s.
func groundOf(s shape, before []shape) paint {
	for _, b := range slices.Backward(before) {
		if solid := b.name == "rect" || b.name == "box" || b.name == "disc"; solid && b.x <= s.x && b.y <= s.y && b.x+b.w >= s.x+s.w && b.y+b.h >= s.y+s.h {
			return b.above
		}
	}
	return paintCard
}

// The palette never overflows, and the shades of an edge run from its first
// colour to its second.
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
