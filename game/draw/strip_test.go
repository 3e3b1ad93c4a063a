package draw_test

import (
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
)

// A strip that is too long to draw lists only its coins, because its length would repeat
// the last coin. A row of men has squares behind the last man, so it also says its length.
func TestALongStripSaysItsCoinsOnce(t *testing.T) {
	g, err := rules.Lookup("mock-turtles")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("100 200 300")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := draw.Text(p.Diagram(), draw.Code), "● 100 200 300"; got != want {
		t.Errorf("Text(%s) = %q, want %q", p, got, want)
	}
	var svg strings.Builder
	if err := draw.SVG(&svg, p.Diagram(), draw.Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(svg.String(), "/ 300") {
		t.Errorf("SVG(%s) says / 300", p)
	}
}

// The squares of a row of men are never too small to see. For longer rows, the drawing
// gives the numbers of the men's squares.
func TestALongRowOfMenIsReadable(t *testing.T) {
	g, err := rules.Lookup("northcott")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"red 40:2,36": false, "red 64:2,60 6:1,6": true} {
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(drawSVG(t, p.Diagram(), draw.Options{}), "/ "); got != want {
			t.Errorf("%s: its men stand with their numbers: %v, want %v", text, got, want)
		}
	}
}
